import type { QueryParameter } from '../../schemas/query-parameters.ts'
import type { Values } from './database.ts'

/**
 * Returns the SQL parameters of the filters that an operation declares: `fechaDesde` is read as `$fecha_desde`, null
 * where the input does not have it. A filter of one value or several is always a list. Other members of the input are left
 * out.
 */
export const filterValues = (
  declared: Readonly<Record<string, Pick<QueryParameter, 'schema'>>>,
  input: Readonly<Record<string, unknown>>,
): Values =>
  Object.fromEntries(
    Object.entries(declared).map(([name, { schema }]) => {
      const value = input[name] ?? null
      return [parameterOf(name), 'anyOf' in schema && value !== null ? [value].flat() : value]
    }),
  )

/** Returns the name of the SQL parameter of a filter: its own in snake case. */
export const parameterOf = (filter: string): string =>
  filter.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
