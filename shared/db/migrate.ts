import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { OperatorError } from '../platform/operator-error.ts'
import type { Database, Queryable } from './database.ts'
import { sqlFile } from './sql-file.ts'

const LOCK_MIGRATIONS = sqlFile(import.meta.url, 'lock-migrations.sql', 'planned')
const LIMIT_LOCK_WAIT = sqlFile(import.meta.url, 'limit-lock-wait.sql', 'planned')
const CREATE_TABLE = sqlFile(import.meta.url, 'create-schema-migration.sql', 'planned')
const FIND = sqlFile(import.meta.url, 'find-migration.sql', 'planned')
const LIST = sqlFile(import.meta.url, 'list-migrations.sql', 'planned')
const RECORD = sqlFile(import.meta.url, 'record-migration.sql', 'planned')

/** One numbered file of `migrations/`. */
export interface Migration {
  version: number
  name: string
  /** After an `additive` migration, older software still works with the schema. */
  kind: 'additive' | 'breaking'
  digest: string
  sql: string
}

/** This software cannot work with the schema of the database. */
export class MigrationError extends OperatorError {
  override name = 'MigrationError'
}

interface Applied {
  version: number
  name: string
  kind: Migration['kind']
  digest: string
}

const FOLDER = new URL('migrations/', import.meta.url)
const FILE_NAME = /^(?<version>\d{4})_(?<name>\w+)\.sql$/
const FIRST_LINE = /^-- (?<kind>additive|breaking)\n/

export const migrations: readonly Migration[] = readMigrations()

/**
 * Applies the missing migrations, each in one transaction. Returns version and name of each migration that was missing.
 *
 * @throws MigrationError if an applied migration is breaking and newer than this software, or differs from its file
 */
export async function migrate(database: Database, known = migrations): Promise<string[]> {
  const applied: string[] = []
  await database.transaction(beginMigrating)
  for (const migration of known) {
    if (await database.transaction((transaction) => applyOnce(transaction, migration))) {
      applied.push(`${migration.version} ${migration.name}`)
    }
  }
  refuseNewer(await database.query<Applied>(LIST), newestVersion(known))
  return applied
}

/** Applies the missing migrations within a transaction, for a restore. */
export async function migrateWithin(transaction: Queryable, wanted: readonly Migration[]): Promise<void> {
  await beginMigrating(transaction)
  for (const migration of wanted) {
    await applyOnce(transaction, migration)
  }
}

/** Returns the newest version that this software knows. */
export const newestVersion = (known = migrations): number => known.at(-1)?.version ?? 0

export const START_EMPTY = 'start with an empty DATA_DIR or an empty database, and load the data again'

async function beginMigrating(transaction: Queryable): Promise<void> {
  await lock(transaction)
  await transaction.query(CREATE_TABLE)
}

/**
 * Waits without a time limit until no other process migrates. Later statements of the transaction wait only a limited
 * time for a table lock.
 */
async function lock(transaction: Queryable): Promise<void> {
  await transaction.query(LOCK_MIGRATIONS)
  await transaction.query(LIMIT_LOCK_WAIT)
}

async function applyOnce(transaction: Queryable, migration: Migration): Promise<boolean> {
  await lock(transaction)
  const [found] = await transaction.query<Applied>(FIND, { version: migration.version })
  if (found) {
    if (found.name !== migration.name) {
      throw new MigrationError(
        'This database has the schema of an earlier development version, which cannot be upgraded: ' +
          `${START_EMPTY}.`,
      )
    }
    if (found.digest !== migration.digest) {
      throw new MigrationError(
        `Migration ${migration.version} (${migration.name}) was changed after it had been applied to this ` +
          'database. Run the version of the software that applied it, or restore the original file.',
      )
    }
    return false
  }
  const { sql: _, ...record } = migration
  await transaction.query({ text: migration.sql, parameters: [] })
  await transaction.query(RECORD, record)
  return true
}

function refuseNewer(applied: Applied[], newest: number): void {
  const breaking = applied.find((migration) => migration.version > newest && migration.kind === 'breaking')
  if (breaking) {
    throw new MigrationError(
      `This database was migrated by newer software: migration ${breaking.version} (${breaking.name}) changes what this ` +
        'version relies on. Start the newer version again, or restore a backup from before the upgrade into an empty ' +
        'database (docs/operate/upgrade.md).',
    )
  }
}

function readMigrations(): Migration[] {
  return readdirSync(FOLDER)
    .sort()
    .map((file) => {
      const sql = readFileSync(new URL(file, FOLDER), 'utf8')
      const name = FILE_NAME.exec(file)?.groups
      const kind = FIRST_LINE.exec(sql)?.groups?.kind as Migration['kind'] | undefined
      if (!name?.version || !name.name || !kind) {
        throw new Error(`${file} must be named NNNN_name.sql and begin with -- additive or -- breaking`)
      }
      const digest = createHash('sha256').update(sql).digest('hex')
      return { version: Number(name.version), name: name.name, kind, digest, sql }
    })
}
