/** The sheet that the made-up office publishes: its hand-made marks among thousands that were drawn. */

import { generateMarks } from '../../bench/corpus/generate-marks.ts'
import { type SheetMark, sheetMarkOf } from '../../bench/corpus/sheet-mark.ts'
import { csvSheet } from '../../bench/corpus/write-csv.ts'
import { SHEETS_OF, sampleMarks } from './marks.ts'

const DRAWN = 4_800

export interface SampleSheet {
  /** The name of the file. */
  readonly name: string
  /** The day of its edition, `YYYY-MM-DD`. */
  readonly edition: string
  /** By application number; about 5,000, the same at every call. */
  readonly marks: readonly SheetMark[]
  /** The file's text, a chunk at a time: CSV with `;`, dd/mm/yyyy and joined classes. */
  text(): Generator<string>
}

/** Makes the sheet; no application number is in it twice, and of registration numbers only that of a renewal. */
export function sampleSheet(): SampleSheet {
  const byHand = sampleMarks().map(sheetMarkOf)
  const marks = [...byHand, ...drawnBeside(byHand)]
  marks.sort((a, b) => Number(a.nroSolicitud) - Number(b.nroSolicitud))
  return { name: 'solicitudes-muestra.csv', edition: SHEETS_OF, marks, text: () => csvSheet(marks) }
}

/** Whatever has a number of a hand-made mark makes way for it. */
function drawnBeside(byHand: readonly SheetMark[]): SheetMark[] {
  const numbers = new Set(byHand.map(({ nroSolicitud }) => nroSolicitud))
  const registrations = new Set(byHand.map(({ nroRegistro }) => nroRegistro))
  return [...generateMarks(DRAWN)].filter(
    ({ nroSolicitud, nroRegistro }) =>
      !numbers.has(nroSolicitud) && (nroRegistro === null || !registrations.has(nroRegistro)),
  )
}
