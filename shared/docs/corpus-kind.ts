import type { Database } from '../db/database.ts'
import { cachedProbe } from '../insights/cached-probe.ts'
import { checkDatabase } from '../insights/database-checks.ts'

/** Whose marks the service answers with; `unknown` while the database cannot be asked. */
export type CorpusKind = 'sample' | 'register' | 'unknown'

/** A page that is read in the seconds after a sample has ended may still tell of it. */
const KEPT_MS = 5_000

const kindOf = cachedProbe<CorpusKind>(KEPT_MS)

/** The kind of the corpus, known from a moment ago or asked for. A database that is away holds no reader up. */
export const corpusKind = (database: Database): Promise<CorpusKind> =>
  kindOf.read(database, async () => {
    const { sample, checks } = await checkDatabase(database)
    if (checks.migrations !== 'ok' || sample === undefined) {
      return 'unknown'
    }
    return sample ? 'sample' : 'register'
  })
