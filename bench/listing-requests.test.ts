import { describe, expect, test } from '@jest/globals'
import { codes, ESTADOS, TIPOS_DE_SIGNO } from '../schemas/catalogs.ts'
import { searchBrands } from '../shared/brands/search-brands.ts'
import type { Queryable } from '../shared/db/database.ts'
import type { DrawnBrand } from './draw-brands.ts'
import { drawListings, listingPath, SHAPES } from './listing-requests.ts'

const brand = (place: number): DrawnBrand => ({
  nroSolicitud: String(1_000 + place),
  denominacion: `MARCA ${place}`,
  estado: 'REGISTRADA',
  tipoSigno: 'MIXTA',
  fechaPresentacion: new Date(Date.UTC(2010, 0, 1 + place)).toISOString().slice(0, 10),
  clase: 1 + (place % 45),
})
const brands = Array.from({ length: 500 }, (_, place) => brand(place))
const listings = drawListings(brands, 300)

describe('the listings that are drawn', () => {
  test('are the same for the same brands', () => {
    expect(drawListings(brands, 300)).toEqual(listings)
  })

  test('are a first and a deep page of each combination, of every shape', () => {
    expect(listings).toHaveLength(600)
    for (const [place, { filters, after }] of listings.entries()) {
      expect(after === undefined).toBe(place % 2 === 0)
      expect(filters).toEqual(listings[place - (place % 2)]?.filters)
    }
    expect(new Set(listings.map(({ shape }) => shape))).toEqual(new Set(SHAPES))
  })

  test('have the shape that their filters say', () => {
    for (const { shape, filters } of listings) {
      const asked = [filters.estado && 'estado', filters.tipoSigno && 'tipoSigno'].filter(Boolean)
      const codesAsked = asked.length === 2 ? 'both' : (asked[0] ?? 'date only')
      expect(shape).toBe(filters.clase === undefined ? codesAsked : 'with clase')
    }
  })

  test('ask for every code of the catalogs, the rarest included', () => {
    const asked = (name: 'estado' | 'tipoSigno') => new Set(listings.map(({ filters }) => filters[name]))
    expect(asked('estado')).toEqual(new Set([...codes(ESTADOS), undefined]))
    expect(asked('tipoSigno')).toEqual(new Set([...codes(TIPOS_DE_SIGNO), undefined]))
  })

  test('begin deep pages within the days that they ask for', () => {
    for (const { filters, after } of listings) {
      const [day = ''] = after ?? [filters.fechaDesde ?? filters.fechaHasta ?? '2010-01-01']
      expect(day >= (filters.fechaDesde ?? '') && day <= (filters.fechaHasta ?? '9999')).toBe(true)
    }
  })
})

test('the service takes the cursor of every deep page for its own', async () => {
  const empty: Queryable = { query: async () => [] }
  for (const request of listings) {
    const { clase, limit, ...query } = Object.fromEntries(
      new URL(listingPath(request), 'http://x').searchParams,
    )
    const input = { ...query, limit: Number(limit), ...(clase === undefined ? {} : { clase: Number(clase) }) }
    expect(await searchBrands(empty, input as Parameters<typeof searchBrands>[1])).toEqual({
      items: [],
      nextCursor: null,
    })
  }
})
