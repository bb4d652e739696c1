import type { Database } from '../shared/db/database.ts'

const VERSION = { text: 'select version from corpus_state', parameters: [] }

/** The version of the corpus that a reader meets: a new one as soon as a load that changes it has committed. */
export const committedVersion = async (owner: Database): Promise<number> =>
  (await owner.query<{ version: number }>(VERSION))[0]?.version ?? 0
