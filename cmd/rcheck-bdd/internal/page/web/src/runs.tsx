// A page of its own with what a check found: verdicts, runs in four views, the text of the model. The program writes it.
import { render } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { RunView } from './run'
import { download, rangesOf } from './marks'
import { Explained } from './explained'
import { type Explanation, type Further, type Range, type Shown, type Views, type Walk, without } from './types'

interface Result {
  index: number; name: string; formula: string; verdict: 'holds' | 'violated' | 'unknown' | ''; expected?: string; reason: string; seconds: number
  trace?: unknown; witness?: unknown; shown?: Shown; more?: (Shown | Views | null)[]; further?: Further; views?: Views; explanation?: Explanation; initial_state?: string
}
interface Notice { code: string; position: string; message: string }
interface Run { file: string; source: string; results: Result[]; warnings: Notice[]; errors?: Notice[]; reason?: string; stats?: { reachable_states?: string; deadlock_states?: string; seconds: number } }

const data = JSON.parse(document.getElementById('runs')!.textContent!) as { tool: { name: string; version: string }; runs: Run[] }
const labelOf = (r: Result) => r.name || `property ${r.index}`
const titleOf = (r: Result) => r.verdict ? labelOf(r) : r.name || 'a run'
const canShow = (r: Result) => r.shown !== undefined || r.explanation !== undefined

// In a webview of VS Code the extension takes requests to the service, and gives the answers.
const host = (globalThis as any).acquireVsCodeApi?.() as { postMessage(m: unknown): void } | undefined
const waiting = new Map<number, { resolve: (v: any) => void; reject: (e: Error) => void }>()
addEventListener('message', e => {
  const call = waiting.get(e.data?.id)
  waiting.delete(e.data?.id)
  if (e.data?.error) call?.reject(new Error(e.data.error))
  else call?.resolve(e.data?.result)
})
if (host) document.documentElement.dataset.theme = /vscode-(dark|high-contrast)(?!-light)/.test(document.body.className) ? 'dark' : 'light'
let calls = 0
function ask<T>(method: string, params: object): Promise<T> {
  const id = ++calls
  host!.postMessage({ id, method, params })
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
}

/** A simulation, whose steps the extension is asked for. */
function Simulating({ start, setMarks }: { start: Walk; setMarks: (r: Range[]) => void }) {
  const [walk, setWalk] = useState(start)
  const [message, setMessage] = useState('')
  const step = (method: string, params: object) => void ask<Walk>(method, { session: walk.session, ...params }).then(w => {
    setWalk(w)
    setMessage(w.met === false ? 'No continuation of the run meets the condition.' : '')
  }, (e: Error) => setMessage(e.message))
  return <>
    {message && <p class="message" role="status">{message}</p>}
    <RunView shown={walk} title="simulation" mark={s => setMarks(rangesOf(walk, s))}
      download={() => void ask('rcheck/trace', { session: walk.session }).then(t => download('run.json', 'application/json', JSON.stringify(t)))}
      simulation={{
        walk, take: n => step('rcheck/take', { count: n }), back: n => step('rcheck/back', { count: n }), random: n => step('rcheck/random', { count: n }),
        goto: condition => step('rcheck/goto', { condition }), restart: initial => step('rcheck/start', { initial }),
      }} />
  </>
}

