import { type CopyValue, copyLine } from '../../db/copy-text.ts'
import type { Database } from '../../db/database.ts'
import type { MarkRecord } from '../values/mark-record.ts'

/** One row of a source, as it is put next to the corpus. */
export interface StagedRow {
  /** Which of the run's sheets it stands in: 1 is the oldest edition. */
  sheet: number
  rowNumber: number
  nroSolicitud: string
  /** The edition of that sheet, `YYYY-MM-DD`. */
  fechaFuente: string
  /** Null for a row that cannot be used: its application is then left out as a whole. */
  record: MarkRecord | null
}

const COPY = {
  text: `copy staged_row (run_id, sheet, row_number, nro_solicitud, rejected, fecha_fuente, nro_registro, denominacion,
                          estado, estado_oficina, tipo_signo, fecha_presentacion, fecha_publicacion, fecha_registro,
                          fecha_vencimiento, clases, personas) from stdin`,
  parameters: [],
}

/** What the planner has to know of rows that came a moment ago: without it, joining them takes hours. */
const ANALYZE = { text: 'select analyze_staged()', parameters: [] }

/** Streams rows into the room beside the corpus; nothing of it is seen by readers. */
export async function stageRows(
  database: Database,
  runId: number,
  rows: AsyncIterable<readonly StagedRow[]>,
  signal: AbortSignal,
): Promise<void> {
  await database.copyIn(COPY, copyText(runId, rows), signal)
  await database.query(ANALYZE)
}

async function* copyText(
  runId: number,
  batches: AsyncIterable<readonly StagedRow[]>,
): AsyncGenerator<string> {
  for await (const rows of batches) {
    yield rows.map((row) => copyLine([runId, ...values(row)])).join('')
  }
}

const NOTHING = Array.from({ length: 11 }, () => null)

const values = ({ sheet, rowNumber, nroSolicitud, fechaFuente, record }: StagedRow): CopyValue[] => [
  sheet,
  rowNumber,
  nroSolicitud,
  record === null,
  fechaFuente,
  ...(record === null ? NOTHING : recordValues(record)),
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
