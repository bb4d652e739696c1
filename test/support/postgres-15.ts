import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findServerUser } from '../../shared/db/embedded/server-user.ts'
import { freePort } from './free-port.ts'

const runFile = promisify(execFile)

/** The folder of Debian's PostgreSQL 15 programs, including those of the server. */
const PROGRAMS = '/usr/lib/postgresql/15/bin'

/** The reason why PostgreSQL 15 is not available; undefined if it is. */
export const whyNoPostgres15 = existsSync(join(PROGRAMS, 'initdb')) ? undefined : `skipped: no ${PROGRAMS}`

/** A private server of Debian's PostgreSQL 15 on loopback. */
export interface Postgres15 {
  /** Returns the URL of a database, with a login that needs no password. */
  url(database: string, login: string): string
  /** Runs psql as superuser. */
  psql(...args: string[]): Promise<unknown>
  end(): Promise<void>
}

/** Starts a server with an empty cluster, without durability, which temporary data does not need. */
export async function startPostgres15(): Promise<Postgres15> {
  const folder = await mkdtemp(join(tmpdir(), 'trademark-postgres-15-'))
  await chmod(folder, 0o755)
  const { uid, gid } = await findServerUser([])
  const run = (program: string, ...args: string[]) =>
    runFile(join(PROGRAMS, program), args, { uid, gid, cwd: tmpdir() })
  const home = join(folder, 'cluster')
  await mkdir(home, { mode: 0o700 })
  await chown(home, uid, gid)
  await run('initdb', '-D', home, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8')
  const port = await freePort()
  const options = `-p ${port} -k '' -c listen_addresses=127.0.0.1 -c fsync=off`
  await run('pg_ctl', 'start', '-w', '-t', '120', '-D', home, '-l', join(home, 'server.log'), '-o', options)
  const url = (database: string, login: string): string => `postgres://${login}@127.0.0.1:${port}/${database}`
  return {
    url,
    psql: (...args) => runFile(join(PROGRAMS, 'psql'), ['-qX', '-d', url('postgres', 'postgres'), ...args]),
    end: async () => {
      await run('pg_ctl', 'stop', '-w', '-m', 'immediate', '-D', home).catch(() => {})
      await rm(folder, { recursive: true, force: true })
    },
  }
}
