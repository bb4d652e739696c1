import type { Reject } from '../../../run.ts'
import { isLonger, MOST_CODE_POINTS, withoutSigns } from '../../../text/clean-text.ts'
import { foldWords } from '../../../text/fold-words.ts'
import { withoutNationalIds } from '../../../values/national-ids.ts'
import { meaningOf, type OfficeEvent, readEvent, wordsOfEvent } from '../../../values/office-events.ts'
import { officeText } from '../../../values/office-text.ts'
import type { PortalEvent } from '../../../values/portal-event.ts'
import { noDayReason, type Read, textOf } from '../../../values/read-value.ts'
import { remarkAgainst } from '../../../values/without-effect.ts'
import { entriesOf, type FieldValue, readFieldDay } from './field-value.ts'
import type { EntryOf, PortalMarca } from './marca-schema.ts'

/** The usable events of an answer, and the number of the unusable ones. */
interface ReadEvents {
  /** Sorted by day, then `Instancias` before `Anotaciones`, then by number. */
  events: PortalEvent[]
  /** The number of events without a day, without words, or with too many words. */
  undated: number
}

/** An entry of either list, not validated. */
interface EventEntry extends OfficeEvent {
  fecha: Read<string>
  /** The day as it was written, if it cannot be read. */
  unreadable?: string
  /** The office's number of the entry; -1 without one. */
  numero: number
  resolucion: string | null
  /** The reason in its remark why it has no effect; null if there is none. */
  against: string | null
}

/** Reads the events. Rejects an answer that has an event with an unreadable day, because this event may be the newest one. */
export function readEvents(marca: PortalMarca, reject: Reject): ReadEvents {
  const lists = [instanciasOf(marca), entriesOf(marca.Anotaciones).flatMap(anotacionOf)]
  const { unreadable } = lists.flat().find((entry) => entry.unreadable !== undefined) ?? {}
  if (unreadable !== undefined) {
    reject(noDayReason('the day of an event', unreadable))
  }
  const [steps = [], notes = []] = lists.map((entries) =>
    withoutDuplicates(entries)
      .toSorted(byDayAndNumber)
      .map(eventOf)
      .filter((event) => event !== null),
  )
  const known = new Set(steps.map(dayAndWords))
  const events = [...steps, ...notes.filter((event) => !known.has(dayAndWords(event)))]
  return {
    events: events.sort((a, b) => compare(a.fecha, b.fecha)),
    undated: lists.flat().filter((entry) => eventOf(entry) === null).length,
  }
}

/** Returns the newest of the `Instancias`: by day, then number, then position. `against` is a remark that revokes it. */
export const newestInstancia = (marca: PortalMarca): (OfficeEvent & { against: string | null }) | undefined =>
  instanciasOf(marca).toSorted(byDayAndNumber).at(-1)

const instanciasOf = (marca: PortalMarca): EventEntry[] => entriesOf(marca.Instancias).flatMap(instanciaOf)

function instanciaOf(entry: EntryOf<'Instancias'>): EventEntry[] {
  return entry === null
    ? []
    : [entryOf(entry, officeEvent(entry.EstadoCodigo, officeText(entry.EstadoDescripcion ?? null)))]
}

function anotacionOf(entry: EntryOf<'Anotaciones'>): EventEntry[] {
  if (entry === null || entry === '') {
    return []
  }
  return typeof entry === 'string'
    ? [anotacionInText(withoutNationalIds(entry))]
    : [entryOf(entry, officeEvent(null, officeText(entry.Descripcion ?? null)))]
}

/** A date at the beginning of a text, with an optional time. */
const LEADING_DAY = /^(\d{1,4}([/.-])\d{1,2}\2\d{1,4})(?!\d)(?:[ T]\d{1,2}:\d{2}(?::\d{2})?(?!\d))?/

/** Reads an event in a text, which may begin with a day or with another number. */
function anotacionInText(text: string): EventEntry {
  const [all = '', day] = LEADING_DAY.exec(text) ?? []
  const Fecha = readFieldDay(day) === undefined ? null : day
  return entryOf({ Fecha }, officeEvent(null, officeText(withoutSigns(text.slice(all.length)))))
}

function entryOf(
  { Fecha, Numero, Observacion }: { Fecha?: FieldValue; Numero?: FieldValue; Observacion?: FieldValue },
  event: OfficeEvent,
): EventEntry {
  const fecha = readFieldDay(Fecha)
  return {
    ...event,
    fecha,
    ...(fecha === undefined ? { unreadable: textOf(Fecha ?? null) } : {}),
    numero: numberOf(textOf(Numero ?? null)),
    resolucion: resolutionIn(textOf(Observacion ?? null)),
    against: remarkAgainst(textOf(Observacion ?? null)),
  }
}

/** Returns the event of a code and words, which may begin with the same code. */
function officeEvent(code: FieldValue, words: string): OfficeEvent {
  const inWords = readEvent(words)
  const own = readEvent(textOf(code ?? null)).code
  return own === '' || own === inWords.code
    ? inWords
    : { code: own, words: inWords.code === '' ? inWords.words : words }
}

const numberOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : -1)

/** The number of a resolution that is not part of a longer number, a date, or a national id. */
const RESOLUTION = /(?<![\d./-])(?:19|20)\d{2}\/\d{1,7}(?!\d|[./-] ?[\dk])/i

/** Returns the number of a resolution in a remark. The rest is not stored: it may name a person. */
const resolutionIn = (remark: string): string | null => RESOLUTION.exec(remark)?.[0] ?? null

/** Entries without a readable day come first, so that they are never the newest. */
const byDayAndNumber = (a: EventEntry, b: EventEntry): number =>
  compare(a.fecha ?? '', b.fecha ?? '') || a.numero - b.numero

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function eventOf({ fecha, resolucion, against: _, ...event }: EventEntry): PortalEvent | null {
  const descripcion = wordsOfEvent(event)
  if (!fecha || descripcion === undefined || isLonger(descripcion, MOST_CODE_POINTS)) {
    return null
  }
  return { fecha, tipo: meaningOf(event, null).tipo, descripcion, resolucion }
}

/** Entries of both lists with the same day and words are one event. */
const dayAndWords = ({ fecha, descripcion }: PortalEvent): string => `${fecha} ${foldWords(descripcion)}`

/** Entries that differ only in their numbers are distinct: oppositions of two parties. */
const withoutDuplicates = (events: readonly EventEntry[]): EventEntry[] => [
  ...new Map(events.map((event) => [JSON.stringify(event), event])).values(),
]
