import type { FromSchema } from 'json-schema-to-ts'
import { brandPage } from './brand.ts'
import { codes, ESTADOS } from './catalogs.ts'
import { changeParameters, inputSchema } from './query-parameters.ts'
import { CHANGE_KINDS } from './states.ts'

const { fechaCorpus, sample } = brandPage.properties
const estadoOrNull = { type: ['string', 'null'], enum: [...codes(ESTADOS), null] } as const

/** A change of one application, or the load of a new corpus (docs/decisions.md#changes). */
export const change = {
  type: 'object',
  additionalProperties: false,
  required: ['seq', 'nroSolicitud', 'tipo', 'campos', 'estadoAnterior', 'estado', 'run', 'en'],
  properties: {
    seq: {
      type: 'integer',
      minimum: 1,
      description: 'Number of the change: 1 more than the number of the change before it.',
    },
    nroSolicitud: { type: ['string', 'null'], description: 'Application number; null for carga.' },
    tipo: { type: 'string', enum: codes(CHANGE_KINDS), description: 'Kind of the change.' },
    campos: {
      type: 'array',
      items: { type: 'string' },
      description: 'Changed members of the brand detail; empty for alta and carga.',
    },
    estadoAnterior: { ...estadoOrNull, description: 'Status before the change; null if there was none.' },
    estado: { ...estadoOrNull, description: 'Status after the change; null for carga.' },
    run: {
      type: ['string', 'null'],
      description: 'Id of the synchronization run that made the change; null if a restored backup made it.',
    },
    en: { type: 'string', format: 'date-time', description: 'Time of the change.' },
  },
} as const

export type Change = FromSchema<typeof change>

export const changePage = {
  type: 'object',
  additionalProperties: false,
  required: ['items', 'nextCursor', 'more'],
  properties: {
    items: { type: 'array', items: change },
    nextCursor: {
      type: 'string',
      description: 'Value of cursor to read the changes after this page; never null.',
    },
    more: {
      type: 'boolean',
      description: 'Whether changes after this page exist. May be true for a page without items.',
    },
    fechaCorpus,
    sample,
  },
} as const

export type ChangePage = FromSchema<typeof changePage>

/** Input of the changes feed. */
export const changeQuery = inputSchema(changeParameters)

export type ChangeQuery = FromSchema<typeof changeQuery>
