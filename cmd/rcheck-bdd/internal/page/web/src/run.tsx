// A run in four linked views, with a slider; in a simulation also the steps that can follow.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Automata } from './automata'
import { Grid, hasGrid } from './grid'
import { Network } from './network'
import { Sequence, describe, fitting } from './sequence'
import { Statuses, lostIn } from './status'
import type { Choice, Other, Shown, Step, Walk } from './types'
import { Values } from './values'
import { type Along, Watch } from './watch'

export interface Simulation {
  walk: Walk
  take(n: number): void
  back(n: number): void
  random(n: number): void
  goto(condition: string): void
  restart(initial: number): void
  /** Which of the choices a strategy allows, if there is one. */
  allowed?: boolean[]
}

/** From how many agents on only those are shown that take part in so many steps before and after. */
const many = 8, window = 6

export function RunView({ shown, asked, title, start = 0, other: beside, simulation, along, mark, simulateFrom, download }: {
  shown: Shown; asked?: number; title: string; start?: number; other?: Other; simulation?: Simulation; along?: Along; mark: (steps: Step | undefined) => void; simulateFrom?: (at: number) => void; download?: () => void
}) {
  const last = shown.run.states.length - 1
  const [at, setAt] = useState(simulation ? last : start)
  const [playing, setPlaying] = useState(false)
  const [all, setAll] = useState(false)
  const [folded, setFolded] = useState<number[]>([])
  const [near, setNear] = useState(shown.system.agents.length >= many)
  const [muted, setMuted] = useState<string[]>([])
  const [preview, setPreview] = useState<number>()
  const root = useRef<HTMLElement>(null)
  const here = Math.min(at, last)
  useLayoutEffect(() => { if (simulation) { setAt(last); setPreview(undefined); if (!root.current?.contains(document.activeElement)) root.current?.focus() } }, [shown])
  useEffect(() => { if (!simulation) { setAt(start); setPlaying(false); root.current?.focus() } }, [title])
  useEffect(() => {
    if (!playing) return
    const timer = setInterval(() => setAt(n => {
      if (n < last) return n + 1
      if (shown.run.loop >= 0) return shown.run.loop
      setPlaying(false)
      return n
    }), 900)
    return () => clearInterval(timer)
  }, [playing, shown])
  const choices = simulation && here === last ? simulation.walk.choices : undefined
  const step = preview !== undefined && choices ? choices[preview]?.step : shown.run.steps[here]
  useEffect(() => { mark(step) }, [step])
  const everyone = shown.system.agents.map((_, i) => i)
  // Where there are many agents, those that the steps around here are about, and those that the reasons for the verdict name.
  const reasons = shown.statuses.find(s => s.index === asked)?.causes?.map(c => c.text).join(' ') ?? ''
  const named = new Set(reasons.match(/[\w[\]]+(?=-)/g))
  const around = new Set(everyone.filter(i => named.has(shown.system.agents[i].name)))
  for (const s of [...shown.run.steps.slice(Math.max(0, here - window), here + window), ...step ? [step] : []]) {
    if (s.initiator >= 0) around.add(s.initiator)
    s.participants.forEach(p => around.add(p.agent))
  }
  const partners = [...step && step.initiator >= 0 ? [step.initiator] : [], ...step?.participants.map(p => p.agent) ?? []]
  const chosen = everyone.filter(i => partners.includes(i) || !folded.includes(i) && (!near || around.has(i)))
  // The agents by how far the next step that they take part in is from here: where there is no room for all, the first are shown.
  const distance = (a: number) => {
    for (let d = 0; d <= shown.run.steps.length; d++) for (const s of [shown.run.steps[here + d], shown.run.steps[here - d]]) if (s && (s.initiator === a || s.participants.some(p => p.agent === a))) return d
    return Infinity
  }
  const agents = chosen.length > 0 ? chosen : everyone.slice(0, 1)
  const used = [...new Set(shown.run.steps.map(s => s.channel ?? (s.kind === 'p2p' ? 'point to point' : '')))].filter(c => c).sort()
  const hides = (s: Step) => muted.includes(s.channel ?? (s.kind === 'p2p' ? 'point to point' : ''))
  const move = (n: number) => { setPlaying(false); setAt(Math.max(0, Math.min(last, n))) }
  const keys = (e: KeyboardEvent) => {
    if (e.target instanceof HTMLInputElement && e.target.type !== 'range' || e.ctrlKey || e.metaKey || e.altKey) return
    const digit = /^[1-9]$/.test(e.key) ? Number(e.key) - 1 : -1
    if (e.key === 'ArrowRight' || e.key === 'ArrowDown') move(here + 1)
    else if (e.target instanceof HTMLSelectElement) return
    else if (e.key === 'ArrowLeft' || e.key === 'ArrowUp') move(here - 1)
    else if (e.key === 'Home') move(0)
    else if (e.key === 'End') move(last)
    else if (e.key === ' ' && !(e.target instanceof HTMLButtonElement)) setPlaying(!playing)
    else if (e.key === 'Backspace' && simulation) simulation.back(1)
    else if (digit >= 0 && choices && choices[digit]) simulation!.take(digit)
    else return
    e.preventDefault()
  }
  const { lost } = shown.run
  const listens = shown.system.channels.some(c => c !== '*') // else there is nothing to listen to
  const moves = shown.system.joint || shown.system.types.some(t => t.states > 1) // else all agents are always in one place
  const happens = shown.run.steps.length > 0 || simulation // else there is no message to show
  const grid = hasGrid(shown)
  const views = [true, happens, listens, moves, grid].filter(Boolean).length
  const other = beside && beside.at === here ? beside : undefined
  return <section class={`run${lost >= 0 && here >= lost ? ' over' : ''}`} tabIndex={0} ref={root} onKeyDown={keys} aria-label={title}>
    <div class="bar">
      <h2>{title}</h2>
      <span class="grow" />
      {simulateFrom && <button onClick={() => simulateFrom(here)} title="go on from this state, choosing steps yourself">simulate from here</button>}
      {download && <button onClick={download} title={shown.system.joint ? 'the run as JSON, as `check --json` writes runs' : 'the run as JSON, which `rcheck-bdd replay` and `draw` read'}>download</button>}
    </div>
    <div class="bar">
      <button onClick={() => move(0)} aria-label="to the beginning">«</button>
      <button onClick={() => move(here - 1)} aria-label="one state back">‹</button>
      <button class="play" onClick={() => setPlaying(!playing)} aria-label={playing ? 'stop playing' : 'play'}>{playing ? '❚❚' : '▶'}</button>
      <button onClick={() => move(here + 1)} aria-label="one state forward">›</button>
      <input type="range" min="0" max={last} value={here} onInput={e => move(Number(e.currentTarget.value))} aria-label="state of the run" aria-valuetext={`state ${here} of ${last}`} />
      <span class="place">state {here} of {last}</span>
      {lost >= 0 && <button class={here >= lost ? 'bad' : ''} onClick={() => move(Math.max(0, lost - 1))} title="after it no continuation satisfies the property; what comes then, dimmed, does not matter">{lostIn(lost, shown.run)}</button>}
    </div>
    <Statuses shown={shown} asked={asked} at={here} go={move} />
    {along && <Watch along={along} run={shown} at={here} loop={shown.run.loop} go={move} />}
    <p class="said" aria-live="polite" title={step && describe(shown, step)}>{step ? describe(shown, step) : here === last && !simulation ? happens || last === 0 ? 'The run ends here.' : '' : simulation ? 'Choose a step:' : ''}</p>
    {other && <p class="said beside" role="status">{other.ideal ? 'Ideal: the state in violet' : `${other.agents.map(a => shown.system.agents[a].name).join(', ')} cannot tell this state from the one in violet`}</p>}
    {step?.kind === 'stutter' && shown.run.blocked && <pre class="blocked">{'What the agents wait for:\n' + shown.run.blocked}</pre>}
    {simulation && <Steps simulation={simulation} shown={shown} choices={choices} preview={setPreview} jump={() => move(last)} at={here} last={last} />}
    <details class="filter"><summary>agents ({agents.length} of {everyone.length}{near && `, of the ${window} steps before and after${named.size > 0 ? ' and of the reasons' : ''}`}){muted.length > 0 && ', without some channels'}</summary>
      <p><label><input type="checkbox" checked={near} onChange={() => setNear(!near)} />only those of the {window} steps before and after</label>
        <button onClick={() => setFolded([])}>all</button> <button onClick={() => { setFolded(everyone.filter(i => i !== step?.initiator && !step?.participants.some(p => p.agent === i))) }}>those of this step</button></p>
      <p>{shown.system.agents.map((a, i) => <label key={i}><input type="checkbox" checked={!folded.includes(i)}
        onChange={() => setFolded(folded.includes(i) ? folded.filter(x => x !== i) : [...folded, i])} />{a.name}</label>)}</p>
      {used.length > 0 && <p>messages on {used.map(c => <label key={c}><input type="checkbox" checked={!muted.includes(c)}
        onChange={() => setMuted(muted.includes(c) ? muted.filter(x => x !== c) : [...muted, c])} />{c}</label>)}</p>}
    </details>
    <div class={`views of${views}`}>
      {happens && <View title={shown.system.joint ? 'actions' : 'messages'}><Sequence shown={shown} agents={agents} first={near ? { partners, distance } : undefined} hides={hides} at={here} go={move} choice={preview !== undefined && choices ? step : undefined} /></View>}
      {moves && <View title={shown.system.joint ? 'what the agents can do' : 'where the agents are'} note={shown.system.joint ? 'by their protocols; lit: what they do next' : undefined}><Automata shown={shown} agents={agents} at={here} step={step} choices={choices} allowed={simulation?.allowed} take={simulation?.take} other={other} /></View>}
      {listens && <View title={shown.system.joint ? 'who sees which variable of others' : 'who listens to which channel'} note={shown.system.joint ? 'what they see besides their own' : other ? 'violet: in the other state only' : 'green: new, red: gone'}><Network shown={shown} agents={near ? fitting(agents, { partners, distance }, many) : agents} muted={muted} near={near} at={here} step={other ? undefined : step} other={other} /></View>}
      {grid && <View title="picture" note="yellow: what changed"><Grid shown={shown} at={here} /></View>}
      <View title="values" extra={<label><input type="checkbox" checked={all} onChange={() => setAll(!all)} />all, not only what {other ? 'differs' : 'changed'}</label>}>
        <Values shown={shown} agents={agents} at={here} all={all} other={other} /></View>
    </div>
  </section>
}

