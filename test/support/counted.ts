import type { Database } from '../../shared/db/database.ts'
import { updateKey } from '../../shared/keys/keys.ts'
import { rowsOf } from './corpus-snapshot.ts'
import { AUTHOR } from './test-keys.ts'

/** Returns the counters of a key: of the month, and of the latest rate limit window. */
export async function counted(
  owner: Database,
  id: string,
): Promise<{ month: number; burst: number } | undefined> {
  const [found] = await owner.query<{ month: number; burst: number }>(
    {
      text: `select month_used::int as month, window_used::int as burst
               from usage_counter join api_key using (counter_id) where public_id = $1`,
      parameters: ['id'],
    },
    { id },
  )
  return found
}

/** Resets the counters of all keys, and sets the terms of one key: defaults with `terms`. */
export async function renew(
  owner: Database,
  id: string,
  terms: Partial<Parameters<typeof updateKey>[2]> = {},
): Promise<void> {
  const all = { scopes: [], monthlyQuota: 10_000, burstPerMinute: 10_000, ...terms }
  await updateKey(owner, id, all, AUTHOR)
  await rowsOf(
    owner,
    `update usage_counter set month_used = 0, window_used = 0, window_opened_at = '-infinity'`,
  )
}
