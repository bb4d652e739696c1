import type { Database, Transaction } from '../db/database.ts'
import { LOCK_CORPUS } from '../db/lock-corpus.ts'
import { migrateWithin, migrations, newestVersion, START_EMPTY } from '../db/migrate.ts'
import { sqlFile } from '../db/sql-file.ts'
import { buildIndex, dropReplacedIndex } from '../search/index/rebuild-index.ts'
import { BackupError } from './backup-error.ts'
import { type Manifest, type Part, schemaVersion } from './manifest.ts'
import { readPart } from './parts.ts'
import { BACKED_UP } from './tables.ts'
import type { Target } from './target.ts'

const IS_EMPTY = sqlFile(import.meta.url, 'is-database-empty.sql', 'planned')
const SERVER = sqlFile(import.meta.url, 'postgresql-version.sql', 'planned')
const COLUMNS = sqlFile(import.meta.url, 'columns.sql', 'planned')
const IDENTITIES = sqlFile(import.meta.url, 'identities.sql', 'planned')
const ADVANCE_VERSION = sqlFile(import.meta.url, 'advance-version.sql', 'planned')
const MARK_AS_REGISTER = sqlFile(import.meta.url, 'mark-as-register.sql', 'planned')
const BEGIN_CHANGES = sqlFile(import.meta.url, 'begin-changes.sql', 'planned')
const REBUILD_LISTING = sqlFile(import.meta.url, 'rebuild-listing.sql', 'planned')
const ANALYZE = sqlFile(import.meta.url, '../sync/run/analyze-corpus.sql', 'planned')
const ALLOW_IDLE_TRANSACTION = sqlFile(import.meta.url, 'allow-idle-transaction.sql', 'planned')

export type RestorePhase =
  | { step: 'check' | 'load'; backup: string; part: Part }
  | { step: 'index'; marks: number }
  | { step: 'listing' | 'count' }

interface RestoreOptions {
  target: Target
  /** At most one backup of each kind. The tables of a missing kind stay empty. */
  manifests: readonly Manifest[]
  /** The secret key, as `readIdentity` returns it. */
  identity: string
  onPhase?: (phase: RestorePhase) => void
  /** The migrations of this software. Tests of upgrades add migrations. */
  known?: typeof migrations
}

/** The number of rows by table. */
export type Restored = Record<string, number>

/**
 * Restores backups into an empty database in one transaction. Checks all files before the first write.
 *
 * @throws BackupError, or an error of the database
 */
export async function restore(database: Database, options: RestoreOptions): Promise<Restored> {
  refuseUnknownSchema(options)
  await refuseOlderServer(database, options.manifests)
  await refuseNonEmpty(database)
  await checkParts(options)
  const restored = await database.transaction(async (transaction) => {
    await transaction.query(ALLOW_IDLE_TRANSACTION)
    await load(transaction, options)
    return countRows(transaction, options)
  })
  await dropReplacedIndex(database) // drops the empty index that the migrations created
  return restored
}

/** Rejects a backup with unknown migrations. A known migration with another digest comes from a development version. */
function refuseUnknownSchema({ manifests, known = migrations }: RestoreOptions): void {
  const digests = new Map(known.map(({ version, digest }) => [version, digest]))
  for (const manifest of manifests) {
    const { name, software, schema } = manifest
    if (schema.some(({ version, digest }) => digests.has(version) && digests.get(version) !== digest)) {
      throw new BackupError(
        `${name} has the schema of an earlier development version, which cannot be restored: ${START_EMPTY}.`,
      )
    }
    const newest = schemaVersion(manifest)
    if (newest > newestVersion(known)) {
      throw new BackupError(
        `${name} was made by newer software (${software}, schema ${newest}; this software knows schemas up to ` +
          `${newestVersion(known)}): restore the backup with that version or a newer version.`,
      )
    }
  }
}

async function refuseOlderServer(database: Database, manifests: readonly Manifest[]): Promise<void> {
  const [server] = await database.query<{ major: number }>(SERVER)
  const newer = manifests.find(({ postgresql }) => postgresql > (server?.major ?? 0))
  if (newer) {
    throw new BackupError(
      `${newer.name} was made from PostgreSQL ${newer.postgresql}, and this server is older: ${server?.major}. ` +
        `Restore it into PostgreSQL ${newer.postgresql} or newer.`,
    )
  }
}

