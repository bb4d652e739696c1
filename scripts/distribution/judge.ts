import type { Kind } from './kinds.ts'
import { type PlanNode, withAllBelow } from './read-plan.ts'
import type { Facts } from './read-schema.ts'
import { placementOf } from './tables.ts'

/**
 * Where a statement runs: on the node that is asked, on the one shard that a parameter names, on all shards at once with
 * what belongs together on the same node, or in several such steps whose results are sent to all nodes in between.
 */
export type Course = 'coordinator' | 'one shard' | 'all shards' | 'in steps'

export interface Verdict {
  readonly course: Course
  readonly tables: readonly string[]
  /** What would have to change; empty: it would work as it is. */
  readonly changes: readonly Kind[]
}

/** A part of a statement that runs in one go: its root, and the steps of the plan that are not of another part. */
interface Part {
  readonly root: PlanNode
  readonly nodes: readonly PlanNode[]
}

const fullName = (node: PlanNode): string => `${node.Schema}.${node['Relation Name']}`
const isTable = (node: PlanNode): boolean =>
  node['Relation Name'] !== undefined && !node.Schema?.startsWith('pg_')
const placed = (node: PlanNode) => placementOf(fullName(node))
const isSplit = (node: PlanNode): boolean => isTable(node) && placed(node).how === 'distributed'
const isWrite = (node: PlanNode): boolean => node['Node Type'] === 'ModifyTable'
const isRead = (node: PlanNode): boolean => isSplit(node) && !isWrite(node)

/** Whether PostgreSQL makes a plan of it. */
export const isPlanned = (text: string): boolean => /^(select|with|insert|update|delete)\b/.test(text)

/** An index that is built beside the present one has the same tables. */
export const ofPresentIndex = (text: string): string => text.replaceAll('search_next.', 'search.')

