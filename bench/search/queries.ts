import { readFile } from 'node:fs/promises'
import { tokenize } from '../../shared/search/text/tokenize.ts'
import { openSheet } from '../../shared/sync/sources/sheets/open-sheet.ts'
import { readRecords } from '../../shared/sync/sources/sheets/read-records.ts'
import { createRandom, type Random } from '../../test/support/random.ts'
import { lettersIn, mishear, oneMistake, twoMistakes } from './mistakes.ts'

/** The kinds of queries, in the order of the report. */
export const KINDS = [
  'identical',
  'one error',
  'two errors',
  'Spanish sound',
  'joined',
  'split',
  'mixed words',
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
  /** The pair from which the query was made, if any. */
  readonly pair?: DecidedPair
}

/** A name counts as found if it is among this number of first results. */
export const HITS = 20

const SEED = 20_260_512
/** The maximum length of a name from which queries are made; longer names are slogans and paragraphs. */
const LONGEST_NAME = 100

/** A name from which queries are made. */
interface Name {
  readonly text: string
  /** The normalized words of the text. */
  readonly words: readonly string[]
  /** The words, separated by spaces. */
  readonly together: string
}

/** Functions that make a query from a name. They return undefined if the name is unsuitable. */
const MAKERS: Readonly<Partial<Record<Kind, (name: Name, random: Random) => string | undefined>>> = {
  identical: ({ text }, random) => otherCase(text, random),
  'one error': ({ together }, random) =>
    lettersIn(together) >= 5 ? oneMistake(together, random) : undefined,
  'two errors': ({ together }, random) =>
    lettersIn(together) >= 8 ? twoMistakes(together, random) : undefined,
  'Spanish sound': ({ together }, random) =>
    lettersIn(together) >= 4 ? mishear(together, random) : undefined,
  joined: joinWords,
  split: splitWord,
}

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

/**
 * Draws up to `count` queries of each kind from names of the corpus, and adds the queries of the decided pairs. The same names
 * give the same queries.
 */
export function drawQueries(
  texts: readonly string[],
  count: number,
  pairs: readonly DecidedPair[],
): SearchQuery[] {
  const names = texts
    .map((text): Name => ({ text, words: tokenize(text), together: tokenize(text).join(' ') }))
    .filter(({ text, words }) => words.length > 0 && [...text].length <= LONGEST_NAME)
  return [
    ...KINDS.flatMap((kind) => drawMade(kind, names, count)),
    ...drawMixed(names, count),
    ...pairs.map(decidedPair),
  ]
}

/** Each kind has its own random sequence, so that no kind depends on the others. */
const randomOf = (kind: Kind): Random => createRandom(SEED + KINDS.indexOf(kind))

function drawMade(kind: Kind, names: readonly Name[], count: number): SearchQuery[] {
  const random = randomOf(kind)
  const queries: SearchQuery[] = []
  for (const name of random.shuffle(names)) {
    if (queries.length === count) break
    const q = MAKERS[kind]?.(name, random)
    if (q !== undefined) queries.push({ kind, q, wanted: name.together })
  }
  return queries
}

/** Draws queries of one to four words, each from another name: the most frequent words are drawn most often. */
function drawMixed(names: readonly Name[], count: number): SearchQuery[] {
  const { pick, between } = randomOf('mixed words')
  return Array.from({ length: names.length === 0 ? 0 : count }, () => {
    const words = Array.from({ length: between(1, 4) }, () => pick(pick(names).words))
    return { kind: 'mixed words', q: words.join(' '), wanted: null }
  })
}

/** A row of decided-pairs.tsv: two marks that an office or a court found confusing or not confusing. */
export interface DecidedPair {
  readonly query: string
  /** The earlier mark. */
  readonly mark: string
  readonly isConfusing: boolean
  /** The kind of similarity of the marks, such as `phonetic`, `visual`, `element` or `prefix`. */
  readonly similarity: string
}

const decidedPair = (pair: DecidedPair): SearchQuery => ({
  kind: pair.isConfusing ? 'decided conflict' : 'decided not confusing',
  q: pair.query,
  wanted: tokenize(pair.mark).join(' '),
  pair,
})

const PAIRS = new URL('decided-pairs.tsv', import.meta.url)

/** Reads the decided pairs from decided-pairs.tsv. */
export async function readDecidedPairs(): Promise<DecidedPair[]> {
  const [, ...lines] = (await readFile(PAIRS, 'utf8')).trimEnd().split('\n')
  return lines.map((line) => {
    const [query = '', mark = '', verdict, similarity = ''] = line.split('\t')
    return { query, mark, isConfusing: verdict === 'confusing', similarity }
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
