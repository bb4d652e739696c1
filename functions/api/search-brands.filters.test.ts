import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BrandPage, type BrandSearch, brandPage } from '../../schemas/brand.ts'
import { codes, ESTADOS, PHASES, TIPOS_DE_SIGNO } from '../../schemas/catalogs.ts'
import { editDistance } from '../../shared/platform/text/edit-distance.ts'
import { validator } from '../../shared/platform/validation.ts'
import { deletionHashes, lookupHashes, maxMistakes } from '../../shared/search/text/deletions.ts'
import { phoneticCode } from '../../shared/search/text/phonetic-code.ts'
import { isStopWord } from '../../shared/search/text/stop-words.ts'
import { tokenize } from '../../shared/search/text/tokenize.ts'
import { insertBrands, type ListedBrand, listedBrand } from '../../test/support/brands.ts'
import { callTool } from '../../test/support/mcp-service.ts'
import { createRandom } from '../../test/support/random.ts'
import { ask, startTestService, type TestService } from '../../test/support/service.ts'

const MARKS = 150
const { pick, between, chance } = createRandom(11)

const DAYS = ['2018-12-31', '2019-01-01', '2019-01-02', '2019-06-24']
const LATER_DAYS = ['2020-01-01', '2020-01-02', '2029-12-31', '2030-01-01']
/** So many classes that the statement reads brands of all classes and compares each with the list. */
const MOST_CLASSES = Array.from({ length: 30 }, (_, at) => at + 12)
const CLASSES = [9, 35, 39, 41]
const UNKNOWN = 'SIN_CLASIFICAR'

const HOLDERS = [
  'Astilleros Andes SpA',
  'ASTILLEROS DEL SUR LTDA.',
  'Pérez Muñoz, Ana',
  'Peres Fuentes, Juan',
  'Vinícola Fiordo S.A.',
  'De la O',
]
const AGENTS = ['Ana Pérez Muñoz', 'Estudio Silva & Cía.', 'SILVA, JUAN']

const drawPersons = (): NonNullable<ListedBrand['personas']> => [
  ...(chance(0.4) ? [{ rol: 'SOLICITANTE' as const, nombre: pick(HOLDERS), pais: null }] : []),
  ...(chance(0.6) ? [{ rol: 'TITULAR' as const, nombre: pick(HOLDERS), pais: 'CL' }] : []),
  ...(chance(0.6) ? [{ rol: 'REPRESENTANTE' as const, nombre: pick(AGENTS), pais: 'CL' }] : []),
]

/** Returns whether a word of a filter matches a word of a name (docs/decisions.md#requests: Names of persons). */
function isSimilar(wanted: string, word: string): boolean {
  const [wantedSound, sound] = [phoneticCode(wanted), phoneticCode(word)]
  const most = maxMistakes(wanted)
  const found = deletionHashes(word, sound)
  return (
    Math.min(editDistance(wanted, word), editDistance(wantedSound, sound)) <= most &&
    lookupHashes(wanted, wantedSound, most).some((hash) => found.includes(hash))
  )
}

function hasPerson(text: string | undefined, names: readonly string[], isLike: typeof isSimilar): boolean {
  if (text === undefined) return true
  const words = tokenize(text)
  const significant = isLike === isSimilar ? words.filter((word) => !isStopWord(word)) : words
  const wanted = significant.length > 0 ? significant : words
  return names.some((name) => wanted.every((each) => tokenize(name).some((word) => isLike(each, word))))
}

const namesOf = ({ personas = [] }: ListedBrand, isAgent: boolean): string[] =>
  personas.filter(({ rol }) => (rol === 'REPRESENTANTE') === isAgent).map(({ nombre }) => nombre)