/** Judges what has no plan (`copy`, commands of a session, of roles) by the tables that it names. */
export function judgeCommand(text: string, facts: Facts): Verdict {
  const beforeColumns = ofPresentIndex(text).replace(/^(copy \S+) \(.*$/s, '$1')
  const words = new Set(beforeColumns.split(/[^\w.]+/))
  const tables = facts.tables.filter((table) => words.has(table) || words.has(table.replace('public.', '')))
  const isSplitOne = tables.some((table) => placementOf(table).how === 'distributed')
  return {
    course: isSplitOne ? 'all shards' : 'coordinator',
    tables,
    changes: changesOfText(text, [], facts),
  }
}

/** Judges a statement by the rules of Citus, from the plan that a plain PostgreSQL makes of it. */
export function judge(text: string, plan: PlanNode, facts: Facts): Verdict {
  const all = withAllBelow(plan)
  const touched = all.filter(isTable)
  const tables = [...new Set([...touched.map(fullName), ...tablesInFunctions(text, facts)])].sort()
  const split = tables.filter((table) => placementOf(table).how === 'distributed')
  const parts = partsOf(plan)
  const same = equalities(all)
  const reading = parts.filter(({ nodes }) => nodes.some(isRead))
  const changes = [
    ...changesOfWrites(text, all, same, facts),
    ...parts.flatMap((part) => changesOfPart(part, same)),
    ...changesOfText(text, all, facts),
  ]
  return { course: course(split, reading, all, same), tables, changes: [...new Set(changes)] }
}

function course(split: string[], reading: Part[], all: PlanNode[], same: Equalities): Course {
  if (split.length === 0) return 'coordinator'
  const columns = all.filter(isRead).map(column)
  if (
    columns.length > 0 &&
    columns.every((each) => same.isPinned(each) && same.has(each, columns[0] ?? ''))
  ) {
    return 'one shard'
  }
  return reading.length > 1 ? 'in steps' : 'all shards'
}

/** The column by which a scanned table is split, as conditions of the plan name it. */
function column(node: PlanNode): string {
  const placement = placed(node)
  return placement.how === 'distributed' ? `${node.Alias}.${placement.by}` : ''
}

const isSubquery = (node: PlanNode): boolean => node['Parent Relationship'] === 'SubPlan'
const isGrouping = ({ 'Node Type': type }: PlanNode): boolean =>
  /^(Aggregate|Group|Unique|WindowAgg|SetOp)$/.test(type)

/**
 * What Citus runs one after the other, sending each result to all nodes: what is kept under a name (`with`), subqueries that
 * are the same for every row, and what has to be brought together first: a limit, a grouping by anything but the column.
 */
function partsOf(root: PlanNode): Part[] {
  const same = equalities(withAllBelow(root))
  const onTop = top(root)
  const begins = (node: PlanNode): boolean =>
    node !== root &&
    (node['Parent Relationship'] === 'InitPlan' ||
      (!onTop.has(node) && (isSubquery(node) || mustBeMerged(node, same)) && !isCorrelated(node)))
  const roots = withAllBelow(root).filter((node) => node === root || begins(node))
  return roots.map((each) => ({ root: each, nodes: withAllBelow(each, (below) => !begins(below)) }))
}

/** From the root of a plan down to its first join or scan: what the node that was asked does with all that comes in. */
function top(root: PlanNode): Set<PlanNode> {
  const found = new Set<PlanNode>()
  let node: PlanNode | undefined = root
  let groupings = 0
  while (node && groupings < 2) {
    found.add(node)
    const inputs: PlanNode[] = (node.Plans ?? []).filter(
      (each) => !/InitPlan|SubPlan/.test(each['Parent Relationship'] ?? ''),
    )
    node = inputs.length === 1 ? inputs[0] : undefined
    groupings += node && isGrouping(node) ? 1 : 0
  }
  return found
}

const mustBeMerged = (node: PlanNode, same: Equalities): boolean =>
  withAllBelow(node).some(isRead) &&
  (node['Node Type'] === 'Limit' || (isGrouping(node) && !isByColumn(node, same)))

/** Whether what is grouped lies on one node, as it is grouped by the column of what is read. */
function isByColumn(node: PlanNode, same: Equalities): boolean {
  const keys = node['Group Key'] ?? node.Plans?.[0]?.['Sort Key' as keyof PlanNode] ?? []
  const columns = withAllBelow(node).filter(isRead).map(column)
  return (keys as string[]).some((key) => columns.some((each) => same.has(term(key), each)))
}

/** Whether a step of the plan names something that is not below it: it is run for each row of that. */
function isCorrelated(node: PlanNode): boolean {
  const below = withAllBelow(node)
  const own = new Set(below.flatMap(({ Alias }) => Alias ?? []))
  return below
    .flatMap(conditions)
    .some((each) =>
      [...each.matchAll(/(?<![\w.$)])("?[a-z_][\w ]*"?)\.[a-z_]/g)].some(
        ([, alias]) => !own.has(unquoted(alias)),
      ),
    )
}

const unquoted = (name = ''): string => name.replaceAll('"', '')

function changesOfPart({ root, nodes }: Part, same: Equalities): Kind[] {
  const columns = nodes.filter(isRead).map(column)
  const places = new Set(nodes.filter(isTable).map((node) => placed(node).how))
  const isUnion = nodes.some(({ 'Node Type': type }) => type === 'Append' || type === 'SetOp')
  const found: Kind[] = []
  if (columns.some((each) => !same.has(each, columns[0] ?? '')) && !isUnion) found.push('not-by-key')
  if (places.has('distributed') && places.has('local')) found.push('local-and-split')
  if (nodes.some((node) => isForEachOfOthers(node, root, columns, same))) found.push('best-of-each')
  if (nodes.some((node) => isMixedUnion(node, nodes))) found.push('mixed-union')
  if (nodes.some(isOuterOfSplit)) found.push('split-on-the-inside')
  if (columns.length > 0 && nodes.some(({ 'Node Type': type }) => type === 'Recursive Union'))
    found.push('recursion')
  if (nodes.some((node) => node['Node Type'] === 'LockRows') && !columns.every(same.isPinned))
    found.push('lock-of-rows')
  return found
}

/** What has to be brought together anew for each row of something that does not lie on the same node. */
function isForEachOfOthers(node: PlanNode, root: PlanNode, columns: string[], same: Equalities): boolean {
  if (node === root || !mustBeMerged(node, same) || !isCorrelated(node)) return false
  const own = withAllBelow(node).filter(isRead).map(column)
  const others = columns.filter((each) => !own.includes(each))
  return !own.every((each) => same.isPinned(each) || others.some((other) => same.has(each, other)))
}

