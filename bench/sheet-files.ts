import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { generateMarks } from './corpus/generate-marks.ts'
import type { SheetMark } from './corpus/sheet-mark.ts'
import { csvSheet } from './corpus/write-csv.ts'
import type { Run } from './part.ts'
import { writeWorkbook } from './write-workbook.ts'

export type Format = 'csv' | 'xlsx'

type Place = Pick<Run, 'folder' | 'signal'>

/**
 * Writes `count` generated marks as sheets of at most `most` marks each, in the order of their numbers.
 *
 * @returns their paths
 */
export async function writeSheets(
  place: Place,
  count: number,
  format: Format = 'csv',
  most: number = 1_000_000,
): Promise<string[]> {
  const marks = generateMarks(count)
  const paths: string[] = []
  for (const size of sheetSizes(count, most)) {
    const path = join(place.folder, `solicitudes-${paths.length + 1}.${format}`)
    await WRITERS[format](path, next(marks, size), place.signal)
    paths.push(path)
  }
  return paths
}

/** The last of so many generated marks that can be searched for, which is one with a name. */
export function lastNamed(count: number): SheetMark | undefined {
  let last: SheetMark | undefined
  for (const mark of generateMarks(count)) {
    if (mark.denominacion !== '') last = mark
  }
  return last
}

/** As many marks as each sheet gets: full ones, and what is left. */
export const sheetSizes = (count: number, most: number): number[] =>
  Array.from({ length: Math.ceil(count / most) }, (_, place) => Math.min(most, count - place * most))

/** The next `count` of them; whoever asks again goes on behind. */
function* next(marks: Iterator<SheetMark>, count: number): Generator<SheetMark> {
  for (let left = count; left > 0; left--) {
    const { value, done } = marks.next()
    if (done) return
    yield value
  }
}

type Writer = (path: string, marks: Iterable<SheetMark>, signal: AbortSignal) => Promise<void>

const WRITERS: Readonly<Record<Format, Writer>> = {
  csv: (path, marks, signal) => pipeline(Readable.from(csvSheet(marks)), createWriteStream(path), { signal }),
  xlsx: (path, marks, signal) => writeWorkbook(path, marks, { signal }),
}
