import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../shared/db/database.ts'
import { sqlFile } from '../shared/db/sql-file.ts'
import { createKey, type KeyTerms, verifyKey } from '../shared/keys/keys.ts'

/** Returns the path of the file with the sample key. Only the owner can read the file. */
export const sampleKeyFile = (dataDir: string): string => join(dataDir, 'sample-key')

const LOCK_SAMPLE_KEY = sqlFile(import.meta.url, 'lock-sample-key.sql', 'planned')
const LOCK_CORPUS_KIND = sqlFile(import.meta.url, 'lock-corpus-kind.sql', 'planned')

const AUTHOR = { actor: 'npm start', reason: 'a key for the sample data' }

/**
 * Returns the saved sample key, or a new key if the saved key is missing or not active.
 * Returns undefined if the corpus is not the sample. Of several processes that start at once, only one creates a key.
 */
export const ensureSampleKey = (
  database: Database,
  dataDir: string,
  limits: Pick<KeyTerms, 'monthlyQuota' | 'burstPerMinute'>,
): Promise<string | undefined> =>
  database.transaction(async (transaction) => {
    await transaction.query(LOCK_SAMPLE_KEY)
    const [corpus] = await transaction.query<{ kind: string }>(LOCK_CORPUS_KIND)
    if (corpus?.kind !== 'sample') {
      return undefined
    }
    const saved = (await readFile(sampleKeyFile(dataDir), 'utf8').catch(() => '')).trim()
    const found = await verifyKey(transaction, saved)
    if (typeof found === 'object' && found.state === 'active') {
      return saved
    }
    const terms = { consumer: 'sample', scopes: [], expires: undefined, ...limits }
    const { key } = await createKey(transaction, terms, AUTHOR)
    await saveKey(key, dataDir)
    return key
  })

/** Deletes the file with the sample key. */
export const forgetSampleKey = (dataDir: string): Promise<void> => rm(sampleKeyFile(dataDir), { force: true })

async function saveKey(key: string, dataDir: string): Promise<void> {
  const file = sampleKeyFile(dataDir)
  await mkdir(dataDir, { recursive: true })
  await rm(`${file}.new`, { recursive: true, force: true })
  // The flag wx creates a new file and never follows an existing link.
  await writeFile(`${file}.new`, `${key}\n`, { mode: 0o600, flag: 'wx' })
  await rename(`${file}.new`, file)
}
