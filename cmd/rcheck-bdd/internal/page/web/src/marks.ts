// What faces share around a run: which commands a step executes in the text, and files to save.
import type { Range, Shown, Step } from './types'

/** The places of the commands that a step executes. */
export function rangesOf(shown: Pick<Shown, 'system'>, step: Step | undefined): Range[] {
  if (!step) return []
  const of = (agent: number, edge: number) => shown.system.types[shown.system.agents[agent].type].edges[edge]
  const executed = new Set([...step.initiator < 0 ? [] : [of(step.initiator, step.edge)], ...step.participants.map(p => of(p.agent, p.edge))])
  return [...executed].flatMap(e => e && e.range.end.line + e.range.end.character > 0 ? [e.range] : [])
}

/** Has the browser save a text as a file. */
export function download(name: string, type: string, text: string) {
  const a = document.createElement('a')
  a.href = URL.createObjectURL(new Blob([text], { type }))
  a.download = name
  a.click()
  setTimeout(() => URL.revokeObjectURL(a.href), 1000)
}
