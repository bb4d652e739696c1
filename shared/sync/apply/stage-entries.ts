import { copyLine } from '../../db/copy-text.ts'
import type { Database } from '../../db/database.ts'
import type { BulletinEntry } from '../values/bulletin-entry.ts'

const COPY = {
  text: 'copy staged_entry (run_id, row_number, nro_solicitud, fecha, tipo, descripcion, resolucion, estado) from stdin',
  parameters: [],
}
const ANALYZE = { text: 'select analyze_staged()', parameters: [] }

/** Puts the entries of an edition next to the corpus; those without a day of their own are of the edition's. */
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
  await database.query(ANALYZE)
}
