import type { Estado, Rol, TipoDeSigno } from '../../../schemas/catalogs.ts'

/** The record of an application in a source. Days are `YYYY-MM-DD`; texts are clean (docs/decisions.md#records). */
export interface MarkRecord {
  /** At most 18 digits, without leading zeros. */
  nroSolicitud: string
  nroRegistro: string | null
  /** Empty for a mark without words. */
  denominacion: string
  estado: Estado
  /** The status in the words of the office. */
  estadoOficina: string
  tipoSigno: TipoDeSigno
  fechaPresentacion: string
  fechaPublicacion: string | null
  fechaRegistro: string | null
  fechaVencimiento: string | null
  /** Sorted by number, without duplicates. */
  clases: { clase: number; cobertura: string | null }[]
  /** Sorted by role, then name (by code point), then country, without duplicates. */
  personas: { rol: Rol; nombre: string; pais: string | null }[]
}
