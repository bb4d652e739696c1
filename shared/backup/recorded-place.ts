import type { Config } from '../platform/config.ts'
import { readSigningKey, type SigningKey, signingKeyId } from './signing-key.ts'
import type { Target } from './target.ts'
import { openTarget } from './targets/open-target.ts'

/** Returns the place that the database records for backups: those of another signing key do not count for this one. */
export const recordedPlace = ({ place }: Target, key: SigningKey): string =>
  `${place}, signed with ${signingKeyId(key)}`

/** Returns the recorded place of the backups in the settings. @throws BackupError where the settings are not valid */
export const configuredPlace = ({ target, recipient, signingKey }: NonNullable<Config['backup']>): string =>
  recordedPlace(openTarget(target), readSigningKey(signingKey, recipient))
