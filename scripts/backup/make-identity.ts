import { writeFile } from 'node:fs/promises'
import { BackupError } from '../../shared/backup/backup-error.ts'
import { generateIdentityFile, readIdentity, recipientOf } from '../../shared/backup/encryption.ts'
import { deriveSigningKey, formatSigningKey } from '../../shared/backup/signing-key.ts'
import { typedCommand } from '../../shared/platform/typed-command.ts'
import { fromOperatorsFolder } from './read-keys.ts'

/** The backup settings that are derived from a secret key. */
export interface KeySettings {
  BACKUP_RECIPIENT: string
  BACKUP_SIGNING_KEY: string
}

/** Creates a secret key in a new file that only its owner can read, and returns the path and the key. @throws BackupError */
export async function makeIdentity(path: string): Promise<{ file: string; identity: string }> {
  const file = fromOperatorsFolder(path)
  const content = await generateIdentityFile(new Date())
  await writeFile(file, content, { flag: 'wx', mode: 0o600 }).catch((cause: NodeJS.ErrnoException) => {
    throw new BackupError(
      cause.code === 'EEXIST'
        ? `${file} exists, and init never overwrites a secret key. To print the settings of this key: ` +
            `"${typedCommand('backup', `init --identity ${path}`)}".`
        : `The secret key cannot be written to ${file}: ${cause.code}.`,
      { cause },
    )
  })
  return { file, identity: readIdentity(content) }
}

/** Returns the settings for backups that this secret key can decrypt. */
export async function keySettings(identity: string): Promise<KeySettings> {
  const recipient = await recipientOf(identity)
  return {
    BACKUP_RECIPIENT: recipient,
    BACKUP_SIGNING_KEY: formatSigningKey(deriveSigningKey(identity), recipient),
  }
}
