import { failure, missing } from '../failure.ts'
import { withPatience } from '../patience.ts'
import { type Connection, ending, type RemoteCommand, runRemote } from './remote-command.ts'
import { isGone, sshFailure } from './ssh-failure.ts'

/** @throws MissingFileError before the first byte */
export async function readFile(connection: Connection, name: string): Promise<AsyncIterable<Uint8Array>> {
  const { place, silenceMs } = connection
  const command = runRemote(connection, 'read', [name])
  command.input.end()
  const late = (): Error => failure('read from', place, 'it fell silent in the middle of a file')
  const chunks = withPatience(command.output, silenceMs, late)
  try {
    const first = await chunks.next()
    if (first.done) {
      await ended(connection, name, command)
    }
    return rest(connection, name, command, first, chunks)
  } catch (error) {
    command.stop()
    throw error
  }
}

async function* rest(
  connection: Connection,
  name: string,
  command: RemoteCommand,
  first: IteratorResult<Uint8Array>,
  chunks: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    for (let next = first; !next.done; next = await chunks.next()) {
      yield next.value
    }
    await ended(connection, name, command)
  } finally {
    command.stop()
  }
}

/** What came is all of the file only where the command says so: a connection that broke ends it, too. */
async function ended(connection: Connection, name: string, command: RemoteCommand): Promise<void> {
  const how = await ending(connection, command)
  if (how.code !== 0) {
    throw isGone(how) ? missing(connection.place, name) : sshFailure('read from', connection.place, how)
  }
}
