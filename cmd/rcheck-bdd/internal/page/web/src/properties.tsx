// The properties of the model with their verdicts, and what there is to say about the text and the system.
import { useEffect, useState } from 'preact/hooks'
import { type Diagnostic, type Progress, type Range, type Summary, type Talk, type Verdict, type Warning, without } from './types'

/** A verdict as the page keeps it: of a text that has changed since, or about a run that satisfies the property. */
export interface Known extends Verdict { stale?: boolean; witness?: boolean }

/** A check, and the verdicts of the ones before it that it was not asked for. */
export interface Check {
  running: boolean; since: number; verdicts: Known[]; asked: number[]; decided: number[]; progress?: Progress; summary?: Summary; error?: string
}

/** What a check that was stopped has decided, and what it has not. */
export function undecided(c: Check): string {
  const named = (n: number) => c.verdicts.find(v => v.index === n)?.name || String(n)
  const open = c.asked.filter(n => !c.decided.includes(n))
  return `Stopped: ${c.decided.length} of ${c.asked.length} properties ${c.decided.length === 1 ? 'is' : 'are'} decided${open.length ? `; not ${open.map(named).join(', ')}` : ''}.`
}

/** What is wrong or doubtful about the text, in full: the line below the editor has room for little. */
export function Told({ list, goto }: { list: Diagnostic[]; goto: (r: Range) => void }) {
  const shown = [...list].sort((a, b) => a.severity - b.severity).slice(0, 8)
  return <ul class="diagnostics" aria-label="errors and warnings">
    {shown.map((d, i) => <li key={i} class={d.severity === 1 ? 'bad' : 'warn'}><button class="link" onClick={() => goto(d.range)}>line {d.range.start.line + 1}</button> {d.message}</li>)}
    {list.length > shown.length && <li class="quiet">and {list.length - shown.length} more</li>}
  </ul>
}

export function Properties({ check, why, goto, all, others }: {
  check?: Check; why: (v: Verdict, witness: boolean) => void; goto: (r: Range) => void; all: (constant: string) => void; others: (index: number) => void
}) {
  if (!check) return <div class="empty">
    <p>The model on the left is read as you type. Mistakes are underlined, and listed here. Verdicts appear beside the properties.</p>
    <p><b>check all</b> decides its properties: each holds, or is violated, and then there is a run to look at. <b>simulate</b> lets you choose what happens, step by step.</p>
    <p>New here? <b>help</b> has a first tour of ten minutes, and the language on a page. The examples above go from one idea to the next; change
      them and see. The last of them is a skeleton for a model of your own.</p>
  </div>
  const { summary } = check
  return <div class="properties">
    <ul>{check.verdicts.map(v => <Property key={v.index} v={v} why={why} goto={goto} others={check.running ? undefined : others} />)}</ul>
    {check.running && <Running since={check.since} progress={check.progress} decided={check.decided.length} asked={check.asked.length} />}
    {check.error && <p class="warn">{check.error}</p>}
    {check.verdicts.some(v => v.stale) && !check.running && <p class="quiet">Greyed verdicts are of the text before it changed.</p>}
    {summary && <p class="quiet">{summary.states && `${BigInt(summary.states).toLocaleString('en')} reachable state${summary.states === '1' ? '' : 's'}${summary.deadlocks !== '0' ? `, ${summary.deadlocks} of them deadlocks` : ''}; `}{summary.seconds.toFixed(2)} s{summary.reason && `; not everything about the system is known: ${summary.reason}`}</p>}
    {!check.running && summary?.counts?.map(n => <p key={n} class="quiet">{n} only counts agents. <button class="link" onClick={() => all(n)} title={`decides the properties for all values of ${n}`}>check for all {n}</button></p>)}
    {summary && check.verdicts.length === 0 && !summary.reason && <p>The model states no properties. Add one, such as <code>SPEC G !deadlock;</code></p>}
    {summary && summary.warnings.length > 0 && <><h3>about the system</h3><Warnings list={summary.warnings} goto={goto} /></>}
    {summary?.talk && <Talks talk={summary.talk} />}
  </div>
}

