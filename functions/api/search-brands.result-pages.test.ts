import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
import { historyRuns } from '../../test/support/history-runs.ts'
import { createRandom } from '../../test/support/random.ts'
import { startTestService, type TestService } from '../../test/support/service.ts'
import { type AfterPage, walkBrands } from '../../test/support/walk.ts'

let random = createRandom(11)

/** Words that are similar to each other, and some stop words. */
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
 * Words that names have in addition to the most common words. They are few, so that in many names the common words have the
 * same share. The mute letter `h` lowers this share, but not the phonetic similarity of the name.
 */
const BESIDE = ['', '', 'la', 'la', 'la', 'uno', 'cinco', 'de los', 'h']
/** How many marks have one common word, and how many have both: far more than a search ranks, or reads at once. */
const COMMON = 900
const WITH_BOTH = 420
const DAYS = ['2018-12-31', '2019-06-24', '2024-02-29']
const ESTADOS = ['REGISTRADA', 'REGISTRADA', 'VENCIDA', 'ANULADA'] as const
const TIPOS = ['DENOMINATIVA', 'MIXTA', 'SONORA'] as const

const drawName = (): string =>
  Array.from({ length: random.between(0, 4) }, () => random.pick(WORDS)).join(' ')
const drawCommon = (both: boolean): string =>
  [...(random.chance(0.5) ? ['Andes'] : ['ANDÉS']), ...(both ? ['sur'] : []), random.pick(BESIDE)]
    .sort(() => random.between(-1, 1))
    .join(' ')
    .trim()

const used = new Set<string>()
function drawNumber(): string {
  const number = String(random.between(1, 10 ** random.between(3, 9)))
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
    estado: random.pick(ESTADOS),
    tipoSigno: random.pick(TIPOS),
    fechaPresentacion: random.pick(DAYS),
    clases: [...new Set(Array.from({ length: random.between(0, 3) }, () => random.pick([9, 35, 45])))],
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

/** Reads some or all brands directly from the tables of the corpus. */
const readTables = (numbers?: readonly string[]): Promise<ListedBrand[]> =>
  service.owner.query<ListedBrand>(
    {
      parameters: ['numbers'],
      text: `select b.nro_solicitud::text as "nroSolicitud", b.nro_registro as "nroRegistro", b.denominacion, b.estado,
                  b.tipo_signo as "tipoSigno", b.fecha_presentacion as "fechaPresentacion",
                  b.fecha_vencimiento as "fechaVencimiento",
                  b.clases
             from brand as b
            where $1::bigint[] is null or b.nro_solicitud = any ($1::bigint[])
            order by b.nro_solicitud`,
    },
    { numbers },
  )

const passes = (filters: BrandFilters, brand: ListedBrand): boolean =>
  (filters.clase === undefined || [filters.clase].flat().some((each) => brand.clases.includes(each))) &&
  (filters.estado ?? brand.estado) === brand.estado &&
  (filters.tipoSigno ?? brand.tipoSigno) === brand.tipoSigno &&
  (filters.fechaDesde ?? '') <= brand.fechaPresentacion &&
  brand.fechaPresentacion <= (filters.fechaHasta ?? '9999-12-31')

const hasAllWords = (q: string, { denominacion }: ListedBrand): boolean => {
  const words = new Set(tokenize(denominacion))
  return tokenize(q).every((word) => words.has(word))
}

const readPages = (filters: BrandFilters, limits: readonly number[], afterPage?: AfterPage) =>
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
const someSearches = fc
  .tuple(fc.oneof(ofCloseWords, ofCommonWords), fc.oneof(fc.constant({}), someFilters))
  .map(([{ q, limits }, filters]) => ({ search: { ...filters, q }, limits }))

describe('the pages of a search', () => {
  test('contain every mark with all words of the query exactly once, in an order that does not depend on the page size', async () => {
    const brands = await readTables()
    await fc.assert(
      fc.asyncProperty(someSearches, async ({ search, limits }) => {
        const found = await readPages(search, [100])
        const met = new Set(numbers(found))
        expect(met.size).toBe(found.length)
        expectInOrder(found)
        const passing = brands.filter((brand) => passes(search, brand))
        const wanted = passing.filter((brand) => hasAllWords(search.q, brand))
        expect(numbers(wanted).filter((number) => !met.has(number))).toEqual([])
        const allowed = new Set(numbers(passing))
        expect(numbers(found).filter((number) => !allowed.has(number))).toEqual([])
        expect(ranked(await readPages(search, limits))).toEqual(ranked(found))
      }),
      historyRuns(12),
    )
  })

  test.each([
    ['one word', 'andes', COMMON],
    ['two words', 'andes sur', WITH_BOTH],
  ])('continue after the ranked window, if many marks have %s', async (_, q, atLeast) => {
    const found = await readPages({ q }, [7, 100, 1])
    expect(found.length).toBeGreaterThanOrEqual(atLeast)
    expect(new Set(numbers(found)).size).toBe(found.length)
    expectInOrder(found)
    expect(ranked(found)).toEqual(ranked(await readPages({ q }, [100])))
  })

  test('end with the last mark, also if the last page is full', async () => {
    await fc.assert(
      fc.asyncProperty(someSearches, async ({ search }) => {
        const total = (await readPages(search, [100])).length
        const size = [100, 99, 98, 97, 96, 95, 60, 50, 45, 40, 30, 20].find((each) => total % each === 0)
        const limit = total > 0 && total <= 100 ? total : (size ?? 100)
        const sizes: number[] = []
        await readPages(search, [limit], async (items) => sizes.push(items.length))
        expect(sizes).toHaveLength(Math.max(1, Math.ceil(total / limit)))
      }),
      historyRuns(8),
    )
  })
})

/** A change between two pages. `at` selects one of the marks that the search found (`found`), or one of all marks. */
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
      // New words, which are similar to known words or longer.
      fc
        .tuple(fc.constantFrom(...WORDS, 'andes'), fc.string({ minLength: 1, maxLength: 2 }))
        .map((two) => two.join('')),
    ),
  }),
  { minLength: 1, maxLength: 5 },
)

