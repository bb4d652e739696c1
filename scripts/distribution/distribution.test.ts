import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Database } from '../../shared/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { findStatements, statementLiterals } from './find-statements.ts'
import { type Course, judge } from './judge.ts'
import { type Judged, judgeAll } from './judge-all.ts'
import { FUNCTIONS, KINDS, type Kind } from './kinds.ts'
import { distributionPage } from './page.ts'
import { readPlan } from './read-plan.ts'
import { type Facts, readFacts, type SchemaChange, schemaChanges } from './read-schema.ts'
import { PLACEMENTS } from './tables.ts'

const PAGE = new URL('../../docs/figures/distribution.md', import.meta.url)
const SUMMARY = new URL('../../docs/scale-beyond.md', import.meta.url)

let migrated: TestDatabase
let owner: Database
let facts: Facts
let changes: SchemaChange[]
let judged: Judged[]

beforeAll(async () => {
  migrated = await createTestDatabase()
  owner = migrated.open('owner')
  facts = await readFacts(owner)
  changes = await schemaChanges(owner)
  judged = await judgeAll(owner, facts)
})
afterAll(() => migrated.drop())

describe('nothing is forgotten', () => {
  test('every table of the schema has a place, and no other has', () => {
    expect(Object.keys(PLACEMENTS).sort()).toEqual(facts.tables)
  })

  test('every function that names a split table was read, and no other was', () => {
    const naming = Object.entries(facts.functions)
      .filter(([, tables]) => tables.some((table) => PLACEMENTS[table]?.how === 'distributed'))
      .map(([name]) => name)
    expect(Object.keys(FUNCTIONS).sort()).toEqual(naming)
  })

  test('every statement that is written in the code is found', () => {
    const found = new Set(findStatements().map(({ text }) => text))
    expect(statementLiterals().length).toBeGreaterThan(20)
    expect(statementLiterals().filter((text) => !found.has(text))).toEqual([])
  })
})

describe('a column that splits a table', () => {
  const split = Object.entries(PLACEMENTS).flatMap(([table, placement]) =>
    placement.how === 'distributed' ? [[table, placement.by, placement.group] as const] : [],
  )

  test.each(split)('of %s is there, and never null: %s', async (table, by) => {
    const text = `select attnotnull as filled from pg_attribute where attrelid = $1::regclass and attname = $2`
    expect(await owner.query({ text, parameters: ['table', 'by'] }, { table, by })).toEqual([
      { filled: true },
    ])
  })

  test('has one type in each group, or equal values would not lie together', async () => {
    const types: Record<string, Set<unknown>> = {}
    for (const [table, by, group] of split) {
      const text = `select atttypid::regtype::text as type from pg_attribute where attrelid = $1::regclass and attname = $2`
      const [column] = await owner.query<{ type: string }>(
        { text, parameters: ['table', 'by'] },
        { table, by },
      )
      types[group] = (types[group] ?? new Set()).add(column?.type)
    }
    expect(types).toEqual({ applications: new Set(['bigint']), counters: new Set(['bigint']) })
  })
})

