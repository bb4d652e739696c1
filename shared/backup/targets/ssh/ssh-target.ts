import type { Target } from '../../target.ts'
import { handOver } from '../failure.ts'
import { checkName } from '../file-name.ts'
import type { SshAddress } from '../target-url.ts'
import { listFiles, removeFiles } from './files.ts'
import { readFile } from './read-file.ts'
import type { Connection } from './remote-command.ts'
import { sshFailure } from './ssh-failure.ts'
import { writeWhole } from './write-whole.ts'

/** How long the other side may take for one step, such as flushing a file of gigabytes to its disk. */
const SILENCE_MS = 5 * 60_000

/** Backups in a folder of another machine, by the OpenSSH client of this one; its user needs a POSIX shell there. */
export function sshTarget(
  address: SshAddress,
  silenceMs = SILENCE_MS,
  sshArguments: readonly string[] = [],
): Target {
  const place = `the folder ${address.path} at ${address.host}`
  const connection: Connection = { address, place, sshArguments, silenceMs }
  const unforeseen = (error: unknown) => sshFailure('write to', place, { code: null, said: '' }, error)
  return {
    place,
    async write(name, bytes) {
      checkName(name)
      await handOver(bytes, (watched) => writeWhole(connection, name, watched), unforeseen)
    },
    async read(name) {
      checkName(name)
      return readFile(connection, name)
    },
    list: () => listFiles(connection),
    async remove(names) {
      names.forEach(checkName)
      await removeFiles(connection, names)
    },
  }
}
