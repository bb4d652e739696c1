import type { Bilingual } from '../../schemas/bilingual.ts'
import type { operations } from '../../schemas/operations.ts'
import {
  changesPage,
  degraded,
  healthy,
  kayaks,
  listingPage,
  runPage,
  searchPage,
  threeSources,
} from './examples.ts'
import type { Examples } from './responses.ts'

/** Texts and examples of an operation for the OpenAPI document only. */
export interface Notes {
  readonly tag: keyof typeof TAGS
  readonly description: Bilingual
  /** The description of the 200 response. */
  readonly answer: Bilingual
  readonly examples: Examples
  /** The message of the 410 response for a cursor that is too old; absent if the operation has no 410 response. */
  readonly gone?: string
  /** An invalid input, for the example of the 400 response; absent if the operation has no input. */
  readonly mistake?: object
  /** Other responses by status. They have the schema of the 200 response. */
  readonly others?: Readonly<Record<number, { readonly description: Bilingual; readonly examples: Examples }>>
}

export const TAGS = {
  Brands: {
    en: 'The trademark register: every application that the office has published.',
    es: 'El registro de marcas: todas las solicitudes que la oficina ha publicado.',
  },
  Insights: {
    en: 'How current the data is, and the results of the synchronization runs.',
    es: 'Qué tan al día están los datos, y los resultados de las sincronizaciones.',
  },
  Service: {
    en: 'The service itself; no key is needed.',
    es: 'El servicio mismo; no hace falta clave.',
  },
} as const satisfies Record<string, Bilingual>

export const NOTES: Readonly<Record<keyof typeof operations, Notes>> = {
  searchBrands: {
    tag: 'Brands',
    description: {
      en: 'With q, searches brands by name and returns the most similar first, each with its score. Without q, lists the brands that match the filters, newest filing date first. For the next page, send nextCursor as cursor, with all other parameters unchanged. On the last page, nextCursor is null.',
      es: 'Con q, busca marcas por su denominación y devuelve primero las más parecidas, cada una con su score. Sin q, lista las marcas que cumplen los filtros, por fecha de presentación, la más reciente primero. Para la página siguiente, se envía nextCursor como cursor, con los demás parámetros iguales. En la última página, nextCursor es null.',
    },
    answer: { en: 'A page of brands.', es: 'Una página de marcas.' },
    examples: {
      listing: {
        summary: { en: 'A listing with a next page', es: 'Un listado con una página siguiente' },
        value: listingPage,
      },
      search: {
        summary: {
          en: 'A search by q, each brand with its score',
          es: 'Una búsqueda con q, cada marca con su score',
        },
        value: searchPage,
      },
    },
    mistake: { estados: 'REGISTRADA' },
  },
  getBrand: {
    tag: 'Brands',
    description: {
      en: 'Reads one application in full: its status in the words of the office, its dates, classes, persons and history, and the sources that contain it, each with its date.',
      es: 'Lee una solicitud completa: su estado en las palabras de la oficina, sus fechas, clases, personas e historia, y las fuentes que la contienen, cada una con su fecha.',
    },
    answer: { en: 'The brand.', es: 'La marca.' },
    examples: { brand: { summary: { en: 'A registered brand', es: 'Una marca registrada' }, value: kayaks } },
    mistake: { nroSolicitud: '1132851', idioma: 'es' },
  },
  listChanges: {
    tag: 'Brands',
    description: {
      en: 'Lists the changes of brands in the order in which they were applied. Start with the parameter desde. Then send nextCursor as cursor: at once if more is true, otherwise after a pause. Each change is returned exactly once. 410 means that changes were missed: read all brands again.',
      es: 'Lista los cambios de las marcas en el orden en que se aplicaron. Se comienza con el parámetro desde. Después se envía nextCursor como cursor: de inmediato si more es true; si no, tras una pausa. Cada cambio se entrega exactamente una vez. Un 410 significa que se perdieron cambios: hay que leer de nuevo todas las marcas.',
    },
    answer: { en: 'A page of changes.', es: 'Una página de cambios.' },
    examples: {
      changes: {
        summary: {
          en: 'A registration and an annotation; nothing newer exists yet',
          es: 'Un registro y una anotación; todavía no hay nada más nuevo',
        },
        value: changesPage,
      },
    },
    gone: 'cursor is not in the changes feed, whose changes begin at 2025-10-20T11:31:12.000Z: read all marks again. Then continue from the instant when you began to read: send this instant as desde or cambiadosDesde',
    mistake: { desde: '2026-11-02' },
  },
  getFreshness: {
    tag: 'Insights',
    description: {
      en: 'Reports when each source was last compared with the corpus, and whether its lag exceeds the threshold of the operator.',
      es: 'Informa cuándo se comparó cada fuente con el corpus por última vez, y si su atraso supera el umbral del operador.',
    },
    answer: { en: 'The state of each source.', es: 'El estado de cada fuente.' },
    examples: {
      freshness: {
        summary: {
          en: 'Two current sources, and one not configured',
          es: 'Dos fuentes al día, y una sin configurar',
        },
        value: threeSources,
      },
    },
    mistake: { source: 'sheet' },
  },
  listSyncRuns: {
    tag: 'Insights',
    description: {
      en: 'Lists the runs that update the corpus from the sources, newest first. For the next page, send nextCursor as cursor, with all other parameters unchanged. On the last page, nextCursor is null.',
      es: 'Lista las sincronizaciones que actualizan el corpus desde las fuentes, la más reciente primero. Para la página siguiente, se envía nextCursor como cursor, con los demás parámetros iguales. En la última página, nextCursor es null.',
    },
    answer: { en: 'A page of runs.', es: 'Una página de sincronizaciones.' },
    examples: { runs: { summary: { en: 'The last run', es: 'La última sincronización' }, value: runPage } },
    mistake: { limit: 101 },
  },
  health: {
    tag: 'Service',
    description: {
      en: 'For probes: 200 while reads can be served, 503 while they cannot. Responds within one second, even if the database hangs.',
      es: 'Para sondas: 200 mientras se pueden servir lecturas, 503 mientras no. Responde en menos de un segundo, aunque la base de datos no responda.',
    },
    answer: { en: 'Reads can be served.', es: 'Se pueden servir lecturas.' },
    examples: {
      ok: { summary: { en: 'All checks are ok', es: 'Todas las comprobaciones están bien' }, value: healthy },
    },
    others: {
      503: {
        description: { en: 'Reads cannot be served.', es: 'No se pueden servir lecturas.' },
        examples: {
          degraded: {
            summary: { en: 'The database does not answer', es: 'La base de datos no responde' },
            value: degraded,
          },
        },
      },
    },
  },
}
