import type { Reject } from '../../../run.ts'
import { isLonger, MOST_CODE_POINTS } from '../../../text/clean-text.ts'
import { foldWords } from '../../../text/fold-words.ts'
import type { MarkRecord } from '../../../values/mark-record.ts'
import { meaningOf, wordsOfEvent } from '../../../values/office-events.ts'
import { officeText } from '../../../values/office-text.ts'
import { readEstado, rejectMixedScripts } from '../../../values/office-words.ts'
import { firstValue } from './field-value.ts'
import type { PortalMarca } from './marca-schema.ts'
import { newestInstancia } from './read-events.ts'

type Status = Pick<MarkRecord, 'estado' | 'estadoOficina'>

/**
 * Reads the status. The office publishes a status in words, as a one-letter code, or as a number. The words
 * `VER INSTANCIA` refer to the newest entry of `Instancias`. If this entry has no known status, the status stays
 * unclassified.
 */
export function readStatus(marca: PortalMarca, reject: Reject): Status {
  if (marca.EstadoDescripcion === undefined && marca.Estado === undefined) {
    reject('has neither EstadoDescripcion nor Estado')
  }
  const stated = statusOf(officeText(firstValue(marca.EstadoDescripcion, marca.Estado)))
  const status =
    foldWords(stated.estadoOficina) === POINTER ? (statusInInstancia(marca, reject) ?? stated) : stated
  rejectMixedScripts(stated.estadoOficina, 'status', reject)
  if (isLonger(status.estadoOficina, MOST_CODE_POINTS)) {
    reject('the status has more than 1,000 characters')
  }
  return status
}

const POINTER = 'ver instancia'

const statusOf = (estadoOficina: string): Status => ({ estado: readEstado(estadoOficina), estadoOficina })

function statusInInstancia(marca: PortalMarca, reject: Reject): Status | undefined {
  const event = newestInstancia(marca)
  if (event === undefined) {
    return undefined
  }
  if (event.against !== null) {
    reject(
      `the status is taken from the newest of the Instancias, but this Instancia may have no effect. ${event.against}`,
    )
  }
  const inWords = readEstado(event.words)
  const estado = inWords === 'SIN_CLASIFICAR' ? meaningOf(event, null).estado : inWords
  const estadoOficina = wordsOfEvent(event) ?? event.code
  const isKnown = estado !== null && estado !== 'SIN_CLASIFICAR'
  return isKnown && !isLonger(estadoOficina, MOST_CODE_POINTS) ? { estado, estadoOficina } : undefined
}