const drawBrand = (at: number): ListedBrand =>
  listedBrand({
    nroSolicitud: String(1_000 + at),
    denominacion: 'Fiordo',
    estado: chance(0.3) ? 'REGISTRADA' : chance(0.2) ? UNKNOWN : pick(codes(ESTADOS)),
    tipoSigno: chance(0.5) ? 'MIXTA' : pick(codes(TIPOS_DE_SIGNO)),
    fechaPresentacion: pick(DAYS),
    nroRegistro: chance(0.5) ? String(700 + between(0, 9)) : null,
    fechaRegistro: chance(0.6) ? pick(LATER_DAYS) : null,
    fechaVencimiento: chance(0.6) ? pick(LATER_DAYS) : null,
    personas: drawPersons(),
    clases: chance(0.2) ? [] : [...new Set([pick(CLASSES), pick(CLASSES), between(1, 45)])],
  })

let service: TestService
let key: string
const brands = Array.from({ length: MARKS }, (_, at) => drawBrand(at))

beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  await insertBrands(service.owner, brands)
})
afterAll(() => service.stop())

type Given = Omit<BrandSearch, 'limit'> & { limit?: number }
type Ask = (input: Given) => Promise<BrandPage>

const pageProblems = validator(brandPage)
function valid(page: BrandPage): BrandPage {
  expect(pageProblems(page)).toEqual([])
  return page
}

/** Sends lists with commas between their values. */
const overRest: Ask = async (input) => {
  const query = new URLSearchParams(
    Object.entries(input).map(([name, value]) => [name, String(value)] as [string, string]),
  )
  const { status, body } = await ask(service, `/v1/brands?${query}`, { key })
  expect({ input, status, error: body.error }).toEqual({ input, status: 200, error: undefined })
  return valid(body)
}

/** Sends lists as arrays, and a list with one value as this value. */
const overMcp: Ask = async (input) => {
  const args = Object.entries(input).map(([name, value]) => [
    name,
    Array.isArray(value) && value.length === 1 ? value[0] : value,
  ])
  const { body } = await callTool(service, 'search_brands', Object.fromEntries(args), key)
  expect({ input, isError: body.result.isError }).toEqual({ input, isError: undefined })
  return valid(JSON.parse(body.result.content[0].text))
}

/** Reads all pages, and returns the application numbers and the first page. */
async function walk(call: Ask, input: Given): Promise<{ numbers: string[]; first: BrandPage }> {
  const first = await call(input)
  const numbers = first.items.map(({ nroSolicitud }) => nroSolicitud)
  for (let cursor = first.nextCursor; cursor !== null; ) {
    const page = await call({ ...input, cursor })
    expect(page).not.toHaveProperty('omitidasSinClase')
    numbers.push(...page.items.map(({ nroSolicitud }) => nroSolicitud))
    cursor = page.nextCursor
  }
  return { numbers, first }
}

const listed = <Value>(values: Value | readonly Value[] | undefined): readonly Value[] | undefined =>
  values === undefined ? undefined : ([values].flat() as Value[])

/** Whether a mark passes a filter. */
type Verdict = 'yes' | 'no' | 'unknown'
const verdictOf = (passes: boolean, isKnown = true): Verdict => (!isKnown ? 'unknown' : passes ? 'yes' : 'no')

function ofClass({ clase, sinClase }: Given, { clases }: ListedBrand): Verdict {
  const wanted = listed(clase)
  if (wanted === undefined || (sinClase && clases.length === 0)) return 'yes'
  return verdictOf(
    clases.some((each) => wanted.includes(each)),
    clases.length > 0,
  )
}

function ofPhase({ fase }: Given, { estado }: ListedBrand): Verdict {
  const wanted = listed(fase)
  const { phase } = ESTADOS[estado]
  if (wanted === undefined || wanted.includes(phase)) return 'yes'
  return verdictOf(false, phase !== 'desconocida')
}

const isWithin = (from = '', to = '9999-12-31', day: string | null = null): boolean =>
  (from === '' && to === '9999-12-31') || (day !== null && from <= day && day <= to)

const withoutDots = (number: string): string => number.replaceAll('.', '')

