import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UNKNOWN_CLASS } from '../../schemas/brand.ts'
import { codes, ESTADOS } from '../../schemas/catalogs.ts'
import {
  indexesUsed,
  type PlanNode,
  rowsRead,
  rowsSorted,
  runAndExplain,
  scannedWhole,
} from '../../test/support/plan.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import type { Database, Queryable } from '../db/database.ts'
import type { CursorPosition } from '../platform/cursor.ts'
import type { BrandFilters } from './brand-order.ts'
import { byDate, listing, rangesOf } from './list-brands.ts'
import { READ_CLASSES } from './search-brands.ts'

const MARKS = 20_000
const COUNT = 101
/** An upper limit for the first rows of all ranges and the further rows of ranges that may fill the page. */
const MOST_READ = 10_000

/** Skewed like a real register: two statuses, two kinds of sign and class 35 are frequent. */
const FILL = `
  with mark as (
    select n as nro_solicitud,
           (case when n % 100 < 55 then 'REGISTRADA' when n % 100 < 75 then 'VENCIDA'
                 else (enum_range(null::estado))[1 + n % 19]::text end)::estado as estado,
           (case when n % 97 < 55 then 'DENOMINATIVA' when n % 97 < 95 then 'MIXTA'
                 else (enum_range(null::tipo_signo))[1 + n % 15]::text end)::tipo_signo as tipo_signo,
           date '2009-01-01' + n * 6200 / ${MARKS} as fecha_presentacion,
           (case when n % 20 = 0 then '{}' else array[1 + n % 45] end || case when n % 5 = 0 then '{35}' else '{}'::int[] end)::smallint[]
             as clases
      from generate_series(1, ${MARKS}) as n
  ), brands as (
    insert into brand (nro_solicitud, nro_registro, denominacion, estado, estado_oficina, tipo_signo, fecha_presentacion,
                       fecha_registro, fecha_vencimiento, clases)
    select nro_solicitud, nro_solicitud, 'Marca ' || nro_solicitud, estado, '', tipo_signo, fecha_presentacion,
           fecha_presentacion + 300, fecha_presentacion + 300 + 3652, clases
      from mark
  )
  insert into brand_listing (clase, estado, tipo_signo, fecha_presentacion, nro_solicitud)
  select distinct clase, estado, tipo_signo, fecha_presentacion, nro_solicitud
    from mark
   cross join lateral unnest(0::smallint || listed_classes(clases)) as clase`

/** Representatives of a hundred marks each, and holders of thousands. */
const FILL_PERSONS = `
  insert into search.person (person, words)
  select n, array['agent' || n, (array['even', 'odd'])[1 + n % 2]] from generate_series(0, 199) as n
   union all
  select 200 + n, array['holder' || n] from generate_series(0, 6) as n;
  insert into search.person_of_mark (person, representative, fecha_presentacion, nro_solicitud)
  select nro_solicitud % 200, true, fecha_presentacion, nro_solicitud from brand
   union all
  select 200 + nro_solicitud % 7, false, fecha_presentacion, nro_solicitud from brand`

const LIVE = codes(ESTADOS).filter((code) => ['en_tramite', 'vigente'].includes(ESTADOS[code].phase))

const MANY = Array.from({ length: 12 }, (_, at) => 30 + at)
const CLASSES: BrandFilters[] = [{}, { clase: 35 }, { clase: [7, 35, 39, UNKNOWN_CLASS] }, { clase: MANY }]
const STATUSES: BrandFilters[] = [{}, { estado: 'REGISTRADA' }, { estado: 'ANULADA' }, { estado: LIVE }]
const KINDS: BrandFilters[] = [{}, { tipoSigno: 'MIXTA' }, { tipoSigno: ['OLFATIVA', 'DENOMINATIVA'] }]
const DAYS = [{}, { fechaDesde: '2015-03-01', fechaHasta: '2020-02-29' }]
const POSITIONS: (CursorPosition | undefined)[] = [undefined, ['2017-06-15', '10000']]

/** Every combination of filters, on a first and on a later page. */
const listings = CLASSES.flatMap((clase) =>
  STATUSES.flatMap((estado) =>
    KINDS.flatMap((kind) =>
      DAYS.flatMap((days) =>
        POSITIONS.map((after) => ({ filters: { ...clase, ...estado, ...kind, ...days }, after })),
      ),
    ),
  ),
)

