import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertBrands, listedBrand } from '../../test/support/brands.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { readInstructions } from './instructions.ts'

let database: TestDatabase
let owner: Database
let serving: Database

beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
  serving = database.open('trademark_serve')
})
afterAll(() => database.drop())

const becomeRegister = { text: "update corpus_state set kind = 'register'", parameters: [] }

test('an empty corpus and sample data are announced', async () => {
  expect(await readInstructions(serving)).toMatch(/^NO DATA: .*\n\nSAMPLE DATA \(sample: true\): /)
  await insertBrands(owner, [listedBrand({ nroSolicitud: '7' })])
  expect(await readInstructions(serving)).toMatch(/^SAMPLE DATA \(sample: true\): /)
  await owner.query(becomeRegister)
  expect(await readInstructions(serving)).toMatch(/^Read-only access to the trademark register/)
})

test('data of an unavailable database is not announced as real', async () => {
  const away = openDatabase(
    { connectionString: 'postgres://user@127.0.0.1:1/none' },
    'trademark_serve',
    'test',
  )
  expect(await readInstructions(away)).toMatch(
    /^It is unknown at the moment whether this is a register or invented sample data/,
  )
})
