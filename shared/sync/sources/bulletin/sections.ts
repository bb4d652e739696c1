import { cleanText, withoutSigns } from '../../text/clean-text.ts'
import { foldWords } from '../../text/fold-words.ts'

/** A section of the bulletin. */
export interface Section {
  /** `M2`. */
  code: string
  /** The text after the code, or null. */
  title: string | null
}

/** `isNamed`: it contains the word "section". A code alone, or before words, may also be part of a name. */
export type Heading = Section & { isNamed: boolean }

const HEADING =
  /^(secci[oó]n\s+)?(M\s?\d{1,2})(?:\s*(?<sign>[.:)|/–—-]+)\s*(?<title>.*)|\s+(?<words>\p{L}.*))?$/iu
const MAX_LENGTH = 150
/** The number of entries of the section, which some editions print behind its title. */
const COUNT = /\s*\(\d{1,5}\)$/

/** Reads a section's heading, `SECCIÓN M2`, `M5 - REGISTROS DE MARCAS`; null for any other text. */
export function readHeading(line: string): Heading | null {
  const text = cleanText(line)
  const found = text.length > MAX_LENGTH ? null : HEADING.exec(text)
  const [, word, code = ''] = found ?? []
  if (!found || (!word && !code.startsWith('M'))) {
    return null
  }
  const title = withoutSigns((found.groups?.title ?? found.groups?.words ?? '').replace(COUNT, ''))
  return {
    code: code.toUpperCase().replace(/\s/, ''),
    title: title || null,
    isNamed: word !== undefined,
  }
}

/** What the folded titles of the sections with a meaning contain. */
const TITLES: ReadonlyMap<string, RegExp> = new Map([
  ['M2', /\ba tramite\b|\baceptacion/],
  ['M3', /\bobserva/],
  ['M5', /^(?:marcas )?regist|\bconce(?:sion|did)/],
])

/** Returns whether the title of a section with a meaning has the words of another one, and none of its own: `M3 REGISTROS`. */
export function isContradictory({ code, title }: Section): boolean {
  const own = TITLES.get(code)
  const words = foldWords(title ?? '')
  return own !== undefined && !own.test(words) && [...TITLES.values()].some((other) => other.test(words))
}
