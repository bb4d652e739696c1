import type { SheetMark } from '../../../bench/corpus/sheet-mark.ts'

/** Something that happened to a mark, in the office's words. */
export interface ToldEvent {
  /** `YYYY-MM-DD` */
  readonly fecha: string
  readonly descripcion: string
  /** `2026/221639`, or null: what a party files carries none. */
  readonly resolucion: string | null
}

/** What the search portal tells of a mark: what a sheet does, and what happened to it, oldest first. */
export interface ToldMark extends SheetMark {
  readonly eventos: readonly ToldEvent[]
}

export const FILED = 'Presentación de solicitud de registro de marca'
export const PUBLISHED = 'Publicación de marca en Diario Oficial'
export const GRANTED = 'Resolución de concesión de registro de marca'

/** What must have happened to a mark by the days that its sheet tells, oldest first. */
export function eventsOfDays(mark: SheetMark): ToldEvent[] {
  const { fechaPresentacion, fechaPublicacion, fechaRegistro } = mark
  const days = [
    [fechaPresentacion, FILED],
    [fechaPublicacion, PUBLISHED],
    [fechaRegistro, GRANTED],
  ] as const
  return days.flatMap(([fecha, descripcion]) =>
    fecha === null ? [] : [{ fecha, descripcion, resolucion: null }],
  )
}

/** A mark as the portal tells of it; what happened to it follows from its days where that is not given. */
export const toldMarkOf = (
  mark: SheetMark,
  eventos: readonly ToldEvent[] = eventsOfDays(mark),
): ToldMark => ({ ...mark, eventos })