function View({ title, note, extra, children }: { title: string; note?: string; extra?: any; children: any }) {
  return <div class="view"><h3>{title}{note && <small>{note}</small>}{extra}</h3>{children}</div>
}

function Steps({ simulation, shown, choices, preview, jump, at, last }: {
  at: number; last: number; simulation: Simulation; shown: Shown; choices?: Choice[]; preview: (n?: number) => void; jump: () => void
}) {
  const { walk } = simulation
  const agent = shown.system.agents.findIndex(a => a.locals.length > 0), { locals, name } = shown.system.agents[Math.max(0, agent)]
  const example = 'a condition, such as ' + (shown.system.joint && agent >= 0 ? `${name}.${locals[0]} = ${shown.run.states[0].values[agent][0]}` : agent < 0 ? `${name}-automaton-state = 1` : `${name}-${locals[0]} = ${shown.run.states[0].values[agent][0]}`)
  const [condition, setCondition] = useState('')
  const [random, setRandom] = useState(-1) // the state that the last random steps began in
  return <div class="steps">
    {choices === undefined ? <p>You look at a state on the way. <button onClick={jump}>choose a step at the end of the run</button> <button onClick={() => simulation.back(last - at)}>{`back to state ${at}, and go on from there`}</button></p>
      : walk.deadlock ? <><p class="warn">Deadlock: nothing can happen any more.</p><pre>{walk.blocked}</pre></>
      : <ol>{choices.map((c, i) => <li key={i} class={simulation.allowed ? simulation.allowed[i] ? 'does' : 'avoids' : ''}><button title={simulation.allowed ? simulation.allowed[i] ? 'the strategy allows it' : 'the strategy does not do this' : undefined} onClick={() => simulation.take(i)} onMouseEnter={() => preview(i)} onMouseLeave={() => preview(undefined)} onFocus={() => preview(i)} onBlur={() => preview(undefined)}>
          {describe(shown, c.step)}</button></li>)}</ol>}
    {choices?.length === 0 && !walk.deadlock && walk.blocked && <p class="warn">{walk.blocked}</p>}
    <div class="bar">
      <button onClick={() => simulation.back(1)} disabled={shown.run.steps.length === 0} title="undoes the last step (Backspace); arrow keys only look back">back</button>
      <button onClick={() => { setRandom(shown.run.steps.length); simulation.random(10) }} disabled={walk.deadlock}>10 at random</button>
      {random >= 0 && shown.run.steps.length > random && <button onClick={() => simulation.back(shown.run.steps.length - random)} title="to where the random steps began">{`back to state ${random}`}</button>}
      <form onSubmit={e => { e.preventDefault(); simulation.goto(condition) }}>
        <input value={condition} onInput={e => setCondition(e.currentTarget.value)} placeholder={example} aria-label="condition to go to" size={34} />
        <button disabled={!condition}>go to</button>
      </form>
      {walk.initials > 1 && <label>start in <select onChange={e => simulation.restart(Number(e.currentTarget.value))} aria-label="initial state">
        {Array.from({ length: walk.initials }, (_, i) => <option key={i} value={i}>initial state {i}</option>)}</select></label>}
    </div>
  </div>
}
