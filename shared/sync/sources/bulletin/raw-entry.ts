import type { Rejection } from '../../run.ts'
import { cleanText, isLonger, MOST_CODE_POINTS } from '../../text/clean-text.ts'
import type { BulletinEntry } from '../../values/bulletin-entry.ts'
import { meaningOf, type OfficeEvent, readEvent, wordsOfEvent } from '../../values/office-events.ts'
import { quote } from '../../values/quote.ts'
import { readDay, readNumber } from '../../values/read-value.ts'
import type { Section } from './sections.ts'

/** What starts like an entry, in the words of its file. */
export interface RawEntry {
  rowNumber: number
  number: string
  /** A code, words or both; empty where there are none. */
  event: string
  resolution: string
  section: Section | null
  /** Empty but in tables that tell of several days. */
  day: string
  /** Tells entries apart that are else the same; empty but in tables that have it. */
  id: string
  /** Why it cannot be read, where that is known already. */
  broken: string | null
}

export const rawEntry = (entry: Partial<RawEntry> & Pick<RawEntry, 'rowNumber' | 'number'>): RawEntry => ({
  ...{ event: '', resolution: '', section: null, day: '', id: '', broken: null },
  ...entry,
})

const LONGEST_RESOLUTION = 100
const NOTHING = /^(?:[-–—.\s]*|s\/[nr]\.?|n\/a|null)$/i

const textOf = (text: string): string => {
  const clean = cleanText(text)
  return NOTHING.test(clean) ? '' : clean
}

/** Reads an entry; what it cannot read it says in a reason. */
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
    return reject(`The day ${quote(raw.day)} is no day.`)
  }
  const event = readEvent(textOf(raw.event))
  const resolucion = resolutionOf(textOf(raw.resolution))
  const reason = whyNot(event, resolucion, raw.section)
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

/** A number that a narrow column broke is whole again; other texts stay as they are. */
function resolutionOf(text: string): string | null {
  const whole = text.replaceAll(' ', '')
  return RESOLUTION.test(whole) ? whole : text || null
}

function whyNot(
  { code, words }: OfficeEvent,
  resolution: string | null,
  section: Section | null,
): string | null {
  if (code === '' && words === '' && section === null) {
    return 'It has no event and stands in no section: what happened is not said.'
  }
  if (isLonger(words, MOST_CODE_POINTS)) {
    return `The event ${quote(words)} is longer than ${MOST_CODE_POINTS} characters.`
  }
  return resolution !== null && isLonger(resolution, LONGEST_RESOLUTION)
    ? `The resolution ${quote(resolution)} is longer than ${LONGEST_RESOLUTION} characters.`
    : null
}

/** The office's own words: those of the event, else the section's. */
const wordsOf = (event: OfficeEvent, section: Section | null): string =>
  wordsOfEvent(event) ??
  (section === null ? `Evento ${event.code}` : (section.title ?? `Sección ${section.code}`))
