import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { EmbeddedPostgresError } from './errors.ts'

/** The operating system user that runs PostgreSQL and owns the files. */
export interface ServerUser {
  readonly uid: number
  readonly gid: number
  /** True if this process is root. Then PostgreSQL runs as another user, because PostgreSQL refuses to run as root. */
  readonly switched: boolean
}

/**
 * Returns the user of this process. For root, returns the first owner of `folders` other than root. If there is none,
 * returns `postgres`, or else `nobody`.
 */
export async function findServerUser(folders: readonly string[]): Promise<ServerUser> {
  const uid = process.getuid?.() ?? 0
  if (uid !== 0) return { uid, gid: process.getgid?.() ?? 0, switched: false }
  for (const folder of folders) {
    const owner = await stat(folder).catch(() => undefined)
    if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, switched: true }
  }
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const found = accountIn(accounts, 'postgres') ?? accountIn(accounts, 'nobody')
  if (found === undefined) {
    throw new EmbeddedPostgresError(
      'PostgreSQL does not run as root and /etc/passwd has neither "postgres" nor "nobody". Run this command as another user',
    )
  }
  return { ...found, switched: true }
}

function accountIn(accounts: string, name: string): { uid: number; gid: number } | undefined {
  const fields = accounts.match(new RegExp(`^${name}:[^:]*:(-?\\d+):(-?\\d+):`, 'm'))
  // On macOS, `nobody` is -2, but system calls take an unsigned number.
  return fields === null ? undefined : { uid: Number(fields[1]) >>> 0, gid: Number(fields[2]) >>> 0 }
}

/** Returns the options of `spawn` for a user. */
export const spawnAs = ({ uid, gid, switched }: ServerUser): { uid?: number; gid?: number } =>
  switched ? { uid, gid } : {}

/** Returns whether `user` may pass through a folder. */
export function mayEnter(user: ServerUser, folder: { mode: number; uid: number; gid: number }): boolean {
  const bit = folder.uid === user.uid ? 0o100 : folder.gid === user.gid ? 0o010 : 0o001
  return (folder.mode & bit) !== 0
}

/** Throws an `EmbeddedPostgresError` if `user` cannot pass through a folder above `path`. */
export async function assertReachable(user: ServerUser, path: string): Promise<void> {
  if (!user.switched) return
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!mayEnter(user, await stat(folder))) {
      throw new EmbeddedPostgresError(
        `${folder} is closed to the user that runs PostgreSQL (uid ${user.uid}) and ${path} lies below it: ` +
          `open the folder with "chmod o+x ${folder}", or move ${path} elsewhere`,
      )
    }
    if (folder === dirname(folder)) return
  }
}
