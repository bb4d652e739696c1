import { randomBytes } from 'node:crypto'
import { chown, mkdir, open, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { clusterExists, type DataFolder } from './data-folder.ts'
import { attempt, codeOf, EmbeddedPostgresError } from './errors.ts'
import { isAlive, runProgram } from './process.ts'
import type { ServerUser } from './server-user.ts'

/** The name of the database, and of the role that owns the database. */
export const NAME = 'trademark'

const LEAST_ROOM_MB = 200

/** Matches the name of a draft: the folder where a process builds a new cluster. The number is the pid of the process. */
const DRAFT = /^postgres\.new-(\d+)-[0-9a-f]+$/

/** A draft older than this counts as abandoned, even if the pid is in use. */
const OLDEST_DRAFT_MS = 3_600_000

/** Every login needs a password. So the superuser `postgres` cannot log in, because it has no password. */
const ACCESS_RULES = 'local all all scram-sha-256\nlocal replication all scram-sha-256\n'

const EXISTS: ReadonlySet<string | undefined> = new Set(['ENOTEMPTY', 'EEXIST', 'ENOTDIR'])

/** The drafts of this process. Other drafts with its pid come from ended processes, such as pid 1 of an earlier container. */
const ownDrafts = new Set<string>()

/**
 * Creates the cluster with a role and a database, unless the cluster exists.
 *
 * A rename publishes the complete cluster, so that a killed process leaves only a draft.
 */
export async function makeCluster(folder: DataFolder, binaries: Binaries, noSync: boolean): Promise<void> {
  await removeDrafts(folder.root)
  if (await clusterExists(folder)) return
  await assertRoom(folder.root)
  const draft = join(folder.root, `postgres.new-${process.pid}-${randomBytes(4).toString('hex')}`)
  ownDrafts.add(draft)
  try {
    await fillDraft(draft, binaries, folder.user, noSync)
    await attempt(`move the new data folder to ${folder.cluster}`, () => publish(draft, folder))
  } catch (error) {
    // Another process may have created the cluster in the meantime.
    if (!(await clusterExists(folder))) throw error
  } finally {
    await rm(draft, { recursive: true, force: true }).catch(() => {})
    ownDrafts.delete(draft)
  }
}

async function assertRoom(root: string): Promise<void> {
  const { bavail, bsize } = await statfs(root)
  const free = Math.floor((bavail * bsize) / 2 ** 20)
  if (free < LEAST_ROOM_MB) {
    throw new EmbeddedPostgresError(
      `the disk of ${root} has ${free} MB free and a new database needs ${LEAST_ROOM_MB} MB: free some space, ` +
        'or set DATA_DIR to a folder on another disk',
    )
  }
}

async function fillDraft(
  draft: string,
  binaries: Binaries,
  user: ServerUser,
  noSync: boolean,
): Promise<void> {
  await attempt(`create ${draft}`, async () => {
    await mkdir(draft, { mode: 0o700 })
    await giveTo(user, draft)
  })
  const shape = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const safety = ['--data-checksums', '--auth=reject', ...(noSync ? ['--no-sync'] : [])]
  await runProgram(
    binaries.initdb,
    ['-D', draft, '-U', 'postgres', ...shape, ...safety, '--no-instructions'],
    user,
  )
  const password = randomBytes(24).toString('base64url')
  await attempt(`write to ${draft}`, async () => {
    await writePrivately(user, join(draft, 'pg_hba.conf'), ACCESS_RULES)
    await writePrivately(user, join(draft, `${NAME}.password`), `${password}\n`)
  })
  // Single-user mode takes one statement per line.
  const statements = [
    `create role ${NAME} login createrole createdb password '${password}'`,
    `create database ${NAME} owner ${NAME}`,
  ]
  const options = ['-c', 'exit_on_error=on', ...(noSync ? ['-c', 'fsync=off'] : [])]
  await runProgram(binaries.postgres, ['--single', '-D', draft, ...options, 'postgres'], user, statements)
}

async function writePrivately(user: ServerUser, file: string, content: string): Promise<void> {
  await writeFile(file, content, { mode: 0o600, flush: true })
  await giveTo(user, file)
}

async function giveTo({ uid, gid, switched }: ServerUser, path: string): Promise<void> {
  if (switched) await chown(path, uid, gid)
}

async function publish(draft: string, folder: DataFolder): Promise<void> {
  try {
    await rename(draft, folder.cluster)
  } catch (error) {
    // The path exists. Usually, another process has published its cluster. If not, `assertUsable` reports the folder as unusable.
    if (EXISTS.has(codeOf(error))) return
    throw error
  }
  // Makes the rename survive a power failure.
  const root = await open(folder.root, 'r')
  await root.sync().finally(() => root.close())
}

async function removeDrafts(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const pid = Number(DRAFT.exec(name)?.[1])
    if (Number.isNaN(pid) || !(await isAbandoned(join(root, name), pid))) continue
    // The removal fails while an initdb process still writes to the draft. A later start removes the draft.
    await rm(join(root, name), { recursive: true, force: true }).catch(() => {})
  }
}

async function isAbandoned(draft: string, pid: number): Promise<boolean> {
  if (pid === process.pid) return !ownDrafts.has(draft)
  if (!isAlive(pid)) return true
  const found = await stat(draft).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > OLDEST_DRAFT_MS
}
