// An explanation in the views of a run: its runs, the states that agents cannot tell apart side by side, and what a strategy does.
import { useState } from 'preact/hooks'
import { Strategy, Why } from './explanation'
import { RunView } from './run'
import type { Along } from './watch'
import type { Choice, Explanation, Other, Picture, Rule, State, Step, Views, Way } from './types'

/** What a step has the player of a rule do on the rule's occasion; nothing if it is another one. */
function option(r: Rule, s: Step): number | undefined {
  if (s.kind === 'stutter') return undefined
  if (r.kind === 'act') return s.participants.find(p => p.agent === r.player)?.edge
  if (r.kind === 'initiator') return s.initiator
  if (r.kind === 'initiate') return s.initiator === r.player ? s.edge : undefined
  if (s.initiator !== r.toAgent || s.edge !== r.toEdge) return undefined
  return r.kind === 'supplier' ? s.participants[0]?.agent : s.participants.find(p => p.agent === r.player)?.edge
}

/** Which of the steps from a state a strategy allows: on each occasion the first rule that fits, and whose option is possible, decides. */
export function allowed(rules: Rule[], now: State, choices: Choice[]): boolean[] {
  const fits = (r: Rule) => r.when.length === 0 || r.when.some(all => all.every(t => t.values.includes(t.local < 0 ? String(now.control[t.agent]) : now.values[t.agent][t.local])))
  const occasion = (r: Rule) => [r.player, r.kind, r.toAgent, r.toEdge].join()
  const taken = new Map<string, number | undefined>()
  for (const r of rules) {
    if (taken.has(occasion(r)) || !r.more && !fits(r) || !choices.some(c => option(r, c.step) === r.option)) continue
    taken.set(occasion(r), r.more ? undefined : r.option) // of a condition that is too long nothing is known
  }
  return choices.map(c => rules.every(r => {
    const does = option(r, c.step), should = taken.get(occasion(r))
    return does === undefined || should === undefined || does === should
  }))
}

interface Part { picture: Picture; why?: Explanation; depth: number }
const flat = (picture: Picture, why?: Explanation, depth = 0): Part[] => [{ picture, why, depth }, ...picture.parts.flatMap((p, i) => flat(p, why?.parts?.[i], depth + 1))]

interface Given { title: string; mark: (s: Step | undefined) => void; simulate?: (way: Way, at: number, rules: Rule[]) => void; download: (way: Way) => void; along?: (way: Way) => Along }

/** Why a formula about states holds or not: in the views where there are some, and in words. */
export function Explained({ views, why, ...given }: Given & { views?: Views; why?: Explanation }) {
  return <>
    {views && <Pictures views={views} why={why} {...given} />}
    {why && (views ? <details class="filter parts words"><summary>in words</summary><Why why={why} /></details> : <div class="properties"><h2>{given.title}</h2><Why why={why} /></div>)}
  </>
}

function Pictures({ views, why, title, mark, simulate, download, along }: Given & { views: Views; why?: Explanation }) {
  const parts = flat(views.picture, why)
  const [part, setPart] = useState(() => Math.max(0, parts.findIndex(p => p.picture.jumps.length > 0 || p.picture.rules)))
  const [jump, setJump] = useState(0)
  const { picture, why: words } = parts[part], rules = words?.strategy ?? words?.answer
  const names = (agents: number[]) => agents.map(a => views.system.agents[a]?.name ?? 'the scheduler').join(', ')
  // The ways to the states of a chain of jumps, and for each the other side of a jump.
  const ways = [picture.shown, ...picture.jumps.map(j => j.shown)]
  const ends = ways.map((w, i) => i === 0 ? picture.at : w.run.states.length - 1)
  const beside = jump < ways.length - 1 ? jump + 1 : jump - 1
  const by = picture.jumps[Math.max(jump, beside) - 1]
  const other: Other | undefined = by && { at: ends[jump], state: ways[beside].run.states[ends[beside]], agents: by.agents, ideal: by.ideal }
  const way = ways[jump]
  return <>
    <div class="parts">
      {parts.length > 1 && <label>about <select value={part} onChange={e => { setPart(Number(e.currentTarget.value)); setJump(0) }} aria-label="part of the explanation">
        {parts.map((p, i) => <option key={i} value={i}>{'\u00a0\u00a0'.repeat(p.depth) + p.picture.formula}</option>)}</select></label>}
      <p><code class="inline">{picture.formula}</code> <b class={picture.holds ? 'good' : 'bad'}>{picture.holds ? 'holds' : 'does not hold'}</b> in state {picture.at}{ways.length > 1 && ':'}</p>
      {ways.length > 1 && <p class="bar">{ways.map((_, i) => <button key={i} aria-pressed={jump === i} onClick={() => setJump(i)}>
        {i === 0 ? `a run to state ${picture.at}` : picture.jumps[i - 1].ideal ? `where ${names(picture.jumps[i - 1].agents)} violates no norm` : `what ${names(picture.jumps[i - 1].agents)} cannot tell from it`}</button>)}</p>}
      {picture.rules && <p class="bar">{picture.answer ? 'The opponents prevent it by a strategy.' : 'It holds by a strategy.'}
        {simulate && <button class="go" onClick={() => simulate(way, picture.at, picture.rules!)}>simulate with {picture.answer ? 'the answer' : 'the strategy'}</button>}</p>}
      {rules && <details class="filter rules" open><summary>its rules: the first rule that applies counts</summary><div class="scroll"><Strategy rules={rules} /></div></details>}
    </div>
    <RunView key={`${part} ${jump}`} shown={{ system: views.system, run: way.run, statuses: [] }} title={title} start={ends[jump]} other={other} mark={mark} along={along?.(way)}
      simulateFrom={simulate && (at => simulate(way, at, picture.rules ?? []))} download={() => download(way)} />
  </>
}
