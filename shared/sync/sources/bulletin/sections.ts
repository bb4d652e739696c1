import { cleanText, withoutSigns } from '../../text/clean-text.ts'

/** A part of the bulletin. */
export interface Section {
  /** `M2`. */
  code: string
  /** As printed behind the code, or null. */
  title: string | null
}

/** `isNamed`: it says that it is a section. A code alone, or with words behind it, may also stand within a name. */
export type Heading = Section & { isNamed: boolean }

const HEADING =
  /^(secci[oó]n\s+)?(M\s?\d{1,2})(?:\s*(?<sign>[.:)|/–—-]+)\s*(?<title>.*)|\s+(?<words>\p{L}.*))?$/iu
const LONGEST = 150

/** Reads a section's heading, `SECCIÓN M2`, `M5 - REGISTROS DE MARCAS`; null for any other text. */
export function readHeading(line: string): Heading | null {
  const text = cleanText(line)
  const found = text.length > LONGEST ? null : HEADING.exec(text)
  const [, word, code = ''] = found ?? []
  if (!found || (!word && !code.startsWith('M'))) {
    return null
  }
  const title = withoutSigns(found.groups?.title ?? found.groups?.words ?? '')
  return {
    code: code.toUpperCase().replace(/\s/, ''),
    title: title || null,
    isNamed: word !== undefined,
  }
}
