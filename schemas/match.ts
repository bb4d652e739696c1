import type { FromSchema } from 'json-schema-to-ts'
import { codes } from './catalogs.ts'
import { MATCH_MODES } from './states.ts'

export type MatchMode = keyof typeof MATCH_MODES

/** The maximum number of words that a word-by-word comparison uses of each text: the query and the name. */
export const MAX_MATCHED_WORDS = 20

const modo = { type: 'string', enum: codes(MATCH_MODES) } as const

const degree = { type: 'number', minimum: 0, maximum: 1 } as const

/** A word of the query and a word of the name that match. */
export const wordMatch = {
  type: 'object',
  additionalProperties: false,
  required: ['consulta', 'denominacion', 'modo'],
  properties: {
    consulta: { type: 'string', description: 'Word of the query.' },
    denominacion: { type: 'string', description: 'Word of the name.' },
    modo: { ...modo, description: 'How the two words match.' },
  },
} as const

/** How the name of a brand matches a query (docs/decisions.md#requests: `incluir`). */
export const brandMatch = {
  type: 'object',
  additionalProperties: false,
  required: ['modos', 'pares', 'visual', 'fonetica', 'palabras'],
  properties: {
    modos: {
      type: 'array',
      minItems: 1,
      items: { ...modo, description: 'How the whole name matches.' },
      description: 'All modes in which the name matches the query, most specific first.',
    },
    pares: {
      type: 'array',
      items: wordMatch,
      description: 'Pairs of words that match, in lower case, without accents and punctuation.',
    },
    visual: { ...degree, description: 'Similarity of all letters, by edit distance.' },
    fonetica: { ...degree, description: 'Similarity of the phonetic codes, by edit distance.' },
    palabras: { ...degree, description: 'Similarity word by word, in any order.' },
  },
} as const

export type BrandMatch = FromSchema<typeof brandMatch>
