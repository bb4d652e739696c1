import { codes, ESTADOS, TIPOS_DE_SIGNO } from '../schemas/catalogs.ts'
import type { BrandFilters } from '../shared/brands/brand-order.ts'
import { type Place, writeCursor } from '../shared/cursor.ts'
import { type Dice, dice } from './corpus/random.ts'
import type { DrawnBrand } from './draw-brands.ts'

export const SHAPES = ['date only', 'estado', 'tipoSigno', 'both', 'with clase'] as const
export type Shape = (typeof SHAPES)[number]

/** One page of a listing. */
export interface ListingRequest {
  shape: Shape
  filters: BrandFilters
  /** The place behind which the page begins; undefined for a first one. */
  after: Place | undefined
}

const SEED = 20_260_202
export const PAGE = 100

/**
 * Draws `count` combinations of the filters, a first and a deep page of each; the same for the same brands.
 *
 * @param brands some of the corpus, oldest first
 */
export function drawListings(brands: readonly DrawnBrand[], count: number): ListingRequest[] {
  const chances = dice(SEED)
  return Array.from({ length: count }, () => {
    const filters = drawFilters(brands, chances)
    const page = { shape: shapeOf(filters), filters }
    return [
      { ...page, after: undefined },
      { ...page, after: deepPlace(brands, filters) },
    ]
  }).flat()
}

function drawFilters(brands: readonly DrawnBrand[], { chance, pick }: Dice): BrandFilters {
  const [first, last] = [pick(brands), pick(brands)].map(({ fechaPresentacion }) => fechaPresentacion).sort()
  const { estado, tipoSigno, clase } = pick(brands)
  // A code as often as the corpus has it, or any of the catalog, so that the rarest are among them.
  return {
    ...(chance(1 / 2) ? { estado: chance(1 / 2) ? estado : pick(codes(ESTADOS)) } : {}),
    ...(chance(1 / 2) ? { tipoSigno: chance(1 / 2) ? tipoSigno : pick(codes(TIPOS_DE_SIGNO)) } : {}),
    ...(chance(1 / 3) && clase !== null ? { clase } : {}),
    ...(chance(1 / 2) && first ? { fechaDesde: first } : {}),
    ...(chance(1 / 2) && last ? { fechaHasta: last } : {}),
  }
}

function shapeOf({ clase, estado, tipoSigno }: BrandFilters): Shape {
  if (clase !== undefined) return 'with clase'
  if (estado !== undefined && tipoSigno !== undefined) return 'both'
  if (estado !== undefined) return 'estado'
  return tipoSigno === undefined ? 'date only' : 'tipoSigno'
}

/** In the middle of the days that the filters let pass, where no walk from the front would come to in time. */
function deepPlace(
  brands: readonly DrawnBrand[],
  { fechaDesde = '', fechaHasta = '9999' }: BrandFilters,
): Place {
  const within = brands.filter(({ fechaPresentacion: day }) => fechaDesde <= day && day <= fechaHasta)
  const middle = within[within.length >> 1]
  if (middle === undefined) {
    throw new Error('filters that begin and end with days of brands let none of them pass')
  }
  return [middle.fechaPresentacion, middle.nroSolicitud]
}

/** The request over HTTP. A cursor of the service's own making, as though somebody had walked there. */
export function listingPath({ filters, after }: ListingRequest): string {
  const query = new URLSearchParams({ limit: String(PAGE) })
  for (const [name, value] of Object.entries(filters)) {
    query.set(name, String(value))
  }
  if (after !== undefined) {
    query.set('cursor', writeCursor({ operation: 'search-brands', ...filters }, after))
  }
  return `/v1/brands?${query}`
}