/** A union of rows of a split table with some of none, for each row of something else. */
function isMixedUnion(node: PlanNode, nodes: readonly PlanNode[]): boolean {
  const members = (node.Plans ?? []).filter((each) => nodes.includes(each))
  const split = members.filter((each) => withAllBelow(each).some(isRead))
  return (
    /Append$/.test(node['Node Type']) &&
    split.length > 0 &&
    split.length < members.length &&
    isCorrelated(node)
  )
}

/** An outer join or a `not exists` whose rows are of no split table, and that looks for others in one. */
function isOuterOfSplit(node: PlanNode): boolean {
  const kind = node['Join Type'] ?? ''
  const [outer, inner] = (node.Plans ?? []).filter((each) =>
    /Outer|Inner/.test(each['Parent Relationship'] ?? ''),
  )
  if (!outer || !inner || !/Left|Right|Anti/.test(kind)) return false
  const [kept, other] = kind.startsWith('Right') ? [inner, outer] : [outer, inner]
  return !withAllBelow(kept).some(isRead) && withAllBelow(other).some(isRead)
}

function changesOfWrites(text: string, all: readonly PlanNode[], same: Equalities, facts: Facts): Kind[] {
  const writes = all.filter(isWrite)
  const split = writes.filter(isSplit)
  const changed = split.filter(({ Operation }) => Operation !== 'Insert')
  const found: Kind[] = []
  if (split.length === 0) return found
  if (changed.some((node) => isCounted(node) && !same.isPinned(column(node)))) found.push('key-first')
  if (writes.length > 1) found.push('several-writes')
  if (changed.length > 0 && facts.notImmutable.some((name) => callsOf(changesIn(text)).includes(name)))
    found.push('not-immutable')
  if (/\bctid\b/.test(text)) found.push('row-address')
  if (split.some((node) => setsColumn(text, node))) found.push('moves-rows')
  if (split.some((node) => node['Conflict Resolution'] && facts.uniqueElsewhere.includes(fullName(node))))
    found.push('conflict-elsewhere')
  return found
}

/** What each request does: it has to be one shard. */
function isCounted(node: PlanNode): boolean {
  const placement = placed(node)
  return node.Operation === 'Update' && placement.how === 'distributed' && placement.group === 'counters'
}

/** The `update` and `delete` of a statement, each to the end of its parentheses. */
function changesIn(text: string): string {
  const begins = [...text.matchAll(/(?<!\b(do|for) )\b(update|delete from)\s/g)].map(({ index }) => index)
  return begins.map((begin) => text.slice(begin, endOf(text, begin))).join('\n')
}

function endOf(text: string, begin: number): number {
  let depth = 0
  for (let at = begin; at < text.length; at++) {
    depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0
    if (depth < 0) return at
  }
  return text.length
}

function setsColumn(text: string, node: PlanNode): boolean {
  const placement = placed(node)
  const by = placement.how === 'distributed' ? placement.by : ''
  const assignments = [...text.matchAll(/\bset\b(.*?)(?=\bfrom\b|\bwhere\b|\breturning\b|$)/gs)]
  return assignments.some(([, set]) => new RegExp(`(^|,)\\s*${by}\\s*=`).test(set ?? ''))
}

