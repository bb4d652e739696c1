import { createHash, type Hash } from 'node:crypto'
import type { Database } from '../../../db/database.ts'
import { stageEntries } from '../../apply/stage-entries.ts'
import { type StagedRow, stageRows } from '../../apply/stage-rows.ts'
import { keepRejections } from '../../run/rejections.ts'
import type { Rejection, StartedRun } from '../../run.ts'
import type { PortalTaken } from '../../source-snapshot.ts'
import type { BulletinEntry } from '../../values/bulletin-entry.ts'
import type { PortalMark } from './read/read-marca.ts'

/** What rejections call the source. */
const NAME = 'portal'
/** So many marks are staged together. */
const BATCH = 50

/** Takes what the portal tells, one application after the other. */
export interface MarkTaker {
  take(mark: PortalMark): Promise<void>
  /** An answer that cannot be used, and why; of saved ones, some do not tell their number. */
  refuse(asked: string | null, reason: string): Promise<void>
  /** The portal knows of no such application. */
  takeNone(nroSolicitud: string): void
  /** What is still to be staged. */
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
  return {
    take: async (mark) => {
      reading.rowsRead++
      taken.numbers.push({ nroSolicitud: mark.record.nroSolicitud, answer: 'told' })
      const events = mark.events.filter(({ fecha }) => fecha <= taken.day)
      remember(hash, mark)
      countIgnored(run.ignored, mark, events)
      add(batch, { ...mark, events }, reading.rowsRead, taken.day)
      if (batch.rows.length >= BATCH) {
        await stage()
      }
    },
    refuse: async (nroSolicitud, reason) => {
      reading.rowsRead++
      reading.rejected++
      const rejection: Rejection = { rowNumber: reading.rowsRead, nroSolicitud, reason }
      await keepRejections(database, { runId: run.id, sheet: NAME }, [rejection])
      if (nroSolicitud !== null) {
        taken.numbers.push({ nroSolicitud, answer: 'owed' })
      }
    },
    takeNone: (nroSolicitud) => void taken.numbers.push({ nroSolicitud, answer: 'none' }),
    end: async () => {
      await stage()
      run.taken.portal = taken
      run.taken.fingerprint = hash.digest('hex')
    },
  }
}

/** Names that are counted: a hostile portal may have a new one in each answer. */
const MOST_NAMES = 100

function countIgnored(
  ignored: Map<string, number>,
  { events, unknownFields, undated }: PortalMark,
  kept: readonly unknown[],
): void {
  const count = (name: string, more: number): void => {
    if (more > 0 && (ignored.has(name) || ignored.size < MOST_NAMES)) {
      ignored.set(name, (ignored.get(name) ?? 0) + more)
    }
  }
  count('events without a day or words', undated)
  count('events on a day still to come', events.length - kept.length)
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
