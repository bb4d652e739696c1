import type { Source } from '../../../schemas/catalogs.ts'
import type { Queryable } from '../../db/database.ts'
import { type Statement, sqlFile } from '../../db/sql-file.ts'
import { VERSION } from '../../platform/version.ts'
import type { PortalSnapshot, SnapshotFile, SourceSnapshot } from '../source-snapshot.ts'

const statement = (file: string): Statement => sqlFile(import.meta.url, file, 'planned')
const SAVE_FINGERPRINT = statement('save-fingerprint.sql')
const SAVE_SOURCE_FILES = statement('save-source-files.sql')
const SAVE_EDITION = statement('save-edition.sql')
const SAVE_PORTAL = ['save-portal-numbers.sql', 'save-newest-portal-number.sql'].map(statement)
const SOURCE_FILES = statement('source-files.sql')

/** Stores the fingerprint that an operator has to accept. */
export const saveFingerprint = (database: Queryable, runId: number, fingerprint: string): Promise<unknown> =>
  database.query(SAVE_FINGERPRINT, { run_id: runId, fingerprint })

/** Stores the snapshot of a source, in the transaction that applies the run. */
export async function saveSnapshot(transaction: Queryable, snapshot: SourceSnapshot): Promise<void> {
  if (snapshot.source === 'portal') {
    await savePortal(transaction, snapshot)
    return
  }
  const { source, files } = snapshot
  if (files.length > 0) {
    const rows = files.map(({ validators, ...file }) => ({ ...file, ...validators }))
    await transaction.query(SAVE_SOURCE_FILES, { source, software: VERSION, files: JSON.stringify(rows) })
  }
  if (source === 'bulletin') {
    await transaction.query(SAVE_EDITION, { ...snapshot.edition })
  }
}

async function savePortal(
  transaction: Queryable,
  { newest, day, saved, numbers }: PortalSnapshot,
): Promise<void> {
  for (const each of SAVE_PORTAL) {
    await transaction.query(each, {
      newest,
      day,
      saved,
      numbers: numbers.map(({ nroSolicitud }) => nroSolicitud),
      answers: numbers.map(({ answer }) => answer),
    })
  }
}

/**
 * Returns the stored files of a source by their URL without a password. Omits files that another version of the software has
 * read, because this version may read more data.
 */
export async function storedFiles(
  database: Queryable,
  source: Source,
): Promise<ReadonlyMap<string, SnapshotFile>> {
  const files = await database.query<SnapshotFile>(SOURCE_FILES, { source, software: VERSION })
  return new Map(files.map((file) => [file.url, file]))
}
