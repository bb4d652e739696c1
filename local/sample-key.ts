import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createKey, type KeyTerms, verifyKey } from '../shared/access/keys.ts'
import type { Database } from '../shared/db/database.ts'

/** Where the key to the made-up office is kept, for its owner's eyes only. */
export const sampleKeyFile = (dataDir: string): string => join(dataDir, 'sample-key')

const AUTHOR = { actor: 'npm start', reason: 'a ready key to the made-up office' }

/** An ordinary key of the consumer `sample`: the one of the last start where it is still good, else a new one. */
export async function ensureSampleKey(
  database: Database,
  dataDir: string,
  limits: Pick<KeyTerms, 'monthlyQuota' | 'burstPerMinute'>,
): Promise<string> {
  const file = sampleKeyFile(dataDir)
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim()
  const verdict = await verifyKey(database, kept)
  if (typeof verdict === 'object' && verdict.state === 'active') {
    return kept
  }
  const { key } = await createKey(
    database,
    { consumer: 'sample', scopes: [], expires: undefined, ...limits },
    AUTHOR,
  )
  await mkdir(dataDir, { recursive: true })
  await rm(`${file}.new`, { recursive: true, force: true })
  // Only a file that is made here and now: never through a link that somebody left there.
  await writeFile(`${file}.new`, `${key}\n`, { mode: 0o600, flag: 'wx' })
  await rename(`${file}.new`, file)
  return key
}
