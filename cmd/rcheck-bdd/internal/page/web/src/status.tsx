// How properties fare along a run: what is still owed, where it is certain that one is violated or satisfied, and why.
import type { Run, Shown, Status } from './types'

/** Whether a property is decided in a state. In a run that just ends, what the last state decides is decided there. */
const kindAt = (s: Status, i: number, run: Run) => {
  const from = i === run.steps.length ? i + 1 : i
  return s.lost >= 0 && from >= s.lost ? 'bad' : s.met >= 0 && from >= s.met ? 'good' : 'open'
}

/** The states of a run in a row, each with a colour; a click goes to a state. */
export function Segments({ kinds, loop, at, go }: { kinds: string[]; loop: number; at: number; go: (n: number) => void }) {
  const n = kinds.length
  const segments: { from: number; to: number; kind: string }[] = []
  for (let i = 0; i < n; i++) {
    const kind = kinds[i] + (loop >= 0 && i >= loop ? ' in-loop' : ''), last = segments[segments.length - 1]
    if (last?.kind === kind) last.to = i + 1
    else segments.push({ from: i, to: i + 1, kind })
  }
  return <svg class="strip" viewBox={`0 0 ${n} 1`} preserveAspectRatio="none" aria-hidden="true" onClick={e => {
    const box = e.currentTarget.getBoundingClientRect()
    go(Math.floor((e.clientX - box.left) / box.width * n))
  }}>
    {segments.map(x => <rect key={x.from} class={x.kind} x={x.from} width={x.to - x.from} y="0" height="1"><title>{`states ${x.from} to ${x.to - 1}${x.kind.includes('loop') ? ', in the loop' : ''}`}</title></rect>)}
    <rect class="now" x={at} width="1" y="0" height="1" />
  </svg>
}

/** The same, coloured by a property's status. */
const Strip = ({ s, shown, at, go }: { s?: Status; shown: Shown; at: number; go: (n: number) => void }) =>
  <Segments kinds={shown.run.states.map((_, i) => s ? kindAt(s, i, shown.run) : 'open')} loop={shown.run.loop} at={at} go={go} />

/** Where it became certain, with the number that the step has everywhere: `from` is the first state behind it. */
export const lostIn = (from: number, run: Run) => from === 0 ? 'lost from the beginning' : `lost in ${stepOrState(from - 1, run)}`
const stepOrState = (n: number, run: Run) => `${n < run.steps.length ? 'step' : 'state'} ${n}`

function told(s: Status, at: number, run: Run) {
  const kind = kindAt(s, at, run)
  if (kind === 'bad') return <b class="bad">violated, whatever happens next: {lostIn(s.lost, run)}</b>
  if (kind === 'good') return <b class="good">satisfied, whatever happens next{s.met > 0 && `: met in ${stepOrState(s.met - 1, run)}`}</b>
  return <>still owed: <code title={s.texts[s.owed[at]]}>{s.texts[s.owed[at]]}</code></>
}

export function Statuses({ shown, asked, at, go }: { shown: Shown; asked?: number; at: number; go: (n: number) => void }) {
  const { statuses, run } = shown
  const first = statuses.find(s => s.index === asked), others = statuses.filter(s => s !== first)
  const name = (s: Status) => s.name || `property ${s.index}`
  const lost = statuses.filter(s => kindAt(s, at, run) === 'bad').length, met = statuses.filter(s => kindAt(s, at, run) === 'good').length
  return <div class="statuses">
    {(first || run.loop >= 0) && <Strip s={first} shown={shown} at={at} go={go} />}
    {first && <p class="told" aria-live="polite">{told(first, at, run)}</p>}
    {first?.holds === false && first.causes && <p class="causes">why, by step: {first.causes.slice(0, 6).map((c, i) => <button key={i} class={`link${c.from === at ? ' here' : ''}`} onClick={() => go(c.from)} title={c.text}>{c.from}: {c.text.replaceAll('`', '')}</button>)}
      {first.causes.length > 6 && ` and ${first.causes.length - 6} more`}</p>}
    {others.length > 0 && <details class="filter"><summary>{first ? 'other properties' : 'properties'} along the run ({others.length}{lost + met > 0 ? `; of all, here ${lost} violated and ${met} satisfied for certain` : ''})</summary>
      <table class="values"><tbody>{others.map(s => <tr key={s.index}>
        <td title={s.formula}>{s.holds !== undefined && (s.holds ? <span class="good" title="the run satisfies it">✓ </span> : <span class="bad" title="the run violates it">✗ </span>)}{name(s)}</td>
        <td class="wide"><Strip s={s} shown={shown} at={at} go={go} /></td><td class="told">{told(s, at, run)}</td>
      </tr>)}</tbody></table>
    </details>}
  </div>
}
