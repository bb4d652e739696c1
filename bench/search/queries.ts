import { readFile } from 'node:fs/promises'
import type { BrandFilters } from '../../shared/brands/brand-order.ts'
import type { Database } from '../../shared/db/database.ts'
import { sqlFile } from '../../shared/db/sql-file.ts'
import { tokenize } from '../../shared/search/text/tokenize.ts'
import { openSheet } from '../../shared/sync/sources/sheets/open-sheet.ts'
import { readRecords } from '../../shared/sync/sources/sheets/read-records.ts'
import { createRandom, type Random } from '../corpus/random.ts'
import type { DrawnBrand } from '../requests.ts'
import { lettersIn, mishear, oneMistake, twoMistakes } from './mistakes.ts'

/** The kinds of queries, in the order of the report. */
export const KINDS = [
  'identical',
  'one error',
  'two errors',
  'Spanish sound',
  'joined',
  'split',
  'common words',
  'filtered',
  'no hit',
  'decided conflict',
  'decided not confusing',
] as const
export type Kind = (typeof KINDS)[number]

/** One search. */
export interface SearchQuery {
  readonly kind: Kind
  readonly q: string
  /** The name that the search must find, as normalized words; null if the query is not made from a name. */
  readonly wanted: string | null
  readonly filters: Omit<BrandFilters, 'q'>
  /** The pair from which the query was made, if any. */
  readonly pair?: DecidedPair
}

/** A name counts as found if it is among this number of first results. */
export const HITS = 20

const SEED = 20_260_512
/** This number of words, the most frequent words of the names, count as common words. */
const COMMON_WORDS = 200
/** The maximum length of a name from which queries are made; longer names are slogans and paragraphs. */
const LONGEST_NAME = 100
const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz']

/** A name from which queries are made. */
interface Name {
  readonly text: string
  /** The normalized words of the text. */
  readonly words: readonly string[]
}

/** Makes a query from a name; returns undefined if the name is unsuitable. */
type Maker = (name: Name, random: Random) => string | undefined

const together = ({ words }: Name): string => words.join(' ')

const MAKERS = {
  identical: (name, chances) => otherCase(name.text, chances),
  'one error': (name, chances) =>
    lettersIn(together(name)) >= 5 ? oneMistake(together(name), chances) : undefined,
  'two errors': (name, chances) =>
    lettersIn(together(name)) >= 8 ? twoMistakes(together(name), chances) : undefined,
  'Spanish sound': (name, chances) =>
    lettersIn(together(name)) >= 4 ? mishear(together(name), chances) : undefined,
  joined: joinWords,
  split: splitWord,
} satisfies Partial<Record<Kind, Maker>>

type MadeKind = keyof typeof MAKERS
const MADE_KINDS = Object.keys(MAKERS) as readonly MadeKind[]

/** Returns a name in lower case or capitals, and without the accents on letters from a to z. */
function otherCase(name: string, { pick }: Random): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/(?<=[a-z])\p{Mn}/giu, '')
    .normalize('NFC')
  const cased = pick([plain.toLowerCase(), plain.toUpperCase()])
  return tokenize(cased).join(' ') === tokenize(name).join(' ') ? cased : plain
}

/** Joins two adjacent words of a name into one word. */
function joinWords({ words }: Name, { pick }: Random): string | undefined {
  const places = words.flatMap((word, place) => {
    const next = words[place + 1]
    return next !== undefined && word.length >= 2 && next.length >= 2 ? [place] : []
  })
  if (places.length === 0) return undefined
  const place = pick(places)
  return [...words.slice(0, place), `${words[place]}${words[place + 1]}`, ...words.slice(place + 2)].join(' ')
}

/** Splits a word of six letters or more into two words of two letters or more. */
function splitWord({ words }: Name, { pick, between }: Random): string | undefined {
  const long = words.filter((word) => /^[a-z]{6,}$/.test(word))
  if (long.length === 0) return undefined
  const word = pick(long)
  const cut = between(2, word.length - 2)
  return words.map((each) => (each === word ? `${word.slice(0, cut)} ${word.slice(cut)}` : each)).join(' ')
}

function nameOf(text: string): Name | undefined {
  const words = tokenize(text)
  return words.length > 0 && [...text].length <= LONGEST_NAME ? { text, words } : undefined
}

