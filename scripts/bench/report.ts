import type { Goal, PartReport, ServerFigures } from './part.ts'

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
export const formatReport = (name: string, { facts, servers, goals }: PartReport): string =>
  [
    `${name}\n`,
    formatFacts(facts),
    formatTable([SERVER_HEADING, ...servers.map(serverRow)]),
    formatTable(goals.map(goalRow), () => 'padEnd'),
  ].join('\n')

const SERVER_HEADING = ['server', 'req/s', 'min–max', 'p50 ms', 'p97.5 ms', 'p99 ms', 'service / it']

const serverRow = (figures: ServerFigures): string[] => [
  figures.server,
  whole(figures.requestsPerSecond),
  `${whole(Math.min(...figures.rounds))}–${whole(Math.max(...figures.rounds))}`,
  ...[figures.p50, figures.p97_5, figures.p99].map((time) => time.toFixed(1)),
  figures.serviceRatio.toFixed(2),
]

const goalRow = ({ goal, text, met }: Goal): string[] => [goal, text, met ? 'met' : 'not met']

const whole = (value: number): string => Math.round(value).toLocaleString('en')

type Padding = 'padStart' | 'padEnd' | undefined

const nameThenNumbers = (column: number): Padding => (column === 0 ? 'padEnd' : 'padStart')

function formatTable(rows: readonly string[][], padding = nameThenNumbers as (column: number) => Padding) {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) =>
    row.map((cell, column) => cell[padding(column) ?? 'trim'](widths[column] ?? 0)).join('  ')
  return rows.map((row) => `  ${line(row).trimEnd()}\n`).join('')
}
