import { createInterface } from 'node:readline'
import { KeyError, type KeyOverview } from '../../shared/keys/keys.ts'

/**
 * Asks on a terminal whether a rotation may end an active key at once. Does nothing without a terminal.
 *
 * @throws KeyError if the answer is not yes
 */
export async function confirmEnd({ id, consumer, state }: KeyOverview): Promise<void> {
  if (state !== 'active' || !process.stdin.isTTY || !process.stderr.isTTY) {
    return
  }
  process.stderr.write(
    `${id} of ${consumer} becomes invalid as soon as the new key is created; --overlap 24h keeps the old key valid for a day.\n` +
      'End the old key now? [y/N] ',
  )
  if (!/^y(es)?$/i.test((await firstLine()).trim())) {
    throw new KeyError(`Nothing was changed: ${id} stays valid.`)
  }
}

/** Reads one line from standard input. Returns an empty text if the input has ended. */
async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin })
  try {
    for await (const line of lines) {
      return line
    }
    return ''
  } finally {
    lines.close()
  }
}
