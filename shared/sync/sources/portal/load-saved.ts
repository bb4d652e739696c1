import { basename } from 'node:path'
import type { Database } from '../../../db/database.ts'
import type { ReadResult, RunContext } from '../../run.ts'
import { SyncError } from '../../sync-error.ts'
import { withoutQuotations } from '../../values/quote.ts'
import { editionIn, unknownEdition } from '../sheets/edition.ts'
import { createMarkStager } from './mark-stager.ts'
import { createAnswerReader } from './read/read-answers.ts'
import type { PortalMark, RefusedAnswer } from './read/read-marca.ts'
import { readSaved, type SavedAnswer } from './read/read-saved.ts'
import { fieldsNote } from './read/unknown-fields.ts'

/**
 * Loads saved answers of the portal from files. Several answers about one application are accepted only if they are equal.
 * Saved answers do not affect which applications later runs request as new.
 *
 * @throws SyncError if no answer can be used
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
  const message = `No answer in the file can be used. The first answer: ${reason}.${fieldsNote(answer)}`
  return new SyncError('no_rows', message)
}

/** A saved answer, and the result of reading it. */
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

/** Rejects all answers about an application if the answers differ, or if one of them was rejected. */
function withoutContradictions(answers: readonly ReadAnswer[]): ReadAnswer[] {
  const placed = answers.map((answer, index) => ({ ...answer, place: index + 1 }))
  const reasons = new Map(
    [...Map.groupBy(placed, ({ nroSolicitud }) => nroSolicitud)].map(([nro, same]) => [
      nro,
      contradictionOf(same),
    ]),
  )
  return answers.map((answer) => {
    const reason = answer.nroSolicitud === null ? undefined : reasons.get(answer.nroSolicitud)
    return reason === undefined || 'reason' in answer.read ? answer : { ...answer, read: { reason } }
  })
}

/** The maximum number of contradictory answers that a message lists. */
const MOST_PLACES = 5

/** Returns the reason why answers about one application cannot be used; undefined if the answers are equal. */
function contradictionOf(answers: readonly (ReadAnswer & { place: number })[]): string | undefined {
  const contents = new Set(
    answers.map(({ read }) => ('reason' in read ? '' : JSON.stringify([read.record, read.events]))),
  )
  if (contents.size < 2) {
    return undefined
  }
  if (contents.has('')) {
    return 'another answer about the same application was rejected'
  }
  const [[one, events], [other, otherEvents]] = [...contents].map((content) => JSON.parse(content)) as [
    Content,
    Content,
  ]
  const fields = Object.keys(one).filter(
    (field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]),
  )
  const differing = [...fields, ...(JSON.stringify(events) === JSON.stringify(otherEvents) ? [] : ['events'])]
  const places = answers.slice(0, MOST_PLACES).map(({ place }) => place)
  return `the answers ${places.join(', ')} are about the same application and differ in ${differing.join(', ')}`
}

/** The record and the events of an answer. */
type Content = [Record<string, unknown>, unknown]

function dayInNames(files: readonly string[]): string {
  const edition = editionIn(files.map((file) => basename(file)))
  if (edition === undefined) {
    throw unknownEdition('The name of the file contains no day')
  }
  return edition.day
}
