import { cleanText, withoutSigns } from '../../text/clean-text.ts'
import { foldWords } from '../../text/fold-words.ts'

export interface Section {
  /** The code, such as `M2`; empty if the section has only a title. */
  code: string
  /** The title; null if the section has only a code. */
  title: string | null
  /** Set if the title was printed with spaces between its letters. `title` then has no spaces. */
  isSpaced?: true
}

/**
 * A heading. `isNamed` is true if it has the word `sección`. Without this word, the text may be part of a mark's name.
 */
export type Heading = Section & { isNamed: boolean }

const headingWith = (gap: string): RegExp =>
  new RegExp(
    String.raw`^(secci[oó]n${gap})?(M\s?\d{1,2})(?:\s*(?<sign>[.:)|/–—-]+)\s*(?<title>.*)|${gap}(?<words>\p{L}.*))?$`,
    'iu',
  )
const HEADING = headingWith(String.raw`\s+`)
const SPACED_HEADING = headingWith('')
const MAX_LENGTH = 150
/** Matches the number of entries at the end of a title: `(12)`. */
const COUNT = /\s*\(\d{1,5}\)$/

/** A text with fewer words may be initials: `A B C`. */
const FEWEST_WORDS = 4
/** A text is letter-spaced if its mean word length is below this number. Kerning can join two letters into a word. */
const MEAN_LENGTH = 2

/** Returns whether a text has spaces between its letters: `R E G I S T R O S`. */
export function isLetterSpaced(text: string): boolean {
  const words = text.normalize().match(/(?<!\S)\p{L}+(?!\S)/gu) ?? []
  return words.length >= FEWEST_WORDS && words.join('').length < words.length * MEAN_LENGTH
}

/** Reads the heading of a section, such as `M5 - REGISTROS DE MARCAS`; null for any other text. */
export function readHeading(line: string): Heading | null {
  const clean = cleanText(line)
  const isSpaced = isLetterSpaced(clean)
  const text = isSpaced ? clean.replaceAll(' ', '') : clean
  const found = clean.length > MAX_LENGTH ? null : (isSpaced ? SPACED_HEADING : HEADING).exec(text)
  const [, word, code = ''] = found ?? []
  if (!found || (!word && !code.startsWith('M'))) {
    return null
  }
  const title = withoutSigns((found.groups?.title ?? found.groups?.words ?? '').replace(COUNT, ''))
  return {
    code: code.toUpperCase().replace(/\s/, ''),
    title: title || null,
    isNamed: word !== undefined,
    ...(isSpaced && { isSpaced }),
  }
}

/** Patterns of folded titles (see `foldWords`) without spaces. */
const TITLES: ReadonlyMap<string, RegExp> = new Map([
  ['M2', /atramite|aceptacion/],
  ['M3', /observa/],
  ['M5', /^(?:marcas)?regist|conce(?:sion|did)/],
])

/** Returns whether a known section has the title of another known section, as in `M3 REGISTROS`. */
export function isContradictory({ code, title }: Section): boolean {
  const own = TITLES.get(code)
  const words = foldWords(title ?? '').replaceAll(' ', '')
  return own !== undefined && !own.test(words) && [...TITLES.values()].some((other) => other.test(words))
}
