import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BrandSummary } from '../../schemas/brand.ts'
import { codes, ESTADOS, TIPOS_DE_SIGNO } from '../../schemas/catalogs.ts'
import type { BrandFilters } from '../../shared/brands/brand-order.ts'
import { insertBrands, type ListedBrand, listedBrand, removeBrands } from '../../test/support/brands.ts'
import { historyRuns } from '../../test/support/history-runs.ts'
import { createRandom } from '../../test/support/random.ts'
import { ask, startTestService, type TestService } from '../../test/support/service.ts'
import { type AfterPage, walkBrands } from '../../test/support/walk.ts'

const MARKS = 400
let random = createRandom(7)

/** Few days and codes, so that there are many ties; numbers of 1 to 18 digits, which sort differently as text. */
const DAYS = ['0001-01-01', '2018-12-31', '2019-01-01', '2019-01-02', '2019-06-24', '9999-12-31']
const WORDS = ['Andes', 'Ándes', 'Fiordo', 'Kayak', 'del', 'Sur', 'Ñandú', 'Café', '&', 'Volcán']

const used = new Set<string>()
function drawNumber(): string {
  const number =
    String(random.between(1, 10 ** random.between(1, 15))) + '0'.repeat(random.pick([0, 0, 0, 3]))
  if (used.has(number)) {
    return drawNumber()
  }
  used.add(number)
  return number
}

const drawBrand = (): ListedBrand =>
  listedBrand({
    nroSolicitud: drawNumber(),
    denominacion: Array.from({ length: random.between(0, 4) }, () => random.pick(WORDS)).join(' '),
    estado: random.chance(0.6) ? 'REGISTRADA' : random.pick(codes(ESTADOS)),
    tipoSigno: random.chance(0.6) ? 'MIXTA' : random.pick(codes(TIPOS_DE_SIGNO)),
    fechaPresentacion: random.pick(DAYS),
    clases: [
      ...new Set(
        Array.from({ length: random.between(0, 4) }, () => (random.chance(0.5) ? 35 : random.between(1, 45))),
      ),
    ],
  })

let service: TestService
let key: string

beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  await insertBrands(service.owner, Array.from({ length: MARKS }, drawBrand))
})
afterAll(() => service.stop())

type Known = Pick<ListedBrand, 'nroSolicitud' | 'estado' | 'tipoSigno' | 'fechaPresentacion' | 'clases'>

/** Reads all brands in the order of a listing, directly from the tables. */
const readTables = (): Promise<Known[]> =>
  service.owner.query<Known>({
    text: `select b.nro_solicitud::text as "nroSolicitud", b.estado, b.tipo_signo as "tipoSigno",
                  b.fecha_presentacion as "fechaPresentacion",
                  b.clases
             from brand as b
            order by b.fecha_presentacion desc, b.nro_solicitud desc`,
    parameters: [],
  })

const passes = (filters: BrandFilters, brand: Known): boolean =>
  (filters.clase === undefined || [filters.clase].flat().some((each) => brand.clases.includes(each))) &&
  (filters.estado ?? brand.estado) === brand.estado &&
  (filters.tipoSigno ?? brand.tipoSigno) === brand.tipoSigno &&
  (filters.fechaDesde ?? '') <= brand.fechaPresentacion &&
  brand.fechaPresentacion <= (filters.fechaHasta ?? '9999-12-31')

const wanted = (brands: Known[], filters: BrandFilters): string[] =>
  brands.filter((brand) => passes(filters, brand)).map(({ nroSolicitud }) => nroSolicitud)

const readPages = (filters: BrandFilters, limits: readonly number[], afterPage?: AfterPage) =>
  walkBrands({ service, key }, filters, limits, afterPage)

const numbers = (brands: BrandSummary[]): string[] => brands.map(({ nroSolicitud }) => nroSolicitud)

