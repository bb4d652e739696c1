import type { BrandSummary } from '../schemas/brand.ts'
import { codes, ESTADOS, PHASES, TIPOS_DE_SIGNO } from '../schemas/catalogs.ts'
import { canonical, type GivenFilters } from '../shared/brands/brand-filters.ts'
import type { Database } from '../shared/db/database.ts'
import { sqlFile } from '../shared/db/sql-file.ts'
import { type CursorPosition, writeCursor } from '../shared/platform/cursor.ts'
import { createRandom, type Random } from './corpus/random.ts'
import { oneMistake } from './search/mistakes.ts'

const DRAW = sqlFile(import.meta.url, 'draw-brands.sql', 'planned')

/** A brand from which requests are made. */
export interface DrawnBrand
  extends Pick<BrandSummary, 'nroSolicitud' | 'denominacion' | 'estado' | 'tipoSigno' | 'fechaPresentacion'> {
  /** One of its classes; null if it has no class. */
  clase: number | null
}

/** A brand with further data; a value is null if the brand has none. */
interface CorpusBrand extends DrawnBrand {
  nroRegistro: string | null
  fechaRegistro: string | null
  /** An applicant or a holder. */
  titular: string | null
  representante: string | null
}

/** Returns a random sample of the corpus, oldest first; the same sample for the same corpus. */
export const drawBrands = (database: Database, count: number): Promise<CorpusBrand[]> =>
  database.query<CorpusBrand>(DRAW, { count })

/** Kinds of filters of a listing: the statement that reads a page depends on the kind. */
export const SHAPES = [
  'date only',
  'estado or tipoSigno',
  'both',
  'with clase',
  'several values',
  'days of registration or expiry',
  'titular or representante',
  'numeros or nroRegistro',
] as const
export type Shape = (typeof SHAPES)[number]

/** One page of a listing. */
export interface ListingRequest {
  shape: Shape
  filters: GivenFilters
  /** The position after which the page begins; undefined for a first page. */
  after: CursorPosition | undefined
}

const LISTING_SEED = 20_260_202
export const PAGE = 100

/**
 * Draws `count` combinations of filters, and for each the first page and a deep page; the same for the same brands.
 *
 * @param brands a sample of the corpus, oldest first
 * @param drawMore draws further filters, which half of the combinations get in addition to class, status, kind and filing date
 */
export function drawListings<Brand extends DrawnBrand>(
  brands: readonly Brand[],
  count: number,
  drawMore?: (brands: readonly Brand[], random: Random) => GivenFilters,
): ListingRequest[] {
  const random = createRandom(LISTING_SEED)
  return Array.from({ length: count }, () => {
    const filters = {
      ...drawFilters(brands, random),
      ...(drawMore && random.chance(1 / 2) ? drawMore(brands, random) : {}),
    }
    const page = { shape: shapeOf(filters), filters }
    return [
      { ...page, after: undefined },
      { ...page, after: deepPlace(brands, filters) },
    ]
  }).flat()
}

function drawFilters(brands: readonly DrawnBrand[], { chance, pick }: Random): GivenFilters {
  const [first, last] = [pick(brands), pick(brands)].map(({ fechaPresentacion }) => fechaPresentacion).sort()
  const { estado, tipoSigno, clase } = pick(brands)
  // Half of the statuses and kinds of sign are drawn from the marks, so that they are as frequent as in the corpus. The others
  // are drawn evenly from the catalog, so that the rarest occur, too.
  return {
    ...(chance(1 / 2) ? { estado: chance(1 / 2) ? estado : pick(codes(ESTADOS)) } : {}),
    ...(chance(1 / 2) ? { tipoSigno: chance(1 / 2) ? tipoSigno : pick(codes(TIPOS_DE_SIGNO)) } : {}),
    ...(chance(1 / 3) && clase !== null ? { clase } : {}),
    ...(chance(1 / 2) && first ? { fechaDesde: first } : {}),
    ...(chance(1 / 2) && last ? { fechaHasta: last } : {}),
  }
}

/**
 * Draws filters as an attorney uses them to check whether a name is available: several classes, phases or statuses, a person,
 * numbers, or days of registration or expiry.
 */
export function drawClearanceFilters(
  brands: readonly CorpusBrand[],
  { chance, pick, shuffle }: Random,
): GivenFilters {
  const { nroRegistro, titular, representante } = pick(brands)
  const several = <Code>(all: readonly Code[], most: number): Code[] =>
    shuffle([...all]).slice(0, pick(Array.from({ length: most - 1 }, (_, at) => at + 2)))
  const [from, to] = [pick(brands), pick(brands)]
    .map((brand) => (chance(1 / 2) ? brand.fechaRegistro : null) ?? brand.fechaPresentacion)
    .sort()
  const term = chance(1 / 2) ? 'registro' : 'vencimiento'
  const drawn: GivenFilters[] = [
    { clase: several(CLASSES, 8), fase: ['en_tramite', 'vigente'] },
    { clase: several(CLASSES, 45), ...(chance(1 / 2) ? { fase: several(codes(PHASES), 3) } : {}) },
    { estado: several(codes(ESTADOS), 10), tipoSigno: several(codes(TIPOS_DE_SIGNO), 5) },
    { [`${term}Desde`]: from, ...(chance(1 / 2) ? { [`${term}Hasta`]: to } : {}) },
    titular === null ? {} : { titular },
    titular === null ? {} : { titular: pick(titular.split(' ')) },
    representante === null ? {} : { representante },
    representante === null ? {} : { representante: pick(representante.split(' ')) },
    { numeros: several(brands, 100).map(({ nroSolicitud }) => nroSolicitud) },
    nroRegistro === null ? {} : { nroRegistro },
  ]
  return pick(drawn)
}

