import { log } from '../shared/platform/logger.ts'
import { OperatorError } from '../shared/platform/operator-error.ts'

/** What stops a process of the service. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
type StopSignal = (typeof STOP_SIGNALS)[number]

/** A Ctrl-C comes from the terminal, and once more from npm, which passes it on. */
const SAME_SIGNAL_MS = 500

/** Calls `first` at the first signal to stop, and `again` at a later one of somebody who does not want to wait. */
function onStopSignal(first: (signal: StopSignal) => void, again: () => void): void {
  let since: number | undefined
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      if (since === undefined) {
        since = performance.now()
        first(signal)
      } else if (performance.now() - since >= SAME_SIGNAL_MS) {
        again()
      }
    })
  }
}

/**
 * A signal for work that is to end in order: aborted for this reason at the first signal to stop. At a later one the
 * process ends at once, with this exit code.
 */
export function abortOnStop(reason: Error, exitCode: number): AbortSignal {
  const stop = new AbortController()
  onStopSignal(
    () => stop.abort(reason),
    () => process.exit(exitCode),
  )
  return stop.signal
}

/** Resolves at the first signal. A start that is under way is finished first, so that it can be undone in order. */
export const stopRequested = (): Promise<void> =>
  new Promise((resolve) => {
    onStopSignal(
      (signal) => {
        log().info(`stopping on ${signal}`)
        resolve()
      },
      () => {
        process.stderr.write('Ended at once. An embedded database goes on until the next start or stop.\n')
        process.exit(1)
      },
    )
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
