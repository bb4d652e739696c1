import type pg from 'pg'
import type { Statement } from './sql-file.ts'

/** Values of a statement's parameters, by name. */
export type Values = Readonly<Record<string, unknown>>

/** Runs one statement on a connection and returns its rows. A parameter without a value is passed as null. */
export async function runStatement<Row>(
  client: pg.ClientBase,
  { text, name, parameters }: Statement,
  values: Values = {},
): Promise<Row[]> {
  const result = await client.query({
    text,
    ...(name === undefined ? {} : { name }),
    values: parameters.map((parameter) => values[parameter] ?? null),
  })
  return result.rows as Row[]
}
