import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { codes, ESTADOS, ROLES, SOURCES, TIPOS_DE_ANOTACION, TIPOS_DE_SIGNO } from '../../schemas/catalogs.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import type { Database } from './database.ts'
import { MigrationError, migrate, migrations } from './migrate.ts'

let empty: TestDatabase
let owner: Database

beforeEach(async () => {
  empty = await createTestDatabase('template0')
  owner = empty.open('owner')
})
afterEach(() => empty.drop())

const run = <Row>(database: Database, text: string): Promise<Row[]> =>
  database.query<Row>({ text, parameters: [] })

/** SHA-256 of the migrations that databases out there have applied, in order: a change to one would shut them out. */
const LANDED = [
  '0777b1b28175762d3338d92892423516bca991ce9785cd8b46129dff1137ca87',
  'df4bbfa3dbe47f171903fc619e1be359eb33afe3a7948e80962edb5fefd1c7b1',
  'bd0479d53c9a6a22dc4e72080a45c294073b8397cc428ade1988b4e2f345a335',
  'c81e8e398eeb72ef77ded6434f243a65286c3bba63a5733ceb576589212ae61a',
  'b80652741b1a9874b34739caeb62cebaad147535e261fbde919c4d10e30b7999',
  'da12a8b976bf0d2e956a06d731d14200004f6bce206c35e7fec58bf27aaf4dde',
  '24eb574eafaced67537909f425f8dac0f74b9cc024b08f5f3279a355a9e0a56a',
  'fcc7cd7ade9d424e7707f70a9500a72c9f04000070243a32898769d230f811cc',
  'edd0012c6df181b84c58e68af5105f89c1cb077a737efcd6ecf3f8669aabebe1',
  'c32b6d0718e1653087b6c26fe8795295c8dd3c7c181440b23860d1982fd48f27',
  '7a7682bdc131cf96a8a722e6cea20b8beb8dd55c9c77403c2b1fcf1237240d16',
  '627db339c4164d8eb6c771b10a2dc8efea715a61e6aeb90affb89f7891a7bd10',
  '34402476ead6bd99856668336ee1894df0998a5b321f6c661d23d8288fec8e83',
]

describe('migrations', () => {
  test('that have landed are never edited', () => {
    expect(migrations.slice(0, LANDED.length).map(({ digest }) => digest)).toEqual(LANDED)
  })

  test('bring an empty database up to date, and find nothing to do the second time', async () => {
    expect(await migrate(owner)).toHaveLength(migrations.length)
    expect(await migrate(owner)).toEqual([])
  })

  test('are applied once by any number of processes that start at the same time', async () => {
    const others = [owner, empty.open('owner'), empty.open('owner'), empty.open('owner')]
    const applied = await Promise.all(others.map(migrate))
    expect(applied.flat()).toHaveLength(migrations.length)
  })

  test('are numbered without a gap', () => {
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, place) => place + 1))
  })

  test('that were changed after they had been applied are refused', async () => {
    await migrate(owner)
    await run(owner, `update schema_migration set digest = 'other' where version = 2`)
    await expect(migrate(owner)).rejects.toThrow(MigrationError)
    await expect(migrate(owner)).rejects.toThrow('Migration 2 (corpus) was changed after it had been applied')
  })

  test('of newer software are accepted when they add, and refused when they break', async () => {
    await migrate(owner)
    await run(owner, `insert into schema_migration values (9001, 'later', 'additive', 'x')`)
    expect(await migrate(owner)).toEqual([])
    await run(owner, `insert into schema_migration values (9002, 'split', 'breaking', 'x')`)
    await expect(migrate(owner)).rejects.toThrow('migrated by newer software: 9002 (split)')
  })

  test('leave nothing of one that fails half way', async () => {
    await run(owner, `create table sync_run (taken boolean)`)
    await expect(migrate(owner)).rejects.toThrow('already exists')
    expect(await run(owner, 'select max(version) as last from schema_migration')).toEqual([{ last: 3 }])
    expect(await run(owner, `select to_regclass('sync_run_of_source') as index`)).toEqual([{ index: null }])
  })
})

describe('roles', () => {
  beforeEach(() => migrate(owner))

  test.each([
    ['makes tables', 'create table public.mine (n integer)'],
    ['makes temporary tables', 'create temporary table api_key (key_id bigint)'],
    ['reads the trail', 'select * from key_event'],
    ['reads who the keys belong to', 'select * from consumer'],
    ['changes a key', `update api_key set monthly_quota = 1`],
    ['makes a key', `insert into consumer (name) values ('x')`],
    ['writes the corpus', `delete from brand`],
    ['ends a run', `update sync_run set status = 'failed'`],
    ['empties the counters', 'delete from usage_counter'],
  ])('the one that serves never %s', async (_, command) => {
    await expect(run(empty.open('trademark_serve'), command)).rejects.toThrow('permission denied')
  })

  test.each([
    ['makes tables', 'create table public.mine (n integer)'],
    ['reads keys', 'select * from api_key'],
    ['reads the trail', 'select * from key_event'],
    ['touches counters', 'update usage_counter set month_used = 0'],
  ])('the one that ingests never %s', async (_, command) => {
    await expect(run(empty.open('trademark_ingest'), command)).rejects.toThrow('permission denied')
  })
})

test('the catalogs of the database are those of the contract', async () => {
  await migrate(owner)
  const catalogs = {
    estado: ESTADOS,
    tipo_signo: TIPOS_DE_SIGNO,
    tipo_anotacion: TIPOS_DE_ANOTACION,
    rol: ROLES,
    source: SOURCES,
  }
  for (const [type, catalog] of Object.entries(catalogs)) {
    const [found] = await run<{ labels: string[] }>(
      owner,
      `select enum_range(null::${type})::text[] as labels`,
    )
    expect(found?.labels).toEqual(codes(catalog))
  }
})
