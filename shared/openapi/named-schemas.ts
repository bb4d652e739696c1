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

/** The named schemas of the OpenAPI document. Where another schema contains one of them, the document has a `$ref`. */
export const NAMED_SCHEMAS: Readonly<Record<string, NamedSchema>> = {
  BrandPage: {
    schema: brandPage,
    description: { en: 'One page of a listing.', es: 'Una página de un listado.' },
  },
  BrandSummary: {
    schema: brandSummary,
    description: { en: 'The main data of a brand.', es: 'Los datos principales de una marca.' },
  },
  BrandMatch: {
    schema: brandMatch,
    description: {
      en: 'How the name matches q; present only if the request has incluir=coincidencia. The numbers visual, fonetica and palabras measure similarity, from 0 to 1. They are not a legal opinion.',
      es: 'En qué coincide la denominación con q; presente solo si la consulta tiene incluir=coincidencia. Los números visual, fonetica y palabras miden la semejanza, de 0 a 1. No son una opinión legal.',
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
      en: 'One application in full. A value is null or empty if no source has reported it so far.',
      es: 'Una solicitud completa. Un valor es null o vacío si hasta ahora ninguna fuente lo ha informado.',
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
      en: 'An event of the application, with its day.',
      es: 'Un hecho de la solicitud, con su fecha.',
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
      en: 'A change that a synchronization run made in one application, or the load of a new corpus.',
      es: 'Un cambio que una sincronización hizo en una solicitud, o la carga de un corpus nuevo.',
    },
  },
  Freshness: {
    schema: freshness,
    description: { en: 'The lag of each source.', es: 'El atraso de cada fuente.' },
  },
  SourceFreshness: {
    schema: sourceFreshness,
    description: { en: 'The lag of one source.', es: 'El atraso de una fuente.' },
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
    description: { en: 'The state of the service.', es: 'El estado del servicio.' },
  },
  ErrorEnvelope: {
    schema: errorEnvelope,
    description: { en: 'The format of every error.', es: 'El formato de todos los errores.' },
  },
  ErrorDetail: {
    schema: errorDetail,
    description: { en: 'One mistake in a request.', es: 'Un error en una consulta.' },
  },
}
