// A state as a grid, on which agents stand where the sections `picture:` of the model say.
import type { Placed, Shown } from './types'

const least = 26, most = 100

/** The numbers of columns or rows from the least to the largest; of very many only those that are taken. */
function numbers(taken: number[]): number[] {
  const low = Math.min(...taken), high = Math.max(...taken)
  return high - low >= most ? [...new Set(taken)].sort((a, b) => a - b) : Array.from({ length: high - low + 1 }, (_, i) => low + i)
}

export const hasGrid = (shown: Shown) => shown.run.states.some(s => s.placed?.length)

export function Grid({ shown, at }: { shown: Shown; at: number }) {
  const { run, system } = shown
  const all = run.states.flatMap(s => s.placed ?? [])
  const columns = numbers(all.map(p => p.column)), rows = numbers(all.map(p => p.row)).reverse()
  const now = run.states[at].placed ?? [], before = at > 0 ? run.states[at - 1].placed ?? [] : now
  const cell = (list: Placed[], column: number, row: number) => list.filter(p => p.column === column && p.row === row)
  const together = Math.max(1, ...run.states.flatMap(s => (s.placed ?? []).map(p => cell(s.placed!, p.column, p.row).length)))
  const width = Math.max(least, ...all.map(p => p.label.length * 6.8 + 8)), height = Math.max(least, together * 15 + 6)
  const left = Math.max(...rows.map(r => String(r).length)) * 7 + 8
  return <div class="scroll"><svg class="grid" width={left + columns.length * width + 4} height={rows.length * height + 22} role="img"
    aria-label={now.map(p => `${system.agents[p.agent].name} in column ${p.column}, row ${p.row}`).join('; ')}>
    {rows.map((row, y) => <g key={row}>
      <text class="axis" x={left - 5} y={(y + 0.5) * height + 4} text-anchor="end">{row}</text>
      {columns.map((column, x) => {
        const here = cell(now, column, row), there = cell(before, column, row)
        const moved = here.map(p => p.label).join() !== there.map(p => p.label).join()
        return <g key={column}>
          <rect x={left + x * width} y={y * height + 1} width={width} height={height} class={moved ? 'moved' : here.length ? 'taken' : ''} />
          {here.map((p, i) => <text key={p.agent} x={left + (x + 0.5) * width} y={(y + 0.5) * height + 5 + (i - (here.length - 1) / 2) * 15} text-anchor="middle">{p.label}<title>{system.agents[p.agent].name}</title></text>)}
        </g>
      })}
    </g>)}
    {columns.map((column, x) => <text key={column} class="axis" x={left + (x + 0.5) * width} y={rows.length * height + 15} text-anchor="middle">{column}</text>)}
  </svg></div>
}
