import type { MarkFilters } from '../../schemas/brand.ts'
import { brandFilters } from '../../schemas/query-parameters.ts'
import type { Queryable, Values } from '../db/database.ts'
import { filterValues } from '../db/filter-values.ts'
import { sqlFile } from '../db/sql-file.ts'
import { findNeighbours } from './expand-terms.ts'
import { type Candidate, findCandidates } from './find-candidates.ts'
import { BEFORE_ALL, type FullTextHit, readFullText } from './full-text.ts'
import { byNumber, byScore, fuse, type Ranked, scoreOfRank } from './fuse.ts'
import { type Query, readQuery } from './query.ts'
import { comparedWith } from './similarity.ts'

const READ_VERSIONS = sqlFile(import.meta.url, 'read-versions.sql', 'prepared')

/** A mark that was found, and all that is needed to go on behind it. */
export interface Hit extends Ranked {
  /** The version of the corpus that the walk is in. */
  readonly version: number
  /** Behind the window: its rank in the full text, from 1, and its share there. */
  readonly tail?: { readonly rank: number; readonly share: number }
}

/** How many marks of each list are fused. */
const WINDOW = 200
/** How many hits of the full text are read at once behind the window. */
const STRIDE = 500
/** A name that is as much like the query counts as found by its whole, too. */
const ALIKE = 0.8
/** What a name that is only close loses with each mark of that name before it, so that a page shows more names. */
const REPEATED = 0.05

/**
 * Finds marks by a text, best first, in strides, and ends when there are no more: first a window of three fused lists
 * (the full text, names that are like the query as a whole, names that come close in any way), then what is left of
 * the full text, in its own order. So everything that has all the words comes once.
 *
 * A walk stays in the version of the corpus in which it began, as long as the index keeps it: what is added, changed
 * or removed meanwhile moves nothing. After that it goes on behind the same score in the oldest version there is.
 *
 * @param after the last hit that was seen
 */
export async function* walkHits(
  database: Queryable,
  q: string,
  filters: MarkFilters,
  after?: Hit,
): AsyncGenerator<Hit[]> {
  const query = readQuery(q)
  if (query.words.length === 0) {
    return
  }
  const version = await versionOf(database, after)
  const scope = { ...filterValues(brandFilters, filters), version }
  const window = await readWindow(database, query, scope)
  yield window.ranked.filter((hit) => !after || byScore(after, hit) < 0).map((hit) => ({ ...hit, version }))
  const last = window.fullText.at(-1)
  if (last && window.fullText.length === WINDOW) {
    const from = after?.tail ? { number: after.number, ...after.tail } : { ...last, rank: WINDOW }
    yield* walkTail(database, query, scope, from, new Set(window.ranked.map(({ number }) => number)))
  }
}

async function versionOf(database: Queryable, after: Hit | undefined): Promise<number> {
  const [versions] = await database.query<{ oldest: number; newest: number }>(READ_VERSIONS)
  if (!versions) {
    throw new Error('search.version has no row')
  }
  const { oldest, newest } = versions
  return after === undefined ? newest : Math.min(Math.max(after.version, oldest), newest)
}

/** What a walk is in: the filters, and a version of the corpus. */
type Scope = Values & { readonly version: number }

interface Window {
  ranked: Ranked[]
  /** The list of the full text, as far as it is in it. */
  fullText: FullTextHit[]
}

async function readWindow(database: Queryable, query: Query, scope: Scope): Promise<Window> {
  const neighbours = await findNeighbours(database, query, scope.version)
  const candidates = await findCandidates(database, query, neighbours, scope)
  const fullText = await readFullText(database, query, scope, BEFORE_ALL, WINDOW)
  const lists = [fullText.map(({ number }) => number), ...rankCandidates(query, candidates)]
  return { ranked: fuse(lists), fullText }
}

/** The candidates as two lists: those that are like the query as a whole, and all by how close they come. */
function rankCandidates(query: Query, candidates: readonly Candidate[]): string[][] {
  const compare = comparedWith(query)
  const compared = candidates.map((candidate) => ({ ...candidate, ...compare(candidate) }))
  const alike = compared.filter(({ whole }) => whole >= ALIKE)
  return [
    inTurns(alike.map((mark) => ({ ...mark, by: mark.whole }))),
    inTurns(compared.map((mark) => ({ ...mark, by: mark.closest }))),
  ]
}

interface Rated {
  number: string
  name: string
  by: number
}

const byRating = (one: Rated, other: Rated): number => other.by - one.by || byNumber(one.number, other.number)

/** The best first; marks of one name make room for those of other names that are about as good. */
function inTurns(marks: readonly Rated[]): string[] {
  const seen = new Map<string, number>()
  return marks
    .toSorted(byRating)
    .map((mark) => {
      const before = seen.get(mark.name) ?? 0
      seen.set(mark.name, before + 1)
      return { ...mark, by: mark.by - before * REPEATED }
    })
    .sort(byRating)
    .slice(0, WINDOW)
    .map(({ number }) => number)
}

/** What is left of the full text behind a hit, without the marks of the window. */
async function* walkTail(
  database: Queryable,
  query: Query,
  scope: Scope,
  from: FullTextHit & { rank: number },
  seen: ReadonlySet<string>,
): AsyncGenerator<Hit[]> {
  let last = from
  for (;;) {
    const { rank } = last
    const found = await readFullText(database, query, scope, last, STRIDE)
    const hits = found.map((hit, at) => ({ ...hit, rank: rank + at + 1 }))
    yield hits
      .filter(({ number }) => !seen.has(number))
      .map(({ number, rank, share }) => ({
        number,
        score: scoreOfRank(rank),
        version: scope.version,
        tail: { rank, share },
      }))
    last = hits.at(-1) ?? last
    if (found.length < STRIDE) {
      return
    }
  }
}
