import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { createRandom } from '../../bench/corpus/random.ts'
import type { BrandSummary } from '../../schemas/brand.ts'
import type { BrandFilters } from '../../shared/brands/brand-order.ts'
import { rebuildSearchIndex } from '../../shared/search/index/rebuild-index.ts'
import { tokenize } from '../../shared/search/text/tokenize.ts'
import {
  changeBrands,
  insertBrands,
  type ListedBrand,
  listedBrand,
  removeBrands,
} from '../../test/support/brands.ts'
import { startTestService, type TestService } from '../../test/support/service.ts'
import { type AfterPage, walkBrands } from '../../test/support/walk.ts'

const { pick, between, chance } = createRandom(11)

/** Words that are taken for each other, and some that say little. */
const WORDS = [
  ...[
    'Casa',
    'Kasa',
    'Casas',
    'Caza',
    'Cassa',
    'Casita',
    'Casablanca',
    'Blanca',
    'Blanka',
    'Sol',
    'Zol',
    'Solar',
  ],
  ...[
    'Solaris',
    'Girasol',
    'Mar',
    'Mara',
    'Marina',
    'Ultramar',
    'Río',
    'Rio',
    'de',
    'del',
    'la',
    'y',
    'A',
    'B',
    '7',
  ],
]
/**
 * What stands beside the words that very many marks have: so little that many have the same share, and a mute letter,
 * with which a name that the words are less of sounds as they do.
 */
const BESIDE = ['', '', 'la', 'la', 'la', 'uno', 'cinco', 'de los', 'h']
/** So many marks have one word, and so many of them a second: far more than are ranked, and than are read at once. */
const COMMON = 900
const WITH_BOTH = 420
const DAYS = ['2018-12-31', '2019-06-24', '2024-02-29']
const ESTADOS = ['REGISTRADA', 'REGISTRADA', 'VENCIDA', 'ANULADA'] as const
const TIPOS = ['DENOMINATIVA', 'MIXTA', 'SONORA'] as const

const drawName = (): string => Array.from({ length: between(0, 4) }, () => pick(WORDS)).join(' ')
const drawCommon = (both: boolean): string =>
  [...(chance(0.5) ? ['Andes'] : ['ANDÉS']), ...(both ? ['sur'] : []), pick(BESIDE)]
    .sort(() => between(-1, 1))
    .join(' ')
    .trim()

const used = new Set<string>()
function drawNumber(): string {
  const number = String(between(1, 10 ** between(3, 9)))
  if (used.has(number)) {
    return drawNumber()
  }
  used.add(number)
  return number
}

const drawBrand = (denominacion: string, nroSolicitud = drawNumber()): ListedBrand =>
  listedBrand({
    nroSolicitud,
    denominacion,
    estado: pick(ESTADOS),
    tipoSigno: pick(TIPOS),
    fechaPresentacion: pick(DAYS),
    clases: [...new Set(Array.from({ length: between(0, 3) }, () => pick([9, 35, 45])))],
  })

let service: TestService
let key: string

beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  await insertBrands(service.owner, [
    ...Array.from({ length: 400 }, () => drawBrand(drawName())),
    ...Array.from({ length: COMMON }, (_, at) => drawBrand(drawCommon(at < WITH_BOTH))),
  ])
})
afterAll(() => service.stop())

/** Brands straight from the tables of the corpus: some, or all. */
const readTables = (numbers?: readonly string[]): Promise<ListedBrand[]> =>
  service.owner.query<ListedBrand>(
    {
      parameters: ['numbers'],
      text: `select b.nro_solicitud::text as "nroSolicitud", b.nro_registro as "nroRegistro", b.denominacion, b.estado,
                  b.tipo_signo as "tipoSigno", b.fecha_presentacion as "fechaPresentacion",
                  b.fecha_vencimiento as "fechaVencimiento",
                  coalesce(json_agg(c.clase) filter (where c.clase is not null), '[]') as clases
             from brand as b left join brand_class as c using (nro_solicitud)
            where $1::bigint[] is null or b.nro_solicitud = any ($1::bigint[])
            group by b.nro_solicitud
            order by b.nro_solicitud`,
    },
    { numbers },
  )

