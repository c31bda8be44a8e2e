// The page: an editor on the left; properties, runs and simulations on the right.
import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type Editor, type Which, makeEditor } from './editor'
import { loadExamples } from './examples'
import { Explained, allowed } from './explained'
import { Help } from './help'
import { History } from './history'
import { Kept, type Listed, remember, remembered, when } from './kept'
import { Lost, endings } from './lost'
import { download as save, rangesOf } from './marks'
import { type Check, Properties, Told, undecided } from './properties'
import { RunView } from './run'
import { type Asked, RandomRuns, type Sampling, more } from './sampled'
import { Checker, type Given, Host, inBrowser, onToken, takeToken } from './service'
import { fromFragment, toFragment } from './share'
import './style.css'
import { type Beside, Typing } from './typing'
import type { Diagnostic, Range, Rule, Sample, Shown, Step, Summary, Verdict, Walk } from './types'

type Right = { kind: 'properties' } | { kind: 'run'; verdict: Verdict; shown: Shown; witness: boolean } | { kind: 'simulation'; walk: Walk } | { kind: 'explained'; verdict: Verdict } | { kind: 'sample' } | { kind: 'history' } | { kind: 'help' }

/** What leaves the text its room; the others are views of runs. */
const narrow = (r: Right) => ['properties', 'sample', 'history', 'help'].includes(r.kind)

const checker = new Checker(), host = new Host(), kept = new Kept(host)
let examples: Awaited<ReturnType<typeof loadExamples>> = []

/** What a check in the browser may take, in MB, if nothing is chosen: a worker gets at most 4 GB. */
const browserMemory = 1500
/** From how many bytes on a worker is given up after its check: browsers never take memory back from one. */
const large = 256e6
/** How long the program that serves the page is waited for, in milliseconds, before it is tried again. */
const retrying = 2000
/** How long ago a text may have been typed that is offered when another one is shown, in milliseconds. */
const recent = 24 * 3600_000

const plain = (text: string) => text.replaceAll('\r\n', '\n').replaceAll('\r', '\n')
const isExample = (text: string) => examples.some(e => plain(e.text) === text)

/** A text that was shown before, and how to bring it back. */
interface Offer { text: string; label: string; take: () => void }

