import type { Database } from '../../shared/db/database.ts'

/** One step of a plan that was not run, as `explain (verbose, format json)` tells it. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Parent Relationship'?: string
  readonly 'Subplan Name'?: string
  readonly 'Join Type'?: string
  readonly Operation?: string
  readonly Schema?: string
  readonly 'Relation Name'?: string
  readonly Alias?: string
  readonly 'Group Key'?: readonly string[]
  readonly 'Conflict Resolution'?: string
  readonly Output?: readonly string[]
  readonly Plans?: readonly PlanNode[]
  readonly 'Index Cond'?: string
  readonly 'Recheck Cond'?: string
  readonly 'Hash Cond'?: string
  readonly 'Merge Cond'?: string
  readonly 'Join Filter'?: string
  readonly Filter?: string
}

/** The plan for any values; joins in the order in which they are written, as Citus looks at them; nothing for one machine. */
const SETTINGS = [
  'plan_cache_mode = force_generic_plan',
  'join_collapse_limit = 1',
  'from_collapse_limit = 1',
  'max_parallel_workers_per_gather = 0',
]

/** The plan that PostgreSQL makes of a statement. Nothing is run. */
export function readPlan(database: Database, text: string): Promise<PlanNode> {
  const ask = (statement: string) => ({ text: statement, parameters: [] })
  const highest = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
  const values = highest > 0 ? `(${Array(highest).fill('null').join(', ')})` : ''
  return database.transaction(async (transaction) => {
    for (const setting of SETTINGS) {
      await transaction.query(ask(`set local ${setting}`))
    }
    await transaction.query(ask(`prepare judged as ${text}`))
    try {
      const [row] = await transaction.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        ask(`explain (verbose, costs off, format json) execute judged${values}`),
      )
      if (!row) throw new Error('explain returned nothing')
      return row['QUERY PLAN'][0].Plan
    } finally {
      await transaction.query(ask('deallocate judged')).catch(() => {})
    }
  })
}

/** A step and all that is below it, those left out whose own statement of the plan they begin. */
export const withAllBelow = (
  node: PlanNode,
  enters: (below: PlanNode) => boolean = () => true,
): PlanNode[] => [node, ...(node.Plans ?? []).filter(enters).flatMap((below) => withAllBelow(below, enters))]