/** Makes a change to the corpus, and returns the number of its mark. */
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

/** Restores changed marks. Each history begins with the same marks, so that its seed repeats it. */
async function restore(original: readonly ListedBrand[], changed: ReadonlySet<string>): Promise<void> {
  await removeBrands(service.owner, [...changed])
  const restored = original.filter(({ nroSolicitud }) => changed.has(nroSolicitud))
  await insertBrands(service.owner, restored)
  const known = new Set(numbers(original))
  changed.forEach((number) => void (known.has(number) || used.delete(number)))
}

/** Returns a word with each of its letters, starting at `from`, replaced by each of `letters`. */
const misspelt = (word: string, from: number, letters: string): string[] =>
  Array.from(word).flatMap((_, at) =>
    at < from ? [] : Array.from(letters, (letter) => word.slice(0, at) + letter + word.slice(at + 1)),
  )

/** Returns a word and two words with one more letter. */
const withEndings = (word: string): string[] => ['', 's', 'n'].map((letter) => word + letter)

/** Returns `count` words that begin with `word` and have `letters` more letters. */
function spread(word: string, letters: number, count: number): string[] {
  const alphabet = 'bcdfgjklmnprstwxaeiou'
  return Array.from(
    { length: count },
    (_, at) =>
      word +
      Array.from({ length: letters }, (_, position) => alphabet[(at * (position + 1) + position) % 21]).join(
        '',
      ),
  )
}

