import type { Database } from '../../db/database.ts'
import type { Replica } from '../../db/replica/replica.ts'
import { checkDatabase } from '../database-checks.ts'
import { keeping } from '../in-time.ts'
import { invalidCalls, writeAdmissions } from './admissions.ts'
import { type CorpusFacts, type CorpusTerms, corpusState, findCorpusFacts } from './corpus-state.ts'
import { counted } from './counted.ts'
import { databaseState } from './database-state.ts'
import { processState } from './process-state.ts'
import { Registry } from './prometheus-client.ts'
import { replicaState } from './replica-state.ts'
import { counter, gauge, type Told, write } from './told.ts'

/** The text format of Prometheus. */
export const CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE

const factsOf = keeping<CorpusFacts>()

/**
 * All metrics as text, in well under a second: without a database that answers, what only that knows is left out, and
 * `trademark_scrape_ok` says so. It is asked beside the pool, which others may have used up.
 */
export async function metricsPage(
  database: Database,
  terms: CorpusTerms,
  replica?: Replica,
): Promise<string> {
  const [{ checks }, found] = await Promise.all([
    checkDatabase(database),
    factsOf.ask(database, () => findCorpusFacts(database.aside, terms)),
  ])
  const facts = checks.database === 'ok' && found !== 'unknown' ? found : undefined
  const told: Told[] = [
    gauge('trademark_scrape_ok', '1 where everything could be told, 0 where the database did not answer.', [
      Number(facts !== undefined),
    ]),
    ...processState(),
    ...databaseState(checks, database),
    ...(replica === undefined ? [] : replicaState(replica)),
    gauge('trademark_backup_configured', '1 where a place for backups is configured, 0 where none is.', [
      Number(terms.backups !== undefined),
    ]),
    ...(facts === undefined ? [] : corpusState(facts)),
    counter('trademark_unauthorized_total', 'Calls without a key, or with one that is not valid.', [
      invalidCalls(),
    ]),
  ]
  return [await write(told), await counted.metrics(), writeAdmissions()].join('\n')
}
