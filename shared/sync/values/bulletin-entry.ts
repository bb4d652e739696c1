import type { Estado, TipoDeAnotacion } from '../../../schemas/catalogs.ts'
import type { Rejection } from '../run.ts'

/** An entry of the status bulletin. All texts are clean (docs/decisions.md#records). */
export interface BulletinEntry {
  /** The number of the row in a table, or of the line in a PDF. Lines are counted across pages. Starts at 1. */
  rowNumber: number
  /** At most 18 digits, without leading zeros. */
  nroSolicitud: string
  /** The day of the event, `YYYY-MM-DD`; null if the entry states no day. The day of the edition then applies. */
  fecha: string | null
  tipo: TipoDeAnotacion
  /** The event in the words of the office. */
  descripcion: string
  resolucion: string | null
  /** The status after the event; null if the event implies no status. */
  estado: Estado | null
}

export interface ReadEdition {
  entries: BulletinEntry[]
  /** Unreadable or implausible entries. */
  rejections: Rejection[]
  /** The number of entries, readable or not. */
  rows: number
  /** The days that the pages of a PDF state. */
  printed?: PrintedDays[]
}

/** The days in the titles of a page, and in its lines that are also on other pages. */
export interface PrintedDays {
  /** The number of the page. Starts at 1. */
  page: number
  text: string
  /** `YYYY-MM-DD`. */
  days: string[]
}
