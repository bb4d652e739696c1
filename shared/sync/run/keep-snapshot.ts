import type { Source } from '../../../schemas/catalogs.ts'
import type { Queryable } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { VERSION } from '../../platform/version.ts'
import type { Taken } from '../source-snapshot.ts'

const KEEP_FILES = sqlFile(import.meta.url, 'keep-files.sql', 'planned')
const KEEP_EDITION = sqlFile(import.meta.url, 'keep-edition.sql', 'planned')

const KEEP_PORTAL = ['keep-numbers.sql', 'keep-newest.sql'].map((file) =>
  sqlFile(import.meta.url, file, 'planned'),
)

/** Remembers what a run has taken, in the transaction that applies it. */
export async function keepTaken(
  transaction: Queryable,
  source: Source,
  { files, edition, portal }: Taken,
): Promise<void> {
  if (files.length > 0) {
    const rows = files.map(({ validators, ...file }) => ({ ...file, ...validators }))
    await transaction.query(KEEP_FILES, { source, software: VERSION, files: JSON.stringify(rows) })
  }
  if (edition !== null) {
    await transaction.query(KEEP_EDITION, { ...edition })
  }
  if (portal !== null) {
    const { newest, day, saved, numbers } = portal
    for (const each of KEEP_PORTAL) {
      await transaction.query(each, {
        newest,
        day,
        saved,
        numbers: numbers.map(({ nroSolicitud }) => nroSolicitud),
        answers: numbers.map(({ answer }) => answer),
      })
    }
  }
}
