import { type Connection, openDatabase } from '../../../shared/db/database.ts'
import { residentMegabytes } from '../../machine.ts'
import { doTask } from '../../own-process.ts'
import type { SearchQuery } from '../kinds.ts'
import { ours, timed } from '../ways.ts'
import { SEVERAL } from './throughput.ts'

export interface SoakTask {
  connection: Connection
  queries: readonly SearchQuery[]
  searches: number
}

/** How many searches are done. */
export type SoakNews = number

/** Resident megabytes after each tenth of the searches. */
export type SoakAnswer = number[]

const TENTHS = 10

doTask<SoakTask, SoakNews, SoakAnswer>(async ({ connection, queries, searches }, tell) => {
  const serving = openDatabase(connection, 'trademark_serve', 'soak')
  const way = ours(serving)
  const tenth = Math.ceil(searches / TENTHS)
  const megabytes: number[] = []
  let next = 0
  for (let part = 1; part <= TENTHS; part++) {
    const askOn = async (): Promise<void> => {
      while (next < part * tenth) await timed(way, queries[next++ % queries.length] as SearchQuery)
    }
    await Promise.all(Array.from({ length: SEVERAL }, askOn))
    megabytes.push(await residentMegabytes(process.pid))
    tell(part * tenth)
  }
  await serving.close()
  return megabytes
})