const passesOthers = (given: Given, brand: ListedBrand): boolean =>
  (listed(given.numeros)?.map(withoutDots).includes(brand.nroSolicitud) ?? true) &&
  (given.nroRegistro === undefined || given.nroRegistro === brand.nroRegistro) &&
  hasPerson(given.titular, namesOf(brand, false), isSimilar) &&
  hasPerson(given.representante, namesOf(brand, true), (one, other) => one === other) &&
  isWithin(given.registroDesde, given.registroHasta, brand.fechaRegistro) &&
  isWithin(given.vencimientoDesde, given.vencimientoHasta, brand.fechaVencimiento) &&
  (listed(given.estado)?.includes(brand.estado) ?? true) &&
  (listed(given.tipoSigno)?.includes(brand.tipoSigno) ?? true) &&
  (given.fechaDesde ?? '') <= brand.fechaPresentacion &&
  brand.fechaPresentacion <= (given.fechaHasta ?? '9999-12-31')

/** Computes the expected marks, newest first, and how many marks are left out because a value is unknown. */
function compute(given: Given): { numbers: string[]; sinClase: number; sinFase: number } {
  const possible = brands
    .filter((brand) => passesOthers(given, brand))
    .map((brand) => ({ brand, clase: ofClass(given, brand), fase: ofPhase(given, brand) }))
    .filter(({ clase, fase }) => clase !== 'no' && fase !== 'no')
  const passing = possible
    .filter(({ clase, fase }) => clase === 'yes' && fase === 'yes')
    .map(({ brand }) => brand)
  return {
    numbers: passing
      .toSorted(
        (a, b) =>
          b.fechaPresentacion.localeCompare(a.fechaPresentacion) ||
          Number(b.nroSolicitud) - Number(a.nroSolicitud),
      )
      .map(({ nroSolicitud }) => nroSolicitud),
    sinClase: possible.filter(({ clase }) => clase === 'unknown').length,
    sinFase: possible.filter(({ clase, fase }) => clase === 'yes' && fase === 'unknown').length,
  }
}

const several = <Value>(...values: readonly Value[]) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 6 }), {
    nil: undefined,
    freq: 1,
  })

