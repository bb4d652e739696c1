import { generateX25519Identity } from 'age-encryption'
import { type KeySettings, keySettings } from '../../scripts/backup/make-identity.ts'

/** Returns a new secret key for backups, and the settings of a service that match it. */
export async function backupKeys(): Promise<{
  identity: string
  settings: KeySettings & Record<string, string>
}> {
  const identity = await generateX25519Identity()
  return { identity, settings: { ...(await keySettings(identity)) } }
}
