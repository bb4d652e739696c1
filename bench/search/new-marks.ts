import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database } from '../../shared/db/database.ts'
import { generateMarks } from '../corpus/generate-marks.ts'
import type { SheetMark } from '../corpus/sheet-mark.ts'
import { csvSheet } from '../corpus/write-csv.ts'
import type { Run } from '../part.ts'

const SEED = 20_260_814
const HIGHEST = { text: 'select max(nro_solicitud) as highest from brand', parameters: [] }

/**
 * Writes a sheet of `count` marks that the corpus does not have: their numbers are above all of it.
 *
 * @param names names of some of them
 * @returns its path
 */
export async function writeNewMarks(
  run: Run,
  owner: Database,
  count: number,
  names: readonly string[] = [],
): Promise<string> {
  const [found] = await owner.query<{ highest: number | null }>(HIGHEST)
  const path = join(run.folder, `new-${count}.csv`)
  const marks = above(generateMarks(count, SEED, names), (found?.highest ?? 0) + 1)
  await pipeline(Readable.from(csvSheet(marks)), createWriteStream(path), { signal: run.signal })
  return path
}

function* above(marks: Iterable<SheetMark>, first: number): Generator<SheetMark> {
  let number = first
  for (const mark of marks) yield { ...mark, nroSolicitud: String(number++) }
}
