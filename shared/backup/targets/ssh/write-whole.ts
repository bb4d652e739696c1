import { randomUUID } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { backupOf } from '../file-name.ts'
import { type Connection, endOf, type RemoteCommand, run, runRemote } from './remote-command.ts'

/**
 * Sends a file, and gives it its name by a second command. One command would not do: to the other machine, the death of
 * this process looks like the end of the file.
 */
export async function writeWhole(
  connection: Connection,
  name: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  const partial = randomUUID()
  const length = await keep(connection, partial, bytes)
  const backup = backupOf(name)
  const file = name.slice(backup.length + 1)
  await run(connection, 'write to', 'commit', [partial, backup, file, String(length)])
}

/** @returns how many bytes were sent */
async function keep(
  connection: Connection,
  partial: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<number> {
  const command = runRemote(connection, 'keep', [partial])
  const sent = { bytes: 0 }
  try {
    await pipeline(counted(bytes, sent, command, connection.silenceMs), command.input)
  } catch (error) {
    await endOf(connection, 'write to', command) // where it was the other machine that failed, this says how
    await run(connection, 'write to', 'discard', [partial]).catch(() => {}) // swept later, then
    throw error
  }
  await endOf(connection, 'write to', command)
  return sent.bytes
}

/** Counts what is sent, and gives up where the other machine takes nothing any more; a slow source does not count. */
async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  sent: { bytes: number },
  command: RemoteCommand,
  silenceMs: number,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    sent.bytes += chunk.length
    const timer = setTimeout(() => command.stop('silent'), silenceMs)
    try {
      yield chunk
    } finally {
      clearTimeout(timer)
    }
  }
}
