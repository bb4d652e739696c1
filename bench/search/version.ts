import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { config } from '../../shared/config.ts'
import { machine } from '../machine.ts'

/** Raised whenever the corpus, the queries or the way of measuring change: older results say nothing then. */
export const METHOD = 1

const ROOT = new URL('../../', import.meta.url)
/** Where what a search does and costs is decided. */
const ENGINE = ['shared/search/', 'shared/brands/', 'shared/db/migrations/', 'shared/db/embedded/']
const CORPUS = ['bench/corpus/', 'shared/db/migrations/']

/** What results hold for: the engine, the way of measuring, the machine and the database. */
export const engineVersion = (): string =>
  digest([...sources(ENGINE), JSON.stringify(machine()), config().databaseUrl ?? 'embedded'])

/** What a loaded database holds for. */
export const corpusVersion = (names: readonly string[]): string => digest([...sources(CORPUS), ...names])

const digest = (texts: readonly string[]): string => {
  const hash = createHash('sha256').update(`method ${METHOD}\0`)
  for (const text of texts) hash.update(`${text}\0`)
  return hash.digest('hex').slice(0, 12)
}

const sources = (folders: readonly string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|sql)$/.test(file) && !/\.test\.ts$|testing\//.test(file))
      .sort()
      .map((file) => `${folder}${file}\n${readFileSync(new URL(`${folder}${file}`, ROOT), 'utf8')}`),
  )
