// Why a formula about states holds in one or does not: runs, jumps to states that agents cannot tell apart, and strategies.
import { useState } from 'preact/hooks'
import type { Explanation, Rules, RunGraph, Valuation } from './types'

/** What differs between two states, or all of one. */
function changes(now: Valuation, before?: Valuation): { agent: string; name: string; value: string; old?: string }[] {
  return Object.keys(now).sort().flatMap(agent => Object.keys(now[agent]).sort().flatMap(name => {
    const value = now[agent][name], old = before?.[agent]?.[name]
    return before && value === old ? [] : [{ agent, name, value, old }]
  }))
}

function Values({ now, before }: { now: Valuation; before?: Valuation }) {
  const list = changes(now, before)
  return <>{list.length === 0 && <span class="quiet">nothing changes</span>}{[...new Set(list.map(c => c.agent))].map(agent => <span key={agent} class="change">{agent}: {list.filter(c => c.agent === agent).map((c, i) =>
    <span key={c.name}>{i > 0 && ', '}{c.name} = {c.old !== undefined && <><s>{c.old}</s> → </>}<b>{c.value}</b></span>)}</span>)}</>
}

/** Who does what in a step, a line each; the agent that begins it is first. */
function acts(message: NonNullable<RunGraph['steps'][0]['message']>, agents: string[]): string[] {
  if (message.acts) return message.acts.map(a => `${a.agent}${a.label}: ${a.text}`)
  const { data } = message
  return data ? agents.concat(Object.keys(data).filter(a => !agents.includes(a))).filter(a => data[a]).map(a => `${a}: ${data[a]}`) : ['no step is possible: deadlock']
}

function Run({ run }: { run: RunGraph }) {
  const [all, setAll] = useState(false)
  const agents = Object.keys(run.steps[0].state).sort()
  return <div class="scroll"><table class="values">
    <thead><tr><th>state</th><th><label><input type="checkbox" checked={all} onChange={() => setAll(!all)} />all values, not only what changes</label></th><th>then</th></tr></thead>
    <tbody>{run.steps.map((s, i) => <tr key={i} class={run.loop >= 0 && i >= run.loop ? 'in-loop' : ''}>
      <td>{i}</td><td><Values now={s.state} before={all || i === 0 ? undefined : run.steps[i - 1].state} /></td>
      <td>{s.message && acts(s.message, agents).map(text => <span key={text} class="change">{text}</span>)}
        {i === run.steps.length - 1 && run.loop >= 0 && <span class="quiet">back to {run.loop}</span>}</td>
    </tr>)}</tbody>
  </table></div>
}

export function Strategy({ rules }: { rules: Rules }) {
  return <table class="values"><thead><tr><th>who</th><th>when</th><th>does</th></tr></thead>
    <tbody>{Object.keys(rules).sort().flatMap(a => rules[a].map((r, i) => <tr key={a + i}><td>{a}</td><td>{r.of && `asked by ${r.of}`}{r.of && r.when ? ', ' : ''}{r.when || (r.of ? '' : 'always')}</td><td><b>{r.command}</b></td></tr>))}</tbody></table>
}

export function Why({ why, depth = 0 }: { why: Explanation; depth?: number }) {
  return <div class="why">
    <p><code class="inline">{why.formula}</code> <b class={why.holds ? 'good' : 'bad'}>{why.holds ? 'holds' : 'does not hold'}</b>{depth === 0 ? ' in this state:' : ''}</p>
    {depth === 0 && <p><Values now={why.state} /></p>}
    {why.alike && <p>So it is in all {why.alike} states that look the same.</p>}
    {why.strategy && <><p>It holds by this strategy; the first rule that applies counts:</p><Strategy rules={why.strategy} /></>}
    {why.answer && <><p>The opponents prevent it by this strategy; the first rule that applies counts:</p><Strategy rules={why.answer} /></>}
    {why.run && (why.run.steps.length > 1 || why.run.loop >= 0) && <><p>A run from there:</p><Run run={why.run} /></>}
    {why.jumps?.map((j, i) => <div key={i} class="jump">
      <p>{j.ideal ? <><b>{j.agents.join(', ')}</b> violates no norm in this state:</> : <><b>{j.agents.join(', ')}</b> cannot tell this state from:</>}</p>
      <p><Values now={j.to} before={j.from} /> <span class="quiet">(all that differs)</span></p>
      {j.run && (j.run.steps.length > 1 || j.run.loop >= 0) && <details><summary>that state is reached by this run</summary><Run run={j.run} /></details>}
    </div>)}
    {why.parts?.map((p, i) => <Why key={i} why={p} depth={depth + 1} />)}
  </div>
}
