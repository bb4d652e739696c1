import type { Rol } from '../../schemas/catalogs.ts'

export interface SheetClass {
  readonly clase: number
  readonly cobertura: string | null
}

export interface SheetPerson {
  readonly rol: Rol
  readonly nombre: string
  /** ISO 3166-1 alpha-2. */
  readonly pais: string | null
}

/** The data of one application in a sheet, with status and kind in the words of the office. Days are `YYYY-MM-DD`. */
export interface SheetMark {
  readonly nroSolicitud: string
  readonly nroRegistro: string | null
  /** Empty for a mark without words. */
  readonly denominacion: string
  readonly estadoOficina: string
  readonly tipoSigno: string
  readonly fechaPresentacion: string
  readonly fechaPublicacion: string | null
  readonly fechaRegistro: string | null
  readonly fechaVencimiento: string | null
  /** Each class once, by number. */
  readonly clases: readonly SheetClass[]
  readonly personas: readonly SheetPerson[]
}
