import type { Health } from '../../schemas/health.ts'
import type { Database } from '../db/database.ts'
import { migrations } from '../db/migrate.ts'
import { sqlFile } from '../db/sql-file.ts'
import { singleFlight, withTimeout } from './cached-probe.ts'
import { compareRelease, type PostgresqlRelease } from './postgresql-release.ts'

interface Reading {
  applied: { version: number; kind: 'additive' | 'breaking' }[]
  sample: boolean
  serverVersion: number
}

/** The checks that decide whether reads can be served. */
export type DatabaseChecks = Pick<Health['checks'], 'database' | 'migrations'>

interface Checked extends Pick<Health, 'sample'> {
  checks: DatabaseChecks
  /** The release of the server; undefined if the query failed. */
  release?: PostgresqlRelease
}

type Aside = Pick<Database, 'aside'>

const UNDEFINED_TABLE = '42P01'

const DATABASE_CHECKS = sqlFile(import.meta.url, 'database-checks.sql', 'planned')

/**
 * Checks whether the database answers and whether its schema is supported. Reads can be served if `migrations` is `ok`. The
 * query uses the separate connections of `aside`, so that it does not wait for a busy pool until the timeout.
 */
export async function checkDatabase({ aside }: Aside): Promise<Checked> {
  try {
    const { applied, sample, serverVersion } = await withTimeout(singleFlight(aside, () => readChecks(aside)))
    return {
      sample,
      release: compareRelease(serverVersion),
      checks: { database: 'ok', migrations: migrationState(applied) },
    }
  } catch (error) {
    return (error as { code?: string }).code === UNDEFINED_TABLE
      ? { checks: { database: 'ok', migrations: 'missing' } }
      : { checks: { database: 'unreachable', migrations: 'unknown' } }
  }
}

async function readChecks(database: Aside['aside']): Promise<Reading> {
  const [reading] = await database.query<Reading>(DATABASE_CHECKS)
  if (!reading) {
    throw new Error('database-checks.sql returned no row')
  }
  return reading
}

function migrationState(applied: Reading['applied']): DatabaseChecks['migrations'] {
  const required = new Set(migrations.map(({ version }) => version))
  const found = new Set(applied.map(({ version }) => version))
  if (!required.isSubsetOf(found)) {
    return 'missing'
  }
  return applied.some(({ version, kind }) => kind === 'breaking' && !required.has(version)) ? 'newer' : 'ok'
}
