import { isStatementError } from './database.ts'

interface Waiting<Input, Output> {
  input: Input
  resolve(output: Output): void
  reject(error: unknown): void
}

interface BatchOptions {
  /** The maximum number of inputs in one batch. */
  size: number
  /** The maximum number of batches at the same time. */
  inFlight: number
}

/**
 * Returns a function that collects the inputs of concurrent calls and passes them to `run` in batches, oldest first.
 *
 * If the database rejects the statement of a batch, `run` is called again with each input alone: one invalid input is
 * enough for a rejection. After any other error, such as a lost connection, the outcome is unknown: the whole batch fails.
 *
 * @param run returns the outputs in the order of the inputs
 */
export function inBatches<Input, Output>(
  run: (inputs: readonly Input[]) => Promise<readonly Output[]>,
  { size, inFlight }: BatchOptions,
): (input: Input) => Promise<Output> {
  let waiting: Waiting<Input, Output>[] = []
  let running = 0

  const settle = async (batch: readonly Waiting<Input, Output>[]): Promise<void> => {
    try {
      const outputs = await run(batch.map(({ input }) => input))
      for (const [place, { resolve }] of batch.entries()) resolve(outputs[place] as Output)
    } catch (error) {
      if (batch.length > 1 && isStatementError(error)) {
        for (const single of batch) await settle([single])
      } else {
        for (const { reject } of batch) reject(error)
      }
    }
  }

  const send = (): void => {
    while (running < inFlight && waiting.length > 0) {
      const batch = waiting.slice(0, size)
      waiting = waiting.slice(size)
      running += 1
      settle(batch).then(() => {
        running -= 1
        send()
      })
    }
  }

  return (input) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) process.nextTick(send) // after the other calls in this turn of the event loop
      waiting.push({ input, resolve, reject })
    })
}
