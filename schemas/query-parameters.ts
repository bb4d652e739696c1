import type { Bilingual } from './bilingual.ts'
import { codes, ESTADOS, meanings, PHASES, type Phase, SOURCES, TIPOS_DE_SIGNO } from './catalogs.ts'
import { INCLUDED, RUN_STATUSES } from './states.ts'

export interface ScalarSchema {
  readonly type: 'string' | 'integer' | 'boolean'
  readonly enum?: readonly string[]
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

/** A list. In a query string, commas separate its items. */
interface ListSchema {
  readonly type: 'array'
  readonly items: ScalarSchema
  readonly minItems: 1
  readonly maxItems?: number
  readonly uniqueItems: true
}

/**
 * One value or a list. In a query string, commas separate the values, or the parameter is repeated.
 * shared/platform/several-values.ts converts such a schema and its values to lists.
 */
interface SeveralSchema {
  readonly anyOf: readonly [ScalarSchema, ListSchema]
}

export type ParameterSchema = (ScalarSchema | ListSchema | SeveralSchema) & {
  readonly default?: number
  readonly examples?: readonly unknown[]
}

/**
 * A query parameter. The validation, the MCP tools, the OpenAPI document and the documentation are derived from this
 * object.
 */
export interface QueryParameter {
  readonly schema: ParameterSchema
  /** The meaning. MCP tools show `forModels` if it is set, otherwise the English text. */
  readonly text: Bilingual
  /** The allowed codes with their meanings. Schema descriptions consist of `text` and these meanings. */
  readonly catalog?: Readonly<Record<string, Bilingual & { phase?: Phase }>>
  /** The description in MCP tools. It is short, because every conversation with a model includes it. */
  readonly forModels?: string
}

const severalOf = <const Item extends ScalarSchema, const Bounds extends { maxItems?: number }>(
  items: Item,
  bounds?: Bounds,
) => ({ anyOf: [items, { type: 'array', items, minItems: 1, uniqueItems: true, ...bounds }] }) as const

type QueryParameters = Readonly<Record<string, QueryParameter>>

/**
 * The filters of `GET /v1/brands` (docs/contract.md#get-v1brands-scope-brandsread). The SQL statements have a parameter
 * in snake case for each filter. An absent filter is null.
 */
export const brandFilters = {
  clase: {
    schema: { ...severalOf({ type: 'integer', minimum: 1, maximum: 45 }), examples: [39] },
    text: {
      en: 'Class of the Nice classification: 1 to 34 for goods, 35 to 45 for services.',
      es: 'Clase de la clasificación de Niza: 1 a 34 para productos, 35 a 45 para servicios.',
    },
  },
  estado: {
    schema: { ...severalOf({ type: 'string', enum: codes(ESTADOS) }), examples: ['REGISTRADA'] },
    text: { en: 'Status code.', es: 'Código de estado.' },
    catalog: ESTADOS,
    forModels:
      'Status; for live marks use fase. OBSERVADA: office objection; ACEPTADA_REGISTRO: final fee due; ' +
      'NO_PRESENTADA: deemed not filed; CADUCADA: lapsed; RENUNCIADA: surrendered.',
  },
  tipoSigno: {
    schema: { ...severalOf({ type: 'string', enum: codes(TIPOS_DE_SIGNO) }), examples: ['MIXTA'] },
    text: { en: 'Sign-type code.', es: 'Código del tipo de signo.' },
    catalog: TIPOS_DE_SIGNO,
    forModels: 'Kind of sign. DENOMINATIVA: words only; MIXTA: words and figure.',
  },
  fechaDesde: {
    schema: { type: 'string', format: 'date', examples: ['2026-01-01'] },
    text: { en: 'Filed on this day or later.', es: 'Presentada este día o después.' },
  },
  fechaHasta: {
    schema: { type: 'string', format: 'date', examples: ['2026-12-31'] },
    text: { en: 'Filed on this day or earlier.', es: 'Presentada este día o antes.' },
  },
  registroDesde: {
    schema: { type: 'string', format: 'date' },
    text: { en: 'Registered on this day or later.', es: 'Registrada este día o después.' },
  },
  registroHasta: {
    schema: { type: 'string', format: 'date' },
    text: { en: 'Registered on this day or earlier.', es: 'Registrada este día o antes.' },
  },
  vencimientoDesde: {
    schema: { type: 'string', format: 'date' },
    text: { en: 'Expires on this day or later.', es: 'Vence este día o después.' },
  },
  vencimientoHasta: {
    schema: { type: 'string', format: 'date' },
    text: { en: 'Expires on this day or earlier.', es: 'Vence este día o antes.' },
  },
  numeros: {
    schema: severalOf({ type: 'string' }, { maxItems: 100 }),
    text: { en: 'Application numbers, up to 100.', es: 'Números de solicitud, hasta 100.' },
  },
  nroRegistro: {
    schema: { type: 'string' },
    text: {
      en: 'Registration number; several applications may share it.',
      es: 'Número de registro; varias solicitudes pueden tener el mismo.',
    },
  },
} as const satisfies QueryParameters

/**
 * The filters of SQL statements. `numeros` is the text form of a PostgreSQL array.
 *
 * The query parameters `titular` and `representante` (see `impliedFilters`) contain words from person names. If the
 * matching persons have few marks, `numeros` contains only application numbers of these marks. Otherwise, `holders`
 * (for `titular`) or `representatives` (for `representante`) is a text search query for the persons.
 */
export const statementFilters = {
  ...brandFilters,
  numeros: { schema: { type: 'string' } },
  holders: { schema: { type: 'string' } },
  representatives: { schema: { type: 'string' } },
} as const

/**
 * Parameters that are converted to `statementFilters`. The conversion is in shared/brands/brand-filters.ts and
 * shared/brands/restrict-marks.ts.
 */
export const impliedFilters = {
  fase: {
    schema: severalOf({ type: 'string', enum: codes(PHASES) }),
    text: {
      en: 'Phase of the status. It depends on the status alone: a mark may be vigente after its expiry date, until the office changes the status.',
      es: 'Etapa del estado. Depende solo del estado: una marca puede seguir en la etapa vigente después de su fecha de vencimiento, hasta que la oficina cambie el estado.',
    },
    catalog: PHASES,
    forModels:
      'Phase of the status: en_tramite pending, vigente in force (even past its expiry date), terminada ended, desconocida unknown.',
  },
  titular: {
    schema: { type: 'string', minLength: 1 },
    text: {
      en: 'Words of the name of an applicant or holder; spelling errors are tolerated.',
      es: 'Palabras del nombre de un solicitante o titular; se toleran errores de escritura.',
    },
  },
  representante: {
    schema: { type: 'string', minLength: 1 },
    text: {
      en: 'Words of the name of a representative, spelled exactly.',
      es: 'Palabras del nombre de un representante, escritas exactamente.',
    },
  },
  sinClase: {
    schema: { type: 'string', enum: ['incluir'] },
    text: {
      en: 'Together with clase: includes marks whose classes are unknown.',
      es: 'Junto con el parámetro clase: incluye las marcas cuyas clases no se conocen.',
    },
  },
} as const satisfies QueryParameters

/** The parameters of `GET /v1/brands`. */
export const brandParameters = {
  q: {
    schema: { type: 'string', minLength: 1, examples: ['kayaks del fiordo'] },
    text: {
      en: 'Free-text search in the names, most similar first. 1 to 200 characters, without counting outer spaces.',
      es: 'Búsqueda de texto libre en las denominaciones, las más parecidas primero. 1 a 200 caracteres, sin contar los espacios al comienzo y al final.',
    },
  },
  ...brandFilters,
  ...impliedFilters,
  cambiadosDesde: {
    schema: { type: 'string', minLength: 1 },
    text: {
      en: 'Only marks that changed since this instant (RFC 3339) or this nextCursor of /v1/changes.',
      es: 'Solo las marcas que cambiaron desde este instante (RFC 3339) o este nextCursor de /v1/changes.',
    },
    forModels:
      'Only marks that changed since this instant (RFC 3339) or this cursor of the REST route /v1/changes.',
  },
  incluir: {
    schema: { ...severalOf({ type: 'string', enum: codes(INCLUDED) }), examples: ['clasesNiza'] },
    text: { en: 'Additional fields of each item.', es: 'Campos adicionales de cada elemento.' },
    catalog: INCLUDED,
    forModels:
      'Adds fields to each row. clasesNiza: its classes; coincidencia: how its name matches q; titular: its applicants and holders.',
  },
  limit: {
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    text: { en: 'Items on a page.', es: 'Elementos por página.' },
  },
  cursor: {
    schema: { type: 'string', minLength: 1 },
    text: {
      en: 'The exact nextCursor of the previous page; keep all other parameters the same.',
      es: 'El nextCursor exacto de la página anterior; no cambie los demás parámetros.',
    },
  },
} as const satisfies QueryParameters

/** The parameters of `GET /v1/changes`. */
export const changeParameters = {
  desde: {
    schema: { type: 'string', format: 'date-time', examples: ['2026-11-02T00:00:00Z'] },
    text: {
      en: 'Starts with the changes made at this instant or later; required without cursor.',
      es: 'Comienza con los cambios hechos en este instante o después; obligatorio sin cursor.',
    },
  },
  cursor: {
    schema: { type: 'string', minLength: 1 },
    text: {
      en: 'The nextCursor of an earlier page. With a cursor, desde is ignored, and the filters may differ from the filters of that page.',
      es: 'El nextCursor de una página anterior. Con un cursor se ignora el parámetro desde, y los filtros pueden ser distintos de los de esa página.',
    },
  },
  ...brandFilters,
  ...impliedFilters,
  limit: brandParameters.limit,
} as const satisfies QueryParameters

/** The filters of `GET /v1/sync-runs` and the parameters of list-sync-runs.sql. */
export const runFilters = {
  source: {
    schema: { type: 'string', enum: codes(SOURCES) },
    text: { en: 'Only runs of this source.', es: 'Solo las sincronizaciones de esta fuente.' },
  },
  status: {
    schema: { type: 'string', enum: codes(RUN_STATUSES) },
    text: { en: 'Only runs with this status.', es: 'Solo las sincronizaciones en este estado.' },
  },
} as const satisfies QueryParameters

/** The parameters of `GET /v1/sync-runs`. */
export const runParameters = {
  ...runFilters,
  limit: {
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    text: { en: 'Items on a page.', es: 'Elementos por página.' },
  },
  cursor: {
    schema: { type: 'string', minLength: 1, maxLength: 200 },
    text: {
      en: 'The exact nextCursor of the previous page; keep all other parameters the same.',
      es: 'El nextCursor exacto de la página anterior; no cambie los demás parámetros.',
    },
  },
} as const satisfies QueryParameters

/** Returns the JSON Schema of an input with these parameters. */
export const inputSchema = <const Parameters extends QueryParameters>(parameters: Parameters) => ({
  type: 'object' as const,
  additionalProperties: false as const,
  properties: Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [name, propertyOf(parameter)]),
  ) as unknown as {
    readonly [Name in keyof Parameters]: Parameters[Name]['schema'] & { readonly description: string }
  },
})

function propertyOf({ schema, text: { en }, catalog }: QueryParameter) {
  const { examples, ...rules } = schema
  const description = catalog === undefined ? en : `${en.replace(/\.$/, '')}: ${meanings(catalog)}.`
  return { ...rules, description, ...(examples === undefined ? {} : { examples }) }
}
