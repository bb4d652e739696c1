import type { TipoDeAnotacion } from '../../../schemas/catalogs.ts'

/** An event of an application on a day, as the portal lists it. */
export interface PortalEvent {
  /** `YYYY-MM-DD`. */
  fecha: string
  tipo: TipoDeAnotacion
  /** The office's own words, without national ids; at most 1,000 characters. */
  descripcion: string
  /** The number of a resolution, such as `2026/221639`. */
  resolucion: string | null
}