const callsOf = (text: string): string[] =>
  [...text.matchAll(/\b([a-z_]\w*)\s*\(/g)].map(([, name]) => name ?? '')

function changesOfText(text: string, all: readonly PlanNode[], facts: Facts): Kind[] {
  const found: Kind[] = []
  const inFunctions = tablesInFunctions(text, facts)
  if (all.some(isRead) && inFunctions.some((table) => placementOf(table).how === 'distributed'))
    found.push('function-inside')
  if (callsOf(text).some((name) => facts.buildsTables.includes(name)) || text.includes('search_next.'))
    found.push('new-tables')
  if (/\breltuples\b/.test(text)) found.push('own-catalog')
  if (/\bpg_(try_)?advisory_\w*lock/.test(text)) found.push('advisory-lock')
  if (/\bfreeze\b/.test(text)) found.push('frozen-copy')
  if (/\bsetval\b/.test(text) && all.some(isRead)) found.push('own-numbers')
  return found
}

const tablesInFunctions = (text: string, facts: Facts): string[] => {
  const calls = callsOf(text)
  return Object.entries(facts.functions).flatMap(([name, tables]) => (calls.includes(name) ? tables : []))
}

/** What the conditions of a plan say is equal: columns, and the parameters of the statement (`$1`). */
interface Equalities {
  has(one: string, other: string): boolean
  /** Whether it equals a parameter of the statement. */
  isPinned(one: string): boolean
}

function equalities(all: readonly PlanNode[]): Equalities {
  const leader = new Map<string, string>()
  const find = (one: string): string => {
    const next = leader.get(one)
    return next === undefined ? one : find(next)
  }
  const join = (one: string, other: string): void => {
    if (find(one) !== find(other)) leader.set(find(one), find(other))
  }
  for (const [one, other] of all.flatMap((node) => [...equalsOf(node), ...namesOf(node)])) join(one, other)
  const parameters = new Set(all.flatMap(conditions).flatMap((each) => each.match(/\$\d+/g) ?? []))
  return {
    has: (one, other) => find(one) === find(other),
    isPinned: (one) => [...parameters].some((parameter) => find(parameter) === find(one)),
  }
}

const CONDITIONS = ['Index Cond', 'Recheck Cond', 'Hash Cond', 'Merge Cond', 'Join Filter', 'Filter'] as const

const conditions = (node: PlanNode): string[] => CONDITIONS.flatMap((name) => node[name] ?? [])

/** Pairs that a step of the plan demands to be equal. */
function equalsOf(node: PlanNode): [string, string][] {
  return conditions(node)
    .flatMap(conjuncts)
    .flatMap((condition) => {
      const [one, other, ...more] = condition.split(' = ').map(term)
      return one && other && more.length === 0 ? ([[one, other]] as [string, string][]) : []
    })
}

/** The parts of a condition that all have to hold. */
function conjuncts(condition: string): string[] {
  const text = withoutParentheses(condition)
  const found: string[] = []
  let depth = 0
  let begin = 0
  for (let at = 0; at < text.length; at++) {
    depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0
    if (depth === 0 && text.startsWith(' AND ', at)) {
      found.push(text.slice(begin, at))
      begin = at + 5
    }
  }
  return [...found, text.slice(begin)].map(withoutParentheses)
}

function withoutParentheses(text: string): string {
  if (!text.startsWith('(') || !text.endsWith(')')) return text
  let depth = 0
  for (let at = 0; at < text.length - 1; at++) {
    depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0
    if (depth === 0) return text
  }
  return withoutParentheses(text.slice(1, -1))
}

/** A column or a parameter, without casts; empty where it is more than that. */
function term(text: string): string {
  const bare = withoutParentheses(text.trim().replaceAll(/::[\w" ]+(\[\])?/g, ''))
  const plain = withoutParentheses(bare)
  return /^([\w"]+\.\w+|\$\d+)$/.test(plain) ? plain : ''
}

/** What a subquery hands on under a name of its own; also by what other statements name the rows of a union. */
function namesOf(node: PlanNode): [string, string][] {
  const below = (node.Plans ?? []).filter(
    (each) => !/InitPlan|SubPlan/.test(each['Parent Relationship'] ?? ''),
  )
  const outputs = (each: PlanNode): string[] => (each.Output ?? []).map(term)
  const pairs: [string, string][] = []
  if (node['Node Type'] === 'Subquery Scan') {
    for (const output of below.flatMap(outputs).filter(Boolean)) {
      pairs.push([`${node.Alias}.${output.split('.').at(-1)}`, output])
    }
  }
  if (/Append$/.test(node['Node Type'])) {
    const [first, ...others] = below.map(outputs)
    for (const other of others) {
      other.forEach((name, at) => {
        if (name && first?.[at]) pairs.push([name, first[at]])
      })
    }
  }
  return pairs
}
