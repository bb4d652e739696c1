import { chileanDay } from '../shared/chilean-day.ts'
import { type Statement, sqlFile } from '../shared/db/sql-file.ts'
import { addDays } from '../shared/schedule/chilean-time.ts'
import type { OfficeMark } from '../test/support/office/marca.ts'
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import { whole } from './figures-table.ts'
import { fillMarks, settle } from './fill.ts'
import { databaseFacts } from './machine.ts'
import { type BenchOffice, openOffice } from './open-office.ts'
import { inOwnProcess } from './own-process.ts'
import { MeasuringError, type Part, type Run } from './part.ts'
import type { CallsAnswer, CallsTask } from './portal-calls.ts'
import { type Asked, portalGoals, waysTable } from './portal-figures.ts'
import { applicationsOf, publishedOn, RECORDS } from './portal-marks.ts'
import { takePortal } from './portal-run.ts'

const CALLER = new URL('portal-calls.ts', import.meta.url)
const statement = (file: string): Statement => sqlFile(import.meta.url, file, 'planned')
const ALL_ASKED = statement('portal-all-asked.sql')
const STALE = statement('portal-stale.sql')
const HIGHEST: Statement = {
  text: 'select max(nro_solicitud)::text as highest from brand',
  parameters: [],
}

/** Applications as the search portal tells of them, one call after the other without pauses. */
export const portal: Part = {
  summary: 'npm run sync -- portal, with pauses off, next to the bare calls',
  marks: 20_000,
  async measure(run) {
    run.step('making a database')
    const database = await openBenchDatabase(run)
    const today = chileanDay(new Date())
    await fillMarks(run, database, addDays(today, -1))
    await database.owner.query(ALL_ASKED)
    await settle(database.owner)
    run.step('opening an office')
    const place: Surroundings = { run, database, office: await openOffice(run), today }
    const asked = await measureRounds(place)
    return {
      facts: { ...describe(run), ...(await databaseFacts(database.owner)) },
      tables: { portal: waysTable(asked) },
      goals: portalGoals(asked),
    }
  },
}

const describe = ({ rounds, marks }: Run): Record<string, string> => ({
  load: `${RECORDS} applications in a run; ${whole(marks)} marks besides; rounds: ${rounds}, each with applications of its own`,
  office:
    'a made-up one on this machine, in the process of the benchmark; one call at a time, without pauses',
  'bare calls':
    'the calls for what is new, in a process of its own once it runs, by fetch on one connection; nothing is kept',
  runs: 'what is new; the same two days later, which changes nothing; and once more, when all have come further',
  'records/s': 'of the run, as the history of runs tells it; of the command: with the start of its process',
})

interface Surroundings {
  run: Run
  database: BenchDatabase
  office: BenchOffice
  today: string
}

async function measureRounds(place: Surroundings): Promise<Asked[]> {
  const { run, database, today } = place
  const [{ highest = '0' } = {}] = await database.owner.query<{ highest: string }>(HIGHEST)
  const asked: Asked[] = []
  for (const [round, marks] of applicationsOf(run.rounds, highest, today).entries()) {
    const title = `round ${round + 1} of ${run.rounds}`
    asked.push(...(await measureRound(place, title, marks)))
  }
  return asked
}

/** Applications that nobody has asked for, and then the same ones again and again. */
async function measureRound(
  { run, database, office, today }: Surroundings,
  title: string,
  marks: readonly OfficeMark[],
): Promise<Asked[]> {
  const after = String(Number(marks[0]?.nroSolicitud) - 1)
  const stale = () => database.owner.query(STALE, { after })
  office.portal.enter(marks)
  run.step(`${title}: bare calls`)
  const bare = await callBare(run, { url: office.portalUrl, after, records: marks.length })
  run.step(`${title}: taking what is new`)
  const taken = await takePortal(run, database, office, 'new')
  run.step(`${title}: taking the same`)
  await stale()
  const same = await takePortal(run, database, office, 'the same')
  run.step(`${title}: taking what has changed`)
  office.portal.enter(marks.map((mark) => publishedOn(mark, today)))
  await stale()
  return [bare, taken, same, await takePortal(run, database, office, 'changed')]
}

async function callBare(run: Run, task: CallsTask): Promise<Asked> {
  const { answer, peakMegabytes } = await inOwnProcess<never, CallsAnswer>(run, CALLER, task, () => {})
  const { seconds, records } = answer
  if (records !== task.records) {
    throw new MeasuringError(`Of ${task.records} applications, ${records} were told: figures prove nothing.`)
  }
  return { way: 'bare calls', records, seconds, commandSeconds: null, peakMegabytes, corpus: null }
}
