import type { TipoDeAnotacion } from '../../../../../schemas/catalogs.ts'
import { cleanText, isLonger, MOST_CODE_POINTS, withoutSigns } from '../../../text/clean-text.ts'
import { foldWords } from '../../../text/fold-words.ts'
import { withSeenHyphens } from '../../../values/national-ids.ts'
import { meaningOf, type OfficeEvent, readEvent, wordsOfEvent } from '../../../values/office-events.ts'
import { type Read, textOf } from '../../../values/read-value.ts'
import type { EntryOf, Marca } from './marca-schema.ts'
import { entriesOf, officeWords, type Told, toldDay } from './told.ts'

/** Something that happened to an application on a day, as the portal tells it. */
export interface PortalEvent {
  /** `YYYY-MM-DD`. */
  fecha: string
  tipo: TipoDeAnotacion
  /** The office's own words, without national id numbers; at most 1,000 characters. */
  descripcion: string
  /** Such as `2026/221639`. */
  resolucion: string | null
}

/** The events of an answer, and how many more it has that cannot be used. */
export interface ReadEvents {
  /** By day; those of one day in the order of their numbers, those of `Instancias` first. */
  events: PortalEvent[]
  /** Left out: without a day that there is, without words, or with too many of them. */
  undated: number
}

/** One entry of either list, before it is known to be good. */
interface ToldEvent extends OfficeEvent {
  fecha: Read<string>
  /** The place in its list that the office gives it; -1 where it gives none. */
  numero: number
  resolucion: string | null
}

export function readEvents(marca: Marca): ReadEvents {
  const lists = [instanciasOf(marca), entriesOf(marca.Anotaciones).flatMap(anotacionOf)]
  const [steps = [], notes = []] = lists.map((told) =>
    eachOnce(told)
      .toSorted(byDayAndNumber)
      .map(eventOf)
      .filter((event) => event !== null),
  )
  const told = new Set(steps.map(wordsOn))
  const events = [...steps, ...notes.filter((event) => !told.has(wordsOn(event)))]
  return {
    events: events.sort((a, b) => compare(a.fecha, b.fecha)),
    undated: lists.flat().filter((told) => eventOf(told) === null).length,
  }
}

/** What the newest of the `Instancias` says: that of the last day, then the highest number, then the last place. */
export const newestInstancia = (marca: Marca): OfficeEvent | undefined =>
  instanciasOf(marca).toSorted(byDayAndNumber).at(-1)

const instanciasOf = (marca: Marca): ToldEvent[] => entriesOf(marca.Instancias).flatMap(instanciaOf)

function instanciaOf(entry: EntryOf<'Instancias'>): ToldEvent[] {
  return entry === null
    ? []
    : [toldEvent(entry, officeEvent(entry.EstadoCodigo, officeWords(entry.EstadoDescripcion)))]
}

function anotacionOf(entry: EntryOf<'Anotaciones'>): ToldEvent[] {
  if (entry === null || entry === '') {
    return []
  }
  return typeof entry === 'string'
    ? [anotacionInText(cleanText(withSeenHyphens(entry)))]
    : [toldEvent(entry, officeEvent(null, officeWords(entry.Descripcion)))]
}

/** A day at the beginning of a text, with a time behind it or not. */
const DAY_FIRST = /^(\d{1,4}([/.-])\d{1,2}\2\d{1,4})(?!\d)(?:[ T]\d{1,2}:\d{2}(?::\d{2})?(?!\d))?/

function anotacionInText(text: string): ToldEvent {
  const [all = '', Fecha] = DAY_FIRST.exec(text) ?? []
  return toldEvent({ Fecha }, officeEvent(null, officeWords(withoutSigns(text.slice(all.length)))))
}

const toldEvent = (
  { Fecha, Numero, Observacion }: { Fecha?: Told; Numero?: Told; Observacion?: Told },
  event: OfficeEvent,
): ToldEvent => ({
  ...event,
  fecha: toldDay(Fecha),
  numero: numberOf(textOf(Numero ?? null)),
  resolucion: resolutionIn(textOf(Observacion ?? null)),
})

const NOTHING = /^(?:[-–—.\s]*|s\/[nrif]\.?|n\/a|null)$/i

/** Words may begin with the code that a field of its own has, too. */
function officeEvent(code: Told, words: string): OfficeEvent {
  const told = readEvent(NOTHING.test(words) ? '' : words)
  const own = readEvent(textOf(code ?? null)).code
  return own === '' || own === told.code ? told : { code: own, words: told.code === '' ? told.words : words }
}

const numberOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : -1)

/** No part of a longer number, of a day, or of a national id. */
const RESOLUTION = /(?<![\d./-])(?:19|20)\d{2}\/\d{1,7}(?!\d|[./-] ?[\dk])/i

/** The number of a resolution in a remark. Nothing else of a remark is kept: it may name a person. */
const resolutionIn = (remark: string): string | null => RESOLUTION.exec(remark)?.[0] ?? null

/** Those without a day that can be read come first: nobody knows that they are the newest. */
const byDayAndNumber = (a: ToldEvent, b: ToldEvent): number =>
  compare(a.fecha ?? '', b.fecha ?? '') || a.numero - b.numero

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function eventOf({ fecha, resolucion, ...event }: ToldEvent): PortalEvent | null {
  const descripcion = wordsOfEvent(event)
  if (!fecha || descripcion === undefined || isLonger(descripcion, MOST_CODE_POINTS)) {
    return null
  }
  return { fecha, tipo: meaningOf(event, null).tipo, descripcion, resolucion }
}

/** What both lists tell on a day in the same words is one event. */
const wordsOn = ({ fecha, descripcion }: PortalEvent): string => `${fecha} ${foldWords(descripcion)}`

/** Without what is told again. Two of a day that differ by their numbers alone are two: oppositions of two parties. */
const eachOnce = (events: readonly ToldEvent[]): ToldEvent[] => [
  ...new Map(events.map((event) => [JSON.stringify(event), event])).values(),
]
