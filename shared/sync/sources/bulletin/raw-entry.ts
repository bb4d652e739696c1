import type { Rejection } from '../../run.ts'
import { cleanText, isLonger, MOST_CODE_POINTS } from '../../text/clean-text.ts'
import { foldWords } from '../../text/fold-words.ts'
import { hasLostLetter, withAccents } from '../../text/lost-letters.ts'
import type { BulletinEntry } from '../../values/bulletin-entry.ts'
import { isDitto } from '../../values/ditto.ts'
import { meaningOf, type OfficeEvent, officeWordsOf, readEvent } from '../../values/office-events.ts'
import { officeText } from '../../values/office-text.ts'
import { quote, quoteBeside } from '../../values/quote.ts'
import { noDayReason, readDay, readNumber } from '../../values/read-value.ts'
import { isWithoutEffect } from '../../values/without-effect.ts'
import { isContradictory, isLetterSpaced, type Section } from './sections.ts'
import { isUnfilled } from './unfilled.ts'

/** The texts of an entry, as they are in the file. */
export interface RawEntry {
  rowNumber: number
  number: string
  /** A code, words or both; empty if the entry has no event. */
  event: string
  resolution: string
  section: Section | null
  /** Empty if the file states no day for the entry. */
  day: string
  /** An id that distinguishes otherwise identical entries; empty if the file has none. */
  id: string
  /** A reason to reject the entry, such as its layout or a remark; null if there is none. */
  broken: string | null
}

/** Returns an entry in which missing texts are empty. */
export const rawEntry = (entry: Partial<RawEntry> & Pick<RawEntry, 'rowNumber' | 'number'>): RawEntry => ({
  ...{ event: '', resolution: '', section: null, day: '', id: '', broken: null },
  ...entry,
})

/** Reads an entry, or returns the reason why it cannot be read. */
export function readEntry(raw: RawEntry): BulletinEntry | Rejection {
  const { rowNumber } = raw
  const nroSolicitud = readNumber(raw.number) ?? null
  const reject = (reason: string): Rejection => ({ rowNumber, nroSolicitud, reason })
  if (raw.broken !== null) {
    return reject(raw.broken)
  }
  if (nroSolicitud === null || nroSolicitud === '0') {
    return reject(`${quote(raw.number)} is not an application number.`)
  }
  const fecha = readDay(raw.day, 1900)
  if (fecha === undefined) {
    return reject(`${noDayReason('The day', raw.day)}.`)
  }
  const event = readEvent(officeText(withAccents(raw.event)))
  const resolucion = resolutionOf(raw.resolution)
  const section = raw.section && { ...raw.section, title: withAccents(raw.section.title ?? '') }
  const reason =
    problemOf(event, resolucion, raw) ??
    problemOfCode(event, raw.event) ??
    problemOfResolution(resolucion, nroSolicitud) ??
    lostIn(event, section) ??
    revokedBy(section) ??
    noteIn(event, section)
  if (reason !== null) {
    return reject(reason)
  }
  const descripcion = wordsOf(event, section)
  return {
    rowNumber,
    nroSolicitud,
    fecha,
    ...meaningOf(event, raw.section?.code ?? null),
    descripcion,
    resolucion,
  }
}

const RESOLUTION = /^\d{4}\/\d{1,12}$/

/** Removes the spaces from a resolution number that a narrow column wrapped. */
function resolutionOf(text: string): string | null {
  const whole = cleanText(text).replaceAll(' ', '')
  return RESOLUTION.test(whole) ? whole : officeText(text) || null
}

/** An application number with fewer digits may equal a resolution number by chance. */
const FEWEST_DIGITS = 5

function problemOfResolution(resolution: string | null, nroSolicitud: string): string | null {
  const number = resolution?.split('/')[1]?.replace(/^0+/, '')
  const isApplication = number === nroSolicitud && nroSolicitud.length >= FEWEST_DIGITS
  if (resolution === null || (number !== '' && !isApplication)) {
    return null
  }
  const what = number === '' ? 'has the number zero' : 'is the application number'
  return `The resolution ${quote(resolution)} ${what}.`
}

function problemOf(event: OfficeEvent, resolution: string | null, raw: RawEntry): string | null {
  const { code, words } = event
  if (code === '' && words === '' && raw.section === null) {
    return 'It has neither an event nor a section.'
  }
  if (code === '' && words === '' && raw.section !== null && isContradictory(raw.section)) {
    return `The section ${raw.section.code} has the title of another section: ${quote(raw.section.title ?? '')}.`
  }
  if (isLonger(words, MOST_CODE_POINTS)) {
    return `The event ${quote(words)} is longer than ${MOST_CODE_POINTS} characters.`
  }
  if (resolution !== null && !RESOLUTION.test(resolution)) {
    return `The resolution ${quote(resolution)} does not have the form "2026/221639".`
  }
  return words === '' ? null : problemOfWords(event, readEvent(cleanText(raw.event)).words)
}

