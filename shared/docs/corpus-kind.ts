import type { Database } from '../db/database.ts'
import { cachedProbe } from '../insights/cached-probe.ts'
import { checkDatabase } from '../insights/database-checks.ts'

/** The kind of the corpus; `unknown` while the database does not answer. */
export type CorpusKind = 'sample' | 'register' | 'unknown'

const CACHE_MS = 5_000

const kindOf = cachedProbe<CorpusKind>(CACHE_MS)

/** Returns the kind of the corpus, cached for a few seconds. If the database does not answer, pages wait less than a second. */
export const corpusKind = (database: Database): Promise<CorpusKind> =>
  kindOf.read(database, async () => {
    const { sample, checks } = await checkDatabase(database)
    if (checks.migrations !== 'ok' || sample === undefined) {
      return 'unknown'
    }
    return sample ? 'sample' : 'register'
  })
