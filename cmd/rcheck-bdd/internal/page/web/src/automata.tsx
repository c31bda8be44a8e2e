// Structure automata of the agent types, laid out by dagre, with the control states where the agents are lit.
import dagre from '@dagrejs/dagre'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { clip } from './sequence'
import type { Automaton, Choice, Other, Shown, Step } from './types'

interface Arc { from: number; to: number; edges: number[]; points: { x: number; y: number }[]; x: number; y: number }
interface Layout { width: number; height: number; nodes: { x: number; y: number }[]; arcs: Arc[] }

const shownLabels = 4, radius = 16

function layout(a: Automaton, agents: string[]): Layout {
  const g = new dagre.graphlib.Graph({ multigraph: true })
  g.setGraph({ rankdir: 'TB', nodesep: 46, ranksep: 30, edgesep: 18, marginx: 14, marginy: 14 })
  g.setDefaultEdgeLabel(() => ({}))
  const chips = Math.max(...agents.map(n => n.length), 4) * 6 + 14
  for (let i = 0; i < a.states; i++) g.setNode(String(i), { width: 30 + (agents.length > 0 ? chips : 0), height: 30 })
  const grouped = new Map<string, number[]>(), loops = new Map<number, { w: number; edges: number[] }>()
  a.edges.forEach((e, i) => { const k = `${e.from} ${e.to}`; grouped.set(k, [...grouped.get(k) ?? [], i]) })
  for (const [k, edges] of grouped) {
    const [from, to] = k.split(' ')
    const lines = Math.min(edges.length, shownLabels)
    const longest = Math.max(...edges.map(i => clip(a.edges[i].label, 16).length))
    if (from === to) {
      loops.set(Number(from), { w: longest * 6.4 + 44, edges })
      continue
    }
    g.setEdge(from, to, { width: longest * 6.4 + 12, height: lines * 14 + 4, labelpos: 'c', edges }, k)
  }
  for (const [q, loop] of loops) {
    const n = g.node(String(q)) as { width: number; height: number }
    n.width = Math.max(n.width, 2 * (loop.w + radius))
    n.height = Math.max(n.height, Math.min(loop.edges.length, shownLabels) * 14 + 4)
  }
  dagre.layout(g)
  const nodes = Array.from({ length: a.states }, (_, i) => g.node(String(i)) as { x: number; y: number })
  const arcs = g.edges().map(e => {
    const v = g.edge(e) as unknown as Arc
    // The layout knows boxes with room for names; lines begin and end at the circles in them.
    const border = (center: { x: number; y: number }, towards: { x: number; y: number }) => {
      const dx = towards.x - center.x, dy = towards.y - center.y, d = Math.hypot(dx, dy) || 1
      return { x: center.x + dx / d * radius, y: center.y + dy / d * radius }
    }
    v.points[0] = border(nodes[Number(e.v)], v.points[1])
    v.points[v.points.length - 1] = border(nodes[Number(e.w)], v.points[v.points.length - 2])
    return { from: Number(e.v), to: Number(e.w), edges: v.edges, points: v.points, x: v.x, y: v.y }
  })
  for (const [q, { edges }] of loops) arcs.push({ from: q, to: q, edges, points: [nodes[q], nodes[q]], x: 0, y: 0 })
  const { width, height } = g.graph() as { width: number; height: number }
  return { width: Math.max(width + 10, ...nodes.map(n => n.x + 20 + chips)), height: height + 10, nodes, arcs }
}

function path(points: { x: number; y: number }[]): string {
  let d = `M ${points[0].x} ${points[0].y}`
  for (let i = 1; i < points.length - 1; i++) {
    const p = points[i], q = points[i + 1]
    d += ` Q ${p.x} ${p.y} ${i === points.length - 2 ? q.x : (p.x + q.x) / 2} ${i === points.length - 2 ? q.y : (p.y + q.y) / 2}`
  }
  if (points.length === 2) d += ` L ${points[1].x} ${points[1].y}`
  return d
}

interface Marked { choices?: Choice[]; allowed?: boolean[]; other?: Other }

export function Automata({ shown, agents, at, step, take, ...marked }: Marked & {
  shown: Shown; agents: number[]; at: number; step?: Step; take?: (n: number) => void
}) {
  const types = [...new Set(agents.map(a => shown.system.agents[a].type))]
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => { // what is executed is in sight
    const b = box.current!, lit = b.querySelector('.arc.lit')?.getBoundingClientRect(), seen = b.getBoundingClientRect()
    if (lit && (lit.top < seen.top || lit.bottom > seen.bottom)) b.scrollTop += lit.top - seen.top - (seen.height - lit.height) / 2
  }, [step])
  if (shown.system.joint) return <div class="scroll automata protocols" ref={box}>{agents.map(a => <Protocol key={a} shown={shown} agent={a} at={at} step={step} take={take} {...marked} />)}</div>
  return <div class="scroll automata" ref={box}>{types.map(t => <One key={t} shown={shown} type={t} agents={agents.filter(a => shown.system.agents[a].type === t)} at={at} step={step} take={take} {...marked} />)}</div>
}