const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const someFilters = fc
  .record({
    clase: optional(fc.oneof(fc.constant(35), fc.integer({ min: 1, max: 45 }))),
    estado: optional(fc.oneof(fc.constant('REGISTRADA' as const), fc.constantFrom(...codes(ESTADOS)))),
    tipoSigno: optional(fc.oneof(fc.constant('MIXTA' as const), fc.constantFrom(...codes(TIPOS_DE_SIGNO)))),
    days: fc.tuple(optional(fc.constantFrom(...DAYS)), optional(fc.constantFrom(...DAYS))),
  })
  .map(({ days: [one, other], ...filters }) => {
    const [fechaDesde, fechaHasta] = one && other && one > other ? [other, one] : [one, other]
    return given({ ...filters, fechaDesde, fechaHasta })
  })
const someLimits = fc.array(fc.oneof(fc.integer({ min: 5, max: 40 }), fc.constantFrom(1, 100)), {
  minLength: 1,
  maxLength: 5,
})

/** Removes undefined parameters. */
const given = (filters: { [Name in keyof BrandFilters]?: BrandFilters[Name] | undefined }): BrandFilters =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))

test('for any page size, the pages of a listing contain every mark that passes the filters exactly once, in order', async () => {
  const brands = await readTables()
  await fc.assert(
    fc.asyncProperty(someFilters, someLimits, async (filters, limits) => {
      expect(numbers(await readPages(filters, limits))).toEqual(wanted(brands, filters))
    }),
    historyRuns(25),
  )
})

test('a page with the last brand has no nextCursor, also if it is full', async () => {
  const all = wanted(await readTables(), { estado: 'ANULADA' })
  const { body } = await ask(service, `/v1/brands?estado=ANULADA&limit=${all.length}`, { key })
  expect(numbers(body.items)).toEqual(all)
  expect(body.nextCursor).toBeNull()
})

test('the results on the pages of a search are in order, without repetitions, and do not depend on the page size', async () => {
  const brands = await readTables()
  const someText = fc.constantFrom('andes', 'FIORDO DEL SUR', 'nandu', 'kayac', 'Cafe & volcan', 'zzz', '?!')
  await fc.assert(
    fc.asyncProperty(someText, someFilters, someLimits, async (q, filters, limits) => {
      const found = await readPages({ ...filters, q }, limits)
      expect(found).toEqual(await readPages({ ...filters, q }, [100]))
      expect(new Set(numbers(found)).size).toBe(found.length)
      expect(found).toEqual([...found].sort(byScoreThenNumber))
      const passing = new Set(wanted(brands, filters))
      expect(numbers(found).filter((number) => !passing.has(number))).toEqual([])
    }),
    historyRuns(15),
  )
})

const byScoreThenNumber = (a: BrandSummary, b: BrandSummary): number =>
  (b.score ?? 0) - (a.score ?? 0) || Number(BigInt(b.nroSolicitud) - BigInt(a.nroSolicitud))

/** Limits the insertions between pages, so that the pagination ends. */
const MOST_ARRIVALS = 40

test('marks that are added between two pages do not move, hide or repeat other marks', async () => {
  await fc.assert(
    fc.asyncProperty(someFilters, someLimits, fc.nat(), async (filters, limits, seed) => {
      random = createRandom(seed)
      const before = wanted(await readTables(), filters)
      const added: string[] = []
      try {
        const seen = numbers(
          await readPages(filters, limits, async () => {
            if (added.length < MOST_ARRIVALS) {
              const brands = [drawBrand(), drawBrand()]
              added.push(...brands.map(({ nroSolicitud }) => nroSolicitud))
              await insertBrands(service.owner, brands)
            }
          }),
        )
        const old = new Set(before)
        expect(seen.filter((number) => old.has(number))).toEqual(before)
        const met = new Set(seen)
        const after = wanted(await readTables(), filters)
        expect(seen).toEqual(after.filter((number) => met.has(number)))
      } finally {
        // Each history begins with the same brands, so that its seed repeats it.
        await removeBrands(service.owner, added)
        added.forEach((number) => void used.delete(number))
      }
    }),
    historyRuns(10),
  )
})
