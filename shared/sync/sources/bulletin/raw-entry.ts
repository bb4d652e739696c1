import type { Rejection } from '../../run.ts'
import { cleanText, isLonger, MOST_CODE_POINTS } from '../../text/clean-text.ts'
import type { BulletinEntry } from '../../values/bulletin-entry.ts'
import { meaningOf, type OfficeEvent, readEvent, wordsOfEvent } from '../../values/office-events.ts'
import { officeText } from '../../values/office-text.ts'
import { quote } from '../../values/quote.ts'
import { noDayReason, readDay, readNumber } from '../../values/read-value.ts'
import type { Section } from './sections.ts'

/** The texts of an entry in its file. */
export interface RawEntry {
  rowNumber: number
  number: string
  /** A code, words or both; empty without an event. */
  event: string
  resolution: string
  section: Section | null
  /** Empty except in tables with days. */
  day: string
  /** Distinguishes otherwise identical entries; empty except in tables with ids. */
  id: string
  /** Why the entry cannot be read, where the layout shows it. */
  broken: string | null
}

/** Returns an entry with empty texts for the missing ones. */
export const rawEntry = (entry: Partial<RawEntry> & Pick<RawEntry, 'rowNumber' | 'number'>): RawEntry => ({
  ...{ event: '', resolution: '', section: null, day: '', id: '', broken: null },
  ...entry,
})

const MAX_RESOLUTION_LENGTH = 100

/** Reads an entry, or returns the reason why it cannot be read. */
export function readEntry(raw: RawEntry): BulletinEntry | Rejection {
  const { rowNumber } = raw
  const nroSolicitud = readNumber(raw.number) ?? null
  const reject = (reason: string): Rejection => ({ rowNumber, nroSolicitud, reason })
  if (raw.broken !== null) {
    return reject(raw.broken)
  }
  if (nroSolicitud === null || nroSolicitud === '0') {
    return reject(`The application number ${quote(raw.number)} is no number.`)
  }
  const fecha = readDay(raw.day, 1900)
  if (fecha === undefined) {
    return reject(`${noDayReason('The day', raw.day)}.`)
  }
  const event = readEvent(officeText(raw.event))
  const resolucion = resolutionOf(raw.resolution)
  const reason = problemOf(event, resolucion, raw.section)
  if (reason !== null) {
    return reject(reason)
  }
  const descripcion = wordsOf(event, raw.section)
  return {
    rowNumber,
    nroSolicitud,
    fecha,
    ...meaningOf(event, raw.section?.code ?? null),
    descripcion,
    resolucion,
  }
}

const RESOLUTION = /^\d{4}\/\d+$/

/** Joins a number that a narrow column wrapped. A text of another form may name a person. */
function resolutionOf(text: string): string | null {
  const whole = cleanText(text).replaceAll(' ', '')
  return RESOLUTION.test(whole) ? whole : officeText(text) || null
}

function problemOf(
  { code, words }: OfficeEvent,
  resolution: string | null,
  section: Section | null,
): string | null {
  if (code === '' && words === '' && section === null) {
    return 'It has neither an event nor a section.'
  }
  if (isLonger(words, MOST_CODE_POINTS)) {
    return `The event ${quote(words)} is longer than ${MOST_CODE_POINTS} characters.`
  }
  return resolution !== null && isLonger(resolution, MAX_RESOLUTION_LENGTH)
    ? `The resolution ${quote(resolution)} is longer than ${MAX_RESOLUTION_LENGTH} characters.`
    : null
}

/** Returns the words of the office: of the event, or else of the section. */
const wordsOf = (event: OfficeEvent, section: Section | null): string =>
  wordsOfEvent(event) ??
  (section === null ? `Evento ${event.code}` : officeText(section.title) || `Sección ${section.code}`)
