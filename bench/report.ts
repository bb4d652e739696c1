import type { Goal } from './goals.ts'
import type { PartReport } from './part.ts'

const terminal = process.stderr.isTTY

/** Tells what is being done: on a terminal in one line that changes, elsewhere a line a step. */
export const step = (line: string): void =>
  void process.stderr.write(terminal ? `\r\x1b[K${line}` : `${line}\n`)

/** Clears the line of the last step. */
export const stepsDone = (): void => void (terminal && process.stderr.write('\r\x1b[K'))

/** Names and what they stand for, a line each. */
export const formatFacts = (facts: Record<string, string>): string =>
  formatTable(Object.entries(facts), (column) => (column === 0 ? 'padEnd' : undefined))

/** Everything that a part has found out, for a terminal. */
export const formatReport = (name: string, { facts, tables, goals }: PartReport): string =>
  [
    `${name}\n`,
    formatFacts(facts),
    ...Object.values(tables).map(({ lines }) => formatTable(lines)),
    formatTable(goals.map(goalRow), () => 'padEnd'),
  ].join('\n')

/** The same as data. */
export const reportData = ({ facts, tables, goals }: PartReport): object => ({
  facts,
  ...Object.fromEntries(Object.entries(tables).map(([name, { rows }]) => [name, rows])),
  goals,
})

const goalRow = ({ goal, text, verdict }: Goal): string[] => [goal, text, verdict]

type Padding = 'padStart' | 'padEnd' | undefined

const nameThenNumbers = (column: number): Padding => (column === 0 ? 'padEnd' : 'padStart')

function formatTable(
  rows: readonly (readonly string[])[],
  padding: (column: number) => Padding = nameThenNumbers,
): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row.map((cell, column) => cell[padding(column) ?? 'trim'](widths[column] ?? 0)).join('  ')
  return rows.map((row) => `  ${line(row).trimEnd()}\n`).join('')
}
