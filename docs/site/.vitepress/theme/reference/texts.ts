import type { Bilingual } from '../../../../../schemas/bilingual.ts'

/** The texts of the reference that do not come from the OpenAPI document. */
export const TEXTS = {
  failed: {
    es: 'No se puede cargar el documento OpenAPI. Cargue la página otra vez para reintentar.',
    en: 'The OpenAPI document cannot be loaded. Load the page again to try once more.',
  },
  loading: { es: 'Cargando el documento OpenAPI…', en: 'Loading the OpenAPI document…' },
  operations: { es: 'Operaciones', en: 'Operations' },
  headers: { es: 'Encabezados', en: 'Headers' },
  samples: { es: 'Ejemplos de consulta', en: 'Request samples' },
  keyValue: { es: 'Valor de la clave', en: 'Value of the key' },
  example: { es: 'Ejemplo', en: 'Example' },
  mediaType: { es: 'Tipo de medio', en: 'Media type' },
  close: { es: 'Cerrar', en: 'Close' },
} as const satisfies Record<string, Bilingual>