describe('a change between two pages', () => {
  test('does not move unchanged marks, and every mark that is shown passes the filters', async () => {
    await fc.assert(
      fc.asyncProperty(
        someSearches,
        fc.array(someChanges, { minLength: 1, maxLength: 6 }),
        fc.nat(),
        async (paginated, changes, seed) => {
          random = createRandom(seed)
          const { search, limits } = paginated
          const before = await readPages(search, [100])
          const changed = new Set<string>()
          const original = await readTables()
          try {
            const seen = await readPages(search, limits, async (items, page) => {
              const known = new Map(
                (await readTables(numbers(items))).map((brand) => [brand.nroSolicitud, brand]),
              )
              const wrong = items.filter(({ nroSolicitud, denominacion, estado }) => {
                const brand = known.get(nroSolicitud)
                return (
                  brand?.denominacion !== denominacion || brand.estado !== estado || !passes(search, brand)
                )
              })
              expect(wrong).toEqual([])
              for (const each of changes[page] ?? []) {
                changed.add(await make(each, numbers(before)))
              }
            })
            expect(new Set(numbers(seen)).size).toBe(seen.length)
            expectInOrder(seen)
            const unchanged = (brands: BrandSummary[]) =>
              ranked(brands.filter(({ nroSolicitud }) => !changed.has(nroSolicitud)))
            expect(unchanged(seen)).toEqual(unchanged(before))
          } finally {
            await restore(original, changed)
          }
        },
      ),
      historyRuns(10),
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
    ['the beginning of a word', 'ceni', spread('ceni', 4, 30), ['ceni', ...spread('ceni', 1, 20)]],
    ['a common word', 'tropa lince', spread('tropa li', 3, 30), Array.from({ length: 40 }, () => 'tropa')],
    [
      'a word with the same end',
      'velamen',
      spread('', 4, 30).map((start) => `${start}amen`),
      spread('velam', 2, 9),
    ],
  ])('does not move marks if it adds words that are more similar to %s', async (_, q, names, closer) => {
    await insertBrands(
      service.owner,
      names.map((name) => drawBrand(`${name} ${random.pick(BESIDE)}`)),
    )
    const before = await readPages({ q }, [100])
    expect(before.length).toBeGreaterThan(20)
    const seen = await readPages({ q }, [5], async (_, page) => {
      if (page !== 0) return
      await insertBrands(
        service.owner,
        closer.map((word) => drawBrand(word)),
      )
    })
    expect(ranked(seen)).toEqual(ranked(before))
  })
})

/** Makes the index delete all versions of the corpus except the current and the previous one. */
async function passDay(): Promise<void> {
  const past = `update search.version set created_at = created_at - interval '26 hours'`
  await service.owner.query({ text: past, parameters: [] })
  await insertBrands(service.owner, [drawBrand('Wxyz')])
}

const versions = (): Promise<{ version: number }[]> =>
  service.owner.query({ text: 'select version from search.version', parameters: [] })

describe('the next page of a search', () => {
  const others = {
    'after the index was rebuilt': () => rebuildSearchIndex(service.owner),
    'after unrelated marks were added and a day has passed': async () => {
      await insertBrands(service.owner, [drawBrand('Wxyz'), drawBrand('Vwxyz')])
      await passDay()
      expect(await versions()).toHaveLength(2)
    },
  }

  test.each(Object.entries(others))('%s is the same', async (_, happens) => {
    await rebuildSearchIndex(service.owner) // without the words of removed marks
    await fc.assert(
      fc.asyncProperty(someSearches, fc.nat(6), async ({ search, limits }, when) => {
        const before = await readPages(search, [100])
        const seen = await readPages(search, limits, async (_, page) => {
          if (page === when) await happens()
        })
        expect(ranked(seen)).toEqual(ranked(before))
      }),
      { numRuns: 8 },
    )
  })

  test('continues after the same score if its version of the corpus was deleted', async () => {
    await fc.assert(
      fc.asyncProperty(someSearches, someChanges, fc.nat(6), async ({ search, limits }, changes, when) => {
        const before = await readPages(search, [100])
        const allowed = new Set<string>()
        const seen = await readPages(search, limits, async (_, page) => {
          if (page !== when) return
          for (const each of changes) await make(each, numbers(before))
          await passDay()
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

/** Returns the number of marks on the pages up to `page`, inclusive. */
const limitsUntil = (limits: readonly number[], page: number): number =>
  Array.from({ length: page + 1 }, (_, at) => limits[at % limits.length] as number).reduce(
    (sum, each) => sum + each,
  )
