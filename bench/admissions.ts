import { admit } from '../shared/access/admit.ts'
import { type Database, openDatabase } from '../shared/db/database.ts'
import { openBenchDatabase } from './bench-database.ts'
import { median } from './figures.ts'
import { figuresTable, whole } from './figures-table.ts'
import { fillKeys, settle } from './fill.ts'
import { databaseFacts } from './machine.ts'
import { MeasuringError, type Part, type Run } from './part.ts'

const KEYS = [1, 1_000] as const
/** As many as a process has connections for. */
const CALLERS = [1, 10] as const

interface Admitted {
  readonly keys: number
  readonly callers: number
  readonly rounds: number[]
}

/** The one write of each request, with nothing around it: where a single PostgreSQL ends. */
export const admissions: Part = {
  summary: 'admissions alone, of one key and of many: the one write of each request',
  marks: 1,
  async measure(run) {
    run.step('making a database')
    const database = await openBenchDatabase(run)
    const keys = await fillKeys(database.owner, Math.max(...KEYS))
    await settle(database.owner)
    const serving = openDatabase(database.connection, 'trademark_serve', 'bench')
    run.atEnd(() => serving.close())
    const admitted = KEYS.flatMap((count) =>
      CALLERS.map((callers): Admitted => ({ keys: count, callers, rounds: [] })),
    )
    for (let round = 0; round <= run.rounds; round++) {
      run.step(round === 0 ? 'warming up' : `round ${round} of ${run.rounds}`)
      for (const each of admitted) {
        const count = await admitForAWhile(run, serving, keys.slice(0, each.keys), each.callers)
        if (round > 0) each.rounds.push(count / run.seconds)
      }
    }
    const facts = {
      load: `${run.rounds} rounds of ${run.seconds} s of admissions in turns, from one process`,
      ...(await databaseFacts(database.owner)),
    }
    return { facts, tables: { admissions: table(admitted) }, goals: [] }
  },
}

const table = (admitted: readonly Admitted[]) =>
  figuresTable(
    admitted.map(({ rounds, ...of }) => ({ ...of, rounds, perSecond: median(rounds) })),
    [
      ['keys', ({ keys }) => whole(keys)],
      ['callers at once', ({ callers }) => whole(callers)],
      ['admissions/s', ({ perSecond }) => whole(perSecond)],
      ['min–max', ({ rounds }) => `${whole(Math.min(...rounds))}–${whole(Math.max(...rounds))}`],
    ],
  )

/** How many callers, each one call after the other with the next key, were let in. */
async function admitForAWhile(run: Run, serving: Database, keys: string[], callers: number): Promise<number> {
  const end = performance.now() + run.seconds * 1_000
  let granted = 0
  const call = async (): Promise<void> => {
    while (performance.now() < end && !run.signal.aborted) {
      const { verdict } = await admit(serving, { key: keys[granted % keys.length], scope: 'brands:read' })
      if (verdict !== 'granted')
        throw new MeasuringError(`An admission was ${verdict}: figures prove nothing.`)
      granted++
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  return granted
}
