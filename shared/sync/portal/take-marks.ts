import { createHash, type Hash } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import type { BulletinEntry } from '../bulletin/entry.ts'
import { stageEntries } from '../merge/stage-entries.ts'
import { type StagedRow, stageRows } from '../merge/stage-rows.ts'
import { keepRejections, type Rejection } from '../rejections.ts'
import type { StartedRun } from '../run.ts'
import { SyncError } from '../sync-error.ts'
import type { PortalTaken } from '../taken.ts'
import type { PortalMark } from './read/read-marca.ts'

/** What rejections call the source. */
const NAME = 'portal'
/** An application number as it is asked for. */
const NUMBER = /^\d{1,18}$/
/** So many marks are staged together. */
const BATCH = 50
/** More than this part of the answers cannot be used, at least so many of them, and the portal speaks otherwise than we know. */
const MOST_REJECTED = 0.5
const FEWEST_REJECTED = 5

/** Takes what the portal tells, one application after the other. */
export interface MarkTaker {
  /** A mark, or why its answer cannot be used; what is no number is one of saved answers that does not tell its own. */
  take(nroSolicitud: string, answer: PortalMark | { reason: string }): Promise<void>
  /** The portal knows of no such application. */
  takeNone(nroSolicitud: string): void
  /** What is still to be staged. @throws SyncError where too much of it cannot be used */
  end(): Promise<void>
}

interface Batch {
  rows: StagedRow[]
  entries: BulletinEntry[]
}

/** Stages marks and their events for the run as they come, and keeps account of them in its `taken`. */
export function takeMarks(database: Database, run: StartedRun, taken: PortalTaken): MarkTaker {
  const { reading } = run
  const hash = createHash('sha256')
  let batch: Batch = { rows: [], entries: [] }
  const stage = async (): Promise<void> => {
    const { rows, entries } = batch
    batch = { rows: [], entries: [] }
    if (rows.length > 0) {
      await stageRows(database, run.id, inOneBatch(rows), run.signal)
      await stageEntries(database, run.id, taken.day, entries)
    }
  }
  const reject = async (asked: string, reason: string): Promise<void> => {
    reading.rejected++
    const nroSolicitud = NUMBER.test(asked) ? asked : null
    const rejection: Rejection = { rowNumber: reading.rowsRead, nroSolicitud, reason }
    await keepRejections(database, { runId: run.id, sheet: NAME }, [rejection])
    if (nroSolicitud !== null) {
      taken.numbers.push({ nroSolicitud, answer: 'owed' })
    }
  }
  return {
    take: async (nroSolicitud, answer) => {
      reading.rowsRead++
      if ('reason' in answer) {
        await reject(nroSolicitud, answer.reason)
        return
      }
      taken.numbers.push({ nroSolicitud, answer: 'told' })
      remember(hash, answer)
      countIgnored(run.ignored, answer)
      add(batch, answer, reading.rowsRead, taken.day)
      if (batch.rows.length >= BATCH) {
        await stage()
      }
    },
    takeNone: (nroSolicitud) => void taken.numbers.push({ nroSolicitud, answer: 'none' }),
    end: async () => {
      refuseTooManyRejected(run)
      await stage()
      run.taken.portal = taken
      run.taken.fingerprint = hash.digest('hex')
    },
  }
}

/** Names that are counted: a hostile portal may have a new one in each answer. */
const MOST_NAMES = 100

function countIgnored(ignored: Map<string, number>, { unknownFields, undated }: PortalMark): void {
  const count = (name: string, more: number): void => {
    if (more > 0 && (ignored.has(name) || ignored.size < MOST_NAMES)) {
      ignored.set(name, (ignored.get(name) ?? 0) + more)
    }
  }
  count('events without a day or words', undated)
  for (const name of unknownFields) {
    count(name, 1)
  }
}

async function* inOneBatch(rows: readonly StagedRow[]): AsyncGenerator<readonly StagedRow[]> {
  yield rows
}

const remember = (hash: Hash, { record, events }: PortalMark): unknown =>
  hash.update(`${JSON.stringify([record, events])}\n`)

function add({ rows, entries }: Batch, { record, events }: PortalMark, rowNumber: number, day: string): void {
  const { nroSolicitud } = record
  rows.push({ sheet: 1, rowNumber, nroSolicitud, fechaFuente: day, record })
  for (const event of events) {
    entries.push({ rowNumber: entries.length + 1, nroSolicitud, ...event, estado: null })
  }
}

function refuseTooManyRejected({ reading: { rowsRead, rejected } }: StartedRun): void {
  if (rejected >= FEWEST_REJECTED && rejected > rowsRead * MOST_REJECTED) {
    throw new SyncError(
      'too_many_rejected',
      `${rejected} of ${rowsRead} answers of the portal cannot be used: too many to trust the rest.`,
    )
  }
}
