import { stat } from 'node:fs/promises'
import type { Database } from '../../../db/database.ts'
import { chileanDay } from '../../../platform/time/chilean-day.ts'
import type { ReadOutcome } from '../../run/run-sync.ts'
import type { StartedRun } from '../../run.ts'
import type { PortalSnapshot } from '../../source-snapshot.ts'
import { SyncError } from '../../sync-error.ts'
import { unreadable } from '../../values/unreadable.ts'
import { createMarkStager } from './mark-stager.ts'
import { readMarca } from './read/read-marca.ts'
import { readSaved, type SavedAnswer } from './read/read-saved.ts'

/**
 * Loads saved answers, the last one of each application. They do not change where the next run starts.
 *
 * @throws SyncError when no answer can be used
 */
export async function loadSaved(
  database: Database,
  run: StartedRun,
  files: readonly string[],
  date: string | undefined,
): Promise<ReadOutcome> {
  const day = date ?? (await newestDay(files))
  run.summary.sourceDate = day
  const snapshot: PortalSnapshot = { newest: '0', day, saved: true, numbers: [] }
  const stager = createMarkStager(database, run, snapshot)
  for (const { nroSolicitud, answer } of await answersIn(files)) {
    run.signal.throwIfAborted()
    const read = readMarca(answer, nroSolicitud ?? '')
    await ('reason' in read ? stager.reject(nroSolicitud, read.reason) : stager.add(read))
  }
  if (snapshot.numbers.every(({ answer }) => answer !== 'read')) {
    throw new SyncError('no_rows', 'No answer in the file can be used.')
  }
  await stager.end()
  return 'read'
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

/** Returns the day of the latest modification: the portal describes an application as of the day of the request. */
async function newestDay(files: readonly string[]): Promise<string> {
  try {
    const written = await Promise.all(files.map(async (file) => (await stat(file)).mtimeMs))
    return chileanDay(new Date(Math.max(...written)))
  } catch (error) {
    throw unreadable(error)
  }
}