interface Planned {
  filters: BrandFilters
  after: CursorPosition | undefined
  plan: PlanNode[]
}

let database: TestDatabase
let serving: Database
let planned: Planned[]

beforeAll(async () => {
  database = await createTestDatabase()
  const owner = database.open('owner')
  await owner.query({ text: FILL, parameters: [] })
  await owner.query({ text: FILL_PERSONS, parameters: [] })
  const tables = 'brand, brand_listing, search.person, search.person_of_mark'
  await owner.query({ text: `vacuum analyze ${tables}`, parameters: [] })
  serving = database.open('trademark_serve')
  planned = []
  for (const { filters, after } of listings) {
    const { statement, values } = listing(filters, after, COUNT)
    planned.push({ filters, after, plan: await runAndExplain(serving, statement, values) })
  }
})
afterAll(() => database.drop())

const hasCodes = ({ estado, tipoSigno }: BrandFilters): boolean =>
  estado !== undefined || tipoSigno !== undefined

/** Returns the number of index ranges of a listing: one per class, or one per combination of class and codes. */
const ranges = (filters: BrandFilters): number =>
  hasCodes(filters) ? rangesOf(filters) : [filters.clase ?? 0].flat().length

/** Returns the filters and positions whose plan is wrong, so that a failing test names them. */
const wherever = (isWrong: (planned: Planned) => boolean) =>
  planned.filter(isWrong).map(({ filters, after }) => ({ filters, after }))

describe('with any filters, on the first page and on later ones,', () => {
  test('no table is scanned as a whole', () => {
    expect(planned).toHaveLength(192)
    expect(wherever(({ plan }) => scannedWhole(plan).length > 0)).toEqual([])
  })

  test('the listing is read by the index made for it, and the brands by their number', () => {
    const wanted = (filters: BrandFilters) =>
      !hasCodes(filters)
        ? 'brand_listing_by_date,brand_pkey'
        : filters.clase === MANY
          ? 'brand_listing_by_codes,brand_listing_pkey,brand_pkey'
          : 'brand_listing_by_codes,brand_pkey'
    expect(wherever(({ filters, plan }) => indexesUsed(plan).sort().join() !== wanted(filters))).toEqual([])
  })

  test('at most a page is read from each range, and the brands of one page', () => {
    const tooMuch = ({ filters, plan }: Planned) =>
      rowsRead(plan, 'brand_listing') > ranges(filters) * COUNT || rowsRead(plan, 'brand') > COUNT
    expect(wherever(tooMuch)).toEqual([])
  })

  test('of many ranges only the first rows are read, and more only of ranges that may fill the page', () => {
    const many = planned.filter(({ filters }) => ranges(filters) > 100)
    expect(many.length).toBeGreaterThan(30)
    expect(wherever(({ plan }) => rowsRead(plan, 'brand_listing') > MOST_READ)).toEqual([])
  })

  test('at most the rows that were read are sorted, once for each step of the merge', () => {
    const isMore = ({ plan }: Planned) => rowsSorted(plan) > 3 * rowsRead(plan, 'brand_listing') + COUNT
    expect(wherever(isMore)).toEqual([])
  })
})

describe('with days of registration or expiry', () => {
  const TERM: BrandFilters[] = [
    { vencimientoDesde: '2024-01-01', vencimientoHasta: '2024-02-15' },
    { registroDesde: '2012-05-01', registroHasta: '2012-06-01', clase: 35 },
    { vencimientoHasta: '2022-01-01', registroDesde: '2011-01-01', estado: LIVE, fechaHasta: '2019-01-01' },
  ]

  test.each(TERM)(
    '%j reads a range of an index by day for each filing month, and uses no other index',
    async (filters) => {
      const { statement, values } = listing(filters, undefined, COUNT)
      const plan = await runAndExplain(serving, statement, values)
      expect(scannedWhole(plan)).toEqual([])
      expect(
        indexesUsed(plan).filter((index) => !/^brand_(by_(registration|expiry)_day|pkey)$/.test(index)),
      ).toEqual([])
      expect(rowsRead(plan, 'brand')).toBeLessThan(MARKS / 10)
    },
  )
})

