import { validator } from '../../../../platform/validation.ts'
import type { Refuse } from '../../../run.ts'
import { isLonger, MOST_CODE_POINTS } from '../../../text/clean-text.ts'
import type { MarkRecord } from '../../../values/mark-record.ts'
import { withoutNationalIds, withSeenHyphens } from '../../../values/national-ids.ts'
import { readTipoSigno } from '../../../values/office-words.ts'
import { quote } from '../../../values/quote.ts'
import { readNumber, readRegistration, textOf } from '../../../values/read-value.ts'
import { type Marca, marcaBounds, marcaSchema } from './marca-schema.ts'
import { readClases } from './read-classes.ts'
import { type PortalEvent, readEvents } from './read-events.ts'
import { readPersonas } from './read-persons.ts'
import { readStatus } from './read-status.ts'
import { firstTold, type Told, toldDay } from './told.ts'
import { unknownFields } from './unknown-fields.ts'

/** An application as the portal tells of it. */
export interface PortalMark {
  record: MarkRecord
  /** What has happened to it, oldest first. */
  events: PortalEvent[]
  /** Names of fields that nobody knows. */
  unknownFields: string[]
  /** How many events were left out: without a day or without words. */
  undated: number
}

/** Why an answer is no mark, in a short sentence. */
export interface RefusedAnswer {
  reason: string
}

/**
 * Reads what the portal tells of an application. An answer of which any part cannot be read is rejected as a whole, but
 * for events without a day: nothing is shown half (docs/decisions.md#records). Never throws, whatever JSON it is.
 *
 * @param answer the value of `Marca`
 * @param asked the number that was asked for: an answer about another one is rejected
 */
export function readMarca(answer: unknown, asked: string): PortalMark | RefusedAnswer {
  const problem = problemOf(answer)
  if (problem !== undefined) {
    return { reason: problem }
  }
  const marca = answer as Marca
  const reasons: string[] = []
  const record = readRecord(marca, asked, (reason) => reasons.push(reason))
  return reasons[0] === undefined
    ? { record, ...readEvents(marca), unknownFields: unknownFields(marca) }
    : { reason: reasons[0] }
}

const boundsProblems = validator(marcaBounds)
const marcaProblems = validator(marcaSchema)

function problemOf(answer: unknown): string | undefined {
  const problem = boundsProblems(answer)[0] ?? marcaProblems(answer)[0]
  if (problem === undefined) {
    return undefined
  }
  return problem.field === '' ? 'the answer is no application' : `${problem.field} ${problem.reason}`
}

function readRecord(marca: Marca, asked: string, refuse: Refuse): MarkRecord {
  return {
    nroSolicitud: numberOf(marca, asked, refuse),
    nroRegistro: registrationOf(marca, refuse),
    denominacion: nameOf(marca, refuse),
    ...readStatus(marca, refuse),
    tipoSigno: readTipoSigno(textOf(firstTold(marca.TipoMarcaDescripcion, marca.TipoMarca))),
    fechaPresentacion: filingDayOf(marca, refuse),
    fechaPublicacion: dayOf(marca.FechaPublicacion, 'publication date', refuse),
    fechaRegistro: dayOf(marca.FechaRegistro, 'registration date', refuse),
    fechaVencimiento: dayOf(marca.FechaVencimiento, 'expiry date', refuse),
    clases: readClases(marca.Clases, refuse),
    personas: readPersonas(marca, refuse),
  }
}

/** Zero is what some have in place of no number. */
function numberOf({ NumeroSolicitud: told = null }: Marca, asked: string, refuse: Refuse): string {
  const number = readNumber(told)
  if (number === undefined) {
    refuse(`NumeroSolicitud is not a number: ${quote(String(told))}`)
  } else if (number === null || number === '0') {
    refuse('has no NumeroSolicitud')
  } else if (number !== readNumber(asked)) {
    refuse(`the answer is about another application, ${number}`)
  }
  return number ?? ''
}

/** A registration number that is no number may be a national id. */
function registrationOf({ NumeroRegistro: told = null }: Marca, refuse: Refuse): string | null {
  const number = readRegistration(typeof told === 'string' ? withSeenHyphens(told) : told)
  if (number === undefined) {
    refuse(`the registration number has more than 64 characters: ${quote(String(told))}`)
  }
  return /^\d*$/.test(number ?? '') ? (number ?? null) : withoutNationalIds(number ?? '') || null
}

function nameOf({ Denominacion: told = null }: Marca, refuse: Refuse): string {
  const name = textOf(told)
  if (isLonger(name, MOST_CODE_POINTS)) {
    refuse('the name has more than 1,000 characters')
  }
  return name
}

function filingDayOf({ FechaPresentacion: told }: Marca, refuse: Refuse): string {
  const day = dayOf(told, 'filing date', refuse)
  if (day === null) {
    refuse('has no filing date')
  }
  return day ?? ''
}

function dayOf(told: Told, name: string, refuse: Refuse): string | null {
  const day = toldDay(told)
  if (day === undefined) {
    refuse(`the ${name} is no date: ${quote(String(told))}`)
  }
  return day ?? null
}
