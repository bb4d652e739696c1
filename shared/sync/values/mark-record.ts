import type { Estado, Rol, TipoDeSigno } from '../../../schemas/catalogs.ts'

/** The record of an application in a source. Days are `YYYY-MM-DD`; texts are clean (docs/decisions.md#records). */
export interface MarkRecord {
  /** Digits without leading zeros, at most 18 of them. */
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
  /** Each class once, by number. */
  clases: { clase: number; cobertura: string | null }[]
  /** Each person once, by role, then name (by code point), then country. */
  personas: { rol: Rol; nombre: string; pais: string | null }[]
}
