import type { BrandSearch } from '../../schemas/brand.ts'
import type { Values } from '../db/database.ts'

/** What narrows a search down besides its text. */
export type MarkFilters = Pick<BrandSearch, 'clase' | 'estado' | 'tipoSigno' | 'fechaDesde' | 'fechaHasta'>

/** The filters as the statements of a search take them. */
export const filterValues = (filters: MarkFilters): Values => ({
  clases: filters.clase === undefined ? '0' : String(classBit(filters.clase)),
  estado: filters.estado,
  tipo_signo: filters.tipoSigno,
  from_day: filters.fechaDesde ?? '-infinity',
  to_day: filters.fechaHasta ?? 'infinity',
})

/** A class as the index holds it: a bit of a number, counted from 0. */
const classBit = (clase: number): bigint => 1n << BigInt(clase)
