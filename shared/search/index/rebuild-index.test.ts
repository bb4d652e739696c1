import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertBrands, listedBrand } from '../../../test/support/brands.ts'
import { record, rowsOf, stagedRun } from '../../../test/support/staged-run.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import { until } from '../../../test/support/until.ts'
import { searchBrands } from '../../brands/search-brands.ts'
import type { Database } from '../../db/database.ts'
import { RULES_VERSION } from './name-entry.ts'
import { ensureSearchIndex, rebuildSearchIndex } from './rebuild-index.ts'

const MARKS = 40
const NAMES = [
  'Casa',
  'Kasa Blanca',
  'Casa del Sol',
  'Casa del Mar',
  'Girasol',
  'Solar',
  'L’Oréal',
  '***',
  '',
  '茅台',
]
const QUERIES = ['casa', 'casa sol', 'kaza', 'sol', 'loreal', '茅台', 'casa del']

let database: TestDatabase
let owner: Database
let serving: Database
beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
  serving = database.open('trademark_serve')
  await insertBrands(
    owner,
    Array.from({ length: MARKS }, (_, at) =>
      listedBrand({
        nroSolicitud: String(at + 1),
        denominacion: NAMES[at % NAMES.length] ?? '',
        clases: [1 + at],
      }),
    ),
  )
})
afterAll(() => database.drop())

const ask = <Row>(text: string): Promise<Row[]> => owner.query<Row>({ text, parameters: [] })

/** Returns the results of each query. */
const search = (): Promise<string[][]> =>
  Promise.all(
    QUERIES.map(async (q) =>
      (await searchBrands(serving, { q, limit: 100 })).items.map(
        ({ nroSolicitud, score }) => `${nroSolicitud} ${score}`,
      ),
    ),
  )

const schemas = async (): Promise<string[]> =>
  (
    await ask<{ name: string }>(
      `select nspname as name from pg_namespace where nspname like 'search%' order by 1`,
    )
  ).map(({ name }) => name)

/** Returns a database that calls `before` with the number, from 1, of each of its statements. */
function watched(before: (step: number) => Promise<unknown>): Database {
  let step = 0
  return {
    ...owner,
    query: async (...statement) => {
      await before(++step)
      return owner.query(...statement)
    },
    transaction: (work) =>
      owner.transaction((transaction) =>
        work({
          query: async (...statement) => {
            await before(++step)
            return transaction.query(...statement)
          },
          copyIn: async (...copy) => {
            await before(++step)
            return transaction.copyIn(...copy)
          },
        }),
      ),
  }
}

async function countSteps(): Promise<number> {
  let steps = 0
  await rebuildSearchIndex(watched(async (step) => (steps = step)))
  return steps
}

describe('while the index is rebuilt', () => {
  test('searches return the same before, between all steps, and after', async () => {
    const before = await search()
    expect(before.every((found) => found.length > 0)).toBe(true)
    let steps = 0
    await rebuildSearchIndex(
      watched(async (step) => {
        expect(await search()).toEqual(before)
        steps = step
      }),
    )
    expect(steps).toBeGreaterThan(5)
    expect(await search()).toEqual(before)
  })

  test('concurrent searches do not fail', async () => {
    const before = await search()
    const built = new AbortController()
    const searching = Array.from({ length: 4 }, async () => {
      let searches = 0
      while (!built.signal.aborted || searches === 0) {
        expect(await search()).toEqual(before)
        searches++
      }
    })
    try {
      for (let times = 0; times < 3; times++) await rebuildSearchIndex(owner)
    } finally {
      built.abort()
    }
    await Promise.all(searching)
  })

  test('the number of marks is reported, the last time with the phase sorting', async () => {
    const reports: unknown[] = []
    await rebuildSearchIndex(owner, (marks, phase) => reports.push([marks, phase]))
    expect(reports.at(-1)).toEqual([MARKS, 'sorting'])
  })
})

