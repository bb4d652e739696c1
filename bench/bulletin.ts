import { chileanDay } from '../shared/chilean-day.ts'
import { addDays } from '../shared/schedule/chilean-time.ts'
import { openAsker } from './ask.ts'
import { openBenchDatabase } from './bench-database.ts'
import { type Measured, measureEdition, type Surroundings } from './bulletin-edition.ts'
import { bulletinGoals, type Extent, waysTable } from './bulletin-figures.ts'
import { dice } from './corpus/random.ts'
import { drawBrands } from './draw-brands.ts'
import { MOST_ENTRIES } from './edition.ts'
import { whole } from './figures-table.ts'
import { fillKeys, fillMarks, settle } from './fill.ts'
import { databaseFacts } from './machine.ts'
import { openOffice } from './open-office.ts'
import type { Part, Run } from './part.ts'
import { startService } from './processes.ts'

const SEED = 20_260_905

/** Editions of the bulletin, each published on its day: until the service answers with what they tell. */
export const bulletin: Part = {
  summary: 'npm run sync -- bulletin, from PDF to served, next to the bare text of the PDF',
  marks: 20_000,
  async measure(run) {
    run.step('making a database')
    const database = await openBenchDatabase(run)
    const days = daysToToday(run.rounds)
    await fillMarks(run, database, addDays(days[0] ?? '', -1))
    const [key = ''] = await fillKeys(database.owner, 1)
    await settle(database.owner)
    run.step('starting the service, and opening an office')
    const service = await startService(run, database.environment)
    const asker = openAsker(service.url, key, run.signal)
    const place: Surroundings = { run, database, asker, office: await openOffice(run) }
    const found = await measureEditions(place, days)
    asker.close()
    await service.stop()
    const extent = smallest(found)
    const dealt = found.flatMap((each) => each.dealt)
    return {
      facts: { ...describe(run, extent), ...(await databaseFacts(database.owner)) },
      tables: { editions: waysTable(dealt) },
      goals: bulletinGoals(dealt, extent),
    }
  },
}

const describe = ({ rounds, marks }: Run, { entries, pages }: Extent): Record<string, string> => ({
  load: `an edition of ${whole(entries)} entries on ${whole(pages)} pages; ${whole(marks)} marks; rounds: ${rounds}, each with an edition of its own`,
  served: 'from the start of the command until GET /v1/brands/{nroSolicitud} tells what the last entry says',
  again:
    'the same edition by --date, which reads it once more; unchanged: without it, when the office has nothing new',
  alone: 'in a process of its own each, once it runs: the bare text by unpdf, and all entries of the edition',
})

/** So many days, the last of which is today in Chile. */
function daysToToday(count: number): string[] {
  const today = chileanDay(new Date())
  return Array.from({ length: count }, (_, place) => addDays(today, place + 1 - count))
}

const smallest = (found: readonly Extent[]): Extent => ({
  pages: Math.min(...found.map(({ pages }) => pages)),
  entries: Math.min(...found.map(({ entries }) => entries)),
})

/** One edition after the other, each about other marks as long as there are enough. */
async function measureEditions(place: Surroundings, days: readonly string[]): Promise<Measured[]> {
  const drawn = await drawBrands(place.database.owner, MOST_ENTRIES * days.length)
  const brands = dice(SEED).shuffle(drawn)
  const found: Measured[] = []
  for (const [round, day] of days.entries()) {
    const first = (round * MOST_ENTRIES) % brands.length
    const told = [...brands.slice(first), ...brands.slice(0, first)].slice(0, MOST_ENTRIES)
    found.push(
      await measureEdition(place, { day, title: `edition ${round + 1} of ${days.length}`, brands: told }),
    )
  }
  return found
}
