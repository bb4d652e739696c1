import { basename } from 'node:path'
import type { Database } from '../../../db/database.ts'
import type { ReadResult, RunContext } from '../../run.ts'
import { SyncError } from '../../sync-error.ts'
import { editionIn, unknownEdition } from '../sheets/edition.ts'
import { createMarkStager } from './mark-stager.ts'
import { createAnswerReader } from './read/read-answers.ts'
import { readSaved, type SavedAnswer } from './read/read-saved.ts'

/**
 * Loads saved answers, the last one of each application. They do not change where the next run starts.
 *
 * @throws SyncError when no answer can be used
 */
export async function loadSaved(
  database: Database,
  run: RunContext,
  files: readonly string[],
  date: string | undefined,
): Promise<ReadResult> {
  const stager = createMarkStager(database, run, date ?? dayInNames(files))
  const reader = createAnswerReader()
  const answers = [...(await answersIn(files))].map(({ nroSolicitud, answer }) => ({
    nroSolicitud,
    read: reader.read(answer, nroSolicitud ?? ''),
  }))
  for (const { nroSolicitud, read: first } of answers) {
    run.signal.throwIfAborted()
    const read = 'ambiguous' in first ? reader.readAmbiguous(first.ambiguous) : first
    const row = stager.addRow()
    await ('reason' in read ? stager.reject(row, nroSolicitud, read.reason) : stager.add(row, read))
  }
  const result = await stager.end({ newest: '0', saved: true })
  if (result.snapshot.numbers.every(({ answer }) => answer !== 'read')) {
    throw new SyncError('no_rows', 'No answer in the file can be used.')
  }
  return result
}

async function answersIn(files: readonly string[]): Promise<Iterable<SavedAnswer>> {
  const answers = new Map<string, SavedAnswer>()
  for (const file of files) {
    for await (const saved of readSaved(file)) {
      answers.set(saved.nroSolicitud ?? `${file} ${saved.position}`, saved)
    }
  }
  return answers.values()
}

function dayInNames(files: readonly string[]): string {
  const edition = editionIn(files.map((file) => basename(file)))
  if (edition === undefined) {
    throw unknownEdition('The name of the file contains no day')
  }
  return edition.day
}