/** Reads a page, and returns it with the plans of the statements that were needed. */
async function readAndExplain(filters: BrandFilters, after: CursorPosition | undefined) {
  const plans: PlanNode[][] = []
  const explaining: Queryable = {
    async query(statement, values) {
      plans.push(await runAndExplain(serving, statement, values ?? {}))
      return serving.query(statement, values)
    },
  }
  const page = await byDate.read(explaining, filters, after, COUNT)
  return { numbers: page.map(({ brand }) => Number(brand.nroSolicitud)), plans }
}

describe('with a combination of filters that no index covers', () => {
  test.each<[string, BrandFilters, string, string]>([
    ['a representative', { representatives: "'agent7'" }, 'nro_solicitud % 200 = 7', 'person_by_day'],
    [
      'a representative and a holder',
      { representatives: "'odd'", holders: "'holder3' | 'holder5'", fechaHasta: '2012-06-01' },
      "nro_solicitud % 2 = 1 and nro_solicitud % 7 in (3, 5) and fecha_presentacion <= '2012-06-01'",
      'brand_listing_by_date',
    ],
    [
      'a representative, a status and days',
      { representatives: "'agent9'", estado: 'REGISTRADA', vencimientoHasta: '2027-01-01' },
      "nro_solicitud % 200 = 9 and estado = 'REGISTRADA' and fecha_vencimiento <= '2027-01-01'",
      'person_by_day',
    ],
    [
      'few marks of a class and a status, and days',
      { clase: [7, 8, 9], estado: 'ANULADA', vencimientoDesde: '2021-01-01' },
      "estado = 'ANULADA' and fecha_vencimiento >= '2021-01-01' and clases && '{7,8,9}'",
      'brand_listing_by_codes',
    ],
    [
      'many marks of a status, and days',
      { estado: 'REGISTRADA', vencimientoDesde: '2021-01-01' },
      "estado = 'REGISTRADA' and fecha_vencimiento >= '2021-01-01'",
      'brand_listing_by_codes',
    ],
  ])('few marks are read: %s', async (_, filters, condition, index) => {
    const { numbers, plans } = await readAndExplain(filters, ['2018-06-15', '13000'])
    const wanted = await serving.query<{ nro_solicitud: number }>({
      text: `select nro_solicitud::integer from brand as b
              where (fecha_presentacion, nro_solicitud) < ('2018-06-15', 13000) and ${condition}
              order by fecha_presentacion desc, nro_solicitud desc limit ${COUNT}`,
      parameters: [],
    })
    expect(numbers).toEqual(wanted.map(({ nro_solicitud }) => nro_solicitud))
    expect(numbers.length).toBeGreaterThan(3)
    expect(plans.flatMap(scannedWhole).filter((table) => table !== 'person')).toEqual([])
    expect(plans.flatMap(indexesUsed)).toContain(index)
    const read = plans.map((plan) => rowsRead(plan, 'brand')).reduce((sum, rows) => sum + rows)
    expect(read).toBeLessThan(MARKS / 5)
  })
})

test.each<[string, BrandFilters]>([
  ['brand_pkey', { numeros: '{3,100,20000,99999}', clase: 35 }],
  ['brand_by_registration', { nroRegistro: '77', vencimientoDesde: '2020-01-01' }],
])('brands are read by their numbers through %s, with any other filters', async (index, filters) => {
  const { statement, values } = listing(filters, ['2017-06-15', '10000'], COUNT)
  const plan = await runAndExplain(serving, statement, values)
  expect(scannedWhole(plan)).toEqual([])
  expect(indexesUsed(plan)).toEqual([index])
  expect(rowsRead(plan, 'brand')).toBeLessThan(5)
})

test('only the classes of a page are read, by number', async () => {
  const plan = await runAndExplain(serving, READ_CLASSES, { numbers: ['3', '100', '20000', '99999'] })
  expect(scannedWhole(plan)).toEqual([])
  expect(indexesUsed(plan)).toEqual(['brand_pkey'])
  expect(rowsRead(plan, 'brand')).toBe(3)
})

test('a statement that no index supports is detected', async () => {
  const text = 'select * from brand_listing where fecha_presentacion > $1::date order by nro_solicitud % 7'
  const plan = await runAndExplain(serving, { text, parameters: ['day'] }, { day: '2020-01-01' })
  expect(scannedWhole(plan)).toEqual(['brand_listing'])
  expect(indexesUsed(plan)).toEqual([])
  expect(rowsSorted(plan)).toBeGreaterThan(COUNT)
  expect(rowsRead(plan, 'brand_listing')).toBeGreaterThan(rowsSorted(plan))
})
