import { generateX25519Identity } from 'age-encryption'
import { type KeySettings, keySettings } from '../../scripts/backup/make-identity.ts'

/** A new secret key of backups, and the settings of a service that follow from it. */
export async function backupKeys(): Promise<{
  identity: string
  settings: KeySettings & Record<string, string>
}> {
  const identity = await generateX25519Identity()
  return { identity, settings: { ...(await keySettings(identity)) } }
}
