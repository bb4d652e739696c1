import type { Database } from '../../db/database.ts'
import type { MarkRecord } from '../mark-record.ts'
import { type StagedRow, stageRows } from '../merge/stage-rows.ts'
import type { RunOrder, RunReport, StartedRun } from '../run.ts'
import { type RunOptions, runSync } from '../run-sync.ts'

const MANUAL: RunOrder = { source: 'sheets', trigger: 'manual', sample: false }

/** A mark as a source may tell of it, but for what `facts` say. */
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

/** Records as the rows of one sheet, from row 2 on. */
export const rowsOf = (records: readonly MarkRecord[], row: Partial<StagedRow> = {}): StagedRow[] =>
  records.map((each, place) => ({
    sheet: 1,
    rowNumber: place + 2,
    nroSolicitud: each.nroSolicitud,
    fechaFuente: '2026-11-02',
    record: each,
    ...row,
  }))

/** One run on rows that are there already; `meanwhile` happens after they were staged. */
export const stagedRun = (
  database: Database,
  rows: readonly StagedRow[],
  {
    meanwhile = async () => {},
    ...options
  }: RunOptions & Partial<RunOrder> & { meanwhile?: (run: StartedRun) => Promise<unknown> } = {},
): Promise<RunReport> =>
  runSync(
    database,
    { ...MANUAL, ...options },
    async (run) => {
      run.reading.rowsRead = rows.length
      await stageRows(database, run.id, inOneBatch(rows), run.signal)
      await meanwhile(run)
    },
    options,
  )

async function* inOneBatch(rows: readonly StagedRow[]): AsyncGenerator<readonly StagedRow[]> {
  yield rows
}
