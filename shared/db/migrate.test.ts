import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codes, ESTADOS, ROLES, SOURCES, TIPOS_DE_ANOTACION, TIPOS_DE_SIGNO } from '../../schemas/catalogs.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import type { Database } from './database.ts'
import { type Migration, MigrationError, migrate, migrations } from './migrate.ts'

let empty: TestDatabase
let owner: Database

/** Creates an empty database before each test of a group. */
function useEmptyDatabases(): void {
  beforeEach(async () => {
    empty = await createTestDatabase('template0')
    owner = empty.open('owner')
  })
  afterEach(() => empty.drop())
}

const run = <Row>(database: Database, text: string): Promise<Row[]> =>
  database.query<Row>({ text, parameters: [] })

const newest = migrations.length

/** Migrations of newer software. */
const additive: Migration = {
  version: newest + 1,
  name: 'note',
  kind: 'additive',
  digest: 'a',
  sql: `alter table brand add column note text; update brand set note = 'none'`,
}
const breaking: Migration = {
  version: newest + 2,
  name: 'split',
  kind: 'breaking',
  digest: 'b',
  sql: 'alter table brand rename column denominacion to name',
}

/** SHA-256 of the migrations that databases have applied, in order: a database refuses a migration that changed. */
const RELEASED = ['2c9965abf49a03d708c87a0f2c707f7c3c05d684232080c7f0e52b155f4bddbb']

test('migrations do not change once they are released', () => {
  expect(migrations.slice(0, RELEASED.length).map(({ digest }) => digest)).toEqual(RELEASED)
})

test('migrations are numbered without a gap', () => {
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1))
})

describe('migrations', () => {
  useEmptyDatabases()

  test('create the schema once, also when several processes start at the same time, and change nothing the next time', async () => {
    const others = [owner, empty.open('owner'), empty.open('owner'), empty.open('owner')]
    const applied = await Promise.all(others.map((database) => migrate(database)))
    expect(applied.flat()).toHaveLength(migrations.length)
    expect(await migrate(owner)).toEqual([])
  })

  test('are refused if they were changed after they had been applied', async () => {
    await migrate(owner)
    await run(owner, `update schema_migration set digest = 'other' where version = 1`)
    await expect(migrate(owner)).rejects.toThrow(MigrationError)
    await expect(migrate(owner)).rejects.toThrow('Migration 1 (schema) was changed after it had been applied')
  })

  test('of newer software are accepted if they are additive, and refused if they are breaking', async () => {
    await migrate(owner)
    await run(owner, `insert into schema_migration values (9001, 'later', 'additive', 'x')`)
    expect(await migrate(owner)).toEqual([])
    await run(owner, `insert into schema_migration values (9002, 'split', 'breaking', 'x')`)
    await expect(migrate(owner)).rejects.toThrow('migrated by newer software: migration 9002 (split)')
  })

  test('leave no change behind when one fails', async () => {
    const failing = { ...additive, sql: 'create table half (n integer); create table sync_run (n integer)' }
    await expect(migrate(owner, [...migrations, failing])).rejects.toThrow('already exists')
    expect(await run(owner, 'select max(version) as last from schema_migration')).toEqual([{ last: newest }])
    expect(await run(owner, `select to_regclass('half') as half`)).toEqual([{ half: null }])
  })
})

describe('an upgrade', () => {
  useEmptyDatabases()
  beforeEach(async () => {
    await migrate(owner)
    await run(
      owner,
      `insert into brand (nro_solicitud, denominacion, estado, estado_oficina, tipo_signo, fecha_presentacion)
       values (77, 'OLD', 'REGISTRADA', 'Registrada', 'DENOMINATIVA', '2020-01-01')`,
    )
  })

  test('applies only the missing migrations; older software works after an additive one, and is refused after a breaking one', async () => {
    expect(await migrate(owner, [...migrations, additive])).toEqual([`${newest + 1} note`])
    expect(await run(owner, 'select denominacion, note from brand')).toEqual([
      { denominacion: 'OLD', note: 'none' },
    ])
    expect(await migrate(owner)).toEqual([])
    expect(await migrate(owner, [...migrations, additive, breaking])).toEqual([`${newest + 2} split`])
    expect(await run(owner, 'select name, note from brand')).toEqual([{ name: 'OLD', note: 'none' }])
    for (const older of [migrations, [...migrations, additive]]) {
      await expect(migrate(owner, older)).rejects.toThrow(
        `migrated by newer software: migration ${newest + 2} (split)`,
      )
    }
  })

  test('of a database of an earlier development version is refused, without any change', async () => {
    await run(owner, `update schema_migration set name = 'roles', digest = 'x' where version = 1`)
    await run(owner, `insert into schema_migration values (${newest + 1}, 'corpus', 'additive', 'x')`)
    const attempt = migrate(owner, [...migrations, { ...additive, version: newest + 2 }])
    await expect(attempt).rejects.toThrow(MigrationError)
    await expect(attempt).rejects.toThrow(
      'This database has the schema of an earlier development version, which cannot be upgraded: start with an ' +
        'empty DATA_DIR or an empty database, and load the data again.',
    )
    expect(await run(owner, 'select max(version) as last from schema_migration')).toEqual([
      { last: newest + 1 },
    ])
  })
})

describe('a migrated database', () => {
  let migrated: TestDatabase
  beforeAll(async () => {
    migrated = await createTestDatabase('template0')
    await migrate(migrated.open('owner'))
  })
  afterAll(() => migrated.drop())

  test.each([
    ['create tables', 'create table public.mine (n integer)'],
    ['create temporary tables', 'create temporary table api_key (key_id bigint)'],
    ['read the audit log', 'select * from key_event'],
    ['read the consumers of the keys', 'select * from consumer'],
    ['change a key', `update api_key set monthly_quota = 1`],
    ['create a consumer', `insert into consumer (name) values ('x')`],
    ['write the corpus', `delete from brand`],
    ['end a run', `update sync_run set status = 'failed'`],
    ['delete the counters', 'delete from usage_counter'],
  ])('does not let the serving role %s', async (_, command) => {
    await expect(run(migrated.open('trademark_serve'), command)).rejects.toThrow('permission denied')
  })

  test.each([
    ['create tables', 'create table public.mine (n integer)'],
    ['read keys', 'select * from api_key'],
    ['read the audit log', 'select * from key_event'],
    ['change counters', 'update usage_counter set month_used = 0'],
  ])('does not let the ingesting role %s', async (_, command) => {
    await expect(run(migrated.open('trademark_ingest'), command)).rejects.toThrow('permission denied')
  })

  test('has the catalogs of the contract', async () => {
    const database = migrated.open('owner')
    const catalogs = {
      estado: ESTADOS,
      tipo_signo: TIPOS_DE_SIGNO,
      tipo_anotacion: TIPOS_DE_ANOTACION,
      rol: ROLES,
      source: SOURCES,
    }
    for (const [type, catalog] of Object.entries(catalogs)) {
      const [found] = await run<{ labels: string[] }>(
        database,
        `select enum_range(null::${type})::text[] as labels`,
      )
      expect(found?.labels).toEqual(codes(catalog))
    }
  })
})