const CLASSES = Array.from({ length: 45 }, (_, at) => at + 1)

function shapeOf(filters: GivenFilters): Shape {
  const { clase, estado, tipoSigno, fase } = filters
  if (filters.numeros ?? filters.nroRegistro) return 'numeros or nroRegistro'
  if (filters.titular ?? filters.representante) return 'titular or representante'
  if (Object.keys(filters).some((name) => /^(registro|vencimiento)/.test(name)))
    return 'days of registration or expiry'
  if ([clase, estado, tipoSigno, fase].some(Array.isArray)) return 'several values'
  if (clase !== undefined) return 'with clase'
  if (estado !== undefined && tipoSigno !== undefined) return 'both'
  return (estado ?? tipoSigno) === undefined ? 'date only' : 'estado or tipoSigno'
}

/** Returns a cursor position in the middle of the filing dates that the filters select, far behind the first page. */
function deepPlace(
  brands: readonly DrawnBrand[],
  { fechaDesde = '', fechaHasta = '9999' }: GivenFilters,
): CursorPosition {
  const within = brands.filter(({ fechaPresentacion: day }) => fechaDesde <= day && day <= fechaHasta)
  const middle = within[within.length >> 1]
  if (middle === undefined) {
    throw new Error('filters between the days of two brands select none of them')
  }
  return [middle.fechaPresentacion, middle.nroSolicitud]
}

/** Returns the path and query of a listing; for a deep page, with a cursor as the service writes it. */
export function listingPath({ filters, after }: ListingRequest): string {
  const query = new URLSearchParams({ limit: String(PAGE) })
  for (const [name, value] of Object.entries(filters)) {
    query.set(name, String(value))
  }
  if (after !== undefined) {
    query.set('cursor', writeCursor({ operation: 'search-brands', ...canonical(filters) }, after))
  }
  return `/v1/brands?${query}`
}

const SEARCH_KINDS = ['exact', 'one word', 'typing error'] as const

export interface SearchRequest {
  kind: (typeof SEARCH_KINDS)[number]
  q: string
}

const SEARCH_SEED = 20_260_303
/** Words that may get a mistake. With a mistake in a shorter word, the name could not be found. */
const WORD = /[a-z]{4,}/gi

/** Draws `count` searches for names of the corpus, each kind in turn; the same for the same brands. */
export function drawSearches(brands: readonly DrawnBrand[], count: number): SearchRequest[] {
  const random = createRandom(SEARCH_SEED)
  const names = brands.map(({ denominacion }) => denominacion).filter((name) => wordsOf(name).length > 0)
  return Array.from({ length: names.length === 0 ? 0 : count }, (_, place) => {
    const kind = SEARCH_KINDS[place % SEARCH_KINDS.length] as SearchRequest['kind']
    return { kind, q: QUERIES[kind](random.pick(names), random) }
  })
}

const QUERIES: Readonly<Record<SearchRequest['kind'], (name: string, random: Random) => string>> = {
  exact: (name) => name,
  'one word': (name, { pick }) => pick(wordsOf(name)),
  'typing error': (name, random) => {
    const word = random.pick(wordsOf(name))
    return name.replace(word, () => oneMistake(word.toLowerCase(), random))
  },
}

const wordsOf = (name: string): string[] => name.match(WORD) ?? []

export const QUESTION_KINDS = ['one mark', 'by filters', 'by name'] as const
export type QuestionKind = (typeof QUESTION_KINDS)[number]

/** The same question as a REST request and as a tool call. */
export interface Question {
  path: string
  tool: 'get_brand_detail' | 'search_brands'
  arguments: Readonly<Record<string, unknown>>
}

const QUESTION_SEED = 20_260_728
const QUESTION_PAGE = 20

/** Draws `count` questions of each kind; the same for the same brands. */
export function drawQuestions(
  brands: readonly DrawnBrand[],
  count: number,
): Record<QuestionKind, Question[]> {
  const { pick, shuffle } = createRandom(QUESTION_SEED)
  const firstPages = drawListings(brands, count).filter(({ after }) => after === undefined)
  return {
    'one mark': Array.from({ length: count }, () => askDetail(pick(brands).nroSolicitud)),
    'by filters': firstPages.map(({ filters }) => askPage({ ...filters })),
    // Shuffled, because the kinds of searches alternate, as do the transports that ask first (mcp.ts): otherwise each transport
    // would ask first for the same kinds only.
    'by name': shuffle(drawSearches(brands, count)).map(({ q }) => askPage({ q })),
  }
}

const askDetail = (nroSolicitud: string): Question => ({
  path: `/v1/brands/${nroSolicitud}`,
  tool: 'get_brand_detail',
  arguments: { nroSolicitud },
})

function askPage(filters: Question['arguments']): Question {
  const page = { ...filters, limit: QUESTION_PAGE }
  const query = new URLSearchParams(
    Object.entries(page).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return { path: `/v1/brands?${query}`, tool: 'search_brands', arguments: page }
}
