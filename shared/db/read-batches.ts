import type { Queryable, Values } from './database.ts'
import type { Statement } from './sql-file.ts'

const CURSOR = 'batches'

/**
 * Yields the rows of a statement in batches of `size`, so that any number of rows fits into memory. A transaction can read only
 * one statement in batches at a time.
 */
export async function* readBatches<Row>(
  transaction: Queryable,
  { text, parameters }: Statement,
  values: Values,
  size: number,
): AsyncGenerator<Row[]> {
  await transaction.query({ text: `declare ${CURSOR} no scroll cursor for ${text}`, parameters }, values)
  const fetch = { text: `fetch ${size} from ${CURSOR}`, parameters: [] }
  for (;;) {
    const rows = await transaction.query<Row>(fetch)
    if (rows.length > 0) yield rows
    if (rows.length < size) break
  }
  await transaction.query({ text: `close ${CURSOR}`, parameters: [] })
}