async function refuseNonEmpty(database: Database | Transaction): Promise<void> {
  const [found] = await database.query<{ empty: boolean }>(IS_EMPTY)
  if (!found?.empty) {
    throw new BackupError(
      'This database is not empty, and restore never overwrites data: use an empty database or a new DATA_DIR.',
    )
  }
}

async function checkParts({
  target,
  manifests,
  identity,
  onPhase = () => {},
}: RestoreOptions): Promise<void> {
  for (const { name: backup, parts } of manifests) {
    for (const part of parts) {
      onPhase({ step: 'check', backup, part })
      for await (const _ of readPart({ target, backup, part }, identity)) {
        // reading throws if the part was altered
      }
    }
  }
}

/** Loads each backup at the schema version of its manifest, oldest version first. Then migrates to the current version. */
async function load(transaction: Transaction, options: RestoreOptions): Promise<void> {
  const { manifests, onPhase = () => {}, known = migrations } = options
  await migrateWithin(transaction, [])
  await refuseNonEmpty(transaction) // another process may have filled the database
  for (const manifest of manifests.toSorted((a, b) => schemaVersion(a) - schemaVersion(b))) {
    const newest = schemaVersion(manifest)
    await migrateWithin(
      transaction,
      known.filter(({ version }) => version <= newest),
    )
    await refuseOtherColumns(transaction, manifest)
    for (const part of manifest.parts) {
      onPhase({ step: 'load', backup: manifest.name, part })
      await loadPart(transaction, manifest.name, part, options)
    }
  }
  await migrateWithin(transaction, known)
  await continueIdentities(transaction)
  await transaction.query(ADVANCE_VERSION)
  await transaction.query(BEGIN_CHANGES)
  if (manifests.every(({ kind, corpus }) => kind === 'keys' && corpus === 'register')) {
    await transaction.query(MARK_AS_REGISTER) // a service with the keys of a register must not load the sample
  }
  onPhase({ step: 'listing' })
  await transaction.query(REBUILD_LISTING)
  await transaction.query(ANALYZE)
  await transaction.query(LOCK_CORPUS)
  await buildIndex(transaction, (marks) => onPhase({ step: 'index', marks }))
}

async function refuseOtherColumns(transaction: Transaction, { name, kind, parts }: Manifest): Promise<void> {
  for (const table of BACKED_UP[kind]) {
    const columns = (await transaction.query<{ column: string }>(COLUMNS, { table })).map(
      ({ column }) => column,
    )
    const held = parts.find((part) => part.table === table)?.columns ?? []
    if (columns.join() !== held.join()) {
      throw new BackupError(
        `${name} cannot be restored: the columns of ${table} in its manifest (${held.join(', ') || 'none'}) do not match ` +
          'its schema.',
      )
    }
  }
}

/** Loads rows with FREEZE, so that no later vacuum is needed. */
async function loadPart(
  transaction: Transaction,
  backup: string,
  part: Part,
  { target, identity }: Pick<RestoreOptions, 'target' | 'identity'>,
): Promise<void> {
  const { table, columns } = part
  await transaction.query({ text: `delete from ${table}`, parameters: [] }) // deletes rows that a migration inserted
  const text = `copy ${table} (${columns.join(', ')}) from stdin with (freeze)`
  await transaction.copyIn({ text, parameters: [] }, readPart({ target, backup, part }, identity))
}

async function continueIdentities(transaction: Transaction): Promise<void> {
  for (const { table, column } of await transaction.query<{ table: string; column: string }>(IDENTITIES)) {
    const text = `select setval(pg_get_serial_sequence('${table}', '${column}'), max(${column})) from ${table}`
    await transaction.query({ text, parameters: [] }) // for an empty table, max is null and nothing is set
  }
}

async function countRows(
  transaction: Transaction,
  { manifests, onPhase = () => {} }: RestoreOptions,
): Promise<Restored> {
  onPhase({ step: 'count' })
  const restored: Restored = {}
  for (const { table, rows } of manifests.flatMap(({ parts }) => parts)) {
    const [count] = await transaction.query<{ rows: number }>({
      text: `select count(*) as rows from ${table}`,
      parameters: [],
    })
    if (count?.rows !== rows) {
      throw new BackupError(`${table} has ${count?.rows} rows after the restore, but ${rows} in the backup.`)
    }
    restored[table] = rows
  }
  return restored
}
