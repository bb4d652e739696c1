import { officeDayAfter } from '../../../bench/corpus/days.ts'
import type { SheetMark } from '../../../bench/corpus/sheet-mark.ts'
import { chileanDay } from '../../../shared/chilean-day.ts'
import { readEstado } from '../../../shared/sync/office-words.ts'
import { sampleMarks } from '../marks.ts'
import { sampleSheet } from '../sample-sheet.ts'
import { newMarks } from './new-marks.ts'
import { eventsOf, toldByEditions } from './told-by-editions.ts'
import { eventsOfDays, type ToldEvent, type ToldMark, toldMarkOf } from './told-mark.ts'

/**
 * What the made-up office's portal tells at an instant, by application number: the marks of the sheet with what the
 * editions that are out have told of them since, and those that were filed after the sheet.
 */
export function portalMarks(now: Date): ToldMark[] {
  const today = chileanDay(now)
  const { marks } = sampleSheet()
  const told = toldByEditions(today, now)
  const byHand = new Map(sampleMarks().map(({ nroSolicitud, anotaciones }) => [nroSolicitud, anotaciones]))
  const ofSheet = marks.map((mark) => {
    const later = eventsOf(mark, told.get(mark.nroSolicitud))
    const earlier = byHand.get(mark.nroSolicitud) ?? earlierEvents(mark, later)
    return withEvents(mark, [...earlier, ...later])
  })
  return [...ofSheet, ...newMarks(Number(marks.at(-1)?.nroSolicitud), today)]
}

const SEE_INSTANCE = 'Resolución que ordena ver instancia administrativa'
const DAYS_UNTIL_SEEN = 14

/** What must have happened to a drawn mark, but what an edition has just told. */
function earlierEvents(mark: SheetMark, later: readonly ToldEvent[]): ToldEvent[] {
  const { estadoOficina, fechaPublicacion } = mark
  const isUnclear = readEstado(estadoOficina) === 'SIN_CLASIFICAR' && fechaPublicacion !== null
  const events = isUnclear ? [...eventsOfDays(mark), seeInstance(fechaPublicacion)] : eventsOfDays(mark)
  return events.filter(({ descripcion }) => later.every((event) => event.descripcion !== descripcion))
}

/** The instance that the office's words for such a status lead to. */
const seeInstance = (published: string): ToldEvent => ({
  fecha: officeDayAfter(published, DAYS_UNTIL_SEEN),
  descripcion: SEE_INSTANCE,
  resolucion: null,
})

/** It is called as the newest event is, where those are other words for the same status. */
function withEvents(mark: SheetMark, events: readonly ToldEvent[]): ToldMark {
  const eventos = events
    .map(({ fecha, descripcion, resolucion }) => ({ fecha, descripcion, resolucion }))
    .sort((one, other) => (one.fecha < other.fecha ? -1 : Number(one.fecha > other.fecha)))
  const { descripcion = '' } = eventos.at(-1) ?? {}
  const estado = readEstado(mark.estadoOficina)
  const isCalledSo = estado !== 'SIN_CLASIFICAR' && readEstado(descripcion) === estado
  return toldMarkOf(isCalledSo ? { ...mark, estadoOficina: descripcion } : mark, eventos)
}
