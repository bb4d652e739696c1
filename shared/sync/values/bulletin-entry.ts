import type { Estado, TipoDeAnotacion } from '../../../schemas/catalogs.ts'
import type { Rejection } from '../run.ts'

/** An entry of the status bulletin: an event of an application on a day. Texts are clean (docs/decisions.md#records). */
export interface BulletinEntry {
  /** Its position in the file, from 1: a line of a PDF, counted over all pages, or a row of a table. */
  rowNumber: number
  /** Digits without leading zeros, at most 18 of them. */
  nroSolicitud: string
  /** The day of an entry in a table with days; null if the entry has the day of the edition. */
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
  /** Texts that start like an entry and cannot be read. */
  rejections: Rejection[]
  /** The number of texts that start like an entry. */
  rows: number
  /** The days that the pages of a PDF state. */
  printed?: PrintedDays[]
}

/** The days that a page states as the day of its edition. */
export interface PrintedDays {
  /** From 1. */
  page: number
  /** The first line with such a day. */
  text: string
  /** `YYYY-MM-DD`. */
  days: string[]
}
