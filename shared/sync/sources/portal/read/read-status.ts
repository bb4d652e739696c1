import type { Refuse } from '../../../run.ts'
import { isLonger, MOST_CODE_POINTS } from '../../../text/clean-text.ts'
import { foldWords } from '../../../text/fold-words.ts'
import type { MarkRecord } from '../../../values/mark-record.ts'
import { meaningOf, wordsOfEvent } from '../../../values/office-events.ts'
import { readEstado } from '../../../values/office-words.ts'
import type { Marca } from './marca-schema.ts'
import { newestInstancia } from './read-events.ts'
import { firstTold, officeWords } from './told.ts'

type Status = Pick<MarkRecord, 'estado' | 'estadoOficina'>

/**
 * Reads the status from the office's words, letter or number. `VER INSTANCIA` says that it is what the newest of the
 * `Instancias` says; where that means no status that is known, the mark has none that is known either.
 */
export function readStatus(marca: Marca, refuse: Refuse): Status {
  if (marca.EstadoDescripcion === undefined && marca.Estado === undefined) {
    refuse('has neither EstadoDescripcion nor Estado')
  }
  const told = statusOf(officeWords(firstTold(marca.EstadoDescripcion, marca.Estado)))
  const status = foldWords(told.estadoOficina) === POINTER ? (statusInInstancia(marca) ?? told) : told
  if (isLonger(status.estadoOficina, MOST_CODE_POINTS)) {
    refuse('the status has more than 1,000 characters')
  }
  return status
}

const POINTER = 'ver instancia'

const statusOf = (estadoOficina: string): Status => ({ estado: readEstado(estadoOficina), estadoOficina })

function statusInInstancia(marca: Marca): Status | undefined {
  const event = newestInstancia(marca)
  if (event === undefined) {
    return undefined
  }
  const inWords = readEstado(event.words)
  const estado = inWords === 'SIN_CLASIFICAR' ? meaningOf(event, null).estado : inWords
  const estadoOficina = wordsOfEvent(event) ?? event.code
  const isKnown = estado !== null && estado !== 'SIN_CLASIFICAR'
  return isKnown && !isLonger(estadoOficina, MOST_CODE_POINTS) ? { estado, estadoOficina } : undefined
}
