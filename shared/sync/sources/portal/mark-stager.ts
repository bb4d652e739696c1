import { createHash, type Hash } from 'node:crypto'
import type { Database } from '../../../db/database.ts'
import { MIN_SUSPECTS_OF_PORTAL } from '../../run/quality-gates.ts'
import { rejectOddRows, saveRejections } from '../../run/rejections.ts'
import type { ReadResult, Rejection, RunContext } from '../../run.ts'
import type { PortalSnapshot } from '../../source-snapshot.ts'
import { analyzeStaged, type StagedRow, stageBatch } from '../../staging/stage-rows.ts'
import { fieldCounter } from '../../values/field-counts.ts'
import type { PortalMark } from './read/read-marca.ts'

/** The `sheet` of each rejection. */
const NAME = 'portal'
const BATCH = 50

/** Stages the answers of the portal. */
export interface MarkStager {
  /** Counts an answer, and returns its row number, from 1. */
  addRow(): number
  add(row: number, mark: PortalMark): Promise<void>
  /** Records an unusable answer. `nroSolicitud` is null if a saved answer has no readable number. */
  reject(row: number, nroSolicitud: string | null, reason: string): Promise<void>
  /** Records that the portal does not have an application. */
  addAbsent(nroSolicitud: string): void
  /** Stages the last batch. Rejects saved answers with implausible numbers or days. */
  end(read: Pick<PortalSnapshot, 'newest' | 'saved'>): Promise<ReadResult & { snapshot: PortalSnapshot }>
}

/** Creates a stager. `day` is the day of the answers, and becomes the source date of the run. */
export function createMarkStager(database: Database, run: RunContext, day: string): MarkStager {
  run.progress.setSourceDate(day)
  const hash = createHash('sha256')
  const answers = new Map<string, PortalSnapshot['numbers'][number]['answer']>()
  const ignored = new Map<string, number>()
  const fields = fieldCounter(COUNTED_FIELDS)
  let rows = 0
  let batch: StagedRow[] = []
  const stageCollected = async (): Promise<void> => {
    const staged = batch
    batch = []
    await stageBatch(database, run.id, staged, run.signal)
  }
  const rejectOdd = async (): Promise<void> => {
    for (const { rejected, numbers } of await rejectOddRows(
      database,
      run.id,
      [NAME],
      MIN_SUSPECTS_OF_PORTAL,
    )) {
      run.progress.count({ rejected })
      for (const number of numbers) {
        answers.delete(number)
      }
    }
  }
  return {
    addRow: () => {
      run.progress.count({ rows: 1 })
      return ++rows
    },
    add: async (rowNumber, mark) => {
      answers.set(mark.record.nroSolicitud, 'read')
      const events = mark.events.filter(({ fecha }) => fecha <= day)
      updateHash(hash, mark)
      countIgnored(ignored, mark, events)
      fields.add(mark.record)
      const { record } = mark
      batch.push({ sheet: 1, rowNumber, nroSolicitud: record.nroSolicitud, fechaFuente: day, record, events })
      if (batch.length >= BATCH) {
        await stageCollected()
      }
    },
    reject: async (rowNumber, nroSolicitud, reason) => {
      run.progress.count({ rejected: 1 })
      const rejection: Rejection = { rowNumber, nroSolicitud, reason }
      await saveRejections(database, { runId: run.id, sheet: NAME }, [rejection])
      if (nroSolicitud !== null) {
        answers.set(nroSolicitud, 'failed')
      }
    },
    addAbsent: (nroSolicitud) => void answers.set(nroSolicitud, 'none'),
    end: async (read) => {
      await stageCollected()
      if (read.saved) {
        await rejectOdd()
      }
      await analyzeStaged(database)
      const numbers = [...answers].map(([nroSolicitud, answer]) => ({ nroSolicitud, answer }))
      return {
        snapshot: { source: 'portal', fingerprint: hash.digest('hex'), day, ...read, numbers },
        ignored,
        fill: [fields.counts()],
      }
    },
  }
}

const COUNTED_FIELDS = [
  'nroRegistro',
  'denominacion',
  'estado',
  'tipoSigno',
  'fechaPublicacion',
  'fechaRegistro',
  'fechaVencimiento',
  'clases',
  'personas',
] as const

/** The maximum number of names in `ignored`. A malicious portal may send a field with a new name in each answer. */
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

const updateHash = (hash: Hash, { record, events }: PortalMark): unknown =>
  hash.update(`${JSON.stringify([record, events])}\n`)
