import type { Database } from '../../shared/db/database.ts'
import { type RunOptions, runSync } from '../../shared/sync/run/run-sync.ts'
import type { RunContext, RunOrder, RunReport } from '../../shared/sync/run.ts'
import { createMarkStager } from '../../shared/sync/sources/portal/mark-stager.ts'
import { stageEntries } from '../../shared/sync/staging/stage-entries.ts'
import { type StagedRow, stageRows } from '../../shared/sync/staging/stage-rows.ts'
import type { BulletinEntry } from '../../shared/sync/values/bulletin-entry.ts'
import type { MarkRecord } from '../../shared/sync/values/mark-record.ts'
import type { PortalEvent } from '../../shared/sync/values/portal-event.ts'

const MANUAL = { trigger: 'manual', sample: false } as const

/** Returns a record of a mark with `facts`. */
export const record = (nroSolicitud: string, facts: Partial<MarkRecord> = {}): MarkRecord => ({
  nroSolicitud,
  nroRegistro: null,
  denominacion: `MARCA ${nroSolicitud}`,
  estado: 'SOLICITADA',
  estadoOficina: 'Solicitada',
  tipoSigno: 'DENOMINATIVA',
  fechaPresentacion: '2026-01-02',
  fechaPublicacion: null,
  fechaRegistro: null,
  fechaVencimiento: null,
  clases: [],
  personas: [],
  ...facts,
})

/** Returns records as the rows of one sheet, from row 2 on. */
export const rowsOf = (records: readonly MarkRecord[], row: Partial<StagedRow> = {}): StagedRow[] =>
  records.map((each, place) => ({
    sheet: 1,
    rowNumber: place + 2,
    nroSolicitud: each.nroSolicitud,
    fechaFuente: '2026-11-02',
    record: each,
    ...row,
  }))

interface StagedOptions extends RunOptions, Partial<Omit<RunOrder, 'source'>> {
  meanwhile?: (run: RunContext) => Promise<unknown>
  guarded?: boolean
  /** The sheet and edition of the rows. */
  sheet?: { name: string; edition: string }
  /** Several sheets in place of `sheet`; rows refer to them by number. */
  sheets?: readonly { name: string; edition: string }[]
}

/**
 * Runs the sheets with these rows; calls `meanwhile` after they were staged. The run counts as accepted by an operator,
 * unless `guarded`.
 */
export const stagedRun = (
  database: Database,
  rows: readonly StagedRow[],
  {
    meanwhile = async () => {},
    guarded = false,
    sheet,
    sheets = sheet ? [sheet] : [],
    ...options
  }: StagedOptions = {},
): Promise<RunReport> =>
  runSync(
    database,
    { ...MANUAL, source: 'sheets', ...(guarded ? {} : { accepts: 'staged' }), ...options },
    async (run) => {
      run.progress.count({ rows: rows.length })
      await stageRows(database, run.id, inOneBatch(rows), run.signal)
      await meanwhile(run)
      return { snapshot: { source: 'sheets', fingerprint: 'staged', sheets, files: [] } }
    },
    options,
  )

async function* inOneBatch(rows: readonly StagedRow[]): AsyncGenerator<readonly StagedRow[]> {
  yield rows
}

/** Returns an entry of the bulletin that accepts an application, with `facts`. */
export const entry = (nroSolicitud: string, facts: Partial<BulletinEntry> = {}): BulletinEntry => ({
  rowNumber: 1,
  nroSolicitud,
  fecha: null,
  tipo: 'ACEPTACION_TRAMITE',
  descripcion: 'Resolución de aceptación a trámite de marca',
  resolucion: null,
  estado: 'ACEPTADA_TRAMITE',
  ...facts,
})

/** Runs the bulletin with an edition of these entries, in their order. */
export const stagedEdition = (
  database: Database,
  day: string,
  entries: readonly BulletinEntry[],
  { guarded = false, meanwhile = async () => {}, ...options }: StagedOptions = {},
): Promise<RunReport> =>
  runSync(
    database,
    { ...MANUAL, source: 'bulletin', ...(guarded ? {} : { accepts: 'staged' }), ...options },
    async (run) => {
      run.progress.count({ rows: entries.length })
      run.progress.setSourceDate(day)
      const ordered = entries.map((each, place) => ({ ...each, rowNumber: place + 1 }))
      await stageEntries(database, run.id, day, ordered)
      await meanwhile(run)
      const edition = { day, entries: entries.length, sha256: `staged ${day}` }
      return { snapshot: { source: 'bulletin', fingerprint: 'staged', edition, files: [] } }
    },
    options,
  )

/** A mark with its events in the portal. */
export interface StagedAnswer {
  record: MarkRecord
  events?: PortalEvent[]
}

/** Runs the portal with these answers of a day. */
export const stagedPortal = (
  database: Database,
  day: string,
  answers: readonly StagedAnswer[],
  { guarded = false, ...options }: StagedOptions = {},
): Promise<RunReport> =>
  runSync(
    database,
    { ...MANUAL, source: 'portal', ...(guarded ? {} : { accepts: 'staged' }), ...options },
    async (run) => {
      const stager = createMarkStager(database, run, day)
      for (const { record, events = [] } of answers) {
        await stager.add(stager.addRow(), { record, events, unknownFields: [], undated: 0, dayOrder: 'none' })
      }
      const result = await stager.end({ newest: '0', saved: false })
      return guarded ? result : { ...result, snapshot: { ...result.snapshot, fingerprint: 'staged' } }
    },
    options,
  )
