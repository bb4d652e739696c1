import middy, { type MiddyfiedHandler } from '@middy/core'
import type { Database } from '../db/database.ts'
import { ingestDatabase } from '../db/serving.ts'
import { log } from '../logger.ts'
import { OperatorError } from '../operator-error.ts'
import type { RunReport } from '../sync/run.ts'
import { validator } from '../validation.ts'

/** One run of a source, as whoever schedules it asks for it. */
export type Run<Order> = (database: Database, order: Order) => Promise<RunReport>

/** Makes the handler of a scheduled run: what is asked for is checked, and the run leaves one line in the log. */
export function job<Order>(
  name: string,
  schema: object,
  run: Run<Order>,
): MiddyfiedHandler<Order, RunReport> {
  const validate = validator(schema)
  return middy<Order, RunReport>().handler(async (order) => {
    const mistakes = validate(order)
    if (mistakes.length > 0) {
      throw new OperatorError(mistakes.map(({ field, reason }) => `${field} ${reason}`).join('; '))
    }
    const report = await run(ingestDatabase(), order)
    log().info('sync run', { source: name, ...report })
    return report
  })
}
