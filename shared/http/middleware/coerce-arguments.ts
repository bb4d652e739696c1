import type { InputSchema } from '../../../schemas/operations.ts'
import { inLists } from '../../platform/several-values.ts'

type Arguments = Readonly<Record<string, unknown>>
type Property = InputSchema['properties'][string]

/**
 * Converts arguments of a wrong type to the type in the schema, because language models often send wrong types
 * (docs/decisions.md#mcp: Arguments).
 *
 * Other wrong values stay unchanged, and validation rejects them. A `limit` above the maximum is reduced.
 *
 * @returns the input, and a sentence for the result if `limit` was reduced
 */
export function coerceArguments(
  schema: InputSchema,
  given: Arguments,
): { input: Record<string, unknown>; notes: string[] } {
  const { properties } = schema
  const present = Object.entries(given).filter(
    ([name, value]) => value !== null || !Object.hasOwn(properties, name), // models write null for an omitted argument
  )
  const input = Object.fromEntries(
    Object.entries(inLists(schema, Object.fromEntries(present))).map(([name, value]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined
      return [name, property === undefined ? value : coerce(property, value)]
    }),
  )
  const { limit } = input
  const most = maximumOf(properties.limit)
  if (most === undefined || !Number.isSafeInteger(limit) || (limit as number) <= most) {
    return { input, notes: [] }
  }
  const note = `limit ${limit} was reduced to ${most}, the maximum of a page: for the next page, send nextCursor as cursor.`
  return { input: { ...input, limit: most }, notes: [note] }
}

function coerce(property: Property, value: unknown): unknown {
  if (!('anyOf' in property)) {
    return 'type' in property ? coerceOne(property.type, value) : value
  }
  const [{ type }] = property.anyOf
  return Array.isArray(value) ? value.map((item) => coerceOne(type, item)) : value
}

function coerceOne(type: string, value: unknown): unknown {
  if (type === 'string') {
    return Number.isSafeInteger(value) ? String(value) : value // an unsafe integer has lost digits
  }
  return type === 'integer' && typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value
}

const maximumOf = (property: Property | undefined): number | undefined =>
  property !== undefined && 'maximum' in property ? property.maximum : undefined
