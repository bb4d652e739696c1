import type { QueryParameter } from '../../schemas/query-parameters.ts'
import type { Values } from './database.ts'

/**
 * Returns the SQL parameters of the filters that an operation declares: `fechaDesde` becomes `$fecha_desde`.
 *
 * - A missing filter becomes null.
 * - A filter that accepts several values becomes a list, even for one value.
 * - Other members of the input are ignored.
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

/** Returns the name of the SQL parameter of a filter: the name of the filter in snake case. */
export const parameterOf = (filter: string): string =>
  filter.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
