import { validator } from '../../../../platform/validation.ts'
import type { Reject } from '../../../run.ts'
import { isLonger, MOST_CODE_POINTS } from '../../../text/clean-text.ts'
import { decodeMarkup } from '../../../text/decode-entities.ts'
import { foldWords } from '../../../text/fold-words.ts'
import { lostText } from '../../../text/lost-text.ts'
import type { DayOrder } from '../../../values/day-order.ts'
import type { MarkRecord } from '../../../values/mark-record.ts'
import { meaningOfWords, readTipoSigno, rejectMixedScripts } from '../../../values/office-words.ts'
import type { PortalEvent } from '../../../values/portal-event.ts'
import { quote } from '../../../values/quote.ts'
import { noDayReason, readNumber, textOf } from '../../../values/read-value.ts'
import { registrationOf } from '../../../values/registration.ts'
import { evidenceOf, type ProvenOrder, provenOrder, withDayFirst } from './day-order.ts'
import { type FieldValue, firstValue, readFieldDay } from './field-value.ts'
import { marcaBounds, marcaSchema, type PortalMarca } from './marca-schema.ts'
import { readClases } from './read-classes.ts'
import { readEvents } from './read-events.ts'
import { readPersonas } from './read-persons.ts'
import { readStatus } from './read-status.ts'
import { unknownFields } from './unknown-fields.ts'

/** An application as the portal describes it. */
export interface PortalMark {
  record: MarkRecord
  /** Oldest first. */
  events: PortalEvent[]
  /** Names of fields that the schema does not have. */
  unknownFields: string[]
  /** The number of events without a day, without words, or with words that are too long. */
  undated: number
  /** The order of day and month that the answer proves. */
  dayOrder: Exclude<ProvenOrder, 'mixed'>
}

/** An answer that cannot be used. */
export interface RefusedAnswer {
  reason: string
}

/**
 * Reads the portal's answer about an application. Rejects the whole answer if a part is unreadable (docs/decisions.md#records).
 * Skips the events that `undated` counts. Never throws.
 *
 * @param answer the value of `Marca`
 * @param requested the requested application number
 * @param otherwise the order of day and month for an answer that proves no order
 */
export function readMarca(
  answer: unknown,
  requested: string,
  otherwise: DayOrder = 'day first',
): PortalMark | RefusedAnswer {
  const problem = problemOf(answer)
  if (problem !== undefined) {
    return { reason: problem }
  }
  const decoded = withoutMarkup(answer, MARKUP_DEPTH) as PortalMarca
  const dayOrder = provenOrder(decoded)
  if (dayOrder === 'mixed') {
    return { reason: 'some of its dates have the day first, and others have the month first' }
  }
  const isMonthFirst = dayOrder === 'month first' || (dayOrder === 'either' && otherwise === 'month first')
  const marca = isMonthFirst ? withDayFirst(decoded) : decoded
  const reasons: string[] = []
  const reject: Reject = (reason) => reasons.push(reason)
  rejectLost(marca, reject)
  rejectSwapped(marca, reject)
  rejectOtherForms(marca, reject)
  rejectEntriesOfOthers(marca, reject)
  const record = readRecord(marca, requested, reject)
  const events = readEvents(marca, reject)
  rejectOtherFiling(record, events.events, reject)
  return reasons[0] === undefined
    ? { record, ...events, unknownFields: unknownFields(marca), dayOrder }
    : { reason: reasons[0] }
}

/** Markup is decoded in three levels: an application, its lists, and the entries of the lists. */
const MARKUP_DEPTH = 3

function withoutMarkup(value: unknown, depth: number): unknown {
  if (typeof value === 'string') {
    return decodeMarkup(value)
  }
  if (typeof value !== 'object' || value === null || depth === 0) {
    return value
  }
  return Array.isArray(value)
    ? value.map((each) => withoutMarkup(each, depth - 1))
    : Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutMarkup(each, depth - 1)]))
}

/** Returns the evidence for the order of day and month in an answer; empty if the answer is not an application. */
export const evidenceIn = (answer: unknown): ReturnType<typeof evidenceOf> =>
  problemOf(answer) === undefined ? evidenceOf(answer as PortalMarca) : []

const boundsProblems = validator(marcaBounds)
const marcaProblems = validator(marcaSchema)

function problemOf(answer: unknown): string | undefined {
  const problem = boundsProblems(answer)[0] ?? marcaProblems(answer)[0]
  if (problem === undefined) {
    return undefined
  }
  return problem.field === '' ? 'the answer is not an application' : `${problem.field} ${problem.reason}`
}

