// Formulas that somebody watches along a run: a row for each, with its truth in every state.
import { useEffect, useState } from 'preact/hooks'
import { Segments } from './status'

/** What tells of each state of the run that is shown whether a formula is true there. */
export type Along = (formula: string) => Promise<string[]>

interface Watched { formula: string; truth: string[]; fault?: string }

/** The watched formulas stay for other runs of the tab. */
let kept: string[] = []

export function Watch({ along, run, at, loop, go }: { along: Along; run: unknown; at: number; loop: number; go: (n: number) => void }) {
  const [rows, setRows] = useState<Watched[]>([]), [formula, setFormula] = useState('')
  const look = async (list: string[]) => {
    kept = list
    const asked = await Promise.all(list.map(async formula => {
      try { return { formula, truth: await along(formula) } } catch (e) { return { formula, truth: [], fault: String((e as any)?.message ?? e) } }
    }))
    if (kept === list) setRows(asked)
  }
  useEffect(() => { void look(kept) }, [run])
  const say = (w: Watched) => ({ yes: 'true here', no: 'false here', unknown: 'open: it depends on what follows' }[w.truth[at]] ?? '')
  return <details class="filter watch" open={kept.length > 0}><summary>watch formulas along the run{rows.length > 0 && ` (${rows.length})`}</summary>
    {rows.length > 0 && <table class="values"><tbody>{rows.map((w, i) => <tr key={w.formula}>
      <td><code class="inline">{w.formula}</code></td>
      {w.fault ? <td class="wide bad" colSpan={2}>{w.fault}</td> : <><td class="wide"><Segments kinds={w.truth.map(t => ({ yes: 'good', no: 'bad' }[t] ?? 'open'))} loop={loop} at={at} go={go} /></td><td>{say(w)}</td></>}
      <td><button aria-label={`watch ${w.formula} no more`} onClick={() => void look(rows.filter((_, k) => k !== i).map(r => r.formula))}>×</button></td>
    </tr>)}</tbody></table>}
    <form class="bar" onSubmit={e => { e.preventDefault(); if (!kept.includes(formula)) void look([...kept, formula]); setFormula('') }}>
      <input value={formula} onInput={e => setFormula(e.currentTarget.value)} aria-label="formula to watch" size={34} /> <button disabled={!formula.trim()}>watch</button>
    </form>
  </details>
}
