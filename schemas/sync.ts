import type { FromSchema } from 'json-schema-to-ts'

/** What a run on bulk sheets is asked for, by whoever schedules it. */
export const sheetsOrder = {
  type: 'object',
  additionalProperties: false,
  required: ['files'],
  properties: {
    files: {
      type: 'array',
      minItems: 1,
      items: { type: 'string', minLength: 1 },
      description: 'Paths of workbooks (XLSX) and delimited texts, as this process sees them.',
    },
    date: { type: 'string', format: 'date', description: 'Edition of all of them; else each has its own.' },
  },
} as const

export type SheetsOrder = FromSchema<typeof sheetsOrder>