const passes = (filters: BrandFilters, brand: ListedBrand): boolean =>
  (filters.clase === undefined || brand.clases.includes(filters.clase)) &&
  (filters.estado ?? brand.estado) === brand.estado &&
  (filters.tipoSigno ?? brand.tipoSigno) === brand.tipoSigno &&
  (filters.fechaDesde ?? '') <= brand.fechaPresentacion &&
  brand.fechaPresentacion <= (filters.fechaHasta ?? '9999-12-31')

const hasAllWords = (q: string, { denominacion }: ListedBrand): boolean => {
  const words = new Set(tokenize(denominacion))
  return tokenize(q).every((word) => words.has(word))
}

const walk = (filters: BrandFilters, limits: readonly number[], afterPage?: AfterPage) =>
  walkBrands({ service, key }, filters, limits, afterPage)

const numbers = (brands: readonly { nroSolicitud: string }[]): string[] =>
  brands.map(({ nroSolicitud }) => nroSolicitud)

const ranked = (brands: readonly BrandSummary[]): string[] =>
  brands.map(({ nroSolicitud, score }) => `${nroSolicitud} ${score}`)

const byScoreThenNumber = (a: BrandSummary, b: BrandSummary): number =>
  (b.score ?? 0) - (a.score ?? 0) || Number(BigInt(b.nroSolicitud) - BigInt(a.nroSolicitud))

function expectInOrder(found: readonly BrandSummary[]): void {
  expect(ranked(found)).toEqual(ranked(found.toSorted(byScoreThenNumber)))
}

const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 })
const someFilters = fc
  .record({
    clase: optional(fc.constantFrom(9, 35, 45, 1)),
    estado: optional(fc.constantFrom(...ESTADOS)),
    tipoSigno: optional(fc.constantFrom(...TIPOS)),
    days: fc.tuple(optional(fc.constantFrom(...DAYS)), optional(fc.constantFrom(...DAYS))),
  })
  .map(({ days: [a, b], ...codes }) => {
    const [first, last] = a !== undefined && b !== undefined && b < a ? [b, a] : [a, b]
    const all = { ...codes, fechaDesde: first, fechaHasta: last }
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as BrandFilters
  })
const ofCloseWords = fc.record({
  q: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
  limits: fc.array(fc.integer({ min: 3, max: 60 }), { minLength: 1, maxLength: 4 }),
})
const ofCommonWords = fc.record({
  q: fc.constantFrom('andes', 'andes sur', 'Sur ANDES', 'andes de', 'handes', 'los andes uno'),
  limits: fc.array(fc.integer({ min: 23, max: 100 }), { minLength: 1, maxLength: 4 }),
})
const someWalks = fc
  .tuple(fc.oneof(ofCloseWords, ofCommonWords), fc.oneof(fc.constant({}), someFilters))
  .map(([{ q, limits }, filters]) => ({ search: { ...filters, q }, limits }))

describe('a walk', () => {
  test('meets everything that has all the words once, and is the same with pages of any size', async () => {
    const brands = await readTables()
    await fc.assert(
      fc.asyncProperty(someWalks, async ({ search, limits }) => {
        const found = await walk(search, [100])
        const met = new Set(numbers(found))
        expect(met.size).toBe(found.length)
        expectInOrder(found)
        const passing = brands.filter((brand) => passes(search, brand))
        const wanted = passing.filter((brand) => hasAllWords(search.q, brand))
        expect(numbers(wanted).filter((number) => !met.has(number))).toEqual([])
        const allowed = new Set(numbers(passing))
        expect(numbers(found).filter((number) => !allowed.has(number))).toEqual([])
        expect(ranked(await walk(search, limits))).toEqual(ranked(found))
      }),
      { numRuns: 30 },
    )
  })

  test.each([
    ['one word', 'andes', COMMON],
    ['two words', 'andes sur', WITH_BOTH],
  ])('goes on behind what is ranked, among many marks that have %s', async (_, q, atLeast) => {
    const found = await walk({ q }, [7, 100, 1])
    expect(found.length).toBeGreaterThanOrEqual(atLeast)
    expect(new Set(numbers(found)).size).toBe(found.length)
    expectInOrder(found)
    expect(ranked(found)).toEqual(ranked(await walk({ q }, [100])))
  })

  test('ends with a page behind which nothing is left, also when it is full', async () => {
    await fc.assert(
      fc.asyncProperty(someWalks, async ({ search }) => {
        const total = (await walk(search, [100])).length
        const size = [100, 99, 98, 97, 96, 95, 60, 50, 45, 40, 30, 20].find((each) => total % each === 0)
        const limit = total > 0 && total <= 100 ? total : (size ?? 100)
        const sizes: number[] = []
        await walk(search, [limit], async (items) => sizes.push(items.length))
        expect(sizes).toHaveLength(Math.max(1, Math.ceil(total / limit)))
      }),
      { numRuns: 20 },
    )
  })
})

