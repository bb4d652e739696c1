import { copyLine } from '../../db/copy-text.ts'
import type { Database } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import type { BulletinEntry } from '../values/bulletin-entry.ts'

/** This statement is not in a SQL file, because a test prepares all SQL files, and PostgreSQL cannot prepare a COPY. */
const COPY = {
  text: 'copy staged_entry (run_id, row_number, nro_solicitud, fecha, tipo, descripcion, resolucion, estado) from stdin',
  parameters: [],
}
const ANALYZE_STAGED = sqlFile(import.meta.url, 'analyze-staged.sql', 'planned')

/** Stages the entries of an edition. An entry without a day gets the day of the edition. */
export async function stageEntries(
  database: Database,
  runId: number,
  day: string,
  entries: readonly BulletinEntry[],
): Promise<void> {
  const lines = entries.map((entry) =>
    copyLine([
      runId,
      entry.rowNumber,
      entry.nroSolicitud,
      entry.fecha ?? day,
      entry.tipo,
      entry.descripcion,
      entry.resolucion,
      entry.estado,
    ]),
  )
  await database.copyIn(COPY, lines)
  await database.query(ANALYZE_STAGED)
}