/** Returns the most frequent words of the names, most frequent first. */
function commonWords(names: readonly Name[]): string[] {
  const counts = new Map<string, number>()
  for (const word of names.flatMap(({ words }) => [...new Set(words)])) {
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .sort(([a, more], [b, less]) => less - more || (a < b ? -1 : 1))
    .slice(0, COMMON_WORDS)
    .map(([word]) => word)
}

/** Each kind has its own random sequence, so that no kind depends on the others. */
const chancesOf = (kind: Kind): Random => createRandom(SEED + KINDS.indexOf(kind))

/**
 * Draws up to `count` queries of each kind, and adds the queries of the decided pairs (see `DecidedPair`). The same corpus gives
 * the same queries.
 *
 * @param marks the size of the corpus
 */
export async function drawQueries(
  owner: Database,
  brands: readonly DrawnBrand[],
  marks: number,
  count: number,
  pairs: readonly DecidedPair[],
): Promise<SearchQuery[]> {
  const names = brands.map(({ denominacion }) => nameOf(denominacion)).filter((name) => name !== undefined)
  return [
    ...MADE_KINDS.flatMap((kind) => drawMade(kind, names, count)),
    ...drawCommon(commonWords(names), count),
    ...drawNonsense(count),
    ...(await drawFiltered(owner, brands, marks, count)),
    ...pairs.map(decidedPair),
  ]
}

function makeQuery(kind: MadeKind, name: Name, chances: Random): SearchQuery | undefined {
  const q = (MAKERS[kind] as Maker)(name, chances)
  return q === undefined ? undefined : { kind, q, wanted: together(name), filters: {} }
}

function drawMade(kind: MadeKind, names: readonly Name[], count: number): SearchQuery[] {
  const chances = chancesOf(kind)
  const queries: SearchQuery[] = []
  for (const name of chances.shuffle(names)) {
    if (queries.length === count) break
    const query = makeQuery(kind, name, chances)
    if (query !== undefined) queries.push(query)
  }
  return queries
}

const aimless = (kind: Kind, q: string): SearchQuery => ({ kind, q, wanted: null, filters: {} })

/** Draws queries of one to four common words. */
function drawCommon(common: readonly string[], count: number): SearchQuery[] {
  const { pick, between } = chancesOf('common words')
  return Array.from({ length: common.length < 4 ? 0 : count }, () => {
    const words = new Set([pick(common)])
    for (const size = between(1, 4); words.size < size; ) words.add(pick(common))
    return aimless('common words', [...words].join(' '))
  })
}

/** Draws queries of 9 to 14 random letters, which no name contains. */
function drawNonsense(count: number): SearchQuery[] {
  const { pick, between } = chancesOf('no hit')
  return Array.from({ length: count }, () => {
    const letters = Array.from({ length: between(9, 14) }, () => pick(ALPHABET))
    return aimless('no hit', letters.join(''))
  })
}

const DAYS_AROUND = sqlFile(import.meta.url, 'days-around.sql', 'planned')
/** The filters of a query select about one in this number of marks. */
const SHARE = 10_000

/** Draws queries of the kinds in `MAKERS` in turn, each with filters that select its mark and few other marks. */
async function drawFiltered(
  owner: Database,
  brands: readonly DrawnBrand[],
  marks: number,
  count: number,
): Promise<SearchQuery[]> {
  const chances = chancesOf('filtered')
  const half = Math.ceil(marks / SHARE / 2)
  const queries: SearchQuery[] = []
  for (const { denominacion, clase, estado, fechaPresentacion: day } of chances.shuffle(brands)) {
    if (queries.length === count) break
    const name = nameOf(denominacion)
    const kind = MADE_KINDS[queries.length % MADE_KINDS.length] as MadeKind
    const made = name === undefined ? undefined : makeQuery(kind, name, chances)
    if (made === undefined || clase === null) continue
    const [days] = await owner.query<Days>(DAYS_AROUND, { clase, estado, day, half })
    queries.push({ ...made, kind: 'filtered', filters: { clase, estado, ...days } })
  }
  return queries
}

type Days = Required<Pick<BrandFilters, 'fechaDesde' | 'fechaHasta'>>

/** A row of decided-pairs.tsv: two marks that an office or a court found confusing or not confusing. */
export interface DecidedPair {
  readonly query: string
  /** The earlier mark. */
  readonly mark: string
  readonly isConfusing: boolean
  /** The kind of similarity of the marks, such as `phonetic`, `visual`, `element` or `prefix`. */
  readonly similarity: string
  readonly language: string
  readonly jurisdiction: string
  readonly source: string
}

const decidedPair = (pair: DecidedPair): SearchQuery => ({
  kind: pair.isConfusing ? 'decided conflict' : 'decided not confusing',
  q: pair.query,
  wanted: tokenize(pair.mark).join(' '),
  filters: {},
  pair,
})

const PAIRS = new URL('decided-pairs.tsv', import.meta.url)

/** Reads the decided pairs from decided-pairs.tsv. */
export async function readDecidedPairs(): Promise<DecidedPair[]> {
  const [, ...lines] = (await readFile(PAIRS, 'utf8')).trimEnd().split('\n')
  return lines.map((line) => {
    const [query = '', mark = '', verdict, similarity = '', language = '', jurisdiction = '', source = ''] =
      line.split('\t')
    return { query, mark, isConfusing: verdict === 'confusing', similarity, language, jurisdiction, source }
  })
}

/** Reads the names of existing marks from sheets in any format that a sync run supports. */
export async function readRealNames(sheets: readonly string[]): Promise<string[]> {
  const names: string[] = []
  for (const sheet of sheets) {
    for await (const { records } of readRecords(() => openSheet(sheet))) {
      names.push(...records.map(({ record }) => record.denominacion).filter((name) => name !== ''))
    }
  }
  return names
}