function readRecord(marca: PortalMarca, requested: string, reject: Reject): MarkRecord {
  return {
    nroSolicitud: numberOf(marca, requested, reject),
    nroRegistro: registrationOf(marca.NumeroRegistro ?? null, reject),
    denominacion: nameOf(marca, reject),
    ...readStatus(marca, reject),
    tipoSigno: readKind(marca, reject),
    fechaPresentacion: filingDayOf(marca, reject),
    fechaPublicacion: dayOf(marca.FechaPublicacion, 'publication date', reject),
    fechaRegistro: dayOf(marca.FechaRegistro, 'registration date', reject),
    fechaVencimiento: dayOf(marca.FechaVencimiento, 'expiry date', reject),
    clases: readClases(marca.Clases, reject),
    personas: readPersonas(marca, reject),
  }
}

const kindOf = (marca: PortalMarca): string => textOf(firstValue(marca.TipoMarcaDescripcion, marca.TipoMarca))

function readKind(marca: PortalMarca, reject: Reject): MarkRecord['tipoSigno'] {
  const words = kindOf(marca)
  rejectMixedScripts(words, 'kind of sign', reject)
  return readTipoSigno(words)
}

function rejectSwapped(marca: PortalMarca, reject: Reject): void {
  const status = textOf(firstValue(marca.EstadoDescripcion, marca.Estado))
  if (meaningOfWords(status) === 'tipoSigno' && meaningOfWords(kindOf(marca)) === 'estado') {
    reject('its status is a kind of sign, and its kind of sign is a status')
  }
}

const KNOWN_FIELDS = Object.keys(marcaSchema.properties)
const folded = (name: string): string => name.toLowerCase().replace(/e?s$/, '')

/** Rejects a similar field in place of a known field: `Titular` in place of `Titulares`. */
function rejectOtherForms(marca: PortalMarca, reject: Reject): void {
  for (const [name, value] of Object.entries(marca)) {
    if (isNothing(value) || Object.hasOwn(marcaSchema.properties, name)) continue
    const known = KNOWN_FIELDS.find((each) => folded(each) === folded(name) && isNothing(marca[each]))
    if (known !== undefined) {
      reject(`has no ${known}, but ${name}`)
    }
  }
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

function rejectLost(marca: PortalMarca, reject: Reject): void {
  for (const field of KNOWN_FIELDS) {
    JSON.stringify(marca[field], (_, value) => {
      const lost = typeof value === 'string' ? lostText(value) : undefined
      if (lost !== undefined) {
        reject(`${field} ${lost}`)
      }
      return value
    })
  }
}

function rejectEntriesOfOthers(marca: PortalMarca, reject: Reject): void {
  const own = readNumber(marca.NumeroSolicitud ?? null)
  for (const [name, list] of Object.entries(marca)) {
    for (const entry of Array.isArray(list) ? list : []) {
      const other = entry?.NumeroSolicitud ?? null
      if (other !== null && readNumber(other) !== own) {
        reject(`${name} has an entry of another application, ${quote(String(other))}`)
      }
    }
  }
}

const FILING = /^(?:presentacion de )?solicitud de registro(?: (?:ingresada|presentada))?$/
/** This limit is high, because international applications are entered months after the filing date. */
const MOST_DAYS_TO_FILING = 180
const MS_PER_DAY = 86_400_000

/** Rejects a filing date far from the filing event: one of them may belong to another application. */
function rejectOtherFiling(
  { fechaPresentacion }: MarkRecord,
  events: readonly PortalEvent[],
  reject: Reject,
): void {
  for (const { fecha, descripcion } of events) {
    const days = Math.abs(Date.parse(fecha) - Date.parse(fechaPresentacion)) / MS_PER_DAY
    if (days > MOST_DAYS_TO_FILING && FILING.test(foldWords(descripcion))) {
      reject(
        `the filing date ${fechaPresentacion} is far from ${fecha}, the day of the event ${quote(descripcion)}`,
      )
    }
  }
}

/** Some answers have `0` for a missing number. */
function numberOf({ NumeroSolicitud: value = null }: PortalMarca, requested: string, reject: Reject): string {
  const number = readNumber(value)
  if (number === undefined) {
    reject(`NumeroSolicitud is not a number: ${quote(String(value))}`)
  } else if (number === null || number === '0') {
    reject('has no NumeroSolicitud')
  } else if (number !== readNumber(requested)) {
    reject(`the answer is about another application, ${number}`)
  }
  return number ?? ''
}

function nameOf({ Denominacion: value = null }: PortalMarca, reject: Reject): string {
  const name = textOf(value)
  if (isLonger(name, MOST_CODE_POINTS)) {
    reject('the name has more than 1,000 characters')
  }
  return name
}

function filingDayOf({ FechaPresentacion: value }: PortalMarca, reject: Reject): string {
  const day = dayOf(value, 'filing date', reject)
  if (day === null) {
    reject('has no filing date')
  }
  return day ?? ''
}

function dayOf(value: FieldValue, name: string, reject: Reject): string | null {
  const day = readFieldDay(value)
  if (day === undefined) {
    reject(noDayReason(`the ${name}`, value ?? null))
  }
  return day ?? null
}
