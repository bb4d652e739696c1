import type { Database } from '../../db/database.ts'
import { cachedProbe } from '../cached-probe.ts'
import { checkDatabase, type DatabaseChecks } from '../database-checks.ts'
import type { PostgresqlRelease } from '../postgresql-release.ts'
import { invalidCalls, renderAdmissions } from './admissions.ts'
import { callMetrics } from './call-metrics.ts'
import { type CorpusFacts, corpusMetrics, type MetricsOptions, readCorpusFacts } from './corpus-metrics.ts'
import { counter, gauge, type Metric, renderMetrics } from './metric.ts'
import { processMetrics } from './process-metrics.ts'
import { Registry } from './prometheus-client.ts'

/** The media type of the Prometheus text format. */
export const CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE

interface PageOptions extends MetricsOptions {
  /** Whether only this machine can reach the service. */
  onLoopback: boolean
}

const corpusProbe = cachedProbe<CorpusFacts>()

/**
 * Renders all metrics as text. If the database does not answer in time, `corpusMetrics` are left out, and
 * `trademark_scrape_ok` is 0. The queries use separate connections (`aside`), because the pool may be busy.
 */
export async function metricsPage(
  database: Database,
  { onLoopback, ...options }: PageOptions,
): Promise<string> {
  const [{ checks, release, sample }, reading] = await Promise.all([
    checkDatabase(database),
    corpusProbe.read(database, () => readCorpusFacts(database.aside, options)),
  ])
  const facts = checks.database === 'ok' && reading !== 'unknown' ? reading : undefined
  const metrics: Metric[] = [
    gauge('trademark_scrape_ok', '1 if all metrics could be read, 0 if the database did not answer.', [
      Number(facts !== undefined),
    ]),
    ...processMetrics(),
    ...databaseMetrics(checks, database),
    // An outdated release is no risk for sample data on loopback. The metric is omitted to prevent an alert.
    ...(release === undefined || (sample && onLoopback) ? [] : [releaseMetric(release)]),
    gauge('trademark_backup_configured', '1 if a target for backups is configured, else 0.', [
      Number(options.backups !== undefined),
    ]),
    ...(facts === undefined ? [] : corpusMetrics(facts)),
    counter('trademark_unauthorized_total', 'Calls without a key, or with a key that is not valid.', [
      invalidCalls(),
    ]),
  ]
  return [await renderMetrics(metrics), await callMetrics.metrics(), renderAdmissions()].join('\n')
}

const releaseMetric = ({ state, version, lowest = '' }: PostgresqlRelease): Metric =>
  gauge(
    'trademark_postgresql_outdated',
    '1 if the minor release of PostgreSQL lacks security fixes, 0 if it is accepted. Absent if this service does not know the major version.',
    [state === 'unlisted' ? null : Number(state === 'outdated'), { version, lowest }],
  )

function databaseMetrics({ database, migrations }: DatabaseChecks, { use }: Pick<Database, 'use'>): Metric[] {
  const { open, idle, most, waiting } = use()
  return [
    gauge('trademark_database_up', '1 if the database answers, else 0.', [Number(database === 'ok')]),
    gauge('trademark_ready', '1 if reads can be served (/health answers 200), else 0.', [
      Number(migrations === 'ok'),
    ]),
    gauge('trademark_database_connections', 'Open connections to the database.', [open]),
    gauge('trademark_database_connections_idle', 'Open connections that no request uses.', [idle]),
    gauge('trademark_database_connections_max', 'Maximum number of open connections.', [most]),
    gauge('trademark_database_connections_waiting', 'Requests that wait for a connection.', [waiting]),
  ]
}
