import type { Estado, TipoDeAnotacion } from '../../../schemas/catalogs.ts'
import type { Rejection } from '../run.ts'

/** An entry of the status bulletin: an event of an application on a day. Its texts are cleaned (docs/decisions.md#records). */
export interface BulletinEntry {
  /** The position of the entry in the file, from 1: the row in a table, or the line in a PDF, counted over all pages. */
  rowNumber: number
  /** At most 18 digits, without leading zeros. */
  nroSolicitud: string
  /** The day of the entry, if the table has a column of days; null if the entry has the day of the edition. */
  fecha: string | null
  tipo: TipoDeAnotacion
  /** The event in the words of the office. */
  descripcion: string
  resolucion: string | null
  /** The status of the application after the event; null if the event implies none. */
  estado: Estado | null
}

/** The contents of a file of the bulletin. */
export interface ReadEdition {
  entries: BulletinEntry[]
  /** The texts that start like an entry but were rejected: they cannot be read, or are implausible. */
  rejections: Rejection[]
  /** The number of texts that start like an entry, readable or not. */
  rows: number
  /** The days in the titles of the pages of a PDF. */
  printed?: PrintedDays[]
}

/** The days in the titles and repeated lines of a page, which should state the day of the edition. Usually, it is one day. */
export interface PrintedDays {
  /** The number of the page, from 1. */
  page: number
  /** The first of these lines that has a day. */
  text: string
  /** `YYYY-MM-DD`. */
  days: string[]
}
