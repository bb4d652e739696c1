import { log } from '../shared/logger.ts'
import { OperatorError } from '../shared/operator-error.ts'

/** What stops a process of the service; a second signal does not wait. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Resolves at the first signal. A start that is under way is finished first, so that it can be undone in order. */
export const stopRequested = (): Promise<void> =>
  new Promise((resolve) => {
    let first = true
    for (const signal of STOP_SIGNALS) {
      process.on(signal, () => {
        if (!first) {
          process.stderr.write('Ended at once. An embedded database goes on until the next start or stop.\n')
          process.exit(1)
        }
        first = false
        log().info(`stopping on ${signal}`)
        resolve()
      })
    }
  })

/** Runs a process to its end. What the operator can mend is one sentence on standard error; a defect keeps its stack. */
export async function runProcess(main: () => Promise<void>): Promise<never> {
  try {
    await main()
  } catch (error) {
    const isExplained = error instanceof OperatorError
    process.stderr.write(`${isExplained ? error.message : (error as Error).stack}\n`)
    process.exitCode = isExplained ? error.exitCode : 1
  }
  process.exit() // the connections to a database that hangs would keep the process alive
}
