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

interface ReadEvents {
  /** Sorted by day, then `Instancias` before `Anotaciones`, then by number. */
  events: PortalEvent[]
  /** The number of events without a day, without words, or with words that are too long. */
  undated: number
}

interface EventEntry extends OfficeEvent {
  fecha: Read<string>
  /** The text of an unreadable day. */
  unreadable?: string
  /** The office's number of the entry; -1 if there is none. */
  numero: number
  resolucion: string | null
  /** The reason why the entry may be revoked or wrong; null if there is none. */
  against: string | null
}

/**
 * Reads the events of an answer. Rejects the answer if the day of an event is unreadable: the event may be the newest.
 */
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

/** Returns the newest entry of `Instancias` by day, then by number, then by position. */
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

const LEADING_DAY = /^(\d{1,4}([/.-])\d{1,2}\2\d{1,4})(?!\d)(?:[ T]\d{1,2}:\d{2}(?::\d{2})?(?!\d))?/

/** Reads an event from a text that may begin with a day. Ignores an invalid day. */
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

/** Creates an event. The code may be missing, or be repeated at the beginning of the words. */
function officeEvent(code: FieldValue, words: string): OfficeEvent {
  const inWords = readEvent(words)
  const own = readEvent(textOf(code ?? null)).code
  return own === '' || own === inWords.code
    ? inWords
    : { code: own, words: inWords.code === '' ? inWords.words : words }
}

const numberOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : -1)

const RESOLUTION = /(?<![\d./-])(?:19|20)\d{2}\/\d{1,7}(?!\d|[./-] ?[\dk])/i

/** Returns the resolution number in a remark. The rest of the remark is not stored, because it may name a person. */
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

/** Returns a key. Entries of `Instancias` and `Anotaciones` with the same key are one event. */
const dayAndWords = ({ fecha, descripcion }: PortalEvent): string => `${fecha} ${foldWords(descripcion)}`

/** Removes equal entries. Entries with different numbers are kept, because they may be the oppositions of two parties. */
const withoutDuplicates = (events: readonly EventEntry[]): EventEntry[] => [
  ...new Map(events.map((event) => [JSON.stringify(event), event])).values(),
]
