import { basename } from 'node:path'
import type { Database } from '../../../db/database.ts'
import type { ReadResult, RunContext } from '../../run.ts'
import { SyncError } from '../../sync-error.ts'
import type { MarkRecord } from '../../values/mark-record.ts'
import { withoutQuotations } from '../../values/quote.ts'
import { editionIn, unknownEdition } from '../sheets/edition.ts'
import { createMarkStager } from './mark-stager.ts'
import { createAnswerReader } from './read/read-answers.ts'
import type { PortalMark, RefusedAnswer } from './read/read-marca.ts'
import { readSaved, type SavedAnswer } from './read/read-saved.ts'
import { fieldsNote } from './read/unknown-fields.ts'

/**
 * Loads saved answers. Several answers about one application count as one if they say the same, and are rejected otherwise.
 * They do not change where the next run starts.
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
  const answers = withoutContradictions(readAll(await answersIn(files)))
  for (const { nroSolicitud, read } of answers) {
    run.signal.throwIfAborted()
    const row = stager.addRow()
    await ('reason' in read ? stager.reject(row, nroSolicitud, read.reason) : stager.add(row, read))
  }
  const result = await stager.end({ newest: '0', saved: true })
  if (result.snapshot.numbers.every(({ answer }) => answer !== 'read')) {
    throw unusable(answers[0] as ReadAnswer)
  }
  return result
}

function unusable({ answer, read }: ReadAnswer): SyncError {
  const reason = 'reason' in read ? withoutQuotations(read.reason) : ''
  const message = `No answer in the file can be used. The first one: ${reason}.${fieldsNote(answer)}`
  return new SyncError('no_rows', message)
}

/** A saved answer with its reading. */
interface ReadAnswer extends Pick<SavedAnswer, 'nroSolicitud' | 'answer'> {
  read: PortalMark | RefusedAnswer
}

async function answersIn(files: readonly string[]): Promise<SavedAnswer[]> {
  const answers: SavedAnswer[] = []
  for (const file of files) {
    for await (const answer of readSaved(file)) {
      answers.push(answer)
    }
  }
  return answers
}

function readAll(answers: readonly SavedAnswer[]): ReadAnswer[] {
  const reader = createAnswerReader()
  return answers
    .map((saved) => ({ ...saved, read: reader.read(saved.answer, saved.nroSolicitud ?? '') }))
    .map(({ read, ...saved }) => ({
      ...saved,
      read: 'ambiguous' in read ? reader.readAmbiguous(read.ambiguous) : read,
    }))
}

/** Rejects the answers about an application of which another one says something else, or was rejected. */
function withoutContradictions(answers: readonly ReadAnswer[]): ReadAnswer[] {
  const same = Map.groupBy(answers, ({ nroSolicitud }) => nroSolicitud)
  return answers.map((answer) => {
    const others = answer.nroSolicitud === null ? [] : (same.get(answer.nroSolicitud) ?? [])
    const other = others.find(({ read }) => contentOf(read) !== contentOf(answer.read))
    return other === undefined || 'reason' in answer.read
      ? answer
      : { ...answer, read: { reason: contradiction(answers, others, other.read, answer.read) } }
  })
}

const contentOf = (read: ReadAnswer['read']): string =>
  'reason' in read ? read.reason : JSON.stringify([read.record, read.events])

function contradiction(
  answers: readonly ReadAnswer[],
  others: readonly ReadAnswer[],
  other: ReadAnswer['read'],
  { record, events }: PortalMark,
): string {
  if ('reason' in other) {
    return 'another answer about its application was rejected'
  }
  const fields = (Object.keys(record) as (keyof MarkRecord)[]).filter(
    (field) => JSON.stringify(record[field]) !== JSON.stringify(other.record[field]),
  )
  const differing = [
    ...fields,
    ...(JSON.stringify(events) === JSON.stringify(other.events) ? [] : ['events']),
  ]
  const places = others.slice(0, MOST_PLACES).map((each) => answers.indexOf(each) + 1)
  return `the answers ${places.join(', ')} are about its application and differ in ${differing.join(', ')}`
}

/** So many answers about one application are named. */
const MOST_PLACES = 5

function dayInNames(files: readonly string[]): string {
  const edition = editionIn(files.map((file) => basename(file)))
  if (edition === undefined) {
    throw unknownEdition('The name of the file contains no day')
  }
  return edition.day
}
