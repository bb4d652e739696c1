import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertBrands, listedBrand } from '../../test/support/brands.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import type { Queryable } from '../db/database.ts'
import { searchBrands } from './search-brands.ts'

const MARKS = 3_000

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  const brands = Array.from({ length: MARKS }, (_, at) =>
    listedBrand({ nroSolicitud: String(at + 1), denominacion: 'Faro', estado: 'PUBLICADA' }),
  )
  await insertBrands(database.open('owner'), brands)
})
afterAll(() => database.drop())

test('a page takes few statements if thousands of brands no longer pass the filters', async () => {
  const search = { q: 'faro', estado: 'PUBLICADA', limit: 20 } as const
  const serving = database.open('trademark_serve')
  const first = await searchBrands(serving, search)
  const text = `update brand set estado = 'REGISTRADA' where nro_solicitud > 1`
  await database.open('owner').query({ text, parameters: [] })
  let statements = 0
  const counting: Queryable = {
    query: (...asked) => {
      statements++
      return serving.query(...asked)
    },
  }
  const second = await searchBrands(counting, { ...search, cursor: first.nextCursor as string })
  expect(second.items.map(({ nroSolicitud }) => nroSolicitud)).toEqual(['1'])
  expect(second.nextCursor).toBeNull()
  expect(statements).toBeLessThan(25)
})
