import { stat } from 'node:fs/promises'
import { type Config, embeddedDataFolder } from '../platform/config.ts'
import { openTarget } from './targets/open-target.ts'
import { readTargetUrl } from './targets/target-url.ts'

/**
 * Returns whether a target is a folder on the same file system as `dataFolder`. Returns false if one of the folders is missing.
 * Has no timeout: if a mount hangs, this function hangs too.
 */
export async function isOnSameDisk(target: string, dataFolder: string): Promise<boolean> {
  const address = readTargetUrl(target)
  if (address.kind !== 'folder') {
    return false
  }
  const [backups, data] = await Promise.all([deviceOf(address.path), deviceOf(dataFolder)])
  return backups !== undefined && backups === data
}

const deviceOf = (folder: string): Promise<number | undefined> =>
  stat(folder).then(
    ({ dev }) => dev,
    () => undefined,
  )

/** Returns the warning for a backup folder on the disk of the embedded database; undefined in all other cases. */
export async function sameDiskWarning(settings: Config): Promise<string | undefined> {
  const { backup } = settings
  const dataFolder = embeddedDataFolder(settings)
  if (backup === undefined || dataFolder === undefined || !(await isOnSameDisk(backup.target, dataFolder))) {
    return undefined
  }
  return (
    `Warning: ${openTarget(backup.target).place} is on the same disk as the data, so a failure of this disk would destroy the ` +
    'data and the backups. Use a bucket, or a folder on another disk or machine (docs/operate/backups.md).'
  )
}
