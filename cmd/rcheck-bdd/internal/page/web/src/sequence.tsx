// The message sequence chart of a run: a lane for each agent, a row for each step.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Shown, Step } from './types'

const rowHeight = 46, foldedHeight = 7, flat = 34, left = 54

/** Names in a row; of many the first. */
const few = (names: string[]) => names.length > 5 ? `${names.slice(0, 4).join(', ')} and ${names.length - 4} more` : names.join(', ')

export function describe(shown: Shown, step: Step): string {
  return step.entry ? `${step.entry}: ${happening(shown, step)}` : happening(shown, step)
}

function happening(shown: Shown, step: Step): string {
  const name = (a: number) => shown.system.agents[a].name
  if (step.kind === 'stutter') return 'nothing can happen: deadlock'
  if (step.kind === 'joint') return step.participants.map(p => `${name(p.agent)} ${p.label}`).join(', ')
  const data = step.data.map(d => `${d.name} = ${d.value}`).join(', ')
  const byLabel = new Map<string, string[]>()
  for (const p of step.participants) byLabel.set(p.label, [...byLabel.get(p.label) ?? [], name(p.agent)])
  const others = [...byLabel].map(([label, names]) => `${few(names)} ${label}`).join(', ')
  const how = step.kind === 'p2p' ? `gets from` : `sends on ${step.channel} to`
  return `${name(step.initiator)} ${step.label}: ${how} ${others || 'nobody'}${data ? ` (${data})` : ''}`
}

/** Who must be in the chart, and how near the others are to what is looked at. */
interface First { partners: number[]; distance: (agent: number) => number }

/** The agents of whom a chart has room, in their order: first those of the step, then those of the nearest steps. */
export function fitting(agents: number[], first: First, lanes: number): number[] {
  if (agents.length <= lanes) return agents
  const rank = (a: number) => first.partners.includes(a) ? -1 : first.distance(a)
  const chosen = [...agents].sort((a, b) => rank(a) - rank(b) || a - b).slice(0, Math.max(lanes, first.partners.length))
  return agents.filter(a => chosen.includes(a))
}

const narrow = 52, thin = 34

export function Sequence({ shown, agents: all, first, hides, at, go, choice }: { shown: Shown; agents: number[]; first?: First; hides: (s: Step) => boolean; at: number; go: (n: number) => void; choice?: Step }) {
  const { run, system } = shown
  const box = useRef<HTMLDivElement>(null)
  const steps = choice ? [...run.steps.slice(0, at), choice] : run.steps
  // Lanes share the room there is, as long as names can be read.
  const [room, setRoom] = useState(600)
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => setRoom(box.current?.clientWidth ?? 600))
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [])
  const agents = first ? fitting(all, first, Math.max(2, Math.floor((room - left - 12) / narrow))) : all
  // The partners of a step are in sight, however many they are.
  const laneWidth = Math.max(first ? Math.min(narrow, (room - left - 12) / agents.length) : narrow, Math.min(130, (room - left - 12) / agents.length))
  const upright = laneWidth < thin, headHeight = upright ? 74 : flat
  const x = (agent: number) => left + laneWidth * (agents.indexOf(agent) + 0.5)
  const lanes = left + laneWidth * agents.length + 8, width = run.loop >= 0 ? Math.max(lanes, left + 180) : lanes // what is said of the loop
  // Steps that are folded away leave a thin row.
  const tops = [0]
  for (const [i, s] of steps.entries()) tops.push(tops[i] + (hides(s) && i !== at ? foldedHeight : rowHeight))
  const end = tops[steps.length]
  const height = end + (run.loop >= 0 && !choice ? rowHeight : 0) + 12
  useEffect(() => {
    const b = box.current
    if (!b) return
    const y = tops[Math.min(at, steps.length)]
    if (y < b.scrollTop || y + rowHeight + headHeight > b.scrollTop + b.clientHeight) b.scrollTop = y - b.clientHeight / 2
    const sender = steps[Math.min(at, steps.length - 1)]?.initiator ?? -1
    if (agents.includes(sender) && (x(sender) < b.scrollLeft + left || x(sender) > b.scrollLeft + b.clientWidth - laneWidth)) b.scrollLeft = x(sender) - b.clientWidth / 2
  }, [at, steps.length, agents.length])
  return <div class="scroll" ref={box}>
    <svg class="heads" width={width} height={headHeight} aria-hidden="true">{agents.map(a => <g key={a}>
      <rect x={x(a) - laneWidth / 2 + (upright ? 1 : 3)} y={4} width={laneWidth - (upright ? 2 : 6)} height={headHeight - 10} rx="4" class={`type${system.agents[a].type % 6}`} />
      {upright ? <text transform={`translate(${x(a) + 4} ${headHeight - 10}) rotate(-90)`}>{numbered(system.agents[a].name, 9)}<title>{system.agents[a].name}</title></text>
        : <text x={x(a)} y={headHeight - 13} text-anchor="middle">{numbered(system.agents[a].name, Math.floor((laneWidth - 4) / 6.2))}<title>{system.agents[a].name}</title></text>}
    </g>)}</svg>
    {agents.length < all.length && <p class="quiet folded-away">{all.length - agents.length} more {all.length - agents.length === 1 ? 'agent takes' : 'agents take'} part in other steps; + counts who is not shown.</p>}
    <svg class="sequence" width={width} height={height} role="img" aria-label={`run of ${run.steps.length} steps as a message sequence chart`}>
      {agents.map(a => <line key={a} class="lane" x1={x(a)} x2={x(a)} y1={0} y2={height - 8} />)}
      {steps.map((s, i) => tops[i + 1] - tops[i] < rowHeight
        ? <g key={i} class="row folded" onClick={() => go(i)}><rect class="band" x="0" y={tops[i]} width={width} height={foldedHeight} /><line x1={left - 30} x2={left - 18} y1={tops[i] + 3} y2={tops[i] + 3} /><title>{describe(shown, s)}</title></g>
        : <Row key={i} y={tops[i]} shown={shown} step={s} i={i} x={x} agents={agents} width={width} room={room} laneWidth={laneWidth} chosen={i === at} ghost={choice !== undefined && i === at} go={go} />)}
      {run.loop >= 0 && !choice && <g class="loop">
        <path d={`M ${left - 30} ${tops[run.loop] + 0.5 * rowHeight} h -14 V ${end + 0.3 * rowHeight} h ${width - 20}`} />
        <path class="head" d={`M ${left - 30} ${tops[run.loop] + 0.5 * rowHeight} l -7 -4 v 8 z`} />
        <text x={left + 4} y={end + 0.3 * rowHeight - 5}>and again from {run.loop}, for ever</text>
      </g>}
    </svg>
  </div>
}

