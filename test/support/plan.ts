import type { Queryable, Values } from '../../shared/db/database.ts'
import type { Statement } from '../../shared/db/sql-file.ts'

/** One step of an executed plan, as `explain analyze` reports it: the members that plan tests assert. */
export interface PlanNode {
  readonly 'Node Type': string
  /** The average over all loops, as `Rows Removed by Filter` is. */
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly Plans?: readonly PlanNode[]
}

/** Runs a statement with these values and returns every step of its plan, the root first. */
export async function runAndExplain(
  database: Queryable,
  { text, parameters }: Statement,
  values: Values,
): Promise<PlanNode[]> {
  const explained = { text: `explain (analyze, timing off, format json) ${text}`, parameters }
  const [row] = await database.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explained, values)
  if (!row) {
    throw new Error('explain returned nothing')
  }
  return withAllBelow(row['QUERY PLAN'][0].Plan)
}

const withAllBelow = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(withAllBelow)]

/** Returns the tables that a plan reads with a sequential scan. */
export const scannedWhole = (plan: readonly PlanNode[]): string[] =>
  plan.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'] ?? '')

/** Returns the indexes that a plan uses, without duplicates. */
export const indexesUsed = (plan: readonly PlanNode[]): string[] => [
  ...new Set(plan.flatMap((node) => node['Index Name'] ?? [])),
]

/** Returns how many rows a plan read from a table or its indexes, including those that a filter removed. */
export const rowsRead = (plan: readonly PlanNode[], table: string): number =>
  sum(
    plan
      .filter((node) => node['Relation Name'] === table)
      .map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']),
  )

/** Returns the total number of rows that the sorts of a plan received. */
export const rowsSorted = (plan: readonly PlanNode[]): number =>
  sum(
    plan
      .filter((node) => node['Node Type'].endsWith('Sort'))
      .flatMap((node) => node.Plans ?? [])
      .map((input) => input['Actual Rows'] * input['Actual Loops']),
  )

const sum = (counts: number[]): number => counts.reduce((total, count) => total + count, 0)
