import type { Target } from '../../target.ts'
import { checkName } from '../file-name.ts'
import { writeStream } from '../target-error.ts'
import type { SshAddress } from '../target-url.ts'
import { listRemoteFiles, removeRemoteFiles } from './files.ts'
import { readFile } from './read-file.ts'
import type { SshConnection } from './remote-command.ts'
import { sshFailure } from './ssh-failure.ts'
import { writeWhole } from './write-whole.ts'

/** The maximum time in milliseconds for which the remote machine may send or accept no data. */
const SILENCE_MS = 5 * 60_000

/** Returns a target in a folder of a remote machine, over the OpenSSH client. The remote machine needs a POSIX `sh`. */
export function sshTarget(
  address: SshAddress,
  silenceMs = SILENCE_MS,
  sshArguments: readonly string[] = [],
): Target {
  const place = `the folder ${address.path} at ${address.host}`
  const connection: SshConnection = { address, place, sshArguments, silenceMs }
  const describe = (error: unknown) => sshFailure('write to', place, { code: null, stderr: '' }, error)
  return {
    place,
    async write(name, bytes) {
      checkName(name)
      await writeStream(bytes, (watched) => writeWhole(connection, name, watched), describe)
    },
    async read(name) {
      checkName(name)
      return readFile(connection, name)
    },
    list: () => listRemoteFiles(connection),
    async remove(names) {
      names.forEach(checkName)
      await removeRemoteFiles(connection, names)
    },
  }
}
