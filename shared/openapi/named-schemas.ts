import type { Bilingual } from '../../schemas/bilingual.ts'
import {
  brandAnnotation,
  brandClass,
  brandDetail,
  brandPage,
  brandPerson,
  brandSource,
  brandSummary,
} from '../../schemas/brand.ts'
import { change, changePage } from '../../schemas/change.ts'
import { errorDetail, errorEnvelope } from '../../schemas/error.ts'
import { health } from '../../schemas/health.ts'
import { freshness, sourceFreshness, syncRun, syncRunPage } from '../../schemas/insight.ts'
import { brandMatch, wordMatch } from '../../schemas/match.ts'

interface NamedSchema {
  readonly schema: object
  readonly description: Bilingual
}

/** The named schemas of the document. Every use of such an object is a `$ref` to it. */
export const NAMED_SCHEMAS: Readonly<Record<string, NamedSchema>> = {
  BrandPage: {
    schema: brandPage,
    description: { en: 'One page of a listing.', es: 'Una página de un listado.' },
  },
  BrandSummary: {
    schema: brandSummary,
    description: { en: 'A brand, in short.', es: 'Una marca, en breve.' },
  },
  BrandMatch: {
    schema: brandMatch,
    description: {
      en: 'How the name matches q; there only when the search was asked for with incluir=coincidencia. A measure of similar letters and sounds from 0 to 1, no legal opinion.',
      es: 'En qué coincide la denominación con q; presente solo cuando la búsqueda se pidió con incluir=coincidencia. Mide de 0 a 1 la semejanza de letras y sonidos; no es una opinión legal.',
    },
  },
  WordMatch: {
    schema: wordMatch,
    description: {
      en: 'A word of the query and a word of the name that match.',
      es: 'Una palabra de la consulta y una de la denominación que coinciden.',
    },
  },
  BrandDetail: {
    schema: brandDetail,
    description: {
      en: 'One application in full. A value that is null or empty is in no source so far.',
      es: 'Una solicitud completa. Un valor null o vacío no figura hasta ahora en ninguna fuente.',
    },
  },
  BrandClass: {
    schema: brandClass,
    description: { en: 'A class of the Nice classification.', es: 'Una clase de la clasificación de Niza.' },
  },
  BrandPerson: {
    schema: brandPerson,
    description: { en: 'A person of the application.', es: 'Una persona de la solicitud.' },
  },
  BrandAnnotation: {
    schema: brandAnnotation,
    description: {
      en: 'What became of the application on a day.',
      es: 'Lo que pasó con la solicitud un día.',
    },
  },
  BrandSource: {
    schema: brandSource,
    description: { en: 'A source that contains the brand.', es: 'Una fuente que contiene la marca.' },
  },
  ChangePage: {
    schema: changePage,
    description: { en: 'One page of the changes feed.', es: 'Una página de los cambios.' },
  },
  Change: {
    schema: change,
    description: {
      en: 'What a synchronization run changed in one application.',
      es: 'Lo que una sincronización cambió en una solicitud.',
    },
  },
  Freshness: {
    schema: freshness,
    description: { en: 'How far each source lies behind.', es: 'Cuánto atraso lleva cada fuente.' },
  },
  SourceFreshness: {
    schema: sourceFreshness,
    description: { en: 'How far one source lies behind.', es: 'Cuánto atraso lleva una fuente.' },
  },
  SyncRunPage: {
    schema: syncRunPage,
    description: {
      en: 'One page of the history of runs.',
      es: 'Una página del historial de sincronizaciones.',
    },
  },
  SyncRun: {
    schema: syncRun,
    description: { en: 'One synchronization of one source.', es: 'Una sincronización de una fuente.' },
  },
  Health: {
    schema: health,
    description: { en: 'How the service is.', es: 'Cómo está el servicio.' },
  },
  ErrorEnvelope: {
    schema: errorEnvelope,
    description: { en: 'The one shape of every error.', es: 'La única forma de todos los errores.' },
  },
  ErrorDetail: {
    schema: errorDetail,
    description: { en: 'One mistake in a request.', es: 'Un error en una consulta.' },
  },
}