function App() {
  const first = Math.max(0, data.runs.findIndex(r => r.results.some(canShow)))
  const [file, setFile] = useState(first)
  const [chosen, setChosen] = useState(() => data.runs[first]?.results.findIndex(canShow) ?? -1)
  const [number, setNumber] = useState(0) // of the run among those of the property
  const [marks, setMarks] = useState<Range[]>([])
  const run = data.runs[file], result = run?.results[chosen]
  useEffect(() => setMarks([]), [file, chosen, number])
  useEffect(() => setNumber(0), [file, chosen])
  const other = number > 0 ? result?.more?.[number - 1] ?? undefined : undefined, shown = number > 0 ? other as Shown | undefined : result?.shown, trace = number > 0 ? result?.further?.runs[number - 1]?.trace : result?.trace ?? result?.witness
  const why = number > 0 ? result?.further?.runs[number - 1]?.explanation : result?.explanation, views = number > 0 ? other as Views | undefined : result?.views
  if (!run) return <p>Nothing was checked.</p>
  return <>
    <header>
      <h1>{data.tool.name}</h1>
      {data.runs.length > 1
        ? <select aria-label="files" value={file} onChange={e => { const n = Number(e.currentTarget.value); setFile(n); setChosen(data.runs[n].results.findIndex(canShow)) }}>{data.runs.map((r, i) => <option key={i} value={i}>{r.file}</option>)}</select>
        : <b>{run.file}</b>}
      <span class="grow" /><span class="quiet">{data.tool.version}</span>
    </header>
    <main class="looking">
      <div class="left">
        {!(host && result?.shown && 'choices' in result.shown) && <div class="properties found">
          <ul>{run.results.map((r, i) => <li key={i} class={`${r.verdict}${i === chosen ? ' chosen' : ''}`}>
            <div class="bar">
              {r.verdict && <span class="verdict">{{ holds: '✓', violated: '✗', unknown: '?' }[r.verdict]} {r.verdict}{r.expected && r.expected !== 'holds' && (r.expected === r.verdict ? ', as expected' : `, ${r.expected} expected`)}</span>}
              <b>{titleOf(r)}</b><span class="grow" />
              {canShow(r) && <button class="go" aria-pressed={i === chosen} onClick={() => setChosen(i)}>{r.verdict === 'holds' ? 'show a run' : r.verdict ? 'show why' : 'show'}</button>}
            </div>
            <code>{r.formula}</code>
            {r.reason && <p class="quiet">{r.reason}</p>}
          </li>)}</ul>
          {run.stats?.reachable_states && <p class="quiet">{run.stats.reachable_states} reachable states{run.stats.deadlock_states !== '0' && `, ${run.stats.deadlock_states} of them deadlocks`}</p>}
          {run.reason && <p class="quiet">{run.reason}</p>}
          <ul class="warnings">{[...run.errors ?? [], ...run.warnings].map((w, i) => <li key={i}>{w.position}: {w.code}: {w.message}</li>)}</ul>
        </div>}
        <Source text={run.source} marks={marks} />
      </div>
      <div class="right">{result?.shown && host && 'choices' in result.shown ? <Simulating start={result.shown as Walk} setMarks={setMarks} />
        : result?.shown && shown ? <>
          {result.further && <Others further={result.further} more={result.more ?? []} number={number} choose={setNumber} />}
          <RunView key={`${file} ${chosen} ${number}`} shown={shown} asked={!result.verdict ? undefined : shown.statuses[0]?.name === result.name ? shown.statuses[0].index : result.index} title={!result.verdict ? titleOf(result) : `${labelOf(result)}: a run that ${result.verdict === 'violated' ? 'violates' : 'satisfies'} it`}
            mark={step => setMarks(rangesOf(shown, step))} download={trace ? () => download('run.json', 'application/json', JSON.stringify(trace)) : undefined} /></>
        : result && why ? <>
          {result.further && <Others further={result.further} more={result.more ?? []} number={number} choose={setNumber} />}
          <Explained key={`${file} ${chosen} ${number}`} views={views} why={why} title={labelOf(result)} mark={step => setMarks(rangesOf(views!, step))} download={way => download('run.json', 'application/json', JSON.stringify(way.trace))} /></>
        : <div class="empty"><p>No property has a run to show.</p></div>}</div>
    </main>
  </>
}

/** The runs of a property, of which one is chosen. */
function Others({ further, more, number, choose }: { further: Further; more: (Shown | Views | null)[]; number: number; choose: (n: number) => void }) {
  const other = further.runs[number - 1]
  return <div class="parts">
    <p><label>run <select aria-label="runs that violate the property" value={number} onChange={e => choose(Number(e.currentTarget.value))}>
      <option value={0}>1 of {further.runs.length + 1}</option>
      {further.runs.map((_, i) => <option key={i} value={i + 1} disabled={!more[i]}>{i + 2} of {further.runs.length + 1}</option>)}
    </select></label>{other && ` It does without ${without(other)}.`}</p>
    {further.reason && <p class="quiet">There are no more here: {further.reason}.</p>}
  </div>
}

/** The text, with what a step executes marked. */
function Source({ text, marks }: { text: string; marks: Range[] }) {
  const lines = useMemo(() => text.split('\n'), [text])
  const box = useRef<HTMLPreElement>(null)
  useEffect(() => {
    box.current?.querySelector('mark')?.parentElement!.scrollIntoView({ block: 'nearest' })
    box.current!.scrollLeft = 0
  }, [marks])
  return <pre class="source" ref={box} tabIndex={0} aria-label="the model">{lines.map((line, i) => {
    const spans = marks.filter(m => m.start.line <= i && i <= m.end.line)
      .map(m => [m.start.line === i ? m.start.character : 0, m.end.line === i ? m.end.character : line.length]).sort((a, b) => a[0] - b[0])
    const parts = []
    let at = 0
    for (const [from, to] of spans) {
      if (from < at) continue
      parts.push(line.slice(at, from), <mark key={from}>{line.slice(from, to)}</mark>)
      at = to
    }
    parts.push(line.slice(at))
    return <div key={i} data-line={i + 1}>{parts}</div>
  })}</pre>
}

render(<App />, document.body)
