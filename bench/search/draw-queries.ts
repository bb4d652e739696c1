import { foldName } from '../../shared/search/text/fold-name.ts'
import { type Dice, dice } from '../corpus/random.ts'
import type { DrawnBrand } from '../draw-brands.ts'
import { KINDS, type Kind, type SearchQuery } from './kinds.ts'
import { lettersIn, oneMistake, twoMistakes } from './mistakes.ts'
import { mishear } from './sounds.ts'

const SEED = 20_260_512
/** What is rarer than so many words is not common. */
const COMMON_WORDS = 200
/** Nobody asks for a whole paragraph. */
const LONGEST_NAME = 100
const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz']

/** A name that queries are made of. */
export interface Name {
  readonly text: string
  /** Folded. */
  readonly words: readonly string[]
}

/** How often words are in the names that were drawn. */
export interface Words {
  /** The most frequent ones, most frequent first. */
  readonly common: readonly string[]
  isRare(word: string): boolean
}

/** Makes a query for a name; undefined where the name does not lend itself to it. */
type Maker = (name: Name, dice: Dice, words: Words) => string | undefined

const together = ({ words }: Name): string => words.join(' ')

const MAKERS = {
  identical: (name, chances) => otherwise(name.text, chances),
  'one error': (name, chances) =>
    lettersIn(together(name)) >= 5 ? oneMistake(together(name), chances) : undefined,
  'two errors': (name, chances) =>
    lettersIn(together(name)) >= 8 ? twoMistakes(together(name), chances) : undefined,
  'Spanish sound': (name, chances) =>
    lettersIn(together(name)) >= 4 ? mishear(together(name), chances) : undefined,
  joined: join,
  split,
  'rare with common': rareWithCommon,
} satisfies Partial<Record<Kind, Maker>>

type MadeKind = keyof typeof MAKERS
export const MADE_KINDS = Object.keys(MAKERS) as readonly MadeKind[]

const ACCENTED: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú' }

/** The same name with its case and its accents changed. */
function otherwise(name: string, { pick }: Dice): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/(?<=[a-z])\p{Mn}/giu, '')
    .normalize('NFC')
  const accents = plain !== name ? plain : plain.replace(/[aeiou]/i, (vowel) => accented(vowel))
  const cased = pick([accents.toLowerCase(), accents.toUpperCase(), swapCase(accents)])
  return foldName(cased).join(' ') === foldName(name).join(' ') ? cased : accents
}

const accented = (vowel: string): string =>
  ACCENTED[vowel] ?? (ACCENTED[vowel.toLowerCase()] ?? vowel).toUpperCase()

const swapCase = (text: string): string =>
  [...text]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('')

/** Two neighbouring words as one. */
function join({ words }: Name, { pick }: Dice): string | undefined {
  const places = words.flatMap((word, place) => {
    const next = words[place + 1]
    return next !== undefined && word.length >= 2 && next.length >= 2 ? [place] : []
  })
  if (places.length === 0) return undefined
  const place = pick(places)
  return [...words.slice(0, place), `${words[place]}${words[place + 1]}`, ...words.slice(place + 2)].join(' ')
}

/** A word of six letters or more as two, of two letters or more each. */
function split({ words }: Name, { pick, between }: Dice): string | undefined {
  const long = words.filter((word) => /^[a-z]{6,}$/.test(word))
  if (long.length === 0) return undefined
  const word = pick(long)
  const cut = between(2, word.length - 2)
  return words.map((each) => (each === word ? `${word.slice(0, cut)} ${word.slice(cut)}` : each)).join(' ')
}

/** Two words of the name, the common one first where it stands second. */
function rareWithCommon({ words }: Name, _: Dice, { common, isRare }: Words): string | undefined {
  const rare = words.findIndex(isRare)
  const often = words.findIndex((word) => common.includes(word))
  if (rare < 0 || often < 0) return undefined
  return rare < often ? `${words[often]} ${words[rare]}` : `${words[rare]} ${words[often]}`
}

/** The names of brands that a query can be made of. */
export const namesOf = (brands: readonly Pick<DrawnBrand, 'denominacion'>[]): Name[] =>
  brands.flatMap(({ denominacion }) => {
    const name = nameOf(denominacion)
    return name === undefined ? [] : [name]
  })

export function nameOf(text: string): Name | undefined {
  const words = foldName(text)
  return words.length > 0 && [...text].length <= LONGEST_NAME ? { text, words } : undefined
}

export function wordsIn(names: readonly Name[]): Words {
  const counts = new Map<string, number>()
  for (const { words } of names) {
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const common = [...counts]
    .filter(([, count]) => count > 1)
    .sort(([a, more], [b, less]) => less - more || (a < b ? -1 : 1))
    .slice(0, COMMON_WORDS)
    .map(([word]) => word)
  return { common, isRare: (word) => counts.get(word) === 1 }
}

/** The query of a kind for a name; undefined where the name does not lend itself to it. */
export function makeQuery(kind: MadeKind, name: Name, chances: Dice, words: Words): SearchQuery | undefined {
  const q = (MAKERS[kind] as Maker)(name, chances, words)
  return q === undefined ? undefined : { kind, q, wanted: together(name), filters: {} }
}

/** A chance of its own for each kind: what is drawn for one does not depend on the others. */
export const chancesOf = (kind: Kind): Dice => dice(SEED + KINDS.indexOf(kind))

/** Up to `count` queries of each kind that a name or its words give; the same for the same names. */
export function drawQueries(names: readonly Name[], count: number): SearchQuery[] {
  const words = wordsIn(names)
  return [
    ...MADE_KINDS.flatMap((kind) => drawMade(kind, names, words, count)),
    ...words.common.slice(0, count).map((q) => aimless('one common word', q)),
    ...drawCommon(words, count),
    ...drawNonsense(count),
  ]
}

function drawMade(kind: MadeKind, names: readonly Name[], words: Words, count: number): SearchQuery[] {
  const chances = chancesOf(kind)
  const queries: SearchQuery[] = []
  for (const name of chances.shuffle(names)) {
    if (queries.length === count) break
    const query = makeQuery(kind, name, chances, words)
    if (query !== undefined) queries.push(query)
  }
  return queries
}

const aimless = (kind: Kind, q: string): SearchQuery => ({ kind, q, wanted: null, filters: {} })

function drawCommon({ common }: Words, count: number): SearchQuery[] {
  const { pick, between } = chancesOf('common words')
  if (common.length < 2) return []
  return Array.from({ length: count }, () => {
    const words = new Set([pick(common)])
    for (const size = between(2, Math.min(4, common.length)); words.size < size; ) words.add(pick(common))
    return aimless('common words', [...words].join(' '))
  })
}

/** Letters by lot, so many that no name has them. */
function drawNonsense(count: number): SearchQuery[] {
  const { pick, between } = chancesOf('no hit')
  return Array.from({ length: count }, () => {
    const letters = Array.from({ length: between(9, 14) }, () => pick(ALPHABET))
    return aimless('no hit', letters.join(''))
  })
}

/** Two marks that an office or a court found confusing. */
export interface Conflict {
  readonly query: string
  readonly mark: string
}

export const conflictQueries = (conflicts: readonly Conflict[]): SearchQuery[] =>
  conflicts.map(({ query, mark }) => ({
    kind: 'decided conflict',
    q: query,
    wanted: foldName(mark).join(' '),
    filters: {},
  }))
