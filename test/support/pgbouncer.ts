import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

/** Debian's PgBouncer. */
const PGBOUNCER = '/usr/sbin/pgbouncer'

/** The reason why no pooler is available; undefined if one is. */
export const whyNoPgBouncer = existsSync(PGBOUNCER) ? undefined : `${PGBOUNCER} is not installed`

/** A login of the server behind the pooler. */
interface Login {
  user: string
  password: string
}

export interface Pooler {
  /** Returns the URL of the database behind the pooler, with a login. */
  url(login: Login): string
  stop(): Promise<void>
}

/**
 * Starts a real PgBouncer on loopback in front of the database at `url`. It uses transaction pooling and keeps its files in
 * `folder`.
 */
export async function startPgBouncer(folder: string, url: string, logins: readonly Login[]): Promise<Pooler> {
  const server = new URL(url)
  const port = await freePort()
  const users = join(folder, 'users.txt')
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(users, logins.map(({ user, password }) => `"${user}" "${password}"\n`).join(''))
  await writeFile(file, configuration(server, port, users))
  await Promise.all([chmod(folder, 0o755), chmod(users, 0o644), chmod(file, 0o644)]) // read by another user
  const child = spawn(PGBOUNCER, [file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(process.getuid?.() === 0 ? userFor(socketFolder(server)) : {}),
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = once(child, 'close')
  await until(async () => {
    if (child.exitCode !== null) {
      throw new Error(`PgBouncer ended: ${said}`)
    }
    return listens(port)
  })
  return {
    url: ({ user, password }) => `postgres://${user}:${password}@127.0.0.1:${port}${server.pathname}`,
    stop: async () => {
      child.kill('SIGINT')
      await ended
    },
  }
}

const socketFolder = (server: URL): string | undefined => server.searchParams.get('host') ?? undefined

const NOBODY = 65_534

/** Returns a user for PgBouncer, which refuses to run as root and needs access to the socket of the server, if any. */
function userFor(folder: string | undefined): { uid: number; gid: number } {
  const { uid, gid } = folder === undefined ? { uid: NOBODY, gid: NOBODY } : statSync(folder)
  return { uid, gid }
}

/** Returns a configuration with fewer connections than clients, so that clients share connections. */
const configuration = (server: URL, port: number, users: string): string => `
[databases]
* = host=${socketFolder(server) ?? server.hostname} port=${server.port || server.searchParams.get('port') || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 2
logfile =
`

async function listens(port: number): Promise<boolean> {
  const socket = createConnection(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
