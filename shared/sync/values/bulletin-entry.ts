import type { Estado, TipoDeAnotacion } from '../../../schemas/catalogs.ts'
import type { Rejection } from '../run.ts'

/** An entry of the status bulletin: an event of an application on a day. All texts are clean (docs/decisions.md#records). */
export interface BulletinEntry {
  /** The row of the entry in a table, or the line in a PDF (counted over all pages), from 1. */
  rowNumber: number
  /** At most 18 digits, without leading zeros. */
  nroSolicitud: string
  /** The day of the entry; null if it is the day of the edition. */
  fecha: string | null
  tipo: TipoDeAnotacion
  /** The event in the words of the office. */
  descripcion: string
  resolucion: string | null
  /** The status of the application after the event; null if the event implies no status. */
  estado: Estado | null
}

/** The contents of a file of the bulletin. */
export interface ReadEdition {
  entries: BulletinEntry[]
  /** The texts that start like an entry, but are unreadable or implausible. */
  rejections: Rejection[]
  /** The number of texts that start like an entry, readable or not. */
  rows: number
  /** The days in the titles of the pages of a PDF. */
  printed?: PrintedDays[]
}

/** The days in the titles and repeated lines of a page. Usually, this is only the day of the edition. */
export interface PrintedDays {
  /** The number of the page, from 1. */
  page: number
  /** The first title or repeated line that has a day. */
  text: string
  /** `YYYY-MM-DD`. */
  days: string[]
}
