import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { BackupError } from '../../shared/backup/backup-error.ts'
import { readIdentity } from '../../shared/backup/encryption.ts'
import { config } from '../../shared/platform/config.ts'

/** Reads the secret key from a file, relative to the operator's folder, or from standard input for `-`. */
export async function readKeyFile(path: string): Promise<string> {
  if (path === '-') {
    return readIdentity(await text(process.stdin))
  }
  const file = resolve(config().calledFrom ?? '.', path)
  const content = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new BackupError(`The key cannot be read from ${file}: ${cause.code}.`, { cause })
  })
  return readIdentity(content)
}
