import type { StoredFile } from '../../target.ts'
import { isFileName } from '../file-name.ts'
import { targetError } from '../target-error.ts'
import { withIdleTimeout } from '../timeouts.ts'
import { endingOf, endOf, runRemote, type SshConnection } from './remote-command.ts'
import { isMissingFile, sshFailure } from './ssh-failure.ts'

/** A line of `ls -ln` (POSIX): mode, links, owner, group, bytes, three words of time, name. */
const LINE = /^-\S*\s+\d+\s+\d+\s+\d+\s+(?<bytes>\d+)\s.*\s\.\/(?<name>\S+)$/

/** The maximum size of a listing, so that an endless listing does not fill the memory. */
const MAX_LISTING_BYTES = 64 * 1024 * 1024

/** Lists the backup files of a remote folder. */
export async function listRemoteFiles(connection: SshConnection): Promise<StoredFile[]> {
  const listing = await listingOf(connection)
  return listing.split('\n').flatMap((line) => {
    const { name = '', bytes } = LINE.exec(line)?.groups ?? {}
    return isFileName(name) ? [{ name, bytes: Number(bytes) }] : []
  })
}

/** Returns the output of `ls`. Ignores a file that was removed meanwhile, and a folder that does not exist yet. */
async function listingOf(connection: SshConnection): Promise<string> {
  const { place, silenceMs } = connection
  const fail = (reason: string) => (): Error => targetError('list', place, reason)
  const command = runRemote(connection, 'list', [])
  command.input.end()
  try {
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of withIdleTimeout(command.output, silenceMs, fail('it stopped responding'))) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > MAX_LISTING_BYTES) {
        throw fail('its listing is too long')()
      }
    }
    const ending = await endingOf(connection, command)
    if (ending.code !== 0 && !isMissingFile(ending)) {
      throw sshFailure('list', place, ending)
    }
    return Buffer.concat(chunks).toString('latin1')
  } finally {
    command.stop()
  }
}

/** Removes files. Sends the names as lines of standard input, because a command line has a maximum length. */
export async function removeRemoteFiles(connection: SshConnection, names: readonly string[]): Promise<void> {
  const command = runRemote(connection, 'remove', [])
  command.input.end(names.map((name) => `${name}\n`).join(''))
  await endOf(connection, 'remove from', command)
}
