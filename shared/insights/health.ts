import type { Health } from '../../schemas/health.ts'
import type { Queryable } from '../db/database.ts'
import { migrations } from '../db/migrate.ts'
import { sqlFile } from '../db/sql-file.ts'
import { VERSION } from '../version.ts'

interface Found {
  applied: { version: number; kind: 'additive' | 'breaking' }[]
  sample: boolean
}

/** Leaves an answer well under the second that a probe waits, also when the database hangs. */
const TIMEOUT_MS = 800
const UNDEFINED_TABLE = '42P01'

const HEALTH = sqlFile(import.meta.url, 'health.sql', 'planned')

let asking: Promise<Found> | undefined

/**
 * Whether reads can be served: the database answers and its schema is one that this software works with.
 * Probes that come while one is being answered share its query, so that they cannot use up the pool.
 */
export async function checkHealth(database: Queryable): Promise<Health> {
  asking ??= ask(database)
  try {
    const { applied, sample } = await withinTime(asking)
    const state = migrationState(applied)
    return report(state === 'ok', { database: 'ok', migrations: state }, sample)
  } catch (error) {
    return (error as { code?: string }).code === UNDEFINED_TABLE
      ? report(false, { database: 'ok', migrations: 'missing' })
      : report(false, { database: 'unreachable', migrations: 'unknown' })
  }
}

async function ask(database: Queryable): Promise<Found> {
  try {
    const [found] = await database.query<Found>(HEALTH)
    return found ?? { applied: [], sample: true }
  } finally {
    asking = undefined
  }
}

const report = (ok: boolean, checks: Health['checks'], sample?: boolean): Health => ({
  status: ok ? 'ok' : 'degraded',
  version: VERSION,
  ...(sample ? { sample } : {}),
  checks,
})

function migrationState(applied: Found['applied']): Health['checks']['migrations'] {
  const known = new Set(migrations.map(({ version }) => version))
  const found = new Set(applied.map(({ version }) => version))
  if (!known.isSubsetOf(found)) {
    return 'missing'
  }
  return applied.some(({ version, kind }) => kind === 'breaking' && !known.has(version)) ? 'newer' : 'ok'
}

async function withinTime<Value>(value: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new Error('no answer in time')), TIMEOUT_MS)
  })
  try {
    return await Promise.race([value, timeout])
  } finally {
    clearTimeout(timer)
  }
}
