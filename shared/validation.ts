import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { ErrorDetail } from '../schemas/error.ts'

/** A JSON Schema (2020-12) of an object, as the modules of `schemas/` hold them. */
export interface ObjectSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, { readonly type?: unknown }>>
}

/** What is wrong with a value, one entry a mistake; empty when nothing is. */
export type Validate = (value: unknown) => ErrorDetail[]

const ajv = new Ajv2020({ allErrors: true, useDefaults: true, strict: true, allowUnionTypes: true })
formats.default(ajv, ['date', 'date-time'])
ajv.addFormat('postgres-url', (text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text))

/** Told of one value: enough to mend it, and no more than a hostile one is worth. */
const MOST_MISTAKES = 20

/** Compiles a schema once; the function fills in defaults and tells every mistake in words. */
export function validator(schema: object): Validate {
  const check = ajv.compile(schema)
  return (value) => (check(value) ? [] : (check.errors ?? []).slice(0, MOST_MISTAKES).map(inWords))
}

/**
 * Texts of a query or an environment, with those that a schema wants as integers turned into numbers. Only plain
 * decimal digits count: `0x10`, `1e1` and ` 5` stay texts, and the schema then refuses them.
 */
export function readIntegers(
  schema: ObjectSchema,
  texts: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const isInteger = schema.properties[name]?.type === 'integer' && /^-?\d{1,15}$/.test(text)
      return [name, isInteger ? Number(text) : text]
    }),
  )
}

function inWords(error: ErrorObject): ErrorDetail {
  const { params } = error
  const field = params.missingProperty ?? params.additionalProperty ?? error.instancePath.slice(1)
  const reason = REASONS[error.keyword]?.(params) ?? error.message ?? 'is not valid'
  return { field, reason, ...(error.keyword === 'enum' ? { allowed: params.allowedValues } : {}) }
}

const KINDS: Readonly<Record<string, string>> = { integer: 'a whole number', string: 'a text' }
const characters = (limit: number): string => (limit === 1 ? '1 character' : `${limit} characters`)

const REASONS: Readonly<Record<string, (params: ErrorObject['params']) => string>> = {
  required: () => 'is required',
  dependentRequired: ({ property }) => `is required together with ${property}`,
  additionalProperties: () => 'is not a parameter of this operation',
  type: ({ type }) => `must be ${KINDS[type] ?? type}`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  minLength: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${characters(limit)}`),
  maxLength: ({ limit }) => `must have at most ${characters(limit)}`,
  enum: ({ allowedValues }) => `must be one of ${allowedValues.join(', ')}`,
}
