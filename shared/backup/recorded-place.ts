import type { Config } from '../platform/config.ts'
import { readSigningKey, type SigningKey, signingKeyId } from './signing-key.ts'
import type { Target } from './target.ts'
import { openTarget } from './targets/open-target.ts'

/**
 * Returns the name under which the database records the backups of a target. The name contains the id of the signing key:
 * after a change of the key, backups with the old key do not count as backups of the target.
 */
export const recordedPlace = ({ place }: Target, key: SigningKey): string =>
  `${place}, signed with ${signingKeyId(key)}`

/** Returns `recordedPlace` for the target in the settings. @throws BackupError if the settings are invalid */
export const configuredPlace = ({ target, recipient, signingKey }: NonNullable<Config['backup']>): string =>
  recordedPlace(openTarget(target), readSigningKey(signingKey, recipient))
