import type { FromSchema } from 'json-schema-to-ts'
import { codes, ESTADOS, ROLES, SOURCES, TIPOS_DE_ANOTACION, TIPOS_DE_SIGNO } from './catalogs.ts'
import { brandMatch } from './match.ts'
import { type brandFilters, brandParameters, inputSchema } from './query-parameters.ts'
import { ANNOTATION_SOURCES } from './states.ts'

const day = { type: 'string', format: 'date' } as const
const dayOrNull = { type: ['string', 'null'], format: 'date' } as const
const count = { type: 'integer', minimum: 0 } as const
const textOrNull = { type: ['string', 'null'] } as const

/** Members that `runOperation` adds to a response. */
const corpusProperties = {
  fechaCorpus: {
    ...day,
    description:
      'Every source with loaded data has been read at least up to this day; absent before the first load.',
  },
  sample: {
    type: 'boolean',
    enum: [true],
    description: 'Present while the corpus is sample data, which is invented.',
  },
} as const

const summaryProperties = {
  nroSolicitud: { type: 'string', description: 'Application number; identifies a brand.' },
  nroRegistro: {
    ...textOrNull,
    description:
      'Registration number. Several applications may have the same number, because a renewal may keep it.',
  },
  denominacion: { type: 'string', description: 'The brand name; empty for a mark without words.' },
  estado: { type: 'string', enum: codes(ESTADOS), description: 'Status code.' },
  tipoSigno: { type: 'string', enum: codes(TIPOS_DE_SIGNO), description: 'Sign-type code.' },
  fechaPresentacion: { ...day, description: 'Filing date.' },
  fechaVencimiento: { ...dayOrNull, description: 'Expiry date.' },
} as const

export const brandClass = {
  type: 'object',
  additionalProperties: false,
  required: ['clase', 'cobertura'],
  properties: {
    clase: {
      type: 'integer',
      minimum: 1,
      maximum: 45,
      description: 'Number of the class: 1 to 34 for goods, 35 to 45 for services.',
    },
    cobertura: { ...textOrNull, description: 'Goods or services covered, in the words of the office.' },
  },
} as const

export const brandPerson = {
  type: 'object',
  additionalProperties: false,
  required: ['rol', 'nombre', 'pais'],
  properties: {
    rol: { type: 'string', enum: codes(ROLES), description: 'Role of the person.' },
    nombre: { type: 'string', description: 'Name, as the office writes it.' },
    pais: { ...textOrNull, pattern: '^[A-Z]{2}$', description: 'Country, as ISO 3166-1 alpha-2.' },
  },
} as const

export const brandAnnotation = {
  type: 'object',
  additionalProperties: false,
  required: ['fecha', 'tipo', 'descripcion', 'resolucion', 'fuente'],
  properties: {
    fecha: { ...day, description: 'Date of the event, as the office gives it.' },
    tipo: { type: 'string', enum: codes(TIPOS_DE_ANOTACION), description: 'Kind of the event.' },
    descripcion: { type: 'string', description: 'Description in the words of the office, as received.' },
    resolucion: { ...textOrNull, description: 'Number of the resolution; null if there is none.' },
    fuente: {
      type: 'string',
      enum: codes(ANNOTATION_SOURCES),
      description: 'The source of the annotation.',
    },
  },
} as const

export const brandSource = {
  type: 'object',
  additionalProperties: false,
  required: ['fuente', 'fechaFuente', 'actualizadoEn'],
  properties: {
    fuente: { type: 'string', enum: codes(SOURCES), description: 'The source.' },
    fechaFuente: {
      ...day,
      description:
        'The date of the newest sheet, portal response or bulletin entry that contains the application, as the office gives it.',
    },
    actualizadoEn: {
      type: 'string',
      format: 'date-time',
      description: 'When this service last stored a change that this source reported for the application.',
    },
  },
} as const