function App() {
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor | undefined>(undefined)
  const [name, setName] = useState('')
  const [text, setText] = useState('')
  const [diagnostics, setDiagnostics] = useState<Diagnostic[]>()
  const [check, setCheck] = useState<Check>()
  const [sampling, setSampling] = useState<Sampling>()
  const [right, setRight] = useState<Right>({ kind: 'properties' })
  const [offer, setOffer] = useState<Offer>()
  const [given, setGiven] = useState<Given>()
  const [message, setMessage] = useState('')
  const [lost, setLost] = useState('')
  const [memory, setMemory] = useState('')
  const [theme, setTheme] = useState(() => { try { return localStorage.getItem('theme') ?? '' } catch { return '' } })
  const checking = useRef<(question?: object) => void>(() => {})
  const writing = useRef<() => void>(() => {})
  const file = useRef<Given | undefined>(undefined)
  const walk = useRef<Walk | undefined>(undefined)
  const strategy = useRef<Rule[]>([])
  const numbers = useRef<number[]>([])
  const away = useRef(false)
  // What is known beside the properties: by checks while typing, and by number, from those that were asked for.
  const told = useRef<Beside[]>([]), exact = useRef(new Map<number, Beside>())
  const typing = useRef<Typing | undefined>(undefined)

  const note = (undo = false) => {
    const e = editor.current!
    if (e.which().name) remember({ ...e.which(), text: e.text(), hash: location.hash, undo: undo ? e.undo() : undefined })
  }
  const beside = () => {
    const known = new Map(told.current.map((v, i) => [i + 1, v]))
    for (const [i, v] of exact.current) if (v.verdict !== 'unknown') known.set(i, v)
    editor.current!.hints([...known.values()])
  }
  const named = (n: string) => { document.title = `${n} – rcheck-bdd`; setName(n) }

  /** Shows another text. The one before is kept and offered, and undoing brings it back, too. */
  const open = (which: Which, next: string) => {
    const e = editor.current!, old = e.which(), before = e.text()
    if (before && !isExample(before) && before !== plain(next)) {
      kept.typed(old.name, before)
      setOffer({ text: `Your text of ${when(Date.now())} (${old.name}) is kept.`, label: 'bring it back', take: () => open(old, before) })
    }
    kept.begin()
    e.show(which, next)
    note()
    setCheck(undefined); setSampling(undefined); setDiagnostics(undefined); setRight({ kind: 'properties' }); setMessage('')
  }
  const openGiven = (g: Given) => open({ name: g.name, path: g.path, seen: g.hash }, g.text)
  const restore = async (v: Listed) => {
    try { open({ name: v.name }, await kept.text(v)) } catch (e) { setMessage((e as Error).message) }
  }

  /** The file of the program is known anew; what nobody has changed here follows it. */
  const learn = (g: Given | undefined) => {
    const before = file.current, e = editor.current!, which = e.which()
    file.current = g
    setGiven(g)
    if (!g?.path || which.path !== g.path || which.seen === g.hash || g.fault) return
    if (plain(g.text) === e.text()) e.note({ ...which, seen: g.hash })
    else if (before?.hash === which.seen && before && plain(before.text) === e.text()) {
      e.show({ ...which, seen: g.hash }, g.text)
      setMessage(`${g.name} has changed on disk, and is shown as it is now. Ctrl-Z in the editor brings the text before back.`)
    }
    note()
  }

  /** What the tab shows first: what it showed before a reload, a shared model, the file, or what was typed last. */
  const start = async (e: Editor) => {
    const fresh = takeToken(), before = remembered()
    if (fresh) history.replaceState(null, '', location.hash.replace(/token=[^&]*&?/, '').replace(/^#$/, '') || location.pathname)
    host.connect()
    let shared, fault = '', g: Given | undefined
    try { shared = await fromFragment(location.hash) } catch (x) { fault = (x as Error).message }
    try { g = await host.ask<Given | null>('page/model') ?? undefined } catch { /* the page says that it is lost */ }
    const [newest] = await kept.list()
    const again = before && !fresh && (!location.hash || before.hash === location.hash) ? before : undefined
    if (again) e.show(again, again.text, again.undo)
    else if (shared) e.show({ name: shared.name }, shared.text)
    else if (g) e.show({ name: g.name, path: g.path, seen: g.hash }, g.text)
    else if (newest) e.show({ name: newest.name }, await kept.text(newest).catch(() => examples[0].text))
    else e.show({ name: examples[0].name }, examples[0].text)
    setText(e.text())
    named(e.which().name)
    learn(g)
    if (fault) setMessage(fault)
    else if (g?.fault) setMessage(`${g.fault}; it is written anew when you write to it.`)
    const last = !again && newest && Date.now() - newest.changed < recent ? await kept.text(newest).catch(() => undefined) : undefined
    if (last !== undefined && last !== e.text()) setOffer({ text: `Your text of ${when(newest.changed)} (${newest.name}) is kept.`, label: 'bring it back', take: () => void restore(newest) })
    note()
    if (!inBrowser) typing.current!.show(e.uri(), e.text()) // there another worker would keep the page waiting
    await kept.sendAll()
  }

  useEffect(() => {
    const e = makeEditor(place.current!, {
      diagnostics: list => { setDiagnostics(list); void refreshLenses() },
      change: (replaced, byKey) => {
        if (!replaced) {
          kept.typed(e.which().name, e.text(), byKey)
          setOffer(undefined) // the history has it
          if (location.hash.startsWith('#m=')) history.replaceState(null, '', location.pathname) // it holds another text now
        }
        if (replaced) { told.current = []; e.hints([]) }
        exact.current.clear()
        if (!away.current) typing.current!.show(e.uri(), e.text())
        named(e.which().name)
        setText(e.text())
        note()
        setCheck(c => c && { ...c, verdicts: c.verdicts.map(v => ({ ...v, stale: true })), summary: undefined })
        setSampling(s => s && { ...s, stale: true })
      },
      message: setMessage, check: () => checking.current(), write: () => writing.current(),
      ended: () => setTimeout(() => { if (!away.current) e.connect() }, retrying),
    })
    editor.current = e
    typing.current = new Typing(list => { told.current = list; beside() })
    kept.failed = setMessage
    host.changed = learn
    host.lost = why => { away.current = true; setLost(endings(why)); checker.stop('the program that serves this page has ended') }
    host.found = () => {
      if (!away.current) return
      away.current = false
      setLost('')
      e.connect()
      checker.prepare()
      typing.current!.show(e.uri(), e.text())
      void kept.sendAll()
      void host.ask<Given | null>('page/model').then(g => learn(g ?? undefined), () => {})
    }
    onToken(() => host.connect())
    const timer = setInterval(() => { if (away.current && !document.hidden) host.connect() }, retrying)
    void start(e).then(() => e.client.initializing).then(() => setTimeout(() => checker.prepare(), 50))
    const hashed = async () => {
      if (takeToken()) host.connect()
      const { hash } = location
      history.replaceState(null, '', hash.replace(/token=[^&]*&?/, '').replace(/^#$/, '') || location.pathname)
      try {
        const s = await fromFragment(hash)
        if (s) open({ name: s.name }, s.text)
      } catch (x) { setMessage((x as Error).message) }
    }
    const leaving = () => note(true)
    addEventListener('hashchange', hashed)
    addEventListener('pagehide', leaving)
    return () => { clearInterval(timer); removeEventListener('hashchange', hashed); removeEventListener('pagehide', leaving) }
  }, [])

  useEffect(() => {
    document.documentElement.dataset.theme = theme
    try { localStorage.setItem('theme', theme) } catch { /* no store */ }
  }, [theme])

  const refreshLenses = async () => {
    const e = editor.current!
    const uri = e.uri()
    const list = await e.client.request<unknown, { range: Range; command: { title: string; command: string; arguments: any[] } }[]>('textDocument/codeLens', { textDocument: { uri } })
    if (uri !== e.uri()) return
    numbers.current = [...new Set(list.map(l => Number(l.command.arguments[1])).filter(n => n > 0))]
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
    if (busy || lost) return
    if (errors.length) return setMessage(`Line ${errors[0].range.start.line + 1} has an error; correct it first, since a property with one would be left out.`)
    setRight({ kind: 'properties' }); setMessage('')
    const asked: number[] = question.properties?.length ? question.properties : numbers.current
    const witness = !!question.witness, checked = e.text()
    // What is not asked for stays as it is; what is asked for stays, greyed, until it is decided.
    setCheck(c => ({ running: true, since: performance.now(), verdicts: (c?.verdicts ?? []).map(v => asked.includes(v.index) ? { ...v, stale: true } : v), asked, decided: [], summary: asked.length < numbers.current.length ? c?.summary : undefined }))
    checker.onNotification = (method, params) => {
      if (params.token && params.token !== 'page') return
      if (method === 'rcheck/verdict') {
        const v = { ...params.verdict, witness }
        if (!witness && !question.all && e.text() === checked) { exact.current.set(v.index, { verdict: v.verdict, reason: v.reason, stale: false, position: v.range.end }); beside() }
        setCheck(c => c && { ...c, decided: [...new Set([...c.decided, v.index])], verdicts: [...c.verdicts.filter(x => x.index !== v.index), v].sort((a, b) => a.index - b.index) })
      }
      if (method === 'rcheck/progress') { taken = params.progress.bytes; setCheck(c => c && { ...c, progress: params.progress }) }
      if (method === 'window/showMessage') setMessage(params.message)
    }
    let taken = 0
    try {
      const summary = await checker.ask<Summary>('rcheck/check', e.uri(), e.text(), { ...question, megabytes: Number(memory) || (inBrowser ? browserMemory : 0) })
      // A property that is there no more has no verdict.
      setCheck(c => c && { ...c, running: false, summary: asked.length < numbers.current.length && c.summary ? c.summary : summary, verdicts: question.properties?.length ? c.verdicts : c.verdicts.filter(v => c.decided.includes(v.index)) })
    } catch (error) {
      setCheck(c => c && { ...c, running: false, error: (error as Error).message === 'stopped' ? undecided(c) : (error as Error).message })
    }
    if (inBrowser && taken > large) stop()
  }
  const stop = () => { checker.stop(); checker.prepare() }

  const takeRuns = async (asked: Asked) => {
    const e = editor.current!, mine = (change: (s: Sampling) => Sampling) => setSampling(s => s?.asked === asked ? change(s) : s)
    if (busy || lost) return
    setMessage(''); setSampling({ asked, running: true })
    checker.onNotification = (method, params) => { if (method === 'rcheck/sample' && params.token === 'page') mine(s => more(s, params.sample)) }
    try {
      const sample = await checker.ask<Sample>('rcheck/sample', e.uri(), e.text(), { sampling: asked })
      mine(s => ({ ...more(s, sample), running: false }))
    } catch (error) {
      mine(s => ({ ...s, running: false, error: (error as Error).message === 'stopped' ? `Stopped after ${s.sample?.runs ?? 0} of ${asked.runs} runs.` : (error as Error).message }))
    }
  }

  const why = async (verdict: Verdict, witness: boolean) => {
    if (verdict.explanation) return setRight({ kind: 'explained', verdict })
    const shown = await ask<Shown>('rcheck/show', { textDocument: { uri: editor.current!.uri() }, trace: verdict.trace, property: verdict.index })
    if (shown) setRight({ kind: 'run', verdict, shown, witness })
  }
  const walked = (w: Walk | undefined) => {
    if (!w) return
    const old = walk.current?.session
    if (old !== undefined && old !== w.session) editor.current!.client.notification('rcheck/close', { session: old })
    walk.current = w
    setRight({ kind: 'simulation', walk: w })
    if (w.met === false) setMessage('No continuation of the run meets the condition.')
  }
  const simulate = async (from: object, rules: Rule[] = []) => { strategy.current = rules; walked(await ask<Walk>('rcheck/start', { textDocument: { uri: editor.current!.uri() }, ...from })) }
  const step = async (method: string, params: object) => walked(await ask<Walk>(method, { session: walk.current!.session, ...params }))

  /** Says where a formula is true along a run, which has to be asked for first. */
  const along = (trace: () => Promise<unknown>) => async (formula: string) => {
    const e = editor.current!
    e.client.sync()
    return e.client.request<object, string[]>('rcheck/along', { textDocument: { uri: e.uri() }, trace: await trace(), condition: formula })
  }
  const mark = (shown: Pick<Shown, 'system'>) => (s: Step | undefined) => editor.current!.mark(rangesOf(shown, s))
  useEffect(() => { if (narrow(right)) editor.current?.mark([]) }, [right])

  const share = async () => {
    history.replaceState(null, '', '#' + await toFragment({ name, text: editor.current!.text() }))
    note()
    const how = inBrowser ? '' : ` It opens in this browser while the program runs on port ${location.port}: \`rcheck-bdd serve --port ${location.port}\` keeps the port. For others, save the file, or put what begins with #m= behind the address of their page.`
    try { await navigator.clipboard.writeText(location.href); setMessage(`The address, with the model in it, is in the clipboard.${how}`) } catch { setMessage(`The address holds the model now: copy it.${how}`) }
  }

  // The file is written to only if it is still the one that was seen.
  const own = given?.path && editor.current?.which().path === given.path ? given : undefined
  const changedHere = own && (own.fault || plain(own.text) !== text), changedThere = own && editor.current!.which().seen !== own.hash
  const write = async (over = false) => {
    const e = editor.current!, g = file.current
    if (!own || !g) return save(name, 'text/plain', e.text())
    const body = g.text.includes('\r\n') ? e.text().replaceAll('\n', '\r\n') : e.text()
    try {
      const now = await host.ask<Given>('page/write', { text: body, hash: over ? g.hash : e.which().seen })
      e.note({ ...e.which(), seen: now.hash })
      learn(now)
      setMessage(`Written to ${now.path}.`)
    } catch (x: any) {
      if (x.data) learn(x.data)
      else setMessage(x.message)
    }
  }
  writing.current = () => void write()
  const busy = check?.running || sampling?.running
  const errors = diagnostics?.filter(d => d.severity === 1) ?? [], warnings = diagnostics?.filter(d => d.severity !== 1) ?? []
  const state = errors[0] ? `line ${errors[0].range.start.line + 1}: ${errors[0].message}` : diagnostics ? inBrowser ? 'runs in this browser; nothing is uploaded' : 'checked by the program that serves this page' : 'loading the checker…'

  return <>
    <header>
      <h1>rcheck-bdd</h1>
      <select value={own ? 'given' : examples.some(e => e.name === name && plain(e.text) === text) ? name : ''} aria-label="examples" onChange={e => {
        const x = examples.find(x => x.name === e.currentTarget.value)
        if (e.currentTarget.value === 'given' && given) openGiven(given)
        if (!x) return
        if (location.hash) history.replaceState(null, '', location.pathname)
        open({ name: x.name }, x.text)
      }}>
        <option value="">{name && !isExample(text) ? `${name} – examples…` : 'examples…'}</option>
        {given && !given.fault && <option value="given">the file {given.name}</option>}
        {examples.map(e => <option key={e.name} value={e.name}>{e.title}</option>)}
      </select>
      <label class="button">open<input type="file" accept=".rcp,.ispl,.txt" aria-label="open a file" onChange={async e => { const f = e.currentTarget.files?.[0]; e.currentTarget.value = ''; if (f) open({ name: f.name }, await f.text()) }} /></label>
      {own && <button class={changedHere ? 'go' : ''} disabled={!changedHere || !!lost} onClick={() => void write()} title={`write the text to ${own.path} (Ctrl-S)`}>write to {own.name}</button>}
      <button onClick={() => save(name, 'text/plain', editor.current!.text())} title="save the text as a file of the browser">save</button>
      <button aria-pressed={right.kind === 'history'} onClick={() => setRight(right.kind === 'history' ? { kind: 'properties' } : { kind: 'history' })} title="what was typed before">history</button>
      <button onClick={share} title="put the model into the address of the page">share</button>
      <button disabled={!!lost} onClick={() => editor.current!.format()} title="lay the text out (Shift-Alt-F)">lay out</button>
      <span class="grow" />
      <button aria-pressed={right.kind === 'help'} onClick={() => setRight(right.kind === 'help' ? { kind: 'properties' } : { kind: 'help' })}>help</button>
      <button onClick={() => setTheme(theme === 'dark' ? 'light' : theme === 'light' ? '' : 'dark')} title="dark, light, or as the system says">{theme || 'auto'}</button>
    </header>
    {lost && <Lost text={lost} retry={() => host.connect()} shared={() => toFragment({ name, text: editor.current!.text() })} />}
    {changedThere && !own.fault && <p class="message file" role="status">{own.name} has changed on disk, and your text is another one. <span class="actions">
      <button onClick={() => openGiven(own)}>show the file</button> <button onClick={() => void write(true)}>write mine over it</button></span></p>}
    {offer && <p class="message offer" role="status">{offer.text} <span class="actions"><button onClick={() => { const o = offer; setOffer(undefined); o.take() }}>{offer.label}</button> <button aria-label="close the message" onClick={() => setOffer(undefined)}>×</button></span></p>}
    <main class={narrow(right) ? '' : 'looking'}>
      <div class="left">
        <div class="editor" ref={place} />
        <footer>
          <button class={errors.length ? 'bad' : ''} disabled={!errors.length} onClick={() => editor.current!.goto(errors[0].range)}>{errors.length === 1 ? '1 error' : `${errors.length} errors`}</button>
          <button class={warnings.length ? 'warn' : ''} disabled={!warnings.length} onClick={() => editor.current!.goto(warnings[0].range)}>{warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`}</button>
          <span class="quiet" title={errors[0]?.message}>{state}</span>
        </footer>
      </div>
      <div class="right">
        <nav>
          <button aria-pressed={right.kind === 'properties'} onClick={() => setRight({ kind: 'properties' })}>properties</button>
          <button aria-pressed={right.kind === 'simulation'} disabled={errors.length > 0 || !!lost} onClick={() => simulate({})}>simulate</button>
          <button aria-pressed={right.kind === 'sample'} disabled={errors.length > 0 || !!lost} onClick={() => setRight({ kind: 'sample' })} title="many runs, compared with all properties">random runs</button>
          {right.kind === 'explained' && <button aria-pressed="true">why</button>}
          {right.kind === 'run' && <button aria-pressed="true">{right.witness ? 'witness' : 'counterexample'}</button>}
          <span class="grow" />
          <label class="quiet" title="what the tables of a check may take; a check that needs more ends, and says so">memory <input type="number" min="1" max="1000000" aria-label="memory of a check, in MB" placeholder={inBrowser ? String(browserMemory) : 'most'} value={memory} onInput={e => setMemory(e.currentTarget.value)} /> MB</label>
          {busy ? <button class="bad" onClick={stop}>stop</button> : <button class="go" disabled={!diagnostics || errors.length > 0 || !!lost} onClick={() => checking.current()} title="Ctrl-Enter">check all</button>}
        </nav>
        {message && <p class="message" role="status">{message} <button aria-label="close the message" onClick={() => setMessage('')}>×</button></p>}
        {right.kind === 'properties' && diagnostics && diagnostics.length > 0 && <Told list={diagnostics} goto={r => editor.current!.goto(r)} />}
        {right.kind === 'properties' && <Properties check={check} why={why} goto={r => editor.current!.goto(r)} all={n => checking.current({ all: [n] })} others={i => checking.current({ properties: [i], counterexamples: 5 })} />}
        {right.kind === 'sample' && <RandomRuns sampling={sampling} take={a => void takeRuns(a)} why={v => void why(v, false)} goto={r => editor.current!.goto(r)} blocked={!!busy || !diagnostics || errors.length > 0 || !!lost} />}
        {right.kind === 'history' && <History list={() => kept.list()} text={v => kept.text(v)} restore={v => void restore(v)} now={text} />}
        {right.kind === 'run' && <RunView key={`run${right.verdict.index}`} shown={right.shown} asked={right.verdict.index} title={`${right.verdict.name || `property ${right.verdict.index}`}: ${right.witness ? 'a run that satisfies it' : 'a run that violates it'}`} mark={mark(right.shown)}
          along={along(async () => right.verdict.trace)} simulateFrom={at => simulate({ trace: right.verdict.trace, at })} download={() => save('run.json', 'application/json', JSON.stringify(right.verdict.trace))} />}
        {right.kind === 'explained' && <Explained views={right.verdict.views} why={right.verdict.explanation!} title={right.verdict.name || `property ${right.verdict.index}`} mark={right.verdict.views ? mark(right.verdict.views) : () => {}}
          along={way => along(async () => way.trace)} simulate={(way, at, rules) => simulate({ trace: way.trace, at }, rules)} download={way => save('run.json', 'application/json', JSON.stringify(way.trace))} />}
        {right.kind === 'simulation' && <RunView key="simulation" shown={right.walk} title="simulation" mark={mark(right.walk)} along={along(() => editor.current!.client.request<object, unknown>('rcheck/trace', { session: right.walk.session }))} download={async () => { const t = await ask('rcheck/trace', { session: right.walk.session }); if (t) save('run.json', 'application/json', JSON.stringify(t)) }} simulation={{
          walk: right.walk, take: n => step('rcheck/take', { count: n }), back: n => step('rcheck/back', { count: n }), random: n => step('rcheck/random', { count: n }),
          goto: condition => step('rcheck/goto', { condition }), restart: initial => simulate({ initial }),
          allowed: strategy.current.length > 0 ? allowed(strategy.current, right.walk.run.states[right.walk.run.states.length - 1], right.walk.choices) : undefined,
        }} />}
        {right.kind === 'help' && <Help />}
      </div>
    </main>
  </>
}

void loadExamples().then(list => { examples = list; render(<App />, document.body) })
