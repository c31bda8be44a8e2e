// Many random runs: how many of them violate each property, and what they cover.
import { useState } from 'preact/hooks'
import type { Covered, Range, Sample, Sampled, Verdict } from './types'

/** How many random runs are taken, of how many steps at most, and the seed that decides their choices. */
export interface Asked { runs: number; steps: number; seed: number }

/** What is known of random runs, while they are taken and afterwards. */
export interface Sampling { asked: Asked; running: boolean; sample?: Sample; error?: string; stale?: boolean }

/** The runs so far; one that violates a property is told once, and stays. */
export const more = (s: Sampling, sample: Sample): Sampling => ({
  ...s, sample: { ...sample, properties: sample.properties.map((p, i) => {
    const old = s.sample?.properties[i]
    return { ...p, trace: p.trace ?? old?.trace, explanation: p.explanation ?? old?.explanation, views: p.views ?? old?.views }
  }) },
})

const counted = (n: number, what: string) => `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`

export function RandomRuns({ sampling, take, why, goto, blocked }: {
  sampling?: Sampling; take: (a: Asked) => void; why: (v: Verdict) => void; goto: (r: Range) => void; blocked: boolean
}) {
  const [asked, setAsked] = useState<Asked>(sampling?.asked ?? { runs: 100, steps: 100, seed: 1 })
  const field = (name: keyof Asked, label: string, min: number) => <label>{label} <input type="number" required min={min} max="1000000000" step="1"
    value={asked[name]} onInput={e => setAsked({ ...asked, [name]: Number(e.currentTarget.value) })} /></label>
  const sample = sampling?.sample, last = sampling?.asked
  return <div class="properties sampled">
    <form class="bar" onSubmit={e => { e.preventDefault(); take(asked) }}>
      {field('runs', 'runs', 1)}{field('steps', 'steps each, at most', 1)}{field('seed', 'seed', 0)}
      <button class="go" disabled={blocked}>take random runs</button>
    </form>
    {!sampling && <p class="quiet">Random runs find violations quickly, and show what the model does at all. They prove nothing: only <b>check all</b> decides that a property holds. The same seed gives the same runs.</p>}
    {sampling?.running && <p class="quiet running" role="status"><span class="spinner" /> {sample ? `${sample.runs.toLocaleString('en')} of ${counted(last!.runs, 'run')}` : 'reading the model'}</p>}
    {sampling?.error && <p class="warn" role="status">{sampling.error}</p>}
    {sampling?.stale && <p class="quiet">These runs are of the text before it changed.</p>}
    {sample && <>
      <p>{counted(sample.runs, 'random run')}: {counted(sample.steps, 'step')}, {counted(sample.states, 'different state')}, {counted(sample.transitions, 'different transition')}{sample.deadlocks > 0 && `; ${counted(sample.deadlocks, 'run')} ended in a deadlock`}. {sample.seconds.toFixed(2)} s</p>
      {sample.reason && <p class="warn">{sample.reason}</p>}
      <ul>{sample.properties.map(p => <Property key={p.index} p={p} stale={!!sampling!.stale} why={why} goto={goto} />)}</ul>
      <Coverage sample={sample} goto={goto} />
    </>}
  </div>
}

function Property({ p, stale, why, goto }: { p: Sampled; stale: boolean; why: (v: Verdict) => void; goto: (r: Range) => void }) {
  const { runs } = p
  return <li class={`${p.verdict}${stale ? ' stale' : ''}`}>
    <div class="bar">
      <span class="verdict">{p.verdict === 'violated' ? '✗ violated' : '? unknown'}</span>
      <button class="link" onClick={() => goto(p.range)}>{p.name || `property ${p.index}`}</button>
      <span class="grow" />
      {(p.trace !== undefined || p.explanation) && <button class="go" disabled={stale} onClick={() => why(p)} title={stale ? 'take the runs again first: the text has changed' : 'the first run that violates it'}>show run {runs?.first}</button>}
    </div>
    <code>{p.formula}</code>
    {runs ? <><Bar parts={[['bad', runs.violated], ['good', runs.satisfied], ['open', runs.open]]} />
      <p class="quiet">{runs.violated.toLocaleString('en')} violate it, {runs.satisfied.toLocaleString('en')} satisfy it, {runs.open.toLocaleString('en')} are open</p></> : <p class="quiet">{p.reason}</p>}
  </li>
}

/** Parts of a whole, side by side. */
function Bar({ parts }: { parts: [string, number][] }) {
  const all = parts.reduce((sum, [, n]) => sum + n, 0)
  let at = 0
  return <svg class="strip counts" viewBox={`0 0 ${Math.max(1, all)} 1`} preserveAspectRatio="none" aria-hidden="true">
    {parts.map(([kind, n]) => { const x = at; at += n; return n > 0 && <rect key={kind} class={kind} x={x} width={n} y="0" height="1" /> })}
  </svg>
}

/** What the runs lack of a command; nothing if all agents of the type executed it, and its guard was both true and false if it can be. */
function lacks(c: Covered, agents: number, guard: string): string {
  const out = []
  if (c.executed === 0) out.push('never executed')
  else if (c.never.length > 0 && agents > 1) out.push(`never executed by ${c.never.length} of ${agents} agents`)
  if (!c.constant && c.false > 0 && c.true === 0) out.push(`${guard} never true`)
  if (!c.constant && c.true > 0 && c.false === 0) out.push(`${guard} never false`)
  return out.join('; ')
}

function Coverage({ sample, goto }: { sample: Sample; goto: (r: Range) => void }) {
  const [all, setAll] = useState(false)
  const { system, commands } = sample
  const ofType = system.types.map((_, t) => system.agents.filter(a => a.type === t).length)
  const rows = commands.map(c => ({ ...c, edge: system.types[c.type].edges[c.edge], lacks: lacks(c, ofType[c.type], system.joint ? 'condition' : 'guard') }))
  const total = commands.reduce((sum, c) => sum + ofType[c.type], 0), never = commands.reduce((sum, c) => sum + c.never.length, 0)
  const [what, guard] = system.joint ? ['actions and lines', 'condition'] : ['commands', 'guard']
  const shown = rows.filter(r => all || r.lacks)
  return <>
    <h3>coverage: {total - never} of {total.toLocaleString('en')} {what} executed{!system.joint && ', each agent\'s counted by itself'}</h3>
    <p><label><input type="checkbox" checked={all} onChange={() => setAll(!all)} />all {what}, not only what is missing</label></p>
    {shown.length === 0 ? <p class="quiet">Every agent executed each of its {what}, and each {guard} that can be was both true and false.</p> : <table class="values">
      <thead><tr><th>{system.joint ? 'agent' : 'command'}</th><th class="number">executed</th><th class="number">{guard} true</th><th class="number">false</th></tr></thead>
      <tbody>{shown.map(r => <tr key={`${r.type} ${r.edge.label} ${r.edge.range.start.line} ${r.edge.range.start.character}`}>
        <td><span class={`dot type${r.type % 6}`} />{system.types[r.type].name}: <button class="link" title={r.edge.text} onClick={() => goto(r.edge.range)}>{r.edge.label}</button>
          {r.lacks && <div class={r.never.length > 0 ? 'warn' : 'quiet'} title={r.executed > 0 && r.never.length > 0 ? r.never.map(a => system.agents[a].name).join(', ') : undefined}>{r.lacks}</div>}</td>
        <td class="number">{r.executed.toLocaleString('en')}</td><td class="number">{r.true.toLocaleString('en')}</td><td class="number">{r.false.toLocaleString('en')}</td>
      </tr>)}</tbody>
    </table>}
  </>
}
