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

/** The data of one application in a sheet. Status and kind of sign are in the words of the office; days are `YYYY-MM-DD`. */
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
  /** The classes, each once, ordered by number. */
  readonly clases: readonly SheetClass[]
  readonly personas: readonly SheetPerson[]
}
