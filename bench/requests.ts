import type { BrandSummary } from '../schemas/brand.ts'
import { codes, ESTADOS, PHASES, TIPOS_DE_SIGNO } from '../schemas/catalogs.ts'
import { canonical, type GivenFilters } from '../shared/brands/brand-filters.ts'
import type { Database } from '../shared/db/database.ts'
import { sqlFile } from '../shared/db/sql-file.ts'
import { type CursorPosition, writeCursor } from '../shared/platform/cursor.ts'
import { createRandom, type Random } from '../test/support/random.ts'
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
  /** An applicant or a holder. */
  titular: string | null
  representante: string | null
}

/** Returns a random sample of the corpus, oldest first; the same sample for the same corpus. */
export const drawBrands = (database: Database, count: number): Promise<CorpusBrand[]> =>
  database.query<CorpusBrand>(DRAW, { count })

/** One page of a listing. */
export interface ListingRequest {
  /** What the filters select by: the statement that reads a page depends on it. */
  kind: string
  filters: GivenFilters
  /** The position after which the page begins; undefined for a first page. */
  after: CursorPosition | undefined
}

const LISTING_SEED = 20_260_202
export const PAGE = 100

/** Functions that draw filters, by kind; they return undefined if the drawn brand lacks the data. */
type MoreFilters<Brand> = Readonly<
  Record<string, (brands: readonly Brand[], random: Random) => GivenFilters | undefined>
>

/**
 * Draws `count` combinations of filters, and for each the first page and a deep page; the same for the same brands.
 *
 * @param brands a sample of the corpus, oldest first
 * @param more filters that half of the combinations get in addition to class, status, kind and filing date
 */
export function drawListings<Brand extends DrawnBrand>(
  brands: readonly Brand[],
  count: number,
  more: MoreFilters<Brand> = {},
): ListingRequest[] {
  const random = createRandom(LISTING_SEED)
  return Array.from({ length: count }, (): ListingRequest[] => {
    const simple = drawFilters(brands, random)
    const added = random.chance(1 / 2) ? random.pick(['', ...Object.keys(more)]) : ''
    const drawn = more[added]?.(brands, random)
    const kind = drawn === undefined ? 'class, status, kind, filing date' : added
    const filters = { ...simple, ...drawn }
    return [
      { kind, filters, after: undefined },
      { kind, filters, after: deepPlace(brands, filters) },
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

const CLASSES = Array.from({ length: 45 }, (_, at) => at + 1)

const several = <Code>(all: readonly Code[], most: number, { shuffle, between }: Random): Code[] =>
  shuffle([...all]).slice(0, between(2, most))

/** Filters as an attorney uses them to check whether a name is available. */
export const CLEARANCE_FILTERS: MoreFilters<CorpusBrand> = {
  'several classes and phases': (_, random) => ({
    clase: several(CLASSES, 8, random),
    fase: several(codes(PHASES), 3, random),
  }),
  'several statuses and kinds': (_, random) => ({
    estado: several(codes(ESTADOS), 10, random),
    tipoSigno: several(codes(TIPOS_DE_SIGNO), 5, random),
  }),
  'day of registration or expiry': (brands, { chance, pick }) => ({
    [chance(1 / 2) ? 'registroDesde' : 'vencimientoDesde']: pick(brands).fechaPresentacion,
  }),
  titular: (brands, random) => personFilter('titular', brands, random),
  representante: (brands, random) => personFilter('representante', brands, random),
  numeros: (brands, random) => ({
    numeros: several(brands, 100, random).map(({ nroSolicitud }) => nroSolicitud),
  }),
}

/** Draws a filter by the name of a person, or by a word of the name. */
function personFilter(
  role: 'titular' | 'representante',
  brands: readonly CorpusBrand[],
  { chance, pick }: Random,
): GivenFilters | undefined {
  const name = pick(brands)[role]
  return name === null ? undefined : { [role]: chance(1 / 2) ? name : pick(name.split(' ')) }
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
