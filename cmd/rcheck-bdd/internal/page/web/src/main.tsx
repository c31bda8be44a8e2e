// The page: an editor on the left; properties, runs and simulations on the right.
import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type Editor, makeEditor } from './editor'
import { examples } from './examples'
import { Explained, allowed } from './explained'
import { Why } from './explanation'
import { download as save, rangesOf } from './marks'
import { RunView } from './run'
import { Checker, answers, inBrowser, service } from './service'
import { fromFragment, toFragment } from './share'
import './style.css'
import type { Diagnostic, Progress, Range, Rule, Shown, Step, Summary, Talk, Verdict, Walk, Warning } from './types'

type Right = { kind: 'properties' } | { kind: 'run'; verdict: Verdict; shown: Shown; witness: boolean } | { kind: 'simulation'; walk: Walk } | { kind: 'explained'; verdict: Verdict } | { kind: 'help' }

interface Check { running: boolean; since: number; verdicts: Verdict[]; witness: boolean; progress?: Progress; summary?: Summary; error?: string; stale: boolean }

const checker = new Checker()

/** What a check in the browser may take, in MB, if nothing is chosen: a worker gets at most 4 GB. */
const browserMemory = 1500
/** From how many bytes on a worker is given up after its check: browsers never take memory back from one. */
const large = 256e6