export const clip = (s: string, n: number) => s.length > n ? s.slice(0, n - 1) + '…' : s

/** A name cut short before the number at its end. */
function numbered(s: string, n: number): string {
  const number = /\d{0,3}$/.exec(s)![0]
  return s.length > n ? `${s.slice(0, n - 1 - number.length)}…${number}` : s
}

function Row({ shown, step, i, y, x, agents, width, room, laneWidth, chosen, ghost, go }: {
  shown: Shown; step: Step; i: number; y: number; x: (a: number) => number; agents: number[]; width: number; room: number; laneWidth: number; chosen: boolean; ghost: boolean; go: (n: number) => void
}) {
  const line = y + 27
  const visible = (a: number) => agents.includes(a)
  const parts = step.participants.filter(p => visible(p.agent))
  const from = step.initiator >= 0 && visible(step.initiator) ? x(step.initiator) : undefined
  const ends = [...parts.map(p => x(p.agent)), ...(from === undefined ? [] : [from])]
  const { lost: since } = shown.run, lost = since === i + 1, over = since >= 0 && i >= since
  const data = step.data.map(d => d.value).join(', '), unseen = step.participants.length - parts.length
  // Who has no line in the chart is named.
  const who = step.initiator >= 0 && from === undefined ? `${shown.system.agents[step.initiator].name}: ` : ''
  const text = step.kind === 'stutter' ? 'deadlock: nothing can happen'
    : `${who}${step.label}${step.kind === 'p2p' ? '' : ` on ${step.channel}`}${data ? ` (${data})` : ''}${unseen > 0 ? ` +${unseen}` : ''}`
  const lo = Math.min(...ends), hi = Math.max(...ends)
  const middle = step.kind === 'stutter' || ends.length === 0 ? (left + width) / 2 : (lo + hi) / 2
  const half = Math.min(text.length, 60) * 3.3
  // Of an arrow that is longer than what can be seen the label stands where it begins.
  const near = from === undefined || hi - lo < room ? middle : from + (from < middle ? half : -half)
  return <g class={`row ${step.kind}${chosen ? ' chosen' : ''}${ghost ? ' ghost' : ''}${lost ? ' lost' : ''}${over ? ' over' : ''}`} onClick={() => go(i)} role="button" aria-label={`step ${i}: ${describe(shown, step)}`}>
    <rect class="band" x="0" y={y} width={width} height={rowHeight} />
    <text class="number" x={left - 22} y={line + 4} text-anchor="end">{i}</text>
    {lost && <text class="warn" x={left - 18} y={line + 4}>✗</text>}
    {step.kind === 'joint' && parts.map(p => <g key={p.agent} class="acts"><rect x={x(p.agent) - laneWidth / 2 + 4} y={y + 9} width={laneWidth - 8} height={rowHeight - 18} rx="5" />
      <text x={x(p.agent)} y={y + rowHeight / 2 + 4} text-anchor="middle">{clip(p.label, Math.max(4, Math.floor((laneWidth - 12) / 7)))}</text></g>)}
    {step.kind !== 'joint' && <>{ends.length > 1 && <line class="wire" x1={lo} x2={hi} y1={line} y2={line} />}
    {from !== undefined && <circle class="from" cx={from} cy={line} r="4.5" />}
    {parts.map(p => {
      const to = x(p.agent), side = from === undefined ? 1 : Math.sign(to - from)
      // On a get the data goes to who asked.
      return step.kind === 'p2p' && from !== undefined
        ? <g key={p.agent}><circle class="to" cx={to} cy={line} r="3" /><path class="head" d={`M ${from + side * 5} ${line} l ${side * 9} -5 v 10 z`} /></g>
        : <path key={p.agent} class="head" d={`M ${to - side * 2} ${line} l ${-side * 9} -5 v 10 z`} />
    })}
    {parts.map(p => <text key={`l${p.agent}`} class="taker" x={x(p.agent)} y={line + 15} text-anchor="middle">{clip(p.label, Math.max(5, Math.floor(laneWidth / 6)))}</text>)}
    {step.participants.length === 0 && from !== undefined && <g class="nobody"><circle cx={from + 18} cy={line} r="5" /><line x1={from + 14} x2={from + 22} y1={line + 5} y2={line - 5} /><title>nobody takes it</title></g>}
    <text class="label" x={Math.max(left + half, Math.min(width - half - 4, near))} y={line - 9} text-anchor="middle">{clip(text, 60)}</text></>}
    <title>{describe(shown, step)}</title>
  </g>
}