const rarely = <Value>(...values: readonly Value[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, fc.constantFrom(...values))

const someGiven: fc.Arbitrary<Given> = fc
  .record({
    clase: fc.oneof(
      { weight: 4, arbitrary: several(...CLASSES, 1, 45) },
      { weight: 1, arbitrary: fc.constantFrom(MOST_CLASSES, MOST_CLASSES.slice(0, 11)) },
    ),
    estado: several('REGISTRADA' as const, UNKNOWN, ...codes(ESTADOS)),
    fase: several(...codes(PHASES)),
    tipoSigno: several('MIXTA' as const, ...codes(TIPOS_DE_SIGNO)),
    sinClase: fc.constantFrom(undefined, 'incluir' as const),
    fechaDesde: fc.constantFrom(undefined, undefined, '2019-01-01'),
    fechaHasta: fc.constantFrom(undefined, undefined, '2019-06-23'),
    registroDesde: rarely('2020-01-01', '2020-01-02'),
    registroHasta: rarely('2020-01-02', '2030-01-01'),
    vencimientoDesde: rarely('2020-01-02'),
    vencimientoHasta: rarely('2029-12-31'),
    numeros: fc
      .option(
        fc.uniqueArray(
          fc.constantFrom('1.003', '77', 'x', ...brands.map(({ nroSolicitud }) => nroSolicitud)),
          {
            minLength: 1,
            maxLength: 100,
          },
        ),
        { nil: undefined, freq: 1 },
      )
      .filter((numeros) => !numeros?.includes('1.003') || !numeros.includes('1003')),
    titular: rarely(
      'astilleros',
      'astiyeros andez',
      'PEREZ',
      'perez muñoz ltda',
      'juan',
      'fiordos',
      'de la',
      'zzz',
    ),
    representante: rarely('silva', 'ana perez', 'Pérez Muñoz', 'silba', 'estudio silva y cia'),
    nroRegistro: rarely('700', '705', '709'),
    limit: fc.constantFrom(3, 20, 100),
  })
  .map((given) => {
    const entries = Object.entries(given).filter(([, value]) => value !== undefined)
    const { sinClase, ...others } = Object.fromEntries(entries) as Given
    return sinClase && others.clase ? { ...others, sinClase } : others
  })

describe.each([
  ['REST', overRest],
  ['MCP', overMcp],
])('any combination of filters over %s', (_, call) => {
  test('lists the marks that pass all of them, and counts those whose class or phase is not known', async () => {
    await fc.assert(
      fc.asyncProperty(someGiven, async (given) => {
        const { numbers, first } = await walk(call, given)
        const { numbers: wanted, sinClase, sinFase } = compute(given)
        expect(numbers).toEqual(wanted)
        const isPhaseKnown = given.fase === undefined || listed(given.fase)?.includes('desconocida')
        expect([first.omitidasSinClase, first.omitidasSinFase]).toEqual([
          given.clase === undefined || given.sinClase ? undefined : sinClase,
          isPhaseKnown ? undefined : sinFase,
        ])
      }),
      { numRuns: 25 },
    )
  })

  test('selects the same marks in a search, with the same counts', async () => {
    await fc.assert(
      fc.asyncProperty(someGiven, async (given) => {
        const { numbers, first } = await walk(call, { ...given, q: 'fiordo' })
        const { numbers: wanted, sinClase, sinFase } = compute(given)
        expect(numbers.toSorted()).toEqual(wanted.toSorted())
        if (first.omitidasSinClase !== undefined) expect(first.omitidasSinClase).toBe(sinClase)
        if (first.omitidasSinFase !== undefined) expect(first.omitidasSinFase).toBe(sinFase)
      }),
      { numRuns: 12 },
    )
  })
})

describe('marks that a filter leaves out because their class or phase is unknown', () => {
  const count = async (given: Given) => (await walk(overRest, given)).numbers.length

  test('and the marks of all known classes or phases are together all marks', async () => {
    const others = { clase: Array.from({ length: 45 }, (_, at) => at + 1), limit: 100 }
    const { first, numbers } = await walk(overRest, others)
    expect(numbers.length + (first.omitidasSinClase ?? 0)).toBe(MARKS)
    expect(await count({ ...others, sinClase: 'incluir' })).toBe(MARKS)
    const known = { fase: ['en_tramite', 'vigente', 'terminada'] as const }
    const ofPhases = await walk(overRest, { fase: [...known.fase], limit: 100 })
    expect(ofPhases.numbers.length + (ofPhases.first.omitidasSinFase ?? 0)).toBe(MARKS)
    expect(await count({ fase: codes(PHASES), limit: 100 })).toBe(MARKS)
  })

  test('are counted up to 1,000; the count 1,001 means more', async () => {
    const omitted = async () => (await overRest({ clase: 1, tipoSigno: 'OLFATIVA' })).omitidasSinClase
    const before = (await omitted()) ?? 0
    const more = (from: number, length: number) =>
      Array.from({ length }, (_, at) =>
        listedBrand({ nroSolicitud: String(from + at), tipoSigno: 'OLFATIVA', denominacion: 'Kayak' }),
      )
    const added = [...more(10_000, 1_000 - before)]
    await insertBrands(service.owner, added)
    expect(await omitted()).toBe(1_000)
    const beyond = more(20_000, 5)
    await insertBrands(service.owner, beyond)
    expect(await omitted()).toBe(1_001)
    expect((await overRest({ q: 'kayak', clase: 1 })).omitidasSinClase).toBe(1_001)
    brands.push(...added, ...beyond)
  })
})

test('a cursor is valid for the same values in any order, and for one value alone or as a list', async () => {
  const { nextCursor } = await overRest({ clase: [9, 35], limit: 1 })
  const second = await overRest({ clase: [35, 9], limit: 1, cursor: nextCursor ?? '' })
  expect(second.items).toHaveLength(1)
  const alone = await overMcp({ clase: 9, limit: 1 })
  expect(await overRest({ clase: [9], limit: 1, cursor: alone.nextCursor ?? '' })).toMatchObject({
    items: [expect.anything()],
  })
})
