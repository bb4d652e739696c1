import { generateMarks } from '../../bench/corpus/generate-marks.ts'
import type { SheetMark } from '../../bench/corpus/sheet-mark.ts'
import { addDays } from '../../shared/platform/time/chilean-time.ts'
import { type MarkEvent, type OfficeMark, officeMarkOf } from '../support/office/marca.ts'

/** The number of applications that one run requests. */
export const RECORDS = 500
const SEED = 20_261_122
const ACCEPTED = 'Resolución de aceptación a trámite de marca'
const PUBLISHED = 'Publicación de marca en Diario Oficial'
const DAYS_TO_ACCEPTANCE = 8
const DAYS_TO_PUBLICATION = 20

/**
 * Returns the applications of each round, numbered consecutively after `after`. All are under way: filed 20 days before
 * `today` (`YYYY-MM-DD`), and accepted since.
 */
export function applicationsOf(rounds: number, after: string, today: string): OfficeMark[][] {
  const marks = Array.from(generateMarks(rounds * RECORDS, SEED), (mark, place) =>
    underWay(mark, String(Number(after) + 1 + place), today),
  )
  return Array.from({ length: rounds }, (_, round) => marks.slice(round * RECORDS, (round + 1) * RECORDS))
}

function underWay(mark: SheetMark, nroSolicitud: string, today: string): OfficeMark {
  const fechaPresentacion = addDays(today, -DAYS_TO_PUBLICATION)
  const facts: SheetMark = {
    ...mark,
    nroSolicitud,
    estadoOficina: ACCEPTED,
    fechaPresentacion,
    ...{ nroRegistro: null, fechaPublicacion: null, fechaRegistro: null, fechaVencimiento: null },
  }
  const accepted: MarkEvent = {
    fecha: addDays(fechaPresentacion, DAYS_TO_ACCEPTANCE),
    descripcion: ACCEPTED,
    resolucion: `${today.slice(0, 4)}/${nroSolicitud}`,
  }
  return officeMarkOf(facts, [...officeMarkOf(facts).eventos, accepted])
}

/** Returns the application after its publication `today`; it is still under way. */
export const publishedOn = (mark: OfficeMark, today: string): OfficeMark => ({
  ...mark,
  estadoOficina: PUBLISHED,
  fechaPublicacion: today,
  eventos: [...mark.eventos, { fecha: today, descripcion: PUBLISHED, resolucion: null }],
})
