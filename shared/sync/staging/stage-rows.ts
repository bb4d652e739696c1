import { type CopyValue, copyLine } from '../../db/copy-text.ts'
import type { Database } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import type { MarkRecord } from '../values/mark-record.ts'
import type { PortalEvent } from '../values/portal-event.ts'

export interface StagedRow {
  /** Sheet 1 is the oldest edition of the run. */
  sheet: number
  rowNumber: number
  nroSolicitud: string
  /** The edition of the sheet, `YYYY-MM-DD`. */
  fechaFuente: string
  /** Null for a rejected row. All other rows of the application in the same sheet are then rejected, too. */
  record: MarkRecord | null
  /** Only for an application from the portal: a sheet has no events. */
  events?: readonly PortalEvent[]
}

/** This statement is not in a SQL file, because a test prepares all SQL files, and PostgreSQL cannot prepare a COPY. */
const COPY = {
  text: `copy staged_row (run_id, sheet, row_number, nro_solicitud, rejected, fecha_fuente, nro_registro, denominacion,
                          estado, estado_oficina, tipo_signo, fecha_presentacion, fecha_publicacion, fecha_registro,
                          fecha_vencimiento, clases, personas, events) from stdin`,
  parameters: [],
}

/** Without statistics of the new rows, the query planner chooses joins that take hours. */
const ANALYZE_STAGED = sqlFile(import.meta.url, 'analyze-staged.sql', 'planned')

/** Stages all rows, and updates the statistics of the query planner. */
export async function stageRows(
  database: Database,
  runId: number,
  rows: AsyncIterable<readonly StagedRow[]>,
  signal: AbortSignal,
): Promise<void> {
  await database.copyIn(COPY, copyText(runId, rows), signal)
  await analyzeStaged(database)
}

/** Stages one batch of rows. Call `analyzeStaged` after the last batch. */
export const stageBatch = (
  database: Database,
  runId: number,
  rows: readonly StagedRow[],
  signal: AbortSignal,
): Promise<void> => database.copyIn(COPY, [copyRows(runId, rows)], signal)

/** Updates the statistics of the query planner for the staged rows. */
export async function analyzeStaged(database: Database): Promise<void> {
  await database.query(ANALYZE_STAGED)
}

async function* copyText(
  runId: number,
  batches: AsyncIterable<readonly StagedRow[]>,
): AsyncGenerator<string> {
  for await (const rows of batches) {
    yield copyRows(runId, rows)
  }
}

const copyRows = (runId: number, rows: readonly StagedRow[]): string =>
  rows.map((row) => copyLine([runId, ...values(row)])).join('')

const NO_RECORD = Array.from({ length: 11 }, () => null)

const values = ({ sheet, rowNumber, nroSolicitud, fechaFuente, record, events }: StagedRow): CopyValue[] => [
  sheet,
  rowNumber,
  nroSolicitud,
  record === null,
  fechaFuente,
  ...(record === null ? NO_RECORD : recordValues(record)),
  events === undefined ? null : JSON.stringify(events),
]

const recordValues = (record: MarkRecord): CopyValue[] => [
  record.nroRegistro,
  record.denominacion,
  record.estado,
  record.estadoOficina,
  record.tipoSigno,
  record.fechaPresentacion,
  record.fechaPublicacion,
  record.fechaRegistro,
  record.fechaVencimiento,
  JSON.stringify(record.clases),
  JSON.stringify(record.personas),
]
