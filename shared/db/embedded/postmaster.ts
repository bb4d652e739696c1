import { spawn } from 'node:child_process'
import { constants, type FileHandle, open, readFile, rename, stat, statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { type DataFolder, PORT, prepareSocketFolder } from './data-folder.ts'
import { attempt, codeOf, EmbeddedPostgresError } from './errors.ts'
import { commandOf, ENVIRONMENT, isAlive, spawnFailure } from './process.ts'
import { spawnAs } from './server-user.ts'

/** Server settings by their names in postgresql.conf. */
export type Settings = Readonly<Record<string, string>>

/** A server that this process started; the server itself does not depend on this process any more. */
export interface Launch {
  /** Why it ended, once it has. */
  ended?: string
  /** What it has written to its log since the launch. */
  output(): Promise<string>
}

const LARGEST_LOG_BYTES = 10_000_000
const VISIBLE_TIMEOUT_MS = 5_000
const STOP_TIMEOUT_MS = 30_000

async function defaultSettings(folder: DataFolder): Promise<Settings> {
  const limit = process.constrainedMemory()
  const memory = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  const quarterMB = Math.floor(memory / 4 / 2 ** 20)
  return {
    shared_buffers: `${Math.max(16, Math.min(quarterMB, 2048))}MB`,
    work_mem: '32MB',
    jit: 'off',
    max_wal_size: `${await logMB(folder)}MB`,
    max_connections: '100',
    log_destination: 'stderr',
    log_timezone: 'UTC',
    TimeZone: 'UTC',
  }
}

/**
 * How large PostgreSQL lets its log grow before it clears it away: what a merge of a whole register writes, but of a small
 * disk no more than a quarter, which it would otherwise fill by its log alone.
 */
async function logMB({ root }: DataFolder): Promise<number> {
  const { blocks, bsize } = await statfs(root)
  return Math.max(64, Math.min(Math.floor((blocks * bsize) / 4 / 2 ** 20), 8_192))
}

/** The pid of the server that runs on this folder now, if one does. */
export async function findPostmaster(folder: DataFolder): Promise<number | undefined> {
  const pid = await recordedPid(folder)
  return pid !== undefined && (await isPostmaster(pid, folder)) ? pid : undefined
}

/** The pid in postmaster.pid, alive or not. A server without clients, as repairs use it, writes it negative. */
async function recordedPid(folder: DataFolder): Promise<number | undefined> {
  const content = await readFile(join(folder.cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Math.abs(Number.parseInt(content, 10))
  return pid > 0 ? pid : undefined
}

const isPostmaster = async (pid: number, { cluster }: DataFolder): Promise<boolean> =>
  (await commandOf(pid)).includes(` -D ${cluster} `)

/**
 * Starts a server on the folder, and resolves when `findPostmaster` sees it or another one, or when it has ended.
 * That it runs says little: it may be recovering, or about to find that another one was first.
 */
export async function launchPostmaster(
  folder: DataFolder,
  binaries: Binaries,
  settings: Settings,
): Promise<Launch> {
  await prepareSocketFolder(folder)
  const environment = { ...ENVIRONMENT, ...(await staleLockOwner(folder)) }
  // A file and not a pipe to us: the server goes on when we are killed, and must still be able to write.
  const log = await attempt(`write ${folder.log}`, () => openLog(folder))
  try {
    const { size } = await log.stat()
    const child = spawn(binaries.postgres, ['-D', folder.cluster, ...(await asFlags(settings, folder))], {
      ...spawnAs(folder.user),
      cwd: '/',
      env: environment,
      // Its own session: Ctrl-C in the terminal reaches us alone, and we say when it stops.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    child.unref()
    const launch: Launch = { output: () => readFrom(folder.log, size) }
    child.once('error', (error) => {
      launch.ended = spawnFailure(error)
    })
    child.once('exit', (code, signal) => {
      launch.ended = `ended with ${signal ?? code}`
    })
    await untilVisible(folder, launch)
    return launch
  } finally {
    await log.close()
  }
}

async function untilVisible(folder: DataFolder, launch: Launch): Promise<void> {
  for (const end = performance.now() + VISIBLE_TIMEOUT_MS; performance.now() < end; await sleep(5)) {
    if (launch.ended !== undefined || (await findPostmaster(folder)) !== undefined) return
  }
}

async function asFlags(settings: Settings, folder: DataFolder): Promise<string[]> {
  const all = {
    ...(await defaultSettings(folder)),
    ...settings,
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: `"${folder.socket.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/**
 * A crashed server leaves postmaster.pid behind, and its pid may be another program's by now, which PostgreSQL
 * takes for a running server. The variable makes it overlook exactly this pid; so, unlike removing the file, it
 * cannot hit the file of a server that starts in this moment.
 */
async function staleLockOwner(folder: DataFolder): Promise<Record<string, string>> {
  const pid = await recordedPid(folder)
  if (pid === undefined || !isAlive(pid) || (await isPostmaster(pid, folder))) return {}
  return { PG_GRANDPARENT_PID: String(pid) }
}

async function openLog({ log, user }: DataFolder): Promise<FileHandle> {
  const found = await stat(log).catch(() => undefined)
  if (found !== undefined && found.size > LARGEST_LOG_BYTES) await rename(log, `${log}.1`)
  // Whoever owns the folder must not lead root to another file by a link.
  const file = await open(
    log,
    constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW,
    0o600,
  )
  const { nlink } = await file.stat()
  if (nlink !== 1) {
    await file.close()
    throw new EmbeddedPostgresError(`${log} is a link to another file: remove it`)
  }
  // Its owner may start the server another time, without root.
  if (user.switched) await file.chown(user.uid, user.gid)
  return file
}

async function readFrom(file: string, offset: number): Promise<string> {
  const content = await readFile(file).catch(() => Buffer.alloc(0))
  return content.subarray(offset).toString('utf8')
}

/**
 * Ends the server in the way that loses nothing: transactions are rolled back, and everything is written out.
 *
 * True once it is gone, false when that has not come about in 30 s.
 */
export async function stopPostmaster(folder: DataFolder, pid: number): Promise<boolean> {
  try {
    process.kill(pid, 'SIGINT')
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return true
    throw error
  }
  for (const end = performance.now() + STOP_TIMEOUT_MS; performance.now() < end; await sleep(20)) {
    if (!(await isPostmaster(pid, folder))) return true
  }
  return false
}
