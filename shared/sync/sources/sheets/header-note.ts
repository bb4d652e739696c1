import { foldWords } from '../../text/fold-words.ts'

/** Matches a header with a note in brackets at its end, such as `Fecha de Registro (dd/mm/aaaa)`. */
const NOTED = /^(.+?)\s*[([]([^()[\]]+)[)\]]$/

/** Splits a header into the words and the note in brackets at the end. Returns undefined for a header without a note. */
export function splitNote(header: string): { header: string; note: string } | undefined {
  const [, words, note] = NOTED.exec(header.trim()) ?? []
  return words === undefined || note === undefined ? undefined : { header: words, note }
}

const PARTS = /d{1,2}|m{1,4}|[ay]{2,4}/g
/** Matches a date format without separators, such as `ddmmaaaa`. */
const COMPACT = /^(?:d{1,2}|m{1,4}|[ay]{2,4}){3}$/
const NAMES: Readonly<Record<string, string>> = {
  dia: 'd',
  day: 'd',
  mes: 'm',
  month: 'm',
  ano: 'y',
  year: 'y',
}
const TIME = /^(?:h{1,2}|m{2}|s{2}|hora)$/

/** Returns the order of day, month and year that a note states, such as `dmy` for `dd/mm/aaaa`; undefined if it states none. */
export function dayOrderIn(note: string): string | undefined {
  const words = foldWords(note).split(' ')
  const [first = ''] = words
  const parts = COMPACT.test(first) ? (first.match(PARTS) ?? []) : words.slice(0, 3)
  const rest = words.slice(COMPACT.test(first) ? 1 : 3)
  const order = parts
    .map((part) => NAMES[part] ?? (part.match(PARTS)?.[0] === part ? letterOf(part) : '?'))
    .join('')
  return /^(?:dmy|mdy|ymd)$/.test(order) && rest.every((word) => TIME.test(word)) ? order : undefined
}

const letterOf = (part: string): string => part.charAt(0).replace('a', 'y')

const NUMBER_NOTE = /^(?:n|no|nro|num|numero|numerico|entero|number)$/
const TEXT_NOTE = /^(?:texto|alfanumerico|text)$/

/**
 * Returns whether a note only states how values are written: `dd/mm/aaaa`, `número`, `texto`. A header with any other note
 * may name another field: `Titular (país)`, `Registro (fecha)`.
 */
export function isFormOf(kind: 'day' | 'number' | 'text', note: string): boolean {
  const words = foldWords(note)
  return kind === 'day'
    ? dayOrderIn(note) !== undefined
    : TEXT_NOTE.test(words) || (kind === 'number' && NUMBER_NOTE.test(words))
}
