import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../shared/db/database.ts'
import { createKey, type KeyTerms, verifyKey } from '../shared/keys/keys.ts'

/** Where the key to the made-up office is kept, for its owner's eyes only. */
export const sampleKeyFile = (dataDir: string): string => join(dataDir, 'sample-key')

const AUTHOR = { actor: 'npm start', reason: 'a ready key to the made-up office' }

/**
 * An ordinary key of the consumer `sample`: the one of the last start where it is still good, else a new one.
 * Of processes that start at the same time, one makes it and the others find it. A register has none: undefined.
 */
export const ensureSampleKey = (
  database: Database,
  dataDir: string,
  limits: Pick<KeyTerms, 'monthlyQuota' | 'burstPerMinute'>,
): Promise<string | undefined> =>
  database.transaction(async (transaction) => {
    await transaction.query(LOCK)
    const [corpus] = await transaction.query<{ kind: string }>(CORPUS)
    if (corpus?.kind !== 'sample') {
      return undefined
    }
    const kept = (await readFile(sampleKeyFile(dataDir), 'utf8').catch(() => '')).trim()
    const found = await verifyKey(transaction, kept)
    if (typeof found === 'object' && found.state === 'active') {
      return kept
    }
    const terms = { consumer: 'sample', scopes: [], expires: undefined, ...limits }
    const { key } = await createKey(transaction, terms, AUTHOR)
    await keep(key, dataDir)
    return key
  })

/** Removes a key that ended with the sample: a register has none. */
export const forgetSampleKey = (dataDir: string): Promise<void> => rm(sampleKeyFile(dataDir), { force: true })

/** Held until the key is made: the corpus does not become a register meanwhile. */
const CORPUS = { text: 'select kind from corpus_state for share', parameters: [] }
const LOCK = { text: `select pg_advisory_xact_lock(hashtext('trademark sample key'))`, parameters: [] }

async function keep(key: string, dataDir: string): Promise<void> {
  const file = sampleKeyFile(dataDir)
  await mkdir(dataDir, { recursive: true })
  await rm(`${file}.new`, { recursive: true, force: true })
  // Only a file that is made here and now: never through a link that somebody left there.
  await writeFile(`${file}.new`, `${key}\n`, { mode: 0o600, flag: 'wx' })
  await rename(`${file}.new`, file)
}
