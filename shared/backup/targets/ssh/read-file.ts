import { missingFile, targetError } from '../target-error.ts'
import { withIdleTimeout } from '../timeouts.ts'
import { endingOf, type RemoteCommand, runRemote, type SshConnection } from './remote-command.ts'
import { isMissingFile, sshFailure } from './ssh-failure.ts'

/** Reads a remote file. @throws MissingFileError before the first byte */
export async function readFile(connection: SshConnection, name: string): Promise<AsyncIterable<Uint8Array>> {
  const { place, silenceMs } = connection
  const command = runRemote(connection, 'read', [name])
  command.input.end()
  const late = (): Error => targetError('read from', place, 'it stopped responding in the middle of a file')
  const chunks = withIdleTimeout(command.output, silenceMs, late)
  try {
    const first = await chunks.next()
    if (first.done) {
      await assertSuccess(connection, name, command)
    }
    return rest(connection, name, command, first, chunks)
  } catch (error) {
    command.stop()
    throw error
  }
}

async function* rest(
  connection: SshConnection,
  name: string,
  command: RemoteCommand,
  first: IteratorResult<Uint8Array>,
  chunks: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    for (let next = first; !next.done; next = await chunks.next()) {
      yield next.value
    }
    await assertSuccess(connection, name, command)
  } finally {
    command.stop()
  }
}

/** Checks that the command succeeded, because the stream also ends when the connection breaks. */
async function assertSuccess(connection: SshConnection, name: string, command: RemoteCommand): Promise<void> {
  const ending = await endingOf(connection, command)
  if (ending.code !== 0) {
    throw isMissingFile(ending)
      ? missingFile(connection.place, name)
      : sshFailure('read from', connection.place, ending)
  }
}
