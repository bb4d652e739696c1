import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findServerUser } from '../../shared/db/embedded/server-user.ts'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

/** The folder of Debian's PostgreSQL 15 programs, including those of the server. */
export const PROGRAMS = '/usr/lib/postgresql/15/bin'

/** The reason why PostgreSQL 15 is not available; undefined if it is. */
export const whyNoPostgres15 = existsSync(join(PROGRAMS, 'pg_basebackup'))
  ? undefined
  : `skipped: no ${PROGRAMS}`

/** A server on loopback with its own folder. */
export interface Server {
  /** Returns the URL of a database on the server, as superuser. */
  url(database: string): string
  /** Returns the log: every statement, after the application name of its session. */
  log(): Promise<string>
  /** Restarts the server after a stop or a kill, once its last process has ended. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Kills the server without notifying its clients, as the kernel would. */
  kill(): Promise<void>
}

export interface ReplicaServer extends Server {
  /** Promotes the replica to a primary, which accepts writes. */
  promote(): Promise<void>
}

export interface Cluster {
  readonly primary: Server
  /** Creates a replica of the primary. */
  follow(): Promise<ReplicaServer>
  end(): Promise<void>
}

/** Settings without durability, which temporary data does not need, and with the logs that the tests read. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  max_connections: '100',
  log_statement: 'all',
  log_line_prefix: '%a: ',
  wal_receiver_status_interval: '1s',
  wal_retrieve_retry_interval: '100ms',
  max_standby_streaming_delay: '0',
}

/** Starts a private primary of Debian's PostgreSQL 15. */
export async function startCluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'trademark-cluster-'))
  await chmod(folder, 0o755)
  const run = await runner()
  const makeFolder = async (name: string): Promise<string> => {
    const path = join(folder, name)
    await mkdir(path, { mode: 0o700 })
    await chown(path, run.uid, run.gid)
    return path
  }
  const home = await makeFolder('primary')
  await run.program('initdb', ['-D', home, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'])
  const servers: Server[] = []
  const primary = await startServer(run, home)
  servers.push(primary)
  return {
    primary,
    follow: async () => {
      const copy = await makeFolder(`replica-${servers.length}`)
      await run.program('pg_basebackup', ['-R', '-c', 'fast', '-d', primary.url('postgres'), '-D', copy])
      const replica = await startServer(run, copy)
      servers.push(replica)
      return { ...replica, promote: () => run.program('pg_ctl', ['promote', '-w', '-D', copy]) }
    },
    end: async () => {
      await Promise.all(servers.reverse().map((server) => server.stop()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startServer(run: Runner, home: string): Promise<Server> {
  const port = await freePort()
  const options = Object.entries({ ...SETTINGS, port }).map(([name, value]) => `-c ${name}='${value}'`)
  const logFile = join(home, 'server.log')
  const start = (): Promise<void> =>
    run.program('pg_ctl', ['start', '-w', '-t', '120', '-D', home, '-l', logFile, '-o', options.join(' ')])
  await start()
  return {
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    log: () => readFile(logFile, 'utf8'),
    start: () => until(() => start().then(isDone, isNotYet)),
    stop: () => run.program('pg_ctl', ['stop', '-w', '-m', 'immediate', '-D', home]).catch(() => {}),
    kill: async () => {
      const [pid] = (await readFile(join(home, 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
  }
}

const isDone = (): boolean => true
const isNotYet = (): boolean => false

interface Runner {
  uid: number
  gid: number
  /** @throws an error with the output of the program if it failed */
  program(name: string, args: string[]): Promise<void>
}

async function runner(): Promise<Runner> {
  const { uid, gid } = await findServerUser([])
  const runFile = promisify(execFile)
  return {
    uid,
    gid,
    program: async (name, args) => {
      await runFile(join(PROGRAMS, name), args, { uid, gid, cwd: tmpdir() })
    },
  }
}
