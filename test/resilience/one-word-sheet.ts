import { type CommandProcess, startCommand } from '../support/command-process.ts'
import { editionDays, keepFile } from '../support/small-office.ts'

const [day = ''] = editionDays(1)
/** The year of expiry: later in each sheet, because only a renewal changes the registration numbers of all marks. */
let year = 2030
const HEADERS = 'N° Solicitud;N° Registro;Denominación;Estado;Fecha de Presentación;Fecha de Vencimiento'

/**
 * Stores a sheet of `marks` marks, whose registration numbers all begin with `word`, and returns its path. Names do not
 * differ between sheets, because a run in which they change is held.
 */
export function keepOneWordSheet(folder: string, word: string, marks: number): Promise<string> {
  year += 1
  const rows = Array.from(
    { length: marks },
    (_, place) => `${place + 1};${word} ${place + 1};MARCA ${place + 1};En trámite;02/01/2026;02/01/${year}`,
  )
  return keepFile(folder, {
    path: `solicitudes-${day}.csv`,
    type: 'text/csv; charset=utf-8',
    body: () => Buffer.from([HEADERS, ...rows, ''].join('\n')),
  })
}

/** Returns the distinct first words of registration numbers. */
export const wordsIn = (names: readonly string[]): string[] => [
  ...new Set(names.map((name) => name.split(' ')[0] ?? '')),
]

/** Starts a run of the sheets on a file, as an operator does. */
export const runSheet = (file: string, environment: Readonly<Record<string, string>>): CommandProcess =>
  startCommand('scripts/sync.ts', ['sheets', '--file', file], environment)
