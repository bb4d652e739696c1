import type { StoredFile } from '../../target.ts'
import { failure } from '../failure.ts'
import { isFileName } from '../file-name.ts'
import { withPatience } from '../patience.ts'
import { type Connection, ending, endOf, runRemote } from './remote-command.ts'
import { isGone, sshFailure } from './ssh-failure.ts'

/** Of `ls -ln`, as POSIX has it: mode, links, owner, group, bytes, three words of time, name. */
const LINE = /^-\S*\s+\d+\s+\d+\s+\d+\s+(?<bytes>\d+)\s.*\s\.\/(?<name>\S+)$/

/** Far more than the listing of any target; a machine that never ends one must not fill our memory. */
const LONGEST_LISTING = 64 * 1024 * 1024

export async function listFiles(connection: Connection): Promise<StoredFile[]> {
  const listing = await listingOf(connection)
  return listing.split('\n').flatMap((line) => {
    const { name = '', bytes } = LINE.exec(line)?.groups ?? {}
    return isFileName(name) ? [{ name, bytes: Number(bytes) }] : []
  })
}

/** What was removed while it was listed, or a folder that is not there yet, is no failure. */
async function listingOf(connection: Connection): Promise<string> {
  const { place, silenceMs } = connection
  const fail = (reason: string) => (): Error => failure('list', place, reason)
  const command = runRemote(connection, 'list', [])
  command.input.end()
  try {
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of withPatience(command.output, silenceMs, fail('it does not go on'))) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > LONGEST_LISTING) {
        throw fail('it never ends')()
      }
    }
    const how = await ending(connection, command)
    if (how.code !== 0 && !isGone(how)) {
      throw sshFailure('list', place, how)
    }
    return Buffer.concat(chunks).toString('latin1')
  } finally {
    command.stop()
  }
}

/** The names go as lines, so that they may be many; where the connection breaks, a part of one is not taken for one. */
export async function removeFiles(connection: Connection, names: readonly string[]): Promise<void> {
  const command = runRemote(connection, 'remove', [])
  command.input.end(names.map((name) => `${name}\n`).join(''))
  await endOf(connection, 'remove from', command)
}
