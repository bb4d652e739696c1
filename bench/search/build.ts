import { setTimeout as sleep } from 'node:timers/promises'
import { getBrand } from '../../shared/brands/get-brand.ts'
import { type Database, openDatabase } from '../../shared/db/database.ts'
import type { BenchDatabase } from '../bench-database.ts'
import { whole } from '../figures-table.ts'
import { inOwnProcess } from '../own-process.ts'
import type { Run } from '../part.ts'
import type { Corpus } from './corpus.ts'
import type { RebuildAnswer, RebuildNews } from './rebuild-process.ts'

/** What a search costs before it is asked anything. */
export interface Built {
  seconds: number
  /** Of all that it adds to the database. */
  megabytes: number
  /** Of the process that built it; null for what was built by statements alone. */
  peakMegabytes: number | null
  /** The slowest answer that somebody got meanwhile, in milliseconds; null where nobody asked. */
  slowestMeanwhile: number | null
}

const PAUSE_MS = 25
const SIZE = {
  text: `select coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 as bytes
           from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
          where c.relkind = 'r' and (c.relname ^@ 'search_' or n.nspname ^@ 'search')`,
  parameters: [],
}
const ANY_NUMBER = { text: 'select nro_solicitud::text as "nroSolicitud" from brand limit 1', parameters: [] }

/** Builds our index from nothing, while somebody else goes on reading a mark in detail. */
export async function buildIndex(
  run: Run,
  { connection, owner }: BenchDatabase,
  corpus: Corpus,
): Promise<Built> {
  run.step(`${corpus.title}: building the index`)
  const serving = openDatabase(connection, 'trademark_serve', 'bench')
  const reader = readOnAndOn(serving, await anyNumber(owner))
  const build = inOwnProcess<RebuildNews, RebuildAnswer>(
    run,
    new URL('rebuild-process.ts', import.meta.url),
    connection,
    (marks) => run.step(`${corpus.title}: building the index, mark ${whole(marks)}`),
  )
  const { answer: seconds, peakMegabytes } = await build.finally(() => reader.stop())
  const slowestMeanwhile = await reader.stop()
  await serving.close()
  const [size] = await owner.query<{ bytes: number }>(SIZE)
  return { seconds, megabytes: (size?.bytes ?? 0) / 2 ** 20, peakMegabytes, slowestMeanwhile }
}

const anyNumber = async (owner: Database): Promise<string> =>
  (await owner.query<{ nroSolicitud: string }>(ANY_NUMBER))[0]?.nroSolicitud ?? ''

/** Reads a mark, again and again; `stop` tells the slowest answer, in milliseconds. A failure counts, too. */
function readOnAndOn(serving: Database, nroSolicitud: string): { stop(): Promise<number> } {
  let going = true
  let slowest = 0
  const reading = (async () => {
    while (going) {
      const startedAt = performance.now()
      await getBrand(serving, { nroSolicitud }).catch(() => {})
      slowest = Math.max(slowest, performance.now() - startedAt)
      await sleep(PAUSE_MS)
    }
  })()
  return {
    async stop() {
      going = false
      await reading
      return slowest
    },
  }
}