/** What an agent of a system with joint actions can do in a state, what it does, and in a simulation may be asked to do. */
function Protocol({ shown, agent, at, step, choices, allowed, take }: Marked & { shown: Shown; agent: number; at: number; step?: Step; take?: (n: number) => void }) {
  const { name, type } = shown.system.agents[agent], can = shown.run.states[at].can?.[agent] ?? []
  const done = step?.participants.find(p => p.agent === agent)?.edge
  const does = (e: number) => choices?.findIndex((c, i) => allowed?.[i] !== false && c.step.participants.some(p => p.agent === agent && p.edge === e)) ?? -1
  return <figure class="automaton">
    <figcaption class={`type${type % 6}`}>{name}</figcaption>
    <ul aria-label={`what ${name} can do`}>{shown.system.types[type].edges.map((e, i) => {
      const n = does(i)
      return <li key={i} class={`${i === done ? 'lit' : ''}${can.includes(i) ? '' : ' cannot'}`} title={e.text}>
        {n >= 0 && take ? <button class="link" onClick={() => take(n)}>{e.label}</button> : e.label}</li>
    })}{shown.system.types[type].edges.length === 0 && <li class="cannot">does nothing</li>}</ul>
  </figure>
}

function One({ shown, type, agents, at, step, choices, allowed, take, other }: Marked & {
  shown: Shown; type: number; agents: number[]; at: number; step?: Step; take?: (n: number) => void
}) {
  const a = shown.system.types[type]
  const names = agents.map(i => shown.system.agents[i].name)
  const l = useMemo(() => layout(a, names), [a, names.join()])
  const control = shown.run.states[at].control
  const executed = new Set<number>()
  if (step && step.initiator >= 0) {
    if (agents.includes(step.initiator)) executed.add(step.edge)
    for (const p of step.participants) if (agents.includes(p.agent)) executed.add(p.edge)
  }
  const offered = new Map<number, number>()
  choices?.forEach((c, i) => { if (c.step.initiator >= 0 && agents.includes(c.step.initiator) && !offered.has(c.step.edge)) offered.set(c.step.edge, i) })
  const does = new Set(choices?.filter((_, i) => allowed?.[i]).map(c => c.step).flatMap(s => agents.includes(s.initiator) ? [s.edge] : []))
  const labels = (arc: Arc, x: number, y: number, anchor: 'middle' | 'end') => {
    const lines = arc.edges.slice(0, shownLabels)
    return lines.map((e, k) => {
            const more = k === shownLabels - 1 && arc.edges.length > shownLabels
            const can = offered.get(e)
            return <text key={e} x={x} y={y + 4 + (k - (lines.length - 1) / 2) * 14} text-anchor={anchor} class={`${executed.has(e) ? 'lit' : ''}${can !== undefined ? ' can' : ''}${does.has(e) ? ' does' : ''}`} onClick={can !== undefined && take ? () => take(can) : undefined}>
              {more ? `and ${arc.edges.length - shownLabels + 1} more` : clip(a.edges[e].label, 16)}<title>{more ? arc.edges.slice(k).map(e => a.edges[e].text).join('\n') : a.edges[e].text}</title>
            </text>
          })
  }
  return <figure class="automaton">
    <figcaption class={`type${type % 6}`}>{a.name}</figcaption>
    <svg width={l.width} height={l.height} role="img" aria-label={`structure automaton of ${a.name}; ${agents.map(i => `${shown.system.agents[i].name} in state ${control[i]}`).join(', ')}`}>
      {l.arcs.map((arc, i) => {
        const lit = arc.edges.some(e => executed.has(e))
        const end = arc.points[arc.points.length - 1], before = arc.points[arc.points.length - 2]
        if (arc.from === arc.to) { // beside the names of who is there
          const n = l.nodes[arc.from], x = n.x - radius, y = n.y
          return <g key={i} class={`arc${lit ? ' lit' : ''}`}>
            <path d={`M ${x + 3} ${y - 7} C ${x - 24} ${y - 20} ${x - 24} ${y + 20} ${x + 3} ${y + 7}`} />
            <path class="head" d="M 0 0 l -8 -4 v 8 z" transform={`translate(${x + 3} ${y + 7}) rotate(-28)`} />
            {labels(arc, x - 24, y, 'end')}
          </g>
        }
        const angle = Math.atan2(end.y - before.y, end.x - before.x) * 180 / Math.PI
        return <g key={i} class={`arc${lit ? ' lit' : ''}`}>
          <path d={path(arc.points)} />
          <path class="head" d="M 0 0 l -8 -4 v 8 z" transform={`translate(${end.x} ${end.y}) rotate(${angle})`} />
          {labels(arc, arc.x, arc.y, 'middle')}
        </g>
      })}
      {l.nodes.map((n, s) => {
        const here = agents.filter(i => control[i] === s)
        const there = other ? agents.filter(i => other.state.control[i] === s && control[i] !== s) : []
        return <g key={s} class={`node${here.length ? ' here' : ''}${s === 0 ? ' initial' : ''}`}>
          {s === 0 && <circle class="outer" cx={n.x} cy={n.y} r="15" />}
          <circle cx={n.x} cy={n.y} r="12" />
          {there.length > 0 && <circle class="beside" cx={n.x} cy={n.y} r="18"><title>{`in the other state: ${there.map(i => shown.system.agents[i].name).join(', ')}`}</title></circle>}
          {there.length > 0 && here.length === 0 && <text class="chip beside" x={n.x + 22} y={n.y + 4}>{clip(there.map(i => shown.system.agents[i].name).join(', '), 18)}</text>}
          <text x={n.x} y={n.y + 4} text-anchor="middle">{s}</text>
          {here.length > 0 && <text class="chip" x={n.x + 19} y={n.y + 4 - (Math.min(here.length, 3) - 1) * 6}>
            {here.slice(0, 3).map((i, k) => <tspan key={i} x={n.x + 19} dy={k === 0 ? 0 : 12}>{k === 2 && here.length > 3 ? `+ ${here.length - 2} more` : shown.system.agents[i].name}</tspan>)}
            <title>{here.map(i => shown.system.agents[i].name).join(', ')}</title>
          </text>}
        </g>
      })}
    </svg>
  </figure>
}