/** What may happen between two pages; `at` chooses among the marks that are found, or among all. */
interface Change {
  kind: 'add' | 'rename' | 'refile' | 'remove'
  found: boolean
  at: number
  name: string
}

const someChanges = fc.array(
  fc.record<Change>({
    kind: fc.constantFrom('add', 'rename', 'refile', 'remove'),
    found: fc.boolean(),
    at: fc.nat(1_000),
    name: fc.oneof(
      fc.array(fc.constantFrom(...WORDS, 'Andes', 'sur'), { maxLength: 3 }).map((words) => words.join(' ')),
      // Words that nobody had before: close ones, longer ones, parts.
      fc
        .tuple(fc.constantFrom(...WORDS, 'andes'), fc.string({ minLength: 1, maxLength: 2 }))
        .map((two) => two.join('')),
    ),
  }),
  { minLength: 1, maxLength: 5 },
)

/** Makes a change to a mark of the corpus, and tells which. */
async function make({ kind, found, at, name }: Change, met: readonly string[]): Promise<string> {
  if (kind === 'add') {
    const brand = drawBrand(name)
    await insertBrands(service.owner, [brand])
    return brand.nroSolicitud
  }
  const all = await readTables()
  const known = new Map(all.map((brand) => [brand.nroSolicitud, brand]))
  const chosen = found ? known.get(met[at % (met.length || 1)] ?? '') : undefined
  const brand = chosen ?? (all[at % all.length] as ListedBrand)
  if (kind === 'remove') {
    await removeBrands(service.owner, [brand.nroSolicitud])
  } else {
    const { denominacion, ...others } = drawBrand(name, brand.nroSolicitud)
    const change = kind === 'rename' ? { denominacion } : others
    await changeBrands(service.owner, [{ ...brand, ...change }])
  }
  return brand.nroSolicitud
}

/** A word with each of its letters, from one on, taken for each of others. */
const misspelt = (word: string, from: number, letters: string): string[] =>
  Array.from(word).flatMap((_, at) =>
    at < from ? [] : Array.from(letters, (letter) => word.slice(0, at) + letter + word.slice(at + 1)),
  )

/** A word, and two others that are a letter longer. */
const withEndings = (word: string): string[] => ['', 's', 'n'].map((letter) => word + letter)

/** Words that begin with another, and go on with so many letters. */
function spread(word: string, letters: number, count: number): string[] {
  const alphabet = 'bcdfgjklmnprstwxaeiou'
  return Array.from(
    { length: count },
    (_, at) =>
      word +
      Array.from({ length: letters }, (_, place) => alphabet[(at * (place + 1) + place) % 21]).join(''),
  )
}

