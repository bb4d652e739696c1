import type { Source } from '../../../schemas/catalogs.ts'
import type { Queryable } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { VERSION } from '../../platform/version.ts'
import type { TakenFile } from '../source-snapshot.ts'

const KNOWN_FILES = sqlFile(import.meta.url, 'known-files.sql', 'planned')

/** Files of a source as they were taken last, by their address without a password. Other software may read more in them: it asks anew. */
export async function knownFiles(
  database: Queryable,
  source: Source,
): Promise<ReadonlyMap<string, TakenFile>> {
  const files = await database.query<TakenFile>(KNOWN_FILES, { source, software: VERSION })
  return new Map(files.map((file) => [file.url, file]))
}
