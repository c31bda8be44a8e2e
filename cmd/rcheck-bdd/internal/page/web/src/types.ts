// What the service answers; the Go package workbench has the same types, with comments.
export interface Position { line: number; character: number }
export interface Range { start: Position; end: Position }
/** Where agents act together, a type has an edge for each action, and channels are the variables that agents see of others. */
export interface System { joint?: boolean; agents: Agent[]; types: Automaton[]; channels: string[] }
export interface Agent { name: string; type: number; locals: string[]; range: Range }
export interface Automaton { name: string; states: number; edges: Edge[] }
export interface Edge { from: number; to: number; kind: string; label: string; text: string; range: Range }
export interface State { control: number[]; values: string[][]; listens: number[][]; absent?: number[]; can?: number[][]; placed?: Placed[] }
/** Where an agent stands on a grid. */
export interface Placed { agent: number; column: number; row: number; label: string }
export interface Value { name: string; value: string }
export interface Participant { agent: number; edge: number; label: string; data?: Value[] }
export interface Step {
  kind: 'broadcast' | 'multicast' | 'p2p' | 'joint' | 'stutter'
  initiator: number; edge: number; label: string; channel?: string; data: Value[]; predicate?: string; participants: Participant[]
  /** The entry of a log that the step explains. */
  entry?: string
}
export interface Run { states: State[]; steps: Step[]; loop: number; lost: number; blocked?: string }
export interface Status {
  index: number; name: string; formula: string; owed: number[]; texts: string[]; lost: number; met: number; holds?: boolean; causes?: { from: number; to: number; text: string }[]
}
export interface Shown { system: System; run: Run; statuses: Status[] }
export interface Choice { step: Step; next: State }
export interface Walk extends Shown {
  session: number; choices: Choice[]; deadlock: boolean; blocked?: string; initials: number; more?: boolean; met?: boolean
}
export interface Warning { code: string; message: string; range: Range }
export interface Verdict {
  index: number; name: string; formula: string; verdict: 'holds' | 'violated' | 'unknown'; reason: string; seconds: number
  trace?: unknown; states?: string; initial_state?: string; explanation?: Explanation; range: Range; warnings: Warning[]
  views?: Views; further?: Further; more?: Views[]
}
/** More runs that violate a property, each without some commands of the ones before; the reason says why there are no more. */
export interface Further { runs: { without: { agent: string; label: string; position: string }[]; trace?: unknown; explanation?: Explanation }[]; reason?: string }
/** What a further run does without. */
export const without = (r: Further['runs'][number]) => r.without.map(c => `${c.agent} ${c.label || c.position}`).join(', ')
/** Who talks to whom: `on[i][j]` are the channels, or `p2p`, on which agent j takes part in messages of agent i. */
export interface Talk { agents: string[]; on: string[][][]; exact: boolean }
export interface Summary { warnings: Warning[]; states?: string; deadlocks?: string; seconds: number; talk?: Talk; reason?: string; counts?: string[] }
/** What random runs show of a property: how many violate it, satisfy it, or leave it open; the trace is the first that violates it. */
export interface Sampled extends Verdict { runs?: { violated: number; satisfied: number; open: number; first?: number } }
/** What happened to a command of an agent type, in all its agents together; `never` are those that did not execute it. */
export interface Covered { type: number; edge: number; executed: number; true: number; false: number; constant?: boolean; never: number[] }
export interface Sample {
  runs: number; steps: number; deadlocks: number; states: number; transitions: number; properties: Sampled[]; system: System; commands: Covered[]; seconds: number; reason?: string
}
export interface Progress { property?: number; phase: string; nodes: number; images: number; rounds: number; bytes: number }
export interface Diagnostic { range: Range; severity: number; code: string; message: string }
/** Why a formula about states holds or not, as `check --json` writes it. */
export type Valuation = Record<string, Record<string, string>>
export interface RunGraph { steps: { state: Valuation; message?: { kind: string; data?: Record<string, string>; acts?: { agent: string; label: string; text: string }[] } }[]; loop: number }
export interface Jump { agents: string[]; ideal?: boolean; from: Valuation; to: Valuation; run?: RunGraph }
export type Rules = Record<string, { of?: string; when: string; command: string }[]>
export interface Explanation {
  formula: string; holds: boolean; state: Valuation; run?: RunGraph; jumps?: Jump[]; strategy?: Rules; answer?: Rules; alike?: string; parts?: Explanation[]
}
/** An explanation for the views of a run. */
export interface Views { system: System; picture: Picture }
export interface Way { run: Run; trace: unknown }
export interface Picture {
  formula: string; holds: boolean; shown: Way; at: number; jumps: { agents: number[]; ideal?: boolean; shown: Way }[]; rules?: Rule[]; answer?: boolean; parts: Picture[]
}
export interface Rule {
  player: number; kind: 'initiate' | 'receive' | 'supply' | 'act' | 'initiator' | 'supplier'; toAgent: number; toEdge: number; option: number
  when: { agent: number; local: number; values: string[] }[][]; more?: boolean
}
/** Another state, beside that of a run: agents cannot tell them apart, or it is an ideal one. */
export interface Other { at: number; state: State; agents: number[]; ideal?: boolean }