describe('what is added, changed or removed between two pages', () => {
  test('moves nothing: what nobody touched comes once and where it was, all that is shown passes', async () => {
    await fc.assert(
      fc.asyncProperty(
        someWalks,
        fc.array(someChanges, { minLength: 1, maxLength: 6 }),
        async (walked, changes) => {
          const { search, limits } = walked
          const before = await walk(search, [100])
          const touched = new Set<string>()
          const seen = await walk(search, limits, async (items, page) => {
            const known = new Map(
              (await readTables(numbers(items))).map((brand) => [brand.nroSolicitud, brand]),
            )
            const wrong = items.filter(({ nroSolicitud, denominacion, estado }) => {
              const brand = known.get(nroSolicitud)
              return brand?.denominacion !== denominacion || brand.estado !== estado || !passes(search, brand)
            })
            expect(wrong).toEqual([])
            for (const each of changes[page] ?? []) {
              touched.add(await make(each, numbers(before)))
            }
          })
          expect(new Set(numbers(seen)).size).toBe(seen.length)
          expectInOrder(seen)
          const untouched = (brands: BrandSummary[]) =>
            ranked(brands.filter(({ nroSolicitud }) => !touched.has(nroSolicitud)))
          expect(untouched(seen)).toEqual(untouched(before))
        },
      ),
      { numRuns: 25 },
    )
  })

  test.each([
    ['a word', 'lum', spread('lum', 3, 30), spread('lum', 1, 20)],
    ['a longer word', 'quimera', spread('quimera', 4, 30), spread('quimera', 2, 20)],
    [
      'a word with mistakes',
      'pampero',
      misspelt('pampero', 1, 'bcdfgjktxz').flatMap(withEndings),
      misspelt('pampero', 0, 'lñ'),
    ],
  ])('moves nothing where it brings words that are closer to %s', async (_, q, names, closer) => {
    await insertBrands(
      service.owner,
      names.map((name) => drawBrand(`${name} ${pick(BESIDE)}`)),
    )
    const before = await walk({ q }, [100])
    expect(before.length).toBeGreaterThan(20)
    const seen = await walk({ q }, [5], async (_, page) => {
      if (page !== 0) return
      await insertBrands(
        service.owner,
        closer.map((word) => drawBrand(word)),
      )
    })
    expect(ranked(seen)).toEqual(ranked(before))
  })
})

/** Lets the index forget all versions of the corpus but the present one and the one before. */
async function letADayPass(): Promise<void> {
  const past = `update search.version set created_at = created_at - interval '26 hours'`
  await service.owner.query({ text: past, parameters: [] })
  await insertBrands(service.owner, [drawBrand('Wxyz')])
}

const versions = (): Promise<{ version: number }[]> =>
  service.owner.query({ text: 'select version from search.version', parameters: [] })

describe('a walk that goes on', () => {
  const others = {
    'when the index was built anew': () => rebuildSearchIndex(service.owner),
    'when marks have come that have nothing to do with it, and a day has passed': async () => {
      await insertBrands(service.owner, [drawBrand('Wxyz'), drawBrand('Vwxyz')])
      await letADayPass()
      expect(await versions()).toHaveLength(2)
    },
  }

  test.each(Object.entries(others))('%s goes the same way', async (_, happens) => {
    await rebuildSearchIndex(service.owner) // without the words of marks that are gone
    await fc.assert(
      fc.asyncProperty(someWalks, fc.nat(6), async ({ search, limits }, when) => {
        const before = await walk(search, [100])
        const seen = await walk(search, limits, async (_, page) => {
          if (page === when) await happens()
        })
        expect(ranked(seen)).toEqual(ranked(before))
      }),
      { numRuns: 8 },
    )
  })

  test('in a later version, as its own is forgotten, goes on behind the same score and ends', async () => {
    await fc.assert(
      fc.asyncProperty(someWalks, someChanges, fc.nat(6), async ({ search, limits }, changes, when) => {
        const before = await walk(search, [100])
        const allowed = new Set<string>()
        const seen = await walk(search, limits, async (_, page) => {
          if (page !== when) return
          for (const each of changes) await make(each, numbers(before))
          await letADayPass()
        })
        for (const brand of await readTables()) if (passes(search, brand)) allowed.add(brand.nroSolicitud)
        expectInOrder(seen)
        const behind = seen.slice(limitsUntil(limits, when))
        expect(numbers(behind).filter((number) => !allowed.has(number))).toEqual([])
        expect(new Set(numbers(behind)).size).toBe(behind.length)
      }),
      { numRuns: 12 },
    )
  })
})

/** How many marks the pages up to one of them hold, that one included. */
const limitsUntil = (limits: readonly number[], page: number): number =>
  Array.from({ length: page + 1 }, (_, at) => limits[at % limits.length] as number).reduce(
    (sum, each) => sum + each,
  )
