// The values of the agents' variables: what changed with the step before, or everything. Of an absent agent,
// that is only that it is absent.
import type { Other, Shown } from './types'

export function Values({ shown, agents, at, all, other }: { shown: Shown; agents: number[]; at: number; all: boolean; other?: Other }) {
  const { system, run } = shown
  const now = run.states[at], before = at > 0 && !all && !other ? run.states[at - 1] : undefined
  const rows = agents.flatMap(a => {
    const { locals, type } = system.agents[a]
    const names = [...locals, ...!system.joint && system.types[type].states > 1 ? ['automaton-state'] : []]
    const of = (s: typeof now) => {
      const absent = s.absent?.includes(a)
      return [...s.values[a], String(s.control[a])].map((value, i) => absent && locals[i] !== 'present' ? '' : value)
    }
    return names.flatMap((name, i) => {
      const value = of(now)[i], old = before && of(before)[i], there = other && of(other.state)[i]
      return !value && !old && !there || before && old === value || other && !all && there === value ? [] : [{ a, name, value, old, there }]
    })
  })
  return <div class="scroll"><table class="values">
    <thead><tr><th>agent</th><th>variable</th><th>value</th>{other && <th class="beside">in the other state</th>}</tr></thead>
    <tbody>{rows.map(r => <tr key={`${r.a} ${r.name}`}>
      <td><span class={`dot type${system.agents[r.a].type % 6}`} />{system.agents[r.a].name}</td><td>{r.name}</td>
      <td>{r.old !== undefined && <><s>{r.old}</s> → </>}<b>{r.value}</b></td>
      {other && <td class={r.there === r.value ? 'quiet' : 'beside'}>{r.there}</td>}
    </tr>)}</tbody>
  </table>{rows.length === 0 && <p class="quiet">{other ? 'No value differs.' : 'No value changed.'}</p>}</div>
}