/** Patterns of words that are incomplete or mixed with another text. */
const FOREIGN: readonly (readonly [string, RegExp])[] = [
  ['contains a resolution', /\d{4}\s?\/\s?\d/],
  ['contains an application number', /(?<![\d.])(?:\d{5,}|\d{1,3}(?:\.\d{3})+)(?![\d.]|\s?-\s?[\dk])/i],
  ['contains a second event code', /(?<![\d/.])\d{3,4}(?:\s+\p{Lu}|\)?$)/u],
  ['ends in the middle of a sentence', /\s(?:a|al|con|de|del|el|en|la|las|los|o|para|por|su|y)$/iu],
]

const BEGINS_LOW = /^\p{Ll}/u

/**
 * Returns the reason why the words of an event may belong to another entry or be incomplete.
 *
 * @param text the words before `officeText`, which removes national ids and numbers that look like national ids
 */
function problemOfWords({ code, words }: OfficeEvent, text: string): string | null {
  const known = officeWordsOf(code)
  if (isSameText(words, known)) {
    return null
  }
  const [foreign] = FOREIGN.find(([, pattern]) => pattern.test(text)) ?? []
  if (foreign !== undefined || BEGINS_LOW.test(words)) {
    return `The event ${quote(words)} ${foreign ?? 'begins in the middle of a sentence'}.`
  }
  return known === undefined
    ? null
    : `The code ${code} has the words ${quoteBeside(known, words)} instead of ${quoteBeside(words, known)}.`
}

const SHORT_CODE = /^\D*\d{1,2}(?!\d)/

/** Returns the reason to reject a code of one or two digits. The digits may be a page number or the end of a name. */
const problemOfCode = ({ code, words }: OfficeEvent, text: string): string | null =>
  code !== '' &&
  SHORT_CODE.test(text) &&
  !isSameText(words || (officeWordsOf(code) ?? ''), officeWordsOf(code))
    ? `The event ${quote(text)} has no code of three digits.`
    : null

/** Returns the reason to reject words with a lost letter, unless they match the office's words for the code. */
function lostIn(event: OfficeEvent, section: Section | null): string | null {
  const { words } = statedWords(event, section)
  return hasLostLetter(words) && !isSameText(words, officeWordsOf(event.code))
    ? `The words ${quote(words)} have a lost letter or accent.`
    : null
}

/** Matches, after `foldWords`, the title of a section about resolutions that are no longer in force. */
const REVOKED = /\b(?:sin efecto|anula\w*|revoca\w*|invalida\w*)\b/

const revokedBy = (section: Section | null): string | null =>
  section?.title && REVOKED.test(foldWords(section.title))
    ? `The section ${quote(section.title)} is about resolutions that are no longer in force.`
    : null

const NOTES: readonly (readonly [string, (words: string) => boolean])[] = [
  ['is a field that was not filled in', isUnfilled],
  ['is cut off', (words) => /…|\.(?: ?\.){2}/.test(words)],
  ['is marked as without effect', isWithoutEffect],
  ['repeats the event of another row', isDitto],
  ['has spaces between its letters', isLetterSpaced],
]

function noteIn(event: OfficeEvent, section: Section | null): string | null {
  const { words, isOfSection } = statedWords(event, section)
  const [note] = NOTES.find(([, hasNote]) => hasNote(words)) ?? []
  return note === undefined || isSameText(words, officeWordsOf(event.code))
    ? null
    : `The ${isOfSection ? 'section' : 'event'} ${quote(words)} ${note}.`
}

/** Returns the words of the event or, without an event, the title of the section. */
function statedWords(
  { code, words }: OfficeEvent,
  section: Section | null,
): { words: string; isOfSection: boolean } {
  const isOfSection = code === '' && words === ''
  return { words: isOfSection ? (section?.title ?? '') : words, isOfSection }
}

/** The letters that a U+FFFD may replace: one letter, or a ligature of up to three letters. */
const LOST_LETTERS = '\\p{L}{1,3}'

/** Returns whether two texts have the same words. Ignores spaces, because a narrow column breaks words. */
export function isSameText(words: string, known: string | undefined): boolean {
  const [first, ...others] = words.split('\ufffd').map((part) => foldWords(part).replaceAll(' ', ''))
  const whole = foldWords(known ?? '').replaceAll(' ', '')
  return (
    known !== undefined &&
    (others.length === 0
      ? first === whole
      : new RegExp(`^${[first, ...others].join(LOST_LETTERS)}$`, 'u').test(whole))
  )
}

const wordsOf = ({ code, words }: OfficeEvent, section: Section | null): string =>
  officeWordsOf(code) ??
  (words ||
    (section === null
      ? `Evento ${code}`
      : (section.isSpaced ? '' : officeText(section.title)) || `Sección ${section.code}`))