/** One application in full (docs/contract.md#branddetail, docs/decisions.md#records). */
export const brandDetail = {
  type: 'object',
  additionalProperties: false,
  required: [
    'nroSolicitud',
    'nroRegistro',
    'denominacion',
    'estado',
    'tipoSigno',
    'fechaPresentacion',
    'fechaVencimiento',
    'estadoOficina',
    'fechaPublicacion',
    'fechaRegistro',
    'clases',
    'personas',
    'anotaciones',
    'fuentes',
  ],
  properties: {
    ...summaryProperties,
    estadoOficina: { type: 'string', description: 'Status in the words of the office, as received.' },
    fechaPublicacion: { ...dayOrNull, description: 'Date of publication.' },
    fechaRegistro: { ...dayOrNull, description: 'Date of registration.' },
    clases: { type: 'array', items: brandClass, description: 'Classes, by number.' },
    personas: { type: 'array', items: brandPerson, description: 'Persons, by role, then name.' },
    anotaciones: {
      type: 'array',
      items: brandAnnotation,
      description:
        'Annotations from the status bulletin and the search portal, newest first, without duplicates.',
    },
    fuentes: {
      type: 'array',
      items: brandSource,
      description: 'The sources that have a record of the application, each with its date.',
    },
    ...corpusProperties,
  },
} as const

export type BrandDetail = FromSchema<typeof brandDetail>

/** One item of a listing (docs/contract.md#brandsummary-items-of-the-listing). */
export const brandSummary = {
  type: 'object',
  additionalProperties: false,
  required: [
    'nroSolicitud',
    'nroRegistro',
    'denominacion',
    'estado',
    'tipoSigno',
    'fechaPresentacion',
    'fechaVencimiento',
  ],
  properties: {
    ...summaryProperties,
    score: {
      type: 'number',
      exclusiveMinimum: 0,
      description: 'Relevance by reciprocal rank fusion; present only in a search with q.',
    },
    clasesNiza: {
      type: 'array',
      items: { type: 'integer', minimum: 1, maximum: 45 },
      description: 'Class numbers of the mark, in ascending order; present only if incluir requests them.',
    },
    coincidencia: brandMatch,
    titular: {
      type: 'array',
      items: brandPerson,
      description: 'Applicants and holders, as in the detail; present only if incluir requests them.',
    },
  },
} as const

export type BrandSummary = FromSchema<typeof brandSummary>

/** One page of a listing (docs/contract.md#page). */
export const brandPage = {
  type: 'object',
  additionalProperties: false,
  required: ['items', 'nextCursor'],
  properties: {
    items: { type: 'array', items: brandSummary },
    nextCursor: {
      ...textOrNull,
      description:
        'Value of cursor for the next page, with all other parameters unchanged; null on the last page.',
    },
    omitidasSinClase: {
      ...count,
      description:
        'Number of marks that clase excludes because none of their classes is known; only on the first page. Exact up to 1,000; 1,001 means more than 1,000.',
    },
    omitidasSinFase: {
      ...count,
      description:
        'Number of marks that fase excludes because their phase is unknown; only on the first page. Does not include marks that omitidasSinClase counts. Exact up to 1,000; 1,001 means more than 1,000.',
    },
    ...corpusProperties,
  },
} as const

export type BrandPage = FromSchema<typeof brandPage>

export type CorpusMembers = Pick<BrandPage, keyof typeof corpusProperties>

/** Input of the listing (docs/contract.md#get-v1brands-scope-brandsread). */
export const brandSearch = inputSchema(brandParameters)

export type BrandSearch = FromSchema<typeof brandSearch>

/** The filters without the search text `q`. An empty `estado` matches no mark. */
export type MarkFilters = Pick<BrandSearch, Exclude<keyof typeof brandFilters, 'numeros'>> & {
  /** The text form of a PostgreSQL array. */
  numeros?: string
  /** Text search queries for names of persons. */
  holders?: string
  representatives?: string
  /** The corpus version for the first page; by default, the newest. Later pages use the version in the cursor. */
  version?: number
}

/** The class of a mark without known classes. Only the table `brand_listing` and filters use this value. */
export const UNKNOWN_CLASS = -1

export const brandReference = {
  type: 'object',
  additionalProperties: false,
  required: ['nroSolicitud'],
  properties: {
    nroSolicitud: {
      type: 'string',
      description:
        'Application number: 1 to 64 characters, without counting dots, outer spaces and leading zeros.',
      examples: ['1132851', '1.132.851'],
    },
  },
} as const

export type BrandReference = FromSchema<typeof brandReference>