describe('a statement', () => {
  const cases: [string, string, Course, Kind[]][] = [
    ['with a parameter for the column', 'select * from brand where nro_solicitud = $1', 'one shard', []],
    [
      'with a parameter for the column of one of two that are joined by it',
      'select * from brand join brand_class using (nro_solicitud) where brand.nro_solicitud = $1::bigint',
      'one shard',
      [],
    ],
    ['without one', 'select * from brand where denominacion = $1', 'all shards', []],
    [
      'with a parameter only in an alternative',
      'select * from brand where nro_solicitud = $1 or estado is null',
      'all shards',
      [],
    ],
    [
      'with a list for the column',
      'select * from brand where nro_solicitud = any ($1::bigint[])',
      'all shards',
      [],
    ],
    [
      'that joins by the column',
      'select * from brand join brand_person using (nro_solicitud)',
      'all shards',
      [],
    ],
    [
      'of reference tables alone',
      'select * from api_key join consumer using (consumer_id)',
      'coordinator',
      [],
    ],
    [
      'that joins otherwise',
      'select * from brand as a join brand as b on a.nro_registro = b.nro_registro',
      'all shards',
      ['not-by-key'],
    ],
    [
      'that joins two groups',
      'select * from brand join usage_counter on nro_solicitud = month_used',
      'all shards',
      ['not-by-key'],
    ],
    [
      'that joins what was limited first',
      'select * from (select * from brand order by estado limit 5) as b join brand_class using (nro_solicitud)',
      'in steps',
      [],
    ],
    [
      'that limits anew for each row of a list',
      `select * from unnest($1::estado[]) as e (estado)
         cross join lateral (select * from brand as b where b.estado = e.estado order by nro_solicitud limit 5) as found`,
      'all shards',
      ['best-of-each'],
    ],
    [
      'that limits anew for each row on the same node',
      `select * from brand as b
         cross join lateral (select * from brand_class as c where c.nro_solicitud = b.nro_solicitud order by clase limit 1) as c`,
      'all shards',
      [],
    ],
    [
      'that groups by the column below another',
      `select * from brand join (select nro_solicitud, count(*) from brand_class group by nro_solicitud) as c
        using (nro_solicitud)`,
      'all shards',
      [],
    ],
    [
      'that groups by something else below another',
      'select * from brand_class join (select clase, count(*) from brand_listing group by clase) as l using (clase)',
      'in steps',
      [],
    ],
    [
      'that writes two tables',
      'with a as (delete from brand where nro_solicitud = $1 returning *) delete from brand_class using a where brand_class.nro_solicitud = a.nro_solicitud',
      'in steps',
      ['several-writes'],
    ],
    [
      'that charges a counter by a key that it looks up',
      'update usage_counter as c set window_used = 0 from api_key as k where k.counter_id = c.counter_id and k.public_id = $1',
      'all shards',
      ['key-first'],
    ],
    [
      'that changes by the clock',
      'update brand set fecha_publicacion = clock_timestamp() where nro_solicitud = $1',
      'one shard',
      ['not-immutable'],
    ],
    [
      'that inserts by the clock',
      'insert into portal_number select n, clock_timestamp() from unnest($1::bigint[]) as n',
      'all shards',
      [],
    ],
    [
      'that moves a row',
      'update brand set nro_solicitud = $2 where nro_solicitud = $1',
      'one shard',
      ['moves-rows'],
    ],
    [
      'that meets a conflict of one shard',
      `insert into brand_annotation (nro_solicitud, fecha, tipo, descripcion) values ($1, $2, $3, $4)
         on conflict do nothing`,
      'all shards',
      ['conflict-elsewhere'],
    ],
    [
      'that locks rows anywhere',
      'select * from brand where estado = $1 for update',
      'all shards',
      ['lock-of-rows'],
    ],
    [
      'that locks rows of a shard',
      'select * from brand where nro_solicitud = $1 for update',
      'one shard',
      [],
    ],
    [
      'that joins a table of one node',
      'select * from brand join bulletin_edition on day = fecha_publicacion',
      'all shards',
      ['local-and-split'],
    ],
    [
      'that keeps all of a reference table',
      'select * from sheet left join sheet_mark using (sheet_id)',
      'all shards',
      ['split-on-the-inside'],
    ],
    [
      'that keeps all of a split one',
      'select * from sheet_mark left join sheet using (sheet_id)',
      'all shards',
      [],
    ],
    [
      'that walks',
      `with recursive later as (select nro_solicitud from brand where nro_solicitud = $1
         union select b.nro_solicitud from brand as b join later on b.nro_solicitud = later.nro_solicitud + 1)
       select * from later`,
      'all shards',
      ['not-by-key', 'recursion'],
    ],
    [
      'that calls what reads elsewhere',
      'select shown_record(nro_solicitud) from staged_mark',
      'all shards',
      ['function-inside'],
    ],
    ['with a lock of its own making', 'select pg_advisory_xact_lock($1)', 'coordinator', ['advisory-lock']],
    [
      'that puts together for each row',
      `select * from brand as b cross join lateral
         (select null::smallint as clase union all select c.clase from brand_class as c where c.nro_solicitud = b.nro_solicitud) as c`,
      'all shards',
      ['mixed-union'],
    ],
    [
      'that changes a row by its place',
      'update staged_mark set known = true where ctid = $1',
      'all shards',
      ['row-address'],
    ],
  ]

  test.each(cases)('%s: %s', async (_, text, course, kinds) => {
    const verdict = judge(text, await readPlan(owner, text), facts)
    expect({ course: verdict.course, changes: verdict.changes }).toEqual({ course, changes: kinds })
  })

  test('of each kind but those of a command is among these', () => {
    const ofCommands: Kind[] = ['frozen-copy', 'new-tables', 'own-catalog', 'own-numbers']
    const shown = new Set([...cases.flatMap(([, , , kinds]) => kinds), ...ofCommands])
    expect([...shown].sort()).toEqual(Object.keys(KINDS).sort())
  })
})

describe('the page', () => {
  test('says what the check finds; npm test -- distribution -u writes it', () => {
    const page = distributionPage(judged, changes)
    const { snapshotState } = expect.getState() as unknown as { snapshotState: { _updateSnapshot: string } }
    if (snapshotState._updateSnapshot === 'all') writeFileSync(PAGE, page)
    expect(readFileSync(PAGE, 'utf8')).toBe(page)
  })

  test('is summed up in the text by the same numbers', () => {
    const text = readFileSync(SUMMARY, 'utf8').replaceAll('\n', ' ')
    const [sum] = text.match(/Of \d+ statements, .*? build a new index\./) ?? []
    const count = (is: (each: Judged) => boolean): number => judged.filter(is).length
    const asItIs = (course: Course): number =>
      count((each) => each.course === course && each.changes.length === 0)
    const of = (kind: Kind): number => count((each) => each.changes.includes(kind))
    const changed = count((each) => each.changes.length > 0)
    expect(sum).toBe(
      `Of ${judged.length} statements, ${judged.length - changed} would work as they are: ${asItIs('coordinator')} touch ` +
        `no split table, ${asItIs('one shard')} are for one shard (a mark in full, a unit given back), ` +
        `${asItIs('all shards')} run on all shards at once, ${asItIs('in steps')} in steps. ${changed} would have to change. ` +
        `Of those, ${of('advisory-lock')} take advisory locks, and ${of('new-tables')} build a new index.`,
    )
  })
})
