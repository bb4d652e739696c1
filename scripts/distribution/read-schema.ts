import type { Database } from '../../shared/db/database.ts'
import { PLACEMENTS, type Placement, placementOf } from './tables.ts'

/** What the catalog of a migrated database says that statements are judged by. */
export interface Facts {
  /** Tables of our schemas, by their full names. */
  readonly tables: readonly string[]
  /** Functions of our schemas that name tables in their bodies, with those tables. */
  readonly functions: Readonly<Record<string, readonly string[]>>
  /** Functions that make tables, or make others do so. */
  readonly buildsTables: readonly string[]
  /** Functions that may tell something else at another time. */
  readonly notImmutable: readonly string[]
  /** Split tables with something unique that does not contain their column. */
  readonly uniqueElsewhere: readonly string[]
}

/** Something of the schema that a split table does not allow as it is. */
export interface SchemaChange {
  readonly table: string
  readonly what: string
  readonly change: string
}

const ask = <Row>(database: Database, text: string): Promise<Row[]> =>
  database.query<Row>({ text, parameters: [] })

const OURS = `n.nspname in ('public', 'search')
  and not exists (select from pg_depend as d where d.objid = c.oid and d.deptype = 'e')`

/** Reads what the judgement of statements needs. */
export async function readFacts(database: Database): Promise<Facts> {
  const tables = await ask<{ table: string }>(
    database,
    `select n.nspname || '.' || c.relname as table
       from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and ${OURS} order by 1`,
  )
  const functions = await ask<{ name: string; body: string }>(
    database,
    `select c.proname as name, pg_get_functiondef(c.oid) as body
       from pg_proc as c join pg_namespace as n on n.oid = c.pronamespace
      where c.prokind = 'f' and ${OURS} order by 1`,
  )
  const notImmutable = await ask<{ name: string }>(
    database,
    `select proname as name from pg_proc group by proname having bool_and(provolatile <> 'i') order by 1`,
  )
  const names = tables.map(({ table }) => table)
  const bodies = functions.map(({ name, body }) => ({ name, body: withCalled(body, functions) }))
  return {
    tables: names,
    functions: Object.fromEntries(
      bodies
        .map(({ name, body }) => [name, tablesNamedIn(body, names)] as const)
        .filter(([, named]) => named.length > 0),
    ),
    buildsTables: bodies
      .filter(({ body }) => /\bcreate (unlogged )?table|alter schema/.test(body))
      .map(({ name }) => name),
    notImmutable: notImmutable.map(({ name }) => name),
    uniqueElsewhere: (await uniques(database)).filter(isElsewhere).map(({ table }) => table),
  }
}

/** The body of a function with those of the functions that it calls. */
function withCalled(body: string, functions: readonly { name: string; body: string }[]): string {
  const called = functions.filter((each) => each.body !== body && new RegExp(`\\b${each.name}\\(`).test(body))
  return [body, ...called.map((each) => withCalled(each.body, functions))].join('\n')
}

/** The tables that the body of a function names behind `from`, `join`, `into`, `update` or `analyze`, or makes. */
function tablesNamedIn(body: string, tables: readonly string[]): string[] {
  const clauses = body
    .replaceAll(/--.*$/gm, '')
    .matchAll(/\b(?:from|join|into|update|analyze|create table|table|on)\s+([\w., ]+)/gi)
  const words = new Set([...clauses].flatMap(([, list]) => (list ?? '').split(/[\s,]+/)))
  return tables.filter((table) => {
    const [schema, name = ''] = table.split('.')
    return (
      words.has(table) || words.has(`search_next.${name}`) || (words.has(name) && isSchemaOf(schema, body))
    )
  })
}

/** Bodies that make the tables of an index name them without a schema. */
const isSchemaOf = (schema = '', body: string): boolean =>
  schema === 'public' || body.includes('create schema')

interface Unique {
  readonly table: string
  readonly name: string
  readonly columns: string[]
}

const uniques = (database: Database): Promise<Unique[]> =>
  ask(
    database,
    `select n.nspname || '.' || c.relname as table, x.relname as name,
            array(select a.attname::text from pg_attribute as a
                   where a.attrelid = c.oid and a.attnum = any (i.indkey) order by a.attnum) as columns
       from pg_index as i
       join pg_class as c on c.oid = i.indrelid
       join pg_class as x on x.oid = i.indexrelid
       join pg_namespace as n on n.oid = c.relnamespace
      where (i.indisunique or i.indisexclusion) and ${OURS} order by 1, 2`,
  )