function App() {
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor | undefined>(undefined)
  const [name, setName] = useState('')
  const [diagnostics, setDiagnostics] = useState<Diagnostic[]>()
  const [check, setCheck] = useState<Check>()
  const [right, setRight] = useState<Right>({ kind: 'properties' })
  const [before, setBefore] = useState<{ name: string; text: string }>()
  const [message, setMessage] = useState('')
  const [lost, setLost] = useState('')
  const [memory, setMemory] = useState('')
  const [theme, setTheme] = useState(() => { try { return localStorage.getItem('theme') ?? '' } catch { return '' } })
  const checking = useRef<(question?: object) => void>(() => {})
  const walk = useRef<Walk | undefined>(undefined)
  const strategy = useRef<Rule[]>([])

  const open = (name: string, text: string) => {
    editor.current!.show(name, text)
    document.title = `${name} – rcheck-bdd`
    setName(name); setCheck(undefined); setDiagnostics(undefined); setRight({ kind: 'properties' }); setMessage('')
  }

  useEffect(() => {
    const e = makeEditor(place.current!, {
      diagnostics: list => { setDiagnostics(list); void refreshLenses() },
      change: () => { setCheck(c => c && { ...c, stale: true }); try { localStorage.setItem('model', JSON.stringify({ name: nameOf(e), text: e.text() })) } catch { /* no store */ } },
      message: setMessage, check: () => checking.current(),
    })
    editor.current = e
    const start = async () => {
      const shared = await fromFragment(location.hash)
      if (shared) return open(shared.name, shared.text)
      if (!inBrowser) {
        const given = await fetch('model')
        if (given.status === 200) return open(decodeURIComponent(given.headers.get('X-Name') ?? 'model.rcp'), await given.text())
      }
      try {
        const kept = JSON.parse(localStorage.getItem('model') ?? 'null')
        if (kept) return open(kept.name, kept.text)
      } catch { /* nothing kept */ }
      open(examples[0].name, examples[0].text)
    }
    const whole = async () => { if (location.hash.startsWith('#m=') && !await fromFragment(location.hash)) setMessage('The model in this address is not complete; here is another one.') }
    void start().then(whole).then(() => e.client.initializing).then(() => setTimeout(() => checker.prepare(), 50))
    const shared = async () => { const s = await fromFragment(location.hash); if (s) open(s.name, s.text) }
    addEventListener('hashchange', shared)
    return () => removeEventListener('hashchange', shared)
  }, [])

  useEffect(() => {
    service.lost = () => {
      setLost('The program that serves this page does not answer: it has ended, or was started anew.')
      checker.stop('the program that serves this page has ended')
    }
  }, [])
  const retry = async () => {
    const state = await answers()
    if (state === 'yes') location.reload() // the text is kept in the browser
    else setLost(state === 'no' ? `There is still no answer. Start \`rcheck-bdd serve --port ${location.port}\`, and open the address that it prints; the text is kept. Or save it.`
      : 'The program was started anew: open the address that it printed then, which has its token; the text is kept.')
  }

  useEffect(() => {
    document.documentElement.dataset.theme = theme
    try { localStorage.setItem('theme', theme) } catch { /* no store */ }
  }, [theme])

  const refreshLenses = async () => {
    const e = editor.current!
    const uri = e.uri()
    const list = await e.client.request<unknown, { range: Range; command: { title: string; command: string; arguments: any[] } }[]>('textDocument/codeLens', { textDocument: { uri } })
    if (uri !== e.uri()) return
    e.lenses(list.map(l => ({
      line: l.range.start.line, title: l.command.title,
      run: () => {
        const properties = l.command.arguments[1] ? [l.command.arguments[1]] : []
        if (l.command.command === 'rcheck-bdd.simulate') void simulate({})
        else checking.current({ properties, witness: l.command.command === 'rcheck-bdd.witness' })
      },
    })))
  }

  const ask = async <T,>(method: string, params: object): Promise<T | undefined> => {
    setMessage('')
    try {
      editor.current!.client.sync()
      return await editor.current!.client.request<object, T>(method, params)
    } catch (e) { setMessage(e instanceof Error ? e.message : String((e as any)?.message ?? e)) }
  }

  checking.current = async (question: any = {}) => {
    const e = editor.current!
    if (check?.running || lost) return
    if (errors.length) return setMessage(`Line ${errors[0].range.start.line + 1} has an error; correct it first, since a property with one would be left out.`)
    setRight({ kind: 'properties' }); setMessage('')
    const again: number[] = question.properties?.length ? question.properties : []
    const witness = !!question.witness
    const kept = again.length && check && !check.stale && check.witness === witness ? check.verdicts.filter(v => !again.includes(v.index)) : []
    setCheck({ running: true, since: performance.now(), verdicts: kept, witness, stale: false })
    checker.onNotification = (method, params) => {
      if (params.token && params.token !== 'page') return
      if (method === 'rcheck/verdict') setCheck(c => c && { ...c, verdicts: [...c.verdicts.filter(v => v.index !== params.verdict.index), params.verdict].sort((a, b) => a.index - b.index) })
      if (method === 'rcheck/progress') { taken = params.progress.bytes; setCheck(c => c && { ...c, progress: params.progress }) }
      if (method === 'window/showMessage') setMessage(params.message)
    }
    let taken = 0
    try {
      const summary = await checker.check<Summary>(e.uri(), e.text(), { ...question, megabytes: Number(memory) || (inBrowser ? browserMemory : 0) })
      setCheck(c => c && { ...c, running: false, summary })
    } catch (error) {
      setCheck(c => c && { ...c, running: false, error: (error as Error).message })
    }
    if (inBrowser && taken > large) stop()
  }
  const stop = () => { checker.stop(); checker.prepare() }

  const show = async (verdict: Verdict) => {
    const witness = check!.witness
    const shown = await ask<Shown>('rcheck/show', { textDocument: { uri: editor.current!.uri() }, trace: verdict.trace, property: verdict.index })
    if (shown) setRight({ kind: 'run', verdict, shown, witness })
  }
  const walked = (w: Walk | undefined) => { if (w) { walk.current = w; setRight({ kind: 'simulation', walk: w }); if (w.met === false) setMessage('No continuation of the run meets the condition.') } }
  const simulate = async (from: object, rules: Rule[] = []) => { strategy.current = rules; walked(await ask<Walk>('rcheck/start', { textDocument: { uri: editor.current!.uri() }, ...from })) }
  const step = async (method: string, params: object) => walked(await ask<Walk>(method, { session: walk.current!.session, ...params }))

  const mark = (shown: Pick<Shown, 'system'>) => (s: Step | undefined) => editor.current!.mark(rangesOf(shown, s))
  useEffect(() => { if (right.kind === 'properties' || right.kind === 'help') editor.current?.mark([]) }, [right])

  const share = async () => {
    history.replaceState(null, '', '#' + await toFragment({ name, text: editor.current!.text() }))
    const how = inBrowser ? '' : ` It opens in this browser while the program runs on port ${location.port}: \`rcheck-bdd serve --port ${location.port}\` keeps the port. For others, save the file, or put what begins with #m= behind the address of their page.`
    try { await navigator.clipboard.writeText(location.href); setMessage(`The address, with the model in it, is in the clipboard.${how}`) } catch { setMessage(`The address holds the model now: copy it.${how}`) }
  }
  const errors = diagnostics?.filter(d => d.severity === 1) ?? [], warnings = diagnostics?.filter(d => d.severity !== 1) ?? []

  return <>
    <header>
      <h1>rcheck-bdd</h1>
      <select value={examples.some(e => e.name === name) ? name : ''} aria-label="examples" onChange={e => {
        const x = e.currentTarget.value === 'before' ? before : examples.find(x => x.name === e.currentTarget.value)
        if (!x) return
        const text = editor.current!.text()
        if (!examples.some(e => e.text === text)) setBefore({ name, text })
        history.replaceState(null, '', location.pathname)
        open(x.name, x.text)
      }}>
        <option value="">examples…</option>
        {before && <option value="before">your text before</option>}
        {examples.map(e => <option key={e.name} value={e.name}>{e.title}</option>)}
      </select>
      <label class="button">open<input type="file" accept=".rcp,.ispl,.txt" onChange={async e => { const f = e.currentTarget.files?.[0]; if (f) open(f.name, await f.text()) }} /></label>
      <button onClick={() => save(name, 'text/plain', editor.current!.text())}>save</button>
      <button onClick={share} title="put the model into the address of the page">share</button>
      <button disabled={!!lost} onClick={() => editor.current!.format()} title="lay the text out (Shift-Alt-F)">lay out</button>
      <span class="grow" />
      <button onClick={() => setRight(right.kind === 'help' ? { kind: 'properties' } : { kind: 'help' })}>help</button>
      <button onClick={() => setTheme(theme === 'dark' ? 'light' : theme === 'light' ? '' : 'dark')} title="dark, light, or as the system says">{theme || 'auto'}</button>
    </header>
    <main class={right.kind !== 'properties' && right.kind !== 'help' ? 'looking' : ''}>
      <div class="left">
        <div class="editor" ref={place} />
        <footer>
          <button class={errors.length ? 'bad' : ''} disabled={!errors.length} onClick={() => editor.current!.goto(errors[0].range)}>{errors.length === 1 ? '1 error' : `${errors.length} errors`}</button>
          <button class={warnings.length ? 'warn' : ''} disabled={!warnings.length} onClick={() => editor.current!.goto(warnings[0].range)}>{warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`}</button>
          <span class="quiet" title={errors[0]?.message}>{errors[0] ? `line ${errors[0].range.start.line + 1}: ${errors[0].message}` : diagnostics ? inBrowser ? 'runs in this browser; nothing is uploaded' : 'checked by the program that serves this page' : 'loading the checker…'}</span>
        </footer>
      </div>
      <div class="right">
        <nav>
          <button aria-pressed={right.kind === 'properties'} onClick={() => setRight({ kind: 'properties' })}>properties</button>
          <button aria-pressed={right.kind === 'simulation'} disabled={errors.length > 0 || !!lost} onClick={() => simulate({})}>simulate</button>
          {right.kind === 'explained' && <button aria-pressed="true">why</button>}
          {right.kind === 'run' && <button aria-pressed="true">{right.witness ? 'witness' : 'counterexample'}</button>}
          <span class="grow" />
          <label class="quiet" title="what the tables of a check may take; a check that needs more ends, and says so">memory <input type="number" min="1" max="1000000" aria-label="memory of a check, in MB" placeholder={inBrowser ? String(browserMemory) : 'most'} value={memory} onInput={e => setMemory(e.currentTarget.value)} /> MB</label>
          {check?.running ? <button class="bad" onClick={stop}>stop</button> : <button class="go" disabled={!diagnostics || errors.length > 0 || !!lost} onClick={() => checking.current()} title="Ctrl-Enter">check all</button>}
        </nav>
        {lost && <p class="message lost" role="alert">{lost} <button class="retry" onClick={retry}>try again</button></p>}
        {message && <p class="message" role="status">{message} <button aria-label="close the message" onClick={() => setMessage('')}>×</button></p>}
        {right.kind === 'properties' && diagnostics && diagnostics.length > 0 && <Told list={diagnostics} goto={r => editor.current!.goto(r)} />}
        {right.kind === 'properties' && <Properties check={check} show={show} explain={verdict => setRight({ kind: 'explained', verdict })} goto={r => editor.current!.goto(r)} />}
        {right.kind === 'run' && <RunView key={`run${right.verdict.index}`} shown={right.shown} asked={right.verdict.index} title={`${right.verdict.name || `property ${right.verdict.index}`}: ${right.witness ? 'a run that satisfies it' : 'a run that violates it'}`} mark={mark(right.shown)}
          simulateFrom={at => simulate({ trace: right.verdict.trace, at })} download={() => save('run.json', 'application/json', JSON.stringify(right.verdict.trace))} />}
        {right.kind === 'explained' && <Explained views={right.verdict.views!} title={right.verdict.name || `property ${right.verdict.index}`} mark={mark(right.verdict.views!)}
          simulate={(way, at, rules) => simulate({ trace: way.trace, at }, rules)} download={way => save('run.json', 'application/json', JSON.stringify(way.trace))} />}
        {right.kind === 'simulation' && <RunView key="simulation" shown={right.walk} title="simulation" mark={mark(right.walk)} download={async () => { const t = await ask('rcheck/trace', { session: right.walk.session }); if (t) save('run.json', 'application/json', JSON.stringify(t)) }} simulation={{
          walk: right.walk, take: n => step('rcheck/take', { count: n }), back: n => step('rcheck/back', { count: n }), random: n => step('rcheck/random', { count: n }),
          goto: condition => step('rcheck/goto', { condition }), restart: initial => simulate({ initial }),
          allowed: strategy.current.length > 0 ? allowed(strategy.current, right.walk.run.states[right.walk.run.states.length - 1], right.walk.choices) : undefined,
        }} />}
        {right.kind === 'help' && <Help />}
      </div>
    </main>
  </>
}

const nameOf = (e: Editor) => decodeURIComponent(e.uri().replace('file:///', ''))

/** What is wrong or doubtful about the text, in full: the line below the editor has room for little. */
function Told({ list, goto }: { list: Diagnostic[]; goto: (r: Range) => void }) {
  const shown = [...list].sort((a, b) => a.severity - b.severity).slice(0, 8)
  return <ul class="diagnostics" aria-label="errors and warnings">
    {shown.map((d, i) => <li key={i} class={d.severity === 1 ? 'bad' : 'warn'}><button class="link" onClick={() => goto(d.range)}>line {d.range.start.line + 1}</button> {d.message}</li>)}
    {list.length > shown.length && <li class="quiet">and {list.length - shown.length} more</li>}
  </ul>
}

function Properties({ check, show, explain, goto }: { check?: Check; show: (v: Verdict) => void; explain: (v: Verdict) => void; goto: (r: Range) => void }) {
  if (!check) return <div class="empty">
    <p>The model on the left is read as you type; what is wrong is underlined, and told below it.</p>
    <p><b>check all</b> decides its properties: each holds, or is violated, and then there is a run to look at. <b>simulate</b> lets you choose what happens, step by step.</p>
    <p>New here? <b>help</b> has a first tour of ten minutes, and the language on a page. The examples above go from one idea to the next; change
      them and see. The last of them is a skeleton for a model of your own.</p>
  </div>
  return <div class="properties">
    <ul>{check.verdicts.map(v => <Property key={v.index} v={v} witness={check.witness} stale={check.stale} show={show} explain={explain} goto={goto} />)}</ul>
    {check.running && <Running since={check.since} progress={check.progress} decided={check.verdicts.length} />}
    {check.error && <p class="warn">{check.error}</p>}
    {check.stale && !check.running && <p class="quiet">The model has changed since.</p>}
    {check.summary && <p class="quiet">{check.summary.states && `${BigInt(check.summary.states).toLocaleString('en')} reachable state${check.summary.states === '1' ? '' : 's'}${check.summary.deadlocks !== '0' ? `, ${check.summary.deadlocks} of them deadlocks` : ''}; `}{check.summary.seconds.toFixed(2)} s{check.summary.reason && `; ${check.summary.reason}`}</p>}
    {check.summary && check.verdicts.length === 0 && !check.summary.reason && <p>The model states no properties. Add one, such as <code>SPEC G !deadlock;</code></p>}
    {check.summary && check.summary.warnings.length > 0 && <><h3>about the system</h3><Warnings list={check.summary.warnings} goto={goto} /></>}
    {check.summary?.talk && <Talks talk={check.summary.talk} />}
  </div>
}

/** How far a check is, and what it takes. */
function Running({ since, progress, decided }: { since: number; progress?: Progress; decided: number }) {
  const [now, setNow] = useState(since)
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 200)
    return () => clearInterval(timer)
  }, [since])
  const parts = [`${Math.max(0, (now - since) / 1000).toFixed(1)} s`, `${decided} decided`]
  if (progress) {
    if (progress.images) parts.push(`${progress.images.toLocaleString('en')} images`)
    if (progress.nodes) parts.push(`${progress.nodes.toLocaleString('en')} nodes`)
    if (progress.bytes) parts.push(`${Math.round(progress.bytes / 1e6).toLocaleString('en')} MB of memory`)
  }
  return <p class="quiet running"><span role="status"><span class="spinner" /> {progress ? `${progress.property ? `property ${progress.property}: ` : ''}${progress.phase}` : 'reading the model'}</span><br />{parts.join(' · ')}</p>
}

function Property({ v, witness, stale, show, explain, goto }: { v: Verdict; witness: boolean; stale: boolean; show: (v: Verdict) => void; explain: (v: Verdict) => void; goto: (r: Range) => void }) {
  const word = witness && !v.explanation ? { holds: 'possible', violated: 'impossible', unknown: 'unknown' }[v.verdict] : v.verdict
  return <li class={`${v.verdict}${stale ? ' stale' : ''}`}>
    <div class="bar">
      <span class="verdict">{{ holds: '✓', violated: '✗', unknown: '?' }[v.verdict]} {word}</span>
      <button class="link" onClick={() => goto(v.range)}>{v.name || `property ${v.index}`}</button>
      <span class="grow" /><span class="quiet">{v.seconds.toFixed(2)} s</span>
      {v.views && <button class="go" disabled={stale} onClick={() => explain(v)}>show in the views</button>}
      {v.trace !== undefined && <button class="go" disabled={stale} onClick={() => show(v)}>{witness ? 'show a run' : 'show why'}</button>}
    </div>
    <code>{v.formula}</code>
    {v.reason && <p class="quiet">{v.reason}</p>}
    {v.explanation && <details class="filter"><summary>{v.verdict === 'holds' ? 'show an example' : 'show why'}</summary><Why why={v.explanation} /></details>}
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

function Help() {
  return <div class="help">
    <h2>Your first model, in ten minutes</h2>
    <ol>
      <li>Choose <b>First steps</b> among the examples. Press <b>check all</b>: one property holds, one does not.</li>
      <li>Press <b>show why</b>. You see a run: messages, where each agent is in its text, who listens to which channel, what changed. Step with the arrow keys.</li>
      <li>Press <b>simulate</b> and choose steps yourself; the keys 1 to 9 take them, Backspace goes back.</li>
      <li>Now change the model. Put <code>{'|| Lamp(second, true)'}</code> behind the system, and a property <code>SPEC F second-lit;</code>. Check again.</li>
      <li>Write your own: choose <b>A skeleton of your own</b> among the examples and change it line by line; what is wrong is told on the right, with what to write instead. Ctrl-Space completes; the text under a word you point at tells what it means.</li>
      <li>If nothing can happen, look at what the agents wait for: often one listens to a channel on which it never receives. A <code>receive-guard</code> says when an agent listens.</li>
    </ol>
    <h2>The language on a page</h2>
    <table><tbody>
      {[
        ['enum channel { c, d }', 'channels, besides * for broadcasts'], ['enum kinds { ask, grant }', 'values'],
        ['message-structure: MSG : kinds', 'what messages carry'], ['property-variables: idle : bool', 'what senders may ask of receivers'],
        ['local: x : 0..3, on : bool', 'the variables of an agent'], ['init: x = 0 & !on', 'their first values'],
        ['relabel: idle <- !on', 'what the agent answers to senders'], ['receive-guard: chan = c', 'which channels it listens to now'],
        ['l: {x < 3} c! (@idle)(MSG := ask)[x := x + 1]', 'a send: label, condition, channel, to whom, data, changes'],
        ['l: {MSG = ask} c? [on := true]', 'a receive'], ['g: {!has} GET@(@idle)()[has := MSG]', 'gets data from one agent that answers so'], ['s: {true} SUPPLY@(any)(MSG := ask)[]', 'supplies it, to whoever gets; nobody else notices'], ['A ; B    A + B    rep A', 'one after the other; either; repeated'],
        ['system = A(one, true) || B(two, x = 1)', 'the agents there are, and what holds of them at first'],
        ['SPEC NAME n := G (one-on -> F two-l);', 'a property: always, if one is on, then at some time two executes l'],
        ['<<sender = one & MSG = ask>> f', 'the next step is such a message, and f after it'], ['[[…]] f', 'if it is such a message, f after it'],
        ['forall k : A . f    exists k : A . f', 'for all agents of a type; for one'], ['FAIRNESS one-l;', 'only runs on which one executes l again and again count'], ['AG EF f    K(one, f)    can({one}, F f)', 'wherever one gets f stays possible; one knows f; one can bring f about'],
        ['F G X U W R', 'at some time, always, next, until, unless, release'],
      ].map(([a, b]) => <tr key={a}><td><code>{a}</code></td><td>{b}</td></tr>)}
    </tbody></table>
    <p>A multicast waits until every agent that listens to the channel takes part; a broadcast goes to whoever is meant and ready.</p>
    <h2>Keys</h2>
    <p>Ctrl-Enter checks. F2 renames, F12 goes to the declaration, Shift-F12 lists uses, Shift-Alt-F lays out, Ctrl-Space completes. In a run: arrows, Home, End, Space to play; 1 to 9 and Backspace in a simulation.</p>
  </div>
}

render(<App />, document.body)
