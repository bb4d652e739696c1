import type { Database } from '../../../shared/db/database.ts'
import type { Run } from '../../part.ts'
import type { Corpus } from '../corpus.ts'
import type { KeptDatabase } from '../kept-database.ts'
import type { SearchQuery } from '../kinds.ts'

/** Where everything of the stress happens. */
export interface Place {
  readonly run: Run
  readonly database: KeptDatabase
  readonly serving: Database
  readonly corpus: Corpus
  /** As many of each kind, mixed. */
  readonly queries: readonly SearchQuery[]
}