/** How far a check is, and what it takes. */
function Running({ since, progress, decided, asked }: { since: number; progress?: Progress; decided: number; asked: number }) {
  const [now, setNow] = useState(since)
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 200)
    return () => clearInterval(timer)
  }, [since])
  const parts = [`${Math.max(0, (now - since) / 1000).toFixed(1)} s`, `${decided} of ${asked} decided`]
  if (progress) {
    if (progress.images) parts.push(`${progress.images.toLocaleString('en')} images`)
    if (progress.nodes) parts.push(`${progress.nodes.toLocaleString('en')} nodes`)
    if (progress.bytes) parts.push(`${Math.round(progress.bytes / 1e6).toLocaleString('en')} MB of memory`)
  }
  return <p class="quiet running"><span role="status"><span class="spinner" /> {progress ? `${progress.property ? `property ${progress.property}: ` : ''}${progress.phase}` : 'reading the model'}</span><br />{parts.join(' · ')}</p>
}

/** What the button says that shows why a verdict is as it is. */
const showing = (v: Known) => v.verdict === 'violated' ? 'show why' : v.explanation ? 'show an example' : 'show a run'

function Property({ v, why, goto, others }: { v: Known; why: (v: Verdict, witness: boolean) => void; goto: (r: Range) => void; others?: (index: number) => void }) {
  const word = v.witness && !v.explanation ? { holds: 'possible', violated: 'impossible', unknown: 'unknown' }[v.verdict] : v.verdict
  return <li class={`${v.verdict}${v.stale ? ' stale' : ''}`}>
    <div class="bar">
      <span class="verdict">{{ holds: '✓', violated: '✗', unknown: '?' }[v.verdict]} {word}</span>
      <button class="link" onClick={() => goto(v.range)}>{v.name || `property ${v.index}`}</button>
      <span class="grow" /><span class="quiet">{v.seconds.toFixed(2)} s</span>
      {(v.trace !== undefined || v.explanation) && <button class="go" disabled={v.stale} onClick={() => why(v, !!v.witness)} title={v.stale ? 'check again first: the text has changed' : undefined}>{showing(v)}</button>}
    </div>
    <code>{v.formula}</code>
    {v.reason && <p class="quiet">{v.reason}</p>}
    {v.verdict === 'violated' && (v.trace !== undefined || v.explanation) && !v.stale && others && !v.further && <p><button class="link" onClick={() => others(v.index)} title="runs that violate it with other commands">look for other runs</button></p>}
    {v.further?.runs.map((r, i) => <p key={i}><button class="link" disabled={v.stale} onClick={() => why({ ...v, trace: r.trace, explanation: r.explanation, views: v.more?.[i] }, false)}>show run {i + 2}</button> <span class="quiet">without {without(r)}</span></p>)}
    {v.further?.reason && <p class="quiet">No more runs here: {v.further.reason}.</p>}
    {v.initial_state && v.verdict === 'violated' && <p class="quiet">not in the initial state {v.initial_state}</p>}
    <Warnings list={v.warnings} goto={goto} />
  </li>
}

/** Who talks to whom, a row for each agent and channel. */
function Talks({ talk }: { talk: Talk }) {
  const rows = talk.agents.flatMap((from, i) => [...new Set(talk.on[i].flat())].sort().map(on => ({ from, on, to: talk.agents.filter((_, j) => talk.on[i][j].includes(on)) })))
  return <details class="filter talk"><summary>who talks to whom ({talk.exact ? 'each in some reachable state' : 'by what the commands allow: it need not happen'})</summary>
    {rows.length === 0 ? <p>Nobody takes part in a message of another agent.</p> : <table class="values">
      <thead><tr><th>who</th><th>on</th><th>reaches</th></tr></thead>
      <tbody>{rows.map(r => <tr key={r.from + r.on}><td>{r.from}</td><td>{{ '*': '* (broadcast)', p2p: 'point to point: gets from' }[r.on] ?? r.on}</td><td>{r.to.join(', ')}</td></tr>)}</tbody>
    </table>}
  </details>
}

function Warnings({ list, goto }: { list: Warning[]; goto: (r: Range) => void }) {
  return <ul class="warnings">{list.map((w, i) => <li key={i}><button class="link" onClick={() => goto(w.range)}>{w.code}</button> <Message text={w.message} /></li>)}</ul>
}

/** A message; of a long list behind a colon the beginning, the rest on demand. */
function Message({ text }: { text: string }) {
  const [, head, list] = /^([^:]*): (.*; .*; .*)$/s.exec(text) ?? []
  if (!list) return <>{text}</>
  return <details><summary>{head}</summary><ul>{list.split('; ').map((x, i) => <li key={i}>{x}</li>)}</ul></details>
}
