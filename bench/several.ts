import type { Database } from '../shared/db/database.ts'
import { CONNECTIONS, drawAsked, KEYS, startProcesses, takeTurns } from './bear-processes.ts'
import { openBenchDatabase } from './bench-database.ts'
import { whole } from './figures-table.ts'
import { annotate, fillMarks, settle } from './fill.ts'
import { databaseFacts } from './machine.ts'
import type { Part, Run } from './part.ts'
import { countsTable, lossGoals } from './several-figures.ts'

/** The same load on one process, and spread over several on the same database. */
export const several: Part = {
  summary: 'single marks, listings and searches from one process, and from several on one PostgreSQL',
  marks: 20_000,
  async measure(run) {
    run.step('making a database')
    const database = await openBenchDatabase(run)
    await fillMarks(run, database)
    run.step(`annotating them, and making ${KEYS} keys`)
    await annotate(database.owner)
    const asked = await drawAsked(database.owner)
    await settle(database.owner)
    const urls = (await startProcesses(run, database)).map(({ url }) => url)
    const borne = await takeTurns(run, urls, asked)
    const facts = {
      ...describe(run),
      connections: `${await connectionsOf(database.owner)} to the database from ${urls.length} processes`,
      ...(await databaseFacts(database.owner)),
    }
    return { facts, tables: { processes: countsTable(borne) }, goals: lossGoals(borne, run.marks) }
  },
}

const describe = ({ rounds, seconds, marks }: Run): Record<string, string> => ({
  load: `${rounds} rounds of ${seconds} s, ${CONNECTIONS} connections over all processes, ${KEYS} keys`,
  questions: `${whole(marks)} marks: a mark by its number, pages of 20 by filters and by a name`,
})

/** Those that were used in the last round are open for some seconds more. */
const CONNECTIONS_OPEN = {
  text: `select count(*)::integer as open
           from pg_stat_activity
          where datname = current_database() and application_name = 'trademark start'`,
  parameters: [],
}

const connectionsOf = async (owner: Database): Promise<number> =>
  (await owner.query<{ open: number }>(CONNECTIONS_OPEN))[0]?.open ?? 0
