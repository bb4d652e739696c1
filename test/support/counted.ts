import type { Database } from '../../shared/db/database.ts'
import { updateKey } from '../../shared/keys/keys.ts'
import { rowsOf } from './corpus-snapshot.ts'
import { AUTHOR } from './test-keys.ts'

/** What the database has counted for a key: in its month, and in the window that was opened last. */
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

/** Resets the counters of all keys, and a key to its defaults with these terms. */
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
