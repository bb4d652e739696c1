import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MarkFilters } from '../../schemas/brand.ts'
import { type PlanNode, rowsRead, runAndExplain, scannedWhole } from '../../test/support/plan.ts'
import { createRandom } from '../../test/support/random.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import type { Database, Queryable, Values } from '../db/database.ts'
import type { Statement } from '../db/sql-file.ts'
import { rebuildSearchIndex } from './index/rebuild-index.ts'
import { paginateHits } from './paginate-hits.ts'

const MARKS = 20_000

const { pick, between, chance } = createRandom(3)

/** Names as in a register: most have their own word, some have common words. */
const SYLLABLES = [
  'ba',
  'co',
  'di',
  'fer',
  'gua',
  'lin',
  'mo',
  'na',
  'pro',
  'qui',
  'ra',
  'sol',
  'ten',
  'vi',
  'xa',
  'zu',
]
const COMMON = ['andes', 'sur', 'casa', 'grupo', 'de', 'la', 'chile', 'vida', 'salud', 'agro']
const drawWord = (): string => Array.from({ length: between(2, 4) }, () => pick(SYLLABLES)).join('')
const drawName = (): string =>
  Array.from({ length: between(1, 4) }, () => (chance(0.3) ? pick(COMMON) : drawWord())).join(' ')

const FILL = {
  parameters: ['names'],
  text: `
      insert into brand (nro_solicitud, denominacion, estado, estado_oficina, tipo_signo, fecha_presentacion, clases)
      select n, name,
             (case when n % 100 < 75 then 'REGISTRADA' else (enum_range(null::estado))[1 + n % 19]::text end)::estado,
             '', (case when n % 97 < 90 then 'MIXTA' else (enum_range(null::tipo_signo))[1 + n % 15]::text end)::tipo_signo,
             date '2009-01-01' + (n * 6200 / ${MARKS})::integer, array[1 + n % 45]
        from jsonb_array_elements_text($1::jsonb) with ordinality as name (name, n)`,
}

/** Spreads the rows over ten times as many pages, because the planner may scan a small table as a whole. */
const SPREAD = [
  (table: string) => `alter table ${table} set (fillfactor = 10)`,
  (table: string) => `vacuum full analyze ${table}`,
  (table: string) => `vacuum ${table}`, // for index-only scans
]

const QUERIES = [
  'andes',
  'grupo de la salud',
  'bacodi',
  'proquira casa',
  'zzz',
  'la vida de los andes del sur agro chile bacolin guaten',
]
const FILTERS: MarkFilters[] = [
  {},
  { tipoSigno: 'SONORA', fechaDesde: '2015-03-01' },
  { clase: 35, estado: 'REGISTRADA', tipoSigno: 'MIXTA', fechaDesde: '2012-01-01', fechaHasta: '2020-02-29' },
]

interface Planned {
  statement: string
  q: string
  filters: MarkFilters
  /** `custom` is the plan for these values, `generic` the plan for any values. */
  custom: PlanNode[]
  generic: PlanNode[]
}

let database: TestDatabase
let serving: Database
const planned: Planned[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  const owner = database.open('owner')
  await owner.query(FILL, { names: JSON.stringify(Array.from({ length: MARKS }, drawName)) })
  await rebuildSearchIndex(owner)
  for (const table of ['search.mark', 'search.posting', 'search.word']) {
    for (const text of SPREAD) await owner.query({ text: text(table), parameters: [] })
  }
  serving = database.open('trademark_serve')
  for (const q of QUERIES) {
    for (const filters of FILTERS) await searchWatched(q, filters)
  }
})
afterAll(() => database.drop())

/** Reads all pages of a search and explains each of its statements. */
async function searchWatched(q: string, filters: MarkFilters): Promise<void> {
  const watched: Queryable = {
    query: async (statement, values = {}) => {
      planned.push({
        statement: statement.name ?? '',
        q,
        filters,
        custom: await runAndExplain(serving, statement, values),
        generic: await explainGeneric(statement, values),
      })
      return serving.query(statement, values)
    },
  }
  for await (const _ of paginateHits(watched, q, filters));
}

/** Returns the plan for any values. */
const explainGeneric = ({ text, parameters }: Statement, values: Values): Promise<PlanNode[]> =>
  serving.transaction(async (transaction) => {
    const run = (sql: string) => transaction.query({ text: sql, parameters: [] })
    await run('set local plan_cache_mode = force_generic_plan')
    await run(`prepare explained as ${text}`)
    const given = parameters.map((name) => literal(values[name] ?? null)).join(', ')
    const executed = { text: `execute explained${given && `(${given})`}`, parameters: [] }
    const plan = await runAndExplain(transaction, executed, {})
    await run('deallocate explained')
    return plan
  })

function literal(value: unknown): string {
  if (value === null) return 'null'
  const text = Array.isArray(value)
    ? `{${value.map((each) => JSON.stringify(String(each))).join(',')}}`
    : String(value)
  return `'${text.replaceAll("'", "''")}'`
}

/** Returns the statement, text and filters of each wrong plan, so that a failing test names them. */
const wherever = (isWrong: (plan: PlanNode[]) => boolean) =>
  planned.flatMap(({ statement, q, filters, custom, generic }) => [
    ...(isWrong(custom) ? [{ plan: 'custom', statement, q, filters }] : []),
    ...(isWrong(generic) ? [{ plan: 'generic', statement, q, filters }] : []),
  ])

const count = async (table: string): Promise<number> => {
  const [row] = await serving.query<{ rows: number }>({
    text: `select count(*) as rows from ${table}`,
    parameters: [],
  })
  return row?.rows ?? 0
}

describe('with any text and filters of a search', () => {
  test('the plans of all its statements are checked', () => {
    const all = [...new Set(planned.map(({ statement }) => statement))].sort()
    expect(all).toEqual([
      'find-candidates',
      'find-related-words',
      'find-similar-words',
      'full-text-of-word',
      'full-text-of-words',
      'read-versions',
    ])
  })

  test('no table of the index is scanned as a whole', () => {
    const tables = new Set(['mark', 'posting', 'word'])
    expect(wherever((plan) => scannedWhole(plan).some((table) => tables.has(table)))).toEqual([])
  })

  test('no index is scanned as a whole: at most half of its rows are read', async () => {
    const words = await count('search.word')
    const postings = await count('search.posting')
    expect(words).toBeGreaterThan(10_000)
    const most = (plan: PlanNode[]) =>
      rowsRead(plan, 'word') > words / 2 ||
      rowsRead(plan, 'posting') > postings / 2 ||
      rowsRead(plan, 'mark') > MARKS / 2
    expect(wherever(most)).toEqual([])
  })
})

test('a statement that scans a whole table is detected in both plans', async () => {
  const statement = {
    text: 'select word from search.word where $1::integer = any (deletions)', // the index is for &&
    parameters: ['hash'],
  }
  for (const plan of [
    await runAndExplain(serving, statement, { hash: 7 }),
    await explainGeneric(statement, { hash: 7 }),
  ]) {
    expect(scannedWhole(plan)).toEqual(['word'])
    expect(rowsRead(plan, 'word')).toBe(await count('search.word'))
  }
})
