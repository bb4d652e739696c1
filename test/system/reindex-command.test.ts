import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchBrands } from '../../shared/brands/search-brands.ts'
import type { Database } from '../../shared/db/database.ts'
import { insertBrands, listedBrand } from '../support/brands.ts'
import { onlyObject } from '../support/keys-command.ts'
import { runScript } from '../support/run-script.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

let database: TestDatabase
let owner: Database

beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
  await insertBrands(owner, [listedBrand({ nroSolicitud: '7', denominacion: 'Ñandú Café' })])
})
afterAll(() => database.drop())

const run = (script: string, ...args: string[]) =>
  runScript(script, args, { env: { DATABASE_URL: database.url, LOG_LEVEL: 'silent' } })

const ask = (text: string) => owner.query({ text, parameters: [] })

const found = async (q: string): Promise<string[]> =>
  (await searchBrands(database.open('trademark_serve'), { q, limit: 20 })).items.map(
    ({ denominacion }) => denominacion,
  )

test('reindex rebuilds an emptied index from the marks', async () => {
  await ask('delete from search.posting')
  await ask('delete from search.mark')
  expect(await found('nandu')).toEqual([])
  expect(await run('reindex.ts')).toEqual({
    code: 0,
    out: expect.stringMatching(/^The search index is rebuilt \(\d+\.\d s\)\.\n$/),
    err: '',
  })
  expect(await found('nandu')).toEqual(['Ñandú Café'])
})

test('migrate rebuilds an index with other rules, and keeps an index with the current rules', async () => {
  await ask('update search.rules set version = 0')
  await ask('delete from search.mark')
  await ask('delete from search.posting')
  expect(await run('migrate.ts')).toMatchObject({
    code: 0,
    out: 'The schema is up to date, and the search index is rebuilt.\n',
  })
  expect(await found('kafe')).toEqual(['Ñandú Café'])
  expect(await run('migrate.ts')).toMatchObject({ code: 0, out: 'The schema is up to date.\n' })
})

test('reindex --json prints the result as one object', async () => {
  const { code, out, err } = await run('reindex.ts', '--json')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(onlyObject(out)).toEqual({ searchIndex: 'built', seconds: expect.any(Number) })
})

test('reindex refuses an argument', async () => {
  expect(await run('reindex.ts', 'now')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('Too many arguments'),
  })
})
