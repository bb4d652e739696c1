import type { Values } from './database.ts'

/**
 * Returns the SQL parameters of the filters that an operation declares: `fechaDesde` is read as `$fecha_desde`, null
 * where the input does not have it. Other members of the input are left out.
 */
export const filterValues = (declared: object, input: Readonly<Record<string, unknown>>): Values =>
  Object.fromEntries(Object.keys(declared).map((name) => [parameterOf(name), input[name] ?? null]))

/** Returns the name of the SQL parameter of a filter: its own in snake case. */
export const parameterOf = (filter: string): string =>
  filter.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
