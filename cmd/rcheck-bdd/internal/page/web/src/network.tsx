// Who listens to which channel in a state, what changed since the state before, and the message of the step.
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { clip } from './sequence'
import type { Other, Shown, Step } from './types'

const agentX = 140, channelX = 330, top = 26

export function Network({ shown, agents, muted, near, at, step, other }: {
  shown: Shown; agents: number[]; muted: string[]; near: boolean; at: number; step?: Step; other?: Other
}) {
  const { system, run } = shown
  const now = run.states[at], before = other ? other.state : at > 0 ? run.states[at - 1] : undefined
  const broadcast = system.channels.indexOf('*')
  const used = new Set<number>()
  // Where only agents around the step are shown, only its channels are.
  for (const s of near ? [now, before ?? now] : run.states) for (const a of agents) for (const c of s.listens[a]) used.add(c)
  if (!near) for (const s of run.steps) if (s.channel && agents.includes(s.initiator)) used.add(system.channels.indexOf(s.channel))
  if (step?.channel) used.add(system.channels.indexOf(step.channel))
  const channels = [...used].filter(c => !muted.includes(system.channels[c])).sort((a, b) => (a === broadcast ? -1 : a) - (b === broadcast ? -1 : b))
  const rows = Math.max(agents.length, channels.length)
  // Rows share the room there is, as long as names can be read.
  const box = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(260)
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => setRoom(box.current?.clientHeight ?? 260))
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [])
  const rowHeight = Math.max(23, Math.min(34, Math.floor((room - top - 8) / rows)))
  const height = top + rows * rowHeight + 4
  const ay = (a: number) => top + (agents.indexOf(a) + 0.5) * rowHeight * rows / agents.length
  const cy = (c: number) => top + (channels.indexOf(c) + 0.5) * rowHeight * rows / Math.max(1, channels.length)
  const carrier = step?.channel === undefined ? -1 : system.channels.indexOf(step.channel)
  const wires = agents.flatMap(a => channels.filter(c => c !== broadcast).flatMap(c => {
    const is = now.listens[a].includes(c), was = before ? before.listens[a].includes(c) : is
    return is || was ? [{ a, c, is, was }] : []
  }))
  const curve = (a: number, c: number) => `M ${agentX} ${ay(a)} C ${agentX + 70} ${ay(a)} ${channelX - 70} ${cy(c)} ${channelX} ${cy(c)}`
  const takes = (a: number) => step?.participants.some(p => p.agent === a)
  return <div class="scroll" ref={box}><svg class="network" viewBox={`0 0 ${channelX + 90} ${height}`} width={channelX + 90} height={height} role="img"
    aria-label={`${system.joint ? 'who sees which variable of others' : 'who listens to which channel'}: ${agents.map(a => `${system.agents[a].name} to ${now.listens[a].map(c => system.channels[c]).join(' and ') || 'nothing'}`).join('; ')}`}>
    <text class="title" x={agentX - 10} y="14" text-anchor="end">agents</text>
    <text class="title" x={channelX + 10} y="14">{system.joint ? 'variables' : 'channels'}</text>
    {wires.map(w => <path key={`${w.a} ${w.c}`} class={w.is && w.was ? 'wire' : other ? w.is ? 'wire here' : 'wire beside' : w.is ? 'wire new' : 'wire gone'} d={curve(w.a, w.c)}>
      <title>{system.joint ? `${system.agents[w.a].name} sees ${system.channels[w.c]}` : `${system.agents[w.a].name} ${other ? w.is ? w.was ? 'listens' : 'listens in this state only' : 'listens in the other state only' : w.is ? w.was ? 'listens' : 'listens now' : 'no longer listens'} to ${system.channels[w.c]}`}</title>
    </path>)}
    {step && channels.includes(carrier) && agents.includes(step.initiator) && <path class="message out" d={curve(step.initiator, carrier)} />}
    {step && channels.includes(carrier) && step.participants.filter(p => agents.includes(p.agent)).map(p => <path key={p.agent} class="message in" d={curve(p.agent, carrier)} />)}
    {step && step.kind === 'p2p' && step.participants.map(p => agents.includes(p.agent) && agents.includes(step.initiator) &&
      <path key={p.agent} class="message in" d={`M ${agentX - 120} ${ay(p.agent)} C ${agentX - 155} ${ay(p.agent)} ${agentX - 155} ${ay(step.initiator)} ${agentX - 120} ${ay(step.initiator)}`} />)}
    {agents.map(a => <g key={a} class={`agent${step?.initiator === a ? ' sends' : takes(a) ? ' takes' : ''}`}>
      <rect x={agentX - 116} y={ay(a) - 10} width="116" height="20" rx="4" class={`type${system.agents[a].type % 6}`} />
      <text x={agentX - 58} y={ay(a) + 4} text-anchor="middle">{clip(system.agents[a].name, 16)}</text>
    </g>)}
    {channels.map(c => <g key={c} class={`channel${c === carrier ? ' carries' : ''}`}>
      <rect x={channelX} y={cy(c) - 9} width="80" height="18" rx="10" />
      <text x={channelX + 40} y={cy(c) + 4} text-anchor="middle">{c === broadcast ? '* (all)' : clip(system.channels[c].slice(system.channels[c].indexOf('.') + 1), 11)}<title>{system.channels[c]}</title></text>
    </g>)}
  </svg></div>
}
