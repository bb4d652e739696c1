import type { MarkFilters } from '../../schemas/brand.ts'
import { statementFilters } from '../../schemas/query-parameters.ts'
import type { Queryable, Values } from '../db/database.ts'
import { filterValues } from '../db/filter-values.ts'
import { sqlFile } from '../db/sql-file.ts'
import { expandTerms, findRelatedWords, findSimilarWords } from './expand-terms.ts'
import { type Candidate, findCandidates } from './find-candidates.ts'
import { BEFORE_FIRST, type FullTextHit, readFullText } from './full-text.ts'
import { byNumber, byScore, fuse, type Ranked, scoreOfRank } from './fuse.ts'
import type { MarksByWord } from './marks-by-word.ts'
import { beginningOf, parseQuery, type Query } from './query.ts'
import { MIN_WHOLE, type Name, type Similarity, similarityTo } from './similarity.ts'
import { keepWindow, keepWords } from './window-cache.ts'

const READ_VERSIONS = sqlFile(import.meta.url, 'read-versions.sql', 'prepared')

/** A mark that matches a query. */
export interface Hit extends Ranked {
  /** The version of the corpus that the pagination reads. */
  readonly version: number
  /** The position in the full-text hits: the rank (from 1) and `FullTextHit.share`. Undefined in the first batch. */
  readonly tail?: { readonly rank: number; readonly share: number }
}

/** The filters of a search. For a search among changed marks only, `changed` is an index of these marks by word. */
export type SearchFilters = MarkFilters & { readonly changed?: MarksByWord }

/** The maximum length of each list that is fused into the first batch (the window). */
const WINDOW = 200
const BATCH = 500
/** The rating that a mark loses for each better mark with the same name. */
const REPETITION_PENALTY = 0.05

/**
 * Yields batches of the marks that match a text, best first. The first batch (the window) fuses three lists:
 * - the full-text hits: marks with all words of the query
 * - marks with names that are similar as a whole
 * - marks with names that are similar in any way
 *
 * The next batches are the other full-text hits. All pages read the same version of the corpus, if the index still
 * has it.
 *
 * @param after the last hit of the previous page
 */
export async function* paginateHits(
  database: Queryable,
  q: string,
  filters: SearchFilters,
  after?: Hit,
): AsyncGenerator<Hit[]> {
  const query = parseQuery(q)
  if (query.words.length === 0) {
    return
  }
  const { version, began } = await versionOf(database, after?.version ?? filters.version)
  const scope = { ...filterValues(statementFilters, filters), version }
  const window = await keepWindow(database, JSON.stringify([began, scope, query.words]), () =>
    readWindow(database, query, { ...scope, began }, filters.changed),
  )
  yield window.ranked.filter((hit) => !after || byScore(after, hit) < 0).map((hit) => ({ ...hit, version }))
  const last = window.fullText.at(-1)
  if (last && window.fullText.length === WINDOW) {
    const from = after?.tail ? { number: after.number, ...after.tail } : { ...last, rank: WINDOW }
    yield* paginateTail(database, query, scope, from, new Set(window.ranked.map(({ number }) => number)))
  }
}

interface Version {
  readonly version: number
  /** The creation time of the oldest version, for the cache keys. A rebuild of the index changes this time. */
  readonly began: string
}

async function versionOf(database: Queryable, wanted: number | undefined): Promise<Version> {
  const [versions] = await database.query<{ oldest: number; newest: number; began: string }>(READ_VERSIONS)
  if (!versions) {
    throw new Error('search.version has no row')
  }
  const { oldest, newest, began } = versions
  const version = wanted === undefined ? newest : Math.min(Math.max(wanted, oldest), newest)
  return { version, began }
}

type Scope = Values & { readonly version: number }

interface Window {
  ranked: Ranked[]
  fullText: FullTextHit[]
}

async function readWindow(
  database: Queryable,
  query: Query,
  { began, ...scope }: Scope & Version,
  changed: MarksByWord | undefined,
): Promise<Window> {
  // Two connections take less time than one. More connections would leave too few for other requests.
  const reading = readFullText(database, query, scope, BEFORE_FIRST, WINDOW)
  const [words, fullText] = await Promise.all([
    keepWords(database, JSON.stringify([began, scope.version, query.words]), () =>
      Promise.all([
        findSimilarWords(database, query, scope.version),
        reading.then(() => findRelatedWords(database, query, scope.version)),
      ]),
    ),
    reading,
  ])
  const beginning = fullText.length === 0 ? beginningOf(query) : undefined
  const expanded = expandTerms(query, words.flat(), beginning)
  const candidates = await findCandidates(database, query, expanded, fullText.length > 0, scope, changed)
  const similarity = similarityTo(query, expanded.counts, beginning)
  const lists = [fullText.map(({ number }) => number), ...rankCandidates(similarity, candidates)]
  return { ranked: fuse(lists), fullText }
}

/** Returns two lists, best first: the candidates that are similar as a whole, and all candidates. */
function rankCandidates(
  similarity: (name: Name) => Similarity,
  candidates: readonly Candidate[],
): string[][] {
  const asWhole: Rated[] = []
  const inAnyWay: Rated[] = []
  for (const candidate of candidates) {
    const { number, name } = candidate
    const { whole, best } = similarity(candidate)
    if (whole >= MIN_WHOLE) asWhole.push({ number, name, rating: whole })
    inAnyWay.push({ number, name, rating: best })
  }
  return [diversified(asWhole), diversified(inAnyWay)]
}

interface Rated {
  number: string
  name: string
  rating: number
}

const byRating = (one: Rated, other: Rated): number =>
  other.rating - one.rating || byNumber(one.number, other.number)

/** Returns the numbers of the best marks, at most WINDOW. A repeated name gets a lower rating. */
function diversified(marks: Rated[]): string[] {
  const seen = new Map<string, number>()
  for (const mark of marks.sort(byRating)) {
    const repetitions = seen.get(mark.name) ?? 0
    seen.set(mark.name, repetitions + 1)
    mark.rating -= repetitions * REPETITION_PENALTY
  }
  return marks
    .sort(byRating)
    .slice(0, WINDOW)
    .map(({ number }) => number)
}

/** Yields the full-text hits after `from`, without the marks in the window. */
async function* paginateTail(
  database: Queryable,
  query: Query,
  scope: Scope,
  from: FullTextHit & { rank: number },
  inWindow: ReadonlySet<string>,
): AsyncGenerator<Hit[]> {
  let last = from
  for (;;) {
    const { rank } = last
    const found = await readFullText(database, query, scope, last, BATCH)
    const hits = found.map((hit, at) => ({ ...hit, rank: rank + at + 1 }))
    yield hits
      .filter(({ number }) => !inWindow.has(number))
      .map(({ number, rank, share }) => ({
        number,
        score: scoreOfRank(rank),
        version: scope.version,
        tail: { rank, share },
      }))
    last = hits.at(-1) ?? last
    if (found.length < BATCH) {
      return
    }
  }
}