const columnOf = (placement: Placement | undefined): string | undefined =>
  placement?.how === 'distributed' ? placement.by : undefined

function isElsewhere({ table, columns }: Unique): boolean {
  const by = columnOf(PLACEMENTS[table])
  return by !== undefined && !columns.includes(by)
}

interface ForeignKey {
  readonly table: string
  readonly refers: string
  readonly columns: string[]
}

/** Everything of the schema that would have to change, from the catalog. */
export async function schemaChanges(database: Database): Promise<SchemaChange[]> {
  const foreign = await ask<ForeignKey>(
    database,
    `select n.nspname || '.' || c.relname as table, m.nspname || '.' || r.relname as refers,
            array(select a.attname::text from pg_attribute as a
                   where a.attrelid = c.oid and a.attnum = any (k.conkey)) as columns
       from pg_constraint as k
       join pg_class as c on c.oid = k.conrelid
       join pg_namespace as n on n.oid = c.relnamespace
       join pg_class as r on r.oid = k.confrelid
       join pg_namespace as m on m.oid = r.relnamespace
      where k.contype = 'f' order by 1, 2`,
  )
  const rest = await ask<{
    table: string
    triggers: string[]
    unlogged: boolean
    settings: string[]
    small: string[]
    own: string[]
  }>(
    database,
    `select n.nspname || '.' || c.relname as table, c.relpersistence = 'u' as unlogged,
            array(select t.tgname::text from pg_trigger as t where t.tgrelid = c.oid and not t.tgisinternal) as triggers,
            array(select a.attname::text from pg_attribute as a
                   where a.attrelid = c.oid and a.attidentity <> '' and a.atttypid <> 'bigint'::regtype) as small,
            array(select a.attname::text from pg_attribute as a
                   where a.attrelid = c.oid and a.attidentity <> '' and a.atttypid = 'bigint'::regtype) as own,
            coalesce(c.reloptions, '{}') as settings
       from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and ${OURS} order by 1`,
  )
  return [
    ...(await uniques(database)).filter(isElsewhere).map(({ table, name, columns }) => ({
      table,
      what: `\`${name}\` is unique on ${columns.join(', ')} alone`,
      change: `on ${columnOf(placementOf(table))}, ${columns.join(', ')}: a shard can only see to what contains its column`,
    })),
    ...foreign.flatMap((key) => refused(key)),
    ...rest.flatMap(({ table, triggers, unlogged, settings, small, own }) => {
      const placement = placementOf(table)
      const isSplit = placement.how === 'distributed'
      const changes: SchemaChange[] = []
      if (isSplit && triggers.length > 0)
        changes.push({
          table,
          what: `the trigger \`${triggers.join(', ')}\``,
          change: 'its work as a statement of the program, on the same shard and in the same transaction',
        })
      if (placement.how !== 'local' && unlogged)
        changes.push({
          table,
          what: 'is unlogged: the crash of one node would empty its part, and a run would merge the rest',
          change: 'logged; or a mark of the run on every node, which a merge counts before it begins',
        })
      if (isSplit && settings.length > 0)
        changes.push({
          table,
          what: `storage settings (${settings.map((each) => each.split('=')[0]).join(', ')})`,
          change: 'as they are on Citus; Limitless has none',
        })
      if (placement.how !== 'local' && small.length > 0)
        changes.push({
          table,
          what: `numbers its rows by a small integer (${small.join(', ')})`,
          change: 'bigint: the number of the node is part of each number that is drawn there',
        })
      if (isSplit && own.length > 0)
        changes.push({
          table,
          what: `numbers its rows itself (${own.join(', ')}): in order on each node, not over all`,
          change:
            'nothing where the number only names; where it tells an order, it has to hold within one value of the column',
        })
      return changes
    }),
  ]
}

/** A reference is kept within a shard, or from anywhere to a reference table. */
function refused({ table, refers, columns }: ForeignKey): SchemaChange[] {
  const [from, to] = [placementOf(table), placementOf(refers)]
  const isWithin =
    from.how === 'distributed' &&
    to.how === 'distributed' &&
    from.group === to.group &&
    columns.includes(from.by)
  if (isWithin || to.how === 'reference' || (from.how === 'local' && to.how === 'local')) return []
  return [
    {
      table,
      what: `refers to \`${refers}\` by ${columns.join(', ')}, which is not on the same node`,
      change: 'without the reference: what makes the row sees to it',
    },
  ]
}
