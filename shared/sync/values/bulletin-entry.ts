import type { Estado, TipoDeAnotacion } from '../../../schemas/catalogs.ts'
import type { Rejection } from '../run.ts'

/** One entry of a status bulletin: what happened to an application on a day. Texts are clean (docs/decisions.md#records). */
export interface BulletinEntry {
  /** Where it stands in its file, from 1: a line of a PDF's text, counted over its pages, or a row of a table. */
  rowNumber: number
  /** Digits without leading zeros, at most 18 of them. */
  nroSolicitud: string
  /** Only in a table that tells of several days; else null: the day is the edition's. */
  fecha: string | null
  tipo: TipoDeAnotacion
  /** The office's own words for what happened. */
  descripcion: string
  resolucion: string | null
  /** The status that it means for the application; null where it means none that is known. */
  estado: Estado | null
}

/** What a file of a bulletin holds. */
export interface ReadEdition {
  entries: BulletinEntry[]
  /** What starts like an entry and cannot be read. */
  rejections: Rejection[]
  /** All that starts like an entry. */
  rows: number
}
