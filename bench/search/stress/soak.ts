import { whole } from '../../figures-table.ts'
import { inOwnProcess } from '../../own-process.ts'
import type { Place } from './place.ts'
import type { SoakAnswer, SoakNews, SoakTask } from './soak-process.ts'

/** The memory of a process that does nothing but search. */
export interface Soak {
  searches: number
  /** Resident megabytes (2^20 bytes) after each tenth of the searches. */
  megabytes: number[]
  /** After the last tenth against after the first. */
  growth: number
}

export async function measureSoak(
  { run, database, corpus, queries }: Place,
  searches: number,
): Promise<Soak> {
  run.step(`${corpus.title}: ${whole(searches)} searches in a process of their own`)
  const task: SoakTask = { connection: database.connection, queries, searches }
  const { answer: megabytes } = await inOwnProcess<SoakNews, SoakAnswer>(
    run,
    new URL('soak-process.ts', import.meta.url),
    task,
    (done) =>
      run.step(`${corpus.title}: ${whole(done)} of ${whole(searches)} searches in a process of their own`),
  )
  return { searches, megabytes, growth: (megabytes.at(-1) ?? 0) / (megabytes[0] ?? 0) }
}
