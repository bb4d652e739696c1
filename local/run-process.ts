import { log } from '../shared/platform/logger.ts'
import { OperatorError } from '../shared/platform/operator-error.ts'

/** The signals that stop a process of the service. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
type StopSignal = (typeof STOP_SIGNALS)[number]

/** Signals within this time after the first signal are ignored: after Ctrl-C, the terminal and npm both send one. */
const SAME_SIGNAL_MS = 500

/** Calls `first` at the first stop signal, and `again` at each later stop signal. */
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
 * Returns an `AbortSignal` that aborts with `reason` at the first stop signal. A later stop signal ends the process at once,
 * with `exitCode`.
 */
export function abortOnStop(reason: Error, exitCode: number): AbortSignal {
  const stop = new AbortController()
  onStopSignal(
    () => stop.abort(reason),
    () => process.exit(exitCode),
  )
  return stop.signal
}

/** Resolves at the first stop signal. A later stop signal ends the process at once. */
export const stopRequested = (): Promise<void> =>
  new Promise((resolve) => {
    onStopSignal(
      (signal) => {
        log().info(`stopping on ${signal}`)
        resolve()
      },
      () => {
        process.stderr.write(
          'Ended at once. The embedded database may still be running. It stops with the service the next time that you start and stop the service.\n',
        )
        process.exit(1)
      },
    )
  })

/** Runs `main` and ends the process. Prints the message of an `OperatorError`, or the stack of any other error. */
export async function runProcess(main: () => Promise<void>): Promise<never> {
  try {
    await main()
  } catch (error) {
    const isExplained = error instanceof OperatorError
    process.stderr.write(`${isExplained ? error.message : (error as Error).stack}\n`)
    process.exitCode = isExplained ? error.exitCode : 1
  }
  process.exit() // connections to a hanging database would keep the process alive
}
