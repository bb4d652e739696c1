import type { Health } from '../../schemas/health.ts'
import type { Database } from '../db/database.ts'
import { migrations } from '../db/migrate.ts'
import { sqlFile } from '../db/sql-file.ts'
import { shared, withinTime } from './in-time.ts'

interface Found {
  applied: { version: number; kind: 'additive' | 'breaking' }[]
  sample: boolean
}

/** What decides whether reads can be served. */
export type DatabaseChecks = Pick<Health['checks'], 'database' | 'migrations'>

interface Checked extends Pick<Health, 'sample'> {
  checks: DatabaseChecks
}

type Aside = Pick<Database, 'aside'>

const UNDEFINED_TABLE = '42P01'

const DATABASE_CHECKS = sqlFile(import.meta.url, 'database-checks.sql', 'planned')

/**
 * Whether the database answers, and with which schema: reads can be served where `migrations` is `ok`. Asked beside the
 * pool, as requests that wait there for a connection are no reason to call the database unreachable.
 */
export async function checkDatabase({ aside }: Aside): Promise<Checked> {
  try {
    const { applied, sample } = await withinTime(shared(aside, () => ask(aside)))
    return { sample, checks: { database: 'ok', migrations: migrationState(applied) } }
  } catch (error) {
    return (error as { code?: string }).code === UNDEFINED_TABLE
      ? { checks: { database: 'ok', migrations: 'missing' } }
      : { checks: { database: 'unreachable', migrations: 'unknown' } }
  }
}

async function ask(database: Aside['aside']): Promise<Found> {
  const [found] = await database.query<Found>(DATABASE_CHECKS)
  return found ?? { applied: [], sample: true }
}

function migrationState(applied: Found['applied']): DatabaseChecks['migrations'] {
  const mine = new Set(migrations.map(({ version }) => version))
  const found = new Set(applied.map(({ version }) => version))
  if (!mine.isSubsetOf(found)) {
    return 'missing'
  }
  return applied.some(({ version, kind }) => kind === 'breaking' && !mine.has(version)) ? 'newer' : 'ok'
}
