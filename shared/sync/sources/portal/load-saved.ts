import { stat } from 'node:fs/promises'
import type { Database } from '../../../db/database.ts'
import { chileanDay } from '../../../platform/time/chilean-day.ts'
import type { Found } from '../../run/run-sync.ts'
import type { StartedRun } from '../../run.ts'
import type { PortalTaken } from '../../source-snapshot.ts'
import { SyncError } from '../../sync-error.ts'
import { unreadable } from '../../values/unreadable.ts'
import { readMarca } from './read/read-marca.ts'
import { readSaved, type SavedAnswer } from './read/read-saved.ts'
import { takeMarks } from './take-marks.ts'

/**
 * Answers that somebody has saved, of one application the last: where the next run goes on does not depend on them.
 *
 * @throws SyncError where none of them can be used
 */
export async function loadSaved(
  database: Database,
  run: StartedRun,
  files: readonly string[],
  date: string | undefined,
): Promise<Found> {
  const day = date ?? (await newestDay(files))
  run.reading.sourceDate = day
  const taken: PortalTaken = { newest: '0', day, saved: true, numbers: [] }
  const taker = takeMarks(database, run, taken)
  for (const { asked, answer } of await answersIn(files)) {
    run.signal.throwIfAborted()
    const read = readMarca(answer, asked ?? '')
    await ('reason' in read ? taker.refuse(asked, read.reason) : taker.take(read))
  }
  if (taken.numbers.every(({ answer }) => answer !== 'told')) {
    throw new SyncError('no_rows', 'No answer of it can be used.')
  }
  await taker.end()
  return 'read'
}

async function answersIn(files: readonly string[]): Promise<Iterable<SavedAnswer>> {
  const answers = new Map<string, SavedAnswer>()
  for (const file of files) {
    for await (const saved of readSaved(file)) {
      answers.set(saved.asked ?? `${file} ${saved.place}`, saved)
    }
  }
  return answers.values()
}

/** The day on which a file was last written: the portal answers as of the day on which it is asked. */
async function newestDay(files: readonly string[]): Promise<string> {
  try {
    const written = await Promise.all(files.map(async (file) => (await stat(file)).mtimeMs))
    return chileanDay(new Date(Math.max(...written)))
  } catch (error) {
    throw unreadable(error)
  }
}
