import { randomUUID } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { backupOf } from '../file-name.ts'
import { endOf, type RemoteCommand, run, runRemote, type SshConnection } from './remote-command.ts'

/**
 * Sends a file under a temporary name, and renames the file with a second command. If this process dies, the remote machine
 * cannot see that the file is incomplete. Therefore the first command must not rename the file.
 */
export async function writeWhole(
  connection: SshConnection,
  name: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  const partial = randomUUID()
  const length = await keep(connection, partial, bytes)
  const backup = backupOf(name)
  const file = name.slice(backup.length + 1)
  await run(connection, 'write to', 'commit', [partial, backup, file, String(length)])
}

/** Sends a file under the temporary name `partial`, and returns the number of bytes. */
async function keep(
  connection: SshConnection,
  partial: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<number> {
  const command = runRemote(connection, 'keep', [partial])
  const sent = { bytes: 0 }
  try {
    await pipeline(counted(bytes, sent, command, connection.silenceMs), command.input)
  } catch (error) {
    await endOf(connection, 'write to', command) // throws if the remote command failed
    // If this removal fails, a later backup removes the file.
    await run(connection, 'write to', 'discard', [partial]).catch(() => {})
    throw error
  }
  await endOf(connection, 'write to', command)
  return sent.bytes
}

/** Counts the sent bytes. Stops the command if the remote machine stops reading. A slow source has no timeout. */
async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  sent: { bytes: number },
  command: RemoteCommand,
  silenceMs: number,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    sent.bytes += chunk.length
    const timer = setTimeout(() => command.stop('timeout'), silenceMs)
    try {
      yield chunk
    } finally {
      clearTimeout(timer)
    }
  }
}
