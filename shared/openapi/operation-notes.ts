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

/** The parts of the description of an operation that only the document has. */
export interface Notes {
  readonly tag: keyof typeof TAGS
  readonly description: Bilingual
  /** The description of its 200. */
  readonly answer: Bilingual
  readonly examples: Examples
  /** The message of its 410, if the operation refuses a place that it no longer has. */
  readonly gone?: string
  /** An invalid input, for the example of its 400; absent if only the HTTP parser refuses a request with 400. */
  readonly mistake?: object
  /** Other responses by status, in the schema of its 200. */
  readonly others?: Readonly<Record<number, { readonly description: Bilingual; readonly examples: Examples }>>
}

export const TAGS = {
  Brands: {
    en: 'The trademark register: every application that the office has published.',
    es: 'El registro de marcas: todas las solicitudes que la oficina ha publicado.',
  },
  Insights: {
    en: 'How current the data is, and what the runs that keep it so have done.',
    es: 'Qué tan al día están los datos, y qué han hecho las sincronizaciones que los mantienen así.',
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
      en: 'With q, finds brands by their name and gives the most alike first, each with its score; without it, lists what passes the filters, newest filing date first. For the next page, send nextCursor back as cursor, with the same other parameters; null is the end.',
      es: 'Con q, encuentra marcas por su denominación y da primero las más parecidas, cada una con su score; sin q, lista las que pasan los filtros, por fecha de presentación, la más reciente primero. Para la página siguiente, se devuelve nextCursor como cursor, con los demás parámetros iguales; null es el final.',
    },
    answer: { en: 'A page of brands.', es: 'Una página de marcas.' },
    examples: {
      listing: {
        summary: { en: 'A listing, with more to come', es: 'Un listado, al que le sigue otra página' },
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
      en: 'Reads one application in full: its status in the words of the office, its dates, classes, persons and history, and which source said so when.',
      es: 'Lee una solicitud completa: su estado en las palabras de la oficina, sus fechas, clases, personas e historia, y qué fuente lo dijo y cuándo.',
    },
    answer: { en: 'The brand.', es: 'La marca.' },
    examples: { brand: { summary: { en: 'A registered brand', es: 'Una marca registrada' }, value: kayaks } },
    mistake: { nroSolicitud: '1132851', idioma: 'es' },
  },
  listChanges: {
    tag: 'Brands',
    description: {
      en: 'Lists what changed in the marks, in the order in which it was applied. Begin with desde; then send nextCursor back as cursor, at once while more is true, and after a pause while it is false. Each change comes exactly once. 410 means that changes were missed: read the marks again.',
      es: 'Lista lo que cambió en las marcas, en el orden en que se aplicó. Se comienza con desde; después se devuelve nextCursor como cursor, de inmediato mientras more es true, y tras una pausa mientras es false. Cada cambio llega exactamente una vez. Un 410 significa que se perdieron cambios: hay que leer las marcas de nuevo.',
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
    gone: 'cursor is not in the changes that are kept, which begin at 2025-10-20T11:31:12.000Z: begin again with a later desde, and read the marks again',
    mistake: { desde: '2026-11-02' },
  },
  getFreshness: {
    tag: 'Insights',
    description: {
      en: 'Reports of each source when it was last compared with the corpus, and whether its lag exceeds the threshold of the operator.',
      es: 'Informa de cada fuente cuándo se comparó por última vez con el corpus, y si su atraso supera el umbral del operador.',
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
      en: 'Lists the runs that brought the corpus up to date, newest first. For the next page, send nextCursor back as cursor, with the same other parameters; null is the end.',
      es: 'Lista las sincronizaciones que pusieron al día el corpus, la más reciente primero. Para la página siguiente, se devuelve nextCursor como cursor, con los demás parámetros iguales; null es el final.',
    },
    answer: { en: 'A page of runs.', es: 'Una página de sincronizaciones.' },
    examples: { runs: { summary: { en: 'The last run', es: 'La última sincronización' }, value: runPage } },
    mistake: { limit: 101 },
  },
  health: {
    tag: 'Service',
    description: {
      en: 'For probes: 200 while reads can be served, 503 while they cannot. It answers within a second, whatever the database does.',
      es: 'Para sondas: 200 mientras se pueden servir lecturas, 503 mientras no. Responde en menos de un segundo, haga lo que haga la base de datos.',
    },
    answer: { en: 'Reads can be served.', es: 'Se pueden servir lecturas.' },
    examples: { ok: { summary: { en: 'All is well', es: 'Todo está bien' }, value: healthy } },
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
