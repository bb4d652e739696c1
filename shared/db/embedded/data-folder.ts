import { createHash } from 'node:crypto'
import {
  access,
  chmod,
  constants,
  lchown,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  stat,
} from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeFolders } from '../../platform/make-folders.ts'
import { attempt, codeOf, EmbeddedPostgresError } from './errors.ts'
import { assertReachable, findServerUser, mayEnter, type ServerUser } from './server-user.ts'

/** The absolute paths of one PostgreSQL server. */
export interface DataFolder {
  readonly root: string
  /** PostgreSQL's own data folder. */
  readonly cluster: string
  /** The file with the password of the role `trademark`. */
  readonly password: string
  readonly socket: string
  readonly log: string
  readonly user: ServerUser
}

/** The port in the name of the socket. */
export const PORT = 5432

/** In bytes: the size of `sun_path` without the final NUL. */
const LONGEST_SOCKET_PATH = process.platform === 'darwin' ? 103 : 107

/**
 * Creates DATA_DIR if it is missing, and determines the user that runs PostgreSQL.
 *
 * Throws `EmbeddedPostgresError` if the folder or the binary `program` cannot be used.
 */
export async function openDataFolder(dataDir: string, program: string): Promise<DataFolder> {
  const path = resolve(dataDir)
  const isRoot = process.getuid?.() === 0
  await attempt(`create the data folder ${path} (DATA_DIR)`, () => makeFolders(path, isRoot ? 0o711 : 0o700))
  const root = await attempt(`read the data folder ${path} (DATA_DIR)`, () => realpath(path))
  await attempt(`write to the data folder ${root} (DATA_DIR)`, () =>
    access(root, constants.R_OK | constants.W_OK | constants.X_OK),
  )
  const cluster = join(root, 'postgres')
  const user = await findServerUser([cluster, root])
  await attempt(`open the data folder ${root} (DATA_DIR) to the user that runs PostgreSQL`, () =>
    openTo(user, root),
  )
  await assertReachable(user, cluster)
  await assertReachable(user, program)
  return {
    root,
    cluster,
    password: join(cluster, 'trademark.password'),
    socket: socketFolder(root),
    log: join(root, 'postgres.log'),
    user,
  }
}

async function openTo(user: ServerUser, root: string): Promise<void> {
  const folder = await stat(root)
  if (user.switched && !mayEnter(user, folder)) await chmod(root, (folder.mode & 0o7777) | 0o011)
}

/**
 * Returns the folder of the socket: a folder in DATA_DIR, or in /tmp if the path in DATA_DIR is too long for a socket.
 *
 * Does not use `os.tmpdir()`, which depends on the environment. All processes of a DATA_DIR need the same path.
 */
function socketFolder(root: string): string {
  const beside = join(root, 'socket')
  if (Buffer.byteLength(`${beside}/.s.PGSQL.${PORT}`) <= LONGEST_SOCKET_PATH) return beside
  return `/tmp/trademark-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`
}

/**
 * Creates the folder of the socket for the user that runs PostgreSQL.
 *
 * Throws `EmbeddedPostgresError` if another user owns the folder. In /tmp, any user can create the folder first.
 */
export async function prepareSocketFolder({ socket, user }: DataFolder): Promise<void> {
  await attempt(`create the folder ${socket} for PostgreSQL's socket`, async () => {
    try {
      await mkdir(socket, { mode: 0o700 })
      if (user.switched) await lchown(socket, user.uid, user.gid)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
  })
  const found = await lstat(socket)
  if (found.isDirectory() && found.uid === 0 && user.switched && process.getuid?.() === 0) {
    // An earlier start was killed before it changed the owner.
    await lchown(socket, user.uid, user.gid)
  } else if (!found.isDirectory() || found.uid !== user.uid) {
    throw new EmbeddedPostgresError(
      `${socket}, the folder for the socket of PostgreSQL, does not belong to the user that runs PostgreSQL ` +
        `(uid ${user.uid}): remove it`,
    )
  }
  if ((found.mode & 0o777) !== 0o700) {
    const folder = await open(socket, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
    await folder.chmod(0o700).finally(() => folder.close())
  }
}

/** Returns whether the cluster folder has content. An unreadable path counts as a cluster, so that nothing replaces it. */
export async function clusterExists({ cluster }: DataFolder): Promise<boolean> {
  try {
    return (await readdir(cluster)).length > 0
  } catch (error) {
    return codeOf(error) !== 'ENOENT'
  }
}

/**
 * Throws an `EmbeddedPostgresError` if `cluster` is not a data folder of PostgreSQL, does not belong to `user`, or was
 * made by another major version.
 *
 * @param major the major version of the installed PostgreSQL
 */
export async function assertUsable({ cluster, user }: DataFolder, major: string): Promise<void> {
  const notDataFolder = `${cluster} is not a data folder of PostgreSQL: move it elsewhere`
  const owner = await stat(cluster)
  if (!owner.isDirectory()) throw new EmbeddedPostgresError(notDataFolder)
  if (owner.uid !== user.uid) {
    throw new EmbeddedPostgresError(
      `${cluster} belongs to uid ${owner.uid} and not to the user that runs PostgreSQL (uid ${user.uid}): ` +
        `run this command as uid ${owner.uid}, or hand the folder over with "chown -R ${user.uid}:${user.gid} ${cluster}"`,
    )
  }
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch((cause: unknown) => {
    throw new EmbeddedPostgresError(notDataFolder, { cause })
  })
  if (version.trim() !== major) {
    throw new EmbeddedPostgresError(
      `${cluster} was made by PostgreSQL ${version.trim()}, but the installed version is ${major}: ` +
        `set POSTGRES_BIN to the programs of PostgreSQL ${version.trim()}, or restore a backup into an empty DATA_DIR`,
    )
  }
}
