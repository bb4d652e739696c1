import type { Database } from '../../shared/db/database.ts'
import { type CreatedKey, createKey, type KeyTerms } from '../../shared/keys/keys.ts'

/** The author of key changes in tests. */
export const AUTHOR = { actor: 'test', reason: undefined }

/** Creates a key with the ordinary limits and without restriction, changed by `terms`. */
export const makeKey = (owner: Database, terms: Partial<KeyTerms> = {}): Promise<CreatedKey> =>
  createKey(owner, { ...ORDINARY, ...terms }, AUTHOR)

const ORDINARY: KeyTerms = {
  consumer: 'tester',
  scopes: [],
  monthlyQuota: 10_000,
  burstPerMinute: 100,
  expires: undefined,
}