describe('a rebuild that fails', () => {
  test('at any step keeps the current index, and the next rebuild succeeds', async () => {
    const before = await search()
    const steps = await countSteps()
    const failAt = (failing: number) =>
      rebuildSearchIndex(
        watched(async (step) => {
          if (step === failing) throw new Error(`failed at step ${failing}`)
        }),
      )
    for (let failing = 1; failing < steps; failing++) {
      await expect(failAt(failing)).rejects.toThrow(`failed at step ${failing}`)
      expect(await search()).toEqual(before)
    }
    // The last step only drops the replaced tables: the new index is in use already.
    await failAt(steps)
    expect(await search()).toEqual(before)
    expect(await schemas()).toEqual(['search', 'search_past'])
    await rebuildSearchIndex(owner)
    expect(await search()).toEqual(before)
    expect(await schemas()).toEqual(['search'])
  })

  test('because the progress callback throws keeps the current index', async () => {
    const before = await search()
    const failed = rebuildSearchIndex(owner, () => {
      throw new Error('enough')
    })
    await expect(failed).rejects.toThrow('enough')
    expect(await search()).toEqual(before)
    expect(await schemas()).toEqual(['search'])
  })

  test('because its connections were terminated leaves no tables behind', async () => {
    const before = await search()
    const steps = await countSteps()
    const killed = rebuildSearchIndex(
      watched(async (step) => {
        if (step === steps - 1) {
          await ask(`select pg_terminate_backend(pid) from pg_stat_activity
                      where datname = current_database() and state like 'idle in transaction%'`)
        }
      }),
    )
    await expect(killed).rejects.toThrow()
    expect(await search()).toEqual(before)
    expect(await schemas()).toEqual(['search'])
    await rebuildSearchIndex(owner)
    expect(await search()).toEqual(before)
    expect(await schemas()).toEqual(['search'])
  })
})

describe('two rebuilds', () => {
  test('at the same time both succeed, and leave one index', async () => {
    const before = await search()
    for (let times = 0; times < 2; times++) {
      await Promise.all([rebuildSearchIndex(owner), rebuildSearchIndex(owner), search()])
      expect(await schemas()).toEqual(['search'])
    }
    expect(await search()).toEqual(before)
  })

  test('both succeed if one begins before the other has dropped the replaced tables', async () => {
    const before = await search()
    const steps = await countSteps()
    const begun = Promise.withResolvers<void>()
    let second: Promise<unknown> = Promise.resolve()
    const first = rebuildSearchIndex(
      watched(async (step) => {
        if (step === steps) {
          second = rebuildSearchIndex(watched(async (at) => at === 5 && begun.resolve()))
          await begun.promise
        }
      }),
    )
    await first
    await second
    expect(await schemas()).toEqual(['search'])
    expect(await search()).toEqual(before)
  })
})

describe('ensureSearchIndex rebuilds the index', () => {
  test('only if it was built by other rules or never', async () => {
    await ask('update search.rules set version = 0')
    expect(await ensureSearchIndex(owner)).toBe(true)
    expect(await ask('select version from search.rules')).toEqual([{ version: RULES_VERSION }])
    expect(await ensureSearchIndex(owner)).toBe(false)
    await ask(`update search.rules set version = ${RULES_VERSION - 1}`)
    await ask('truncate search.mark, search.posting, search.word')
    expect(await ensureSearchIndex(owner)).toBe(true)
    expect((await search()).every((found) => found.length > 0)).toBe(true)
    expect(await ensureSearchIndex(owner)).toBe(false)
  })

  test('once for several calls at the same time', async () => {
    await ask('update search.rules set version = 0')
    const built = await Promise.all([
      ensureSearchIndex(owner),
      ensureSearchIndex(owner),
      ensureSearchIndex(owner),
    ])
    expect(built.filter((each) => each)).toHaveLength(1)
    expect(await schemas()).toEqual(['search'])
  })
})

/** Runs last, because the run removes the marks of the other tests. */
test('a run that has changes waits while the index is rebuilt, and applies them to the new index', async () => {
  await stagedRun(owner, rowsOf([record('100')])) // removes the sample
  const steps = await countSteps()
  for (const step of [2, Math.ceil(steps / 2), steps - 1]) {
    const name = `Nueva ${step}`
    let run: Promise<unknown> | undefined
    await rebuildSearchIndex(
      watched(async (at) => {
        if (at !== step) return
        run = stagedRun(owner, rowsOf([record('100', { denominacion: name }), record(String(200 + step))]))
        await until(
          async () =>
            (await ask(`select from pg_locks where locktype = 'advisory' and not granted`)).length > 0,
        )
      }),
    )
    expect(await run).toMatchObject({ status: 'succeeded', updated: 1, inserted: 1 })
    const { items } = await searchBrands(serving, { q: name, limit: 1 })
    expect(items[0]).toMatchObject({ nroSolicitud: '100', denominacion: name })
    const kept = await search()
    await rebuildSearchIndex(owner)
    expect(await search()).toEqual(kept)
  }
})
