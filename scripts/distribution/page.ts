import type { Course } from './judge.ts'
import type { Judged } from './judge-all.ts'
import { FUNCTIONS, KINDS, type Kind } from './kinds.ts'
import type { SchemaChange } from './read-schema.ts'
import { PLACEMENTS, type Placement } from './tables.ts'

const COURSES: Readonly<Record<Course, string>> = {
  coordinator: 'on the node that is asked',
  'one shard': 'one shard',
  'all shards': 'all shards at once',
  'in steps': 'in steps',
}

/** The page with all that the check has found, as Markdown. */
export function distributionPage(judged: readonly Judged[], changes: readonly SchemaChange[]): string {
  const split = judged.filter(({ course }) => course !== 'coordinator')
  const asItIs = (course: Course): number =>
    judged.filter((each) => each.course === course && each.changes.length === 0).length
  const kinds = (Object.keys(KINDS) as Kind[]).filter((kind) =>
    judged.some((each) => each.changes.includes(kind)),
  )
  return `# Every table and statement on several nodes

Written by \`npm test -- distribution -u\`, and held against the code by every run of the tests; what it means stands in
[beyond one primary](../scale-beyond.md). No Citus and no Aurora Limitless was there: the rules of Citus were applied to the
plans that a plain PostgreSQL makes of the statements, and to its catalog.

Of ${judged.length} statements of the service, ${judged.filter((each) => each.changes.length > 0).length} would have to change. Of the others,

| where they run | statements |
|---|---|
| on the node that is asked: no split table is in them | ${asItIs('coordinator')} |
| on one shard, which a parameter names | ${asItIs('one shard')} |
| on all shards at once, with what belongs together on the same node | ${asItIs('all shards')} |
| in steps: what a part of them finds is sent to all nodes, for the next part | ${asItIs('in steps')} |

## Tables

| table | where its rows are |
|---|---|
${rows(Object.entries(PLACEMENTS).map(([table, placement]) => [code(table), placeOf(placement)]))}

## What the schema would change

| table | what it has | instead |
|---|---|---|
${rows(ofSeveral(changes).map(({ tables, what, change }) => [tables.map(code).join('<br>'), what, change]))}

Functions of the schema that name split tables, by reading:

| function | what becomes of it |
|---|---|
${rows(Object.entries(FUNCTIONS).map(([name, what]) => [code(name), what]))}

## What statements would change

| what it does | instead | statements |
|---|---|---|
${rows(kinds.map((kind) => [KINDS[kind].what, KINDS[kind].change, namesOf(judged.filter(({ changes }) => changes.includes(kind)))]))}

## Statements with a split table

| statement | runs | would change | split tables |
|---|---|---|---|
${rows(split.map((each) => [nameOf(each), COURSES[each.course], each.changes.length > 0 ? 'yes' : '', splitOf(each)]))}
`
}

/** The same of several tables, once. */
function ofSeveral(changes: readonly SchemaChange[]) {
  const byWhat = Map.groupBy(changes, ({ what }) => what)
  return [...byWhat].map(([what, of]) => ({
    what,
    tables: of.map(({ table }) => table),
    change: of[0]?.change ?? '',
  }))
}

const rows = (cells: readonly (readonly string[])[]): string =>
  cells.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n')

const code = (text: string): string => `\`${text}\``

function placeOf(placement: Placement): string {
  switch (placement.how) {
    case 'distributed':
      return `split by \`${placement.by}\`, with the other ${placement.group}`
    case 'reference':
      return 'a reference table: whole on every node'
    case 'local':
      return 'on one node alone'
  }
}

const splitOf = ({ tables }: Judged): string =>
  tables
    .filter((table) => PLACEMENTS[table]?.how === 'distributed')
    .map((table) => table.replace('public.', ''))
    .join(', ')

const SHOWN = 44

/** Its file; and how it begins, where the file has others beside it. */
function nameOf({ statement: { file, text } }: Judged): string {
  if (file.endsWith('.sql')) return code(file)
  const line = text.replaceAll(/\s+/g, ' ')
  return `${code(file)}: ${code(line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line)}`
}

const namesOf = (judged: readonly Judged[]): string => judged.map(nameOf).join('<br>')
