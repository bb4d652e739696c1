import type { Database, Transaction } from '../db/database.ts'
import { LOCK_CORPUS } from '../db/lock-corpus.ts'
import { migrateWithin, migrations, newestVersion, START_EMPTY } from '../db/migrate.ts'
import { sqlFile } from '../db/sql-file.ts'
import { buildIndex, dropReplacedIndex } from '../search/index/rebuild-index.ts'
import { BackupError } from './backup-error.ts'
import type { Manifest, Part } from './manifest.ts'
import { readPart } from './parts.ts'
import type { Target } from './target.ts'

const IS_TAKEN = sqlFile(import.meta.url, 'is-taken.sql', 'planned')
const SERVER = sqlFile(import.meta.url, 'server-version.sql', 'planned')
const IDENTITIES = sqlFile(import.meta.url, 'identities.sql', 'planned')
const MOVE_VERSION = sqlFile(import.meta.url, 'move-version.sql', 'planned')
const IS_REGISTER = { text: `update corpus_state set kind = 'register'`, parameters: [] }
const REBUILD_LISTING = sqlFile(import.meta.url, 'rebuild-listing.sql', 'planned')
const ANALYZE = { text: 'select analyze_corpus()', parameters: [] }

/** What is being done, for whoever waits for it. */
export type RestorePhase =
  | { step: 'check' | 'load'; backup: string; part: Part }
  | { step: 'index'; marks: number }
  | { step: 'listing' | 'count' }

export interface RestoreOptions {
  target: Target
  /** Of different kinds; what none of them has stays empty. */
  manifests: readonly Manifest[]
  /** The secret key, as `readIdentity` gives it. */
  identity: string
  onPhase?: (phase: RestorePhase) => void
  /** The migrations of this software; tests of upgrades add some. */
  known?: typeof migrations
}

/** How many rows a table has now, as its manifest says. */
export type Restored = Record<string, number>

/**
 * Restores backups into an empty database, in one transaction: the schema as it was, the rows, the schema as it is now,
 * and what follows from the rows. Whatever goes wrong, also with this process, leaves the database empty.
 *
 * Every part is read to its end before the first row is written: nothing is begun with a wrong key, or with files that
 * are missing, cut, swapped or altered.
 *
 * @throws BackupError, or what the database reports
 */
export async function restore(database: Database, options: RestoreOptions): Promise<Restored> {
  refuseUnknownSchema(options)
  await refuseOlderServer(database, options.manifests)
  await refuseTaken(database)
  await checkParts(options)
  const restored = await database.transaction(async (transaction) => {
    await transaction.query({ text: 'set local idle_in_transaction_session_timeout = 0', parameters: [] })
    await load(transaction, options)
    return countRows(transaction, options)
  })
  await dropReplacedIndex(database) // the empty one that the schema began with
  return restored
}

/** A released migration never changes: only a development version has another one under a known number. */
function refuseUnknownSchema({ manifests, known = migrations }: RestoreOptions): void {
  const digests = new Map(known.map(({ version, digest }) => [version, digest]))
  for (const { name, software, schema } of manifests) {
    if (schema.some(({ version, digest }) => digests.has(version) && digests.get(version) !== digest)) {
      throw new BackupError(
        `${name} has the schema of an earlier development version, which cannot be restored: ${START_EMPTY}.`,
      )
    }
    const newest = schemaVersion(schema)
    if (newest > newestVersion(known)) {
      throw new BackupError(
        `${name} was made by newer software (${software}, schema ${newest}; this one knows ${newestVersion(known)}): ` +
          'restore it with that version or a newer one.',
      )
    }
  }
}

const schemaVersion = (schema: Manifest['schema']): number =>
  schema.reduce((newest, { version }) => Math.max(newest, version), 0)

async function refuseOlderServer(database: Database, manifests: readonly Manifest[]): Promise<void> {
  const [server] = await database.query<{ major: number }>(SERVER)
  const newer = manifests.find(({ postgresql }) => postgresql > (server?.major ?? 0))
  if (newer) {
    throw new BackupError(
      `${newer.name} was made from PostgreSQL ${newer.postgresql}, and this one is older: ${server?.major}. ` +
        `Restore it into PostgreSQL ${newer.postgresql} or newer.`,
    )
  }
}

async function refuseTaken(database: Database | Transaction): Promise<void> {
  const [found] = await database.query<{ taken: boolean }>(IS_TAKEN)
  if (found?.taken) {
    throw new BackupError(
      'This database is not empty, and a restore never overwrites: name an empty one, or a new DATA_DIR.',
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
        // what is wrong with it shows at its end
      }
    }
  }
}

/** Each backup is loaded into the schema that it was made from; the older one first. */
async function load(transaction: Transaction, options: RestoreOptions): Promise<void> {
  const { manifests, onPhase = () => {}, known = migrations } = options
  await migrateWithin(transaction, [])
  await refuseTaken(transaction) // whoever was faster has it
  for (const manifest of manifests.toSorted((a, b) => schemaVersion(a.schema) - schemaVersion(b.schema))) {
    const newest = schemaVersion(manifest.schema)
    await migrateWithin(
      transaction,
      known.filter(({ version }) => version <= newest),
    )
    for (const part of manifest.parts) {
      onPhase({ step: 'load', backup: manifest.name, part })
      await loadPart(transaction, manifest.name, part, options)
    }
  }
  await migrateWithin(transaction, known)
  await continueIdentities(transaction)
  await transaction.query(MOVE_VERSION)
  if (manifests.every(({ kind, corpus }) => kind === 'keys' && corpus === 'register')) {
    await transaction.query(IS_REGISTER) // no made-up marks for keys of a register, which are backed up on
  }
  onPhase({ step: 'listing' })
  await transaction.query(REBUILD_LISTING)
  await transaction.query(ANALYZE)
  await transaction.query(LOCK_CORPUS)
  await buildIndex(transaction, (marks) => onPhase({ step: 'index', marks }))
}

/** Frozen: nobody else sees tables of this transaction, and nothing has to be vacuumed before it is fast. */
async function loadPart(
  transaction: Transaction,
  backup: string,
  part: Part,
  { target, identity }: Pick<RestoreOptions, 'target' | 'identity'>,
): Promise<void> {
  const { table, columns } = part
  await transaction.query({ text: `delete from ${table}`, parameters: [] }) // what its migration put there
  const text = `copy ${table} (${columns.join(', ')}) from stdin with (freeze)`
  await transaction.copyIn({ text, parameters: [] }, readPart({ target, backup, part }, identity))
}

/** Every identity goes on behind the highest that was restored. */
async function continueIdentities(transaction: Transaction): Promise<void> {
  for (const { table, column } of await transaction.query<{ table: string; column: string }>(IDENTITIES)) {
    const text = `select setval(pg_get_serial_sequence('${table}', '${column}'), max(${column})) from ${table}`
    await transaction.query({ text, parameters: [] }) // of an empty table: null, and nothing is set
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
      throw new BackupError(`${table} has ${count?.rows} rows after the restore, and had ${rows}.`)
    }
    restored[table] = rows
  }
  return restored
}
