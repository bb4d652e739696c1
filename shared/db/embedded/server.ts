import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Binaries, findBinaries } from './binaries.ts'
import { makeCluster, NAME } from './cluster.ts'
import { assertUsable, type DataFolder, openDataFolder, PORT } from './data-folder.ts'
import { attempt, codeOf, EmbeddedPostgresError, messageOf, programError } from './errors.ts'
import { findPostmaster, type Launch, launchPostmaster, type Settings } from './postmaster.ts'

/** The connection settings for `pg`. The host is the folder of the socket. */
export interface EmbeddedConnection {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: string
  /** Overrides PGSSLMODE of the environment, because a socket does not support TLS. */
  readonly ssl: false
}

export interface Server {
  readonly binaries: Binaries
  readonly folder: DataFolder
  readonly connection: EmbeddedConnection
  readonly settings: Settings
}

/** Prepares the server of a DATA_DIR without starting it. Throws `EmbeddedPostgresError`. */
export async function prepareServer(
  dataDir: string,
  binFolder: string | undefined,
  settings: Settings,
): Promise<Server> {
  const binaries = await findBinaries(binFolder)
  const folder = await openDataFolder(dataDir, binaries.postgres)
  await makeCluster(folder, binaries, settings.fsync === 'off')
  await assertUsable(folder, binaries.major)
  const password = await attempt(`read ${folder.password}`, () => readFile(folder.password, 'utf8'))
  const address = { host: folder.socket, port: PORT, database: NAME, user: NAME, ssl: false } as const
  return { binaries, folder, connection: { ...address, password: password.trim() }, settings }
}

/** Opens one connection. Throws the error of `pg`. */
export async function connectEmbedded(server: Server, applicationName: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...server.connection,
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  client.on('error', () => {}) // an error event without a listener would end the process
  await client.connect()
  return client
}

/** The state of a server that refused or closed a connection. */
export type Refusal = 'absent' | 'starting' | 'stopping'

/** Returns the state of the server after a connection error; undefined if a retry cannot help. */
export function refusalOf(error: unknown): Refusal | undefined {
  const code = codeOf(error)
  if (code === undefined)
    return /terminated|timeout|not queryable/.test(messageOf(error)) ? 'stopping' : undefined
  if (code === '57P03') return messageOf(error).includes('shutting down') ? 'stopping' : 'starting'
  return refusals[code]
}

const refusals: Readonly<Record<string, Refusal>> = {
  ENOENT: 'absent',
  ECONNREFUSED: 'absent',
  ECONNRESET: 'stopping',
  EPIPE: 'stopping',
  EAGAIN: 'stopping', // the backlog of the socket is full; the timeout of `stopping` applies
  '57P01': 'stopping',
  '57P02': 'stopping',
}

/** The maximum time of the retries in each state. `starting` includes recovery after a crash. */
const REFUSAL_TIMEOUT_MS: Readonly<Record<Refusal, number>> = {
  absent: 30_000,
  starting: 900_000,
  stopping: 30_000,
}
const CONFLICT_TIMEOUT_MS = 10_000
const PAUSE_MS = 20
const CONFLICT_PAUSE_MS = 200

/** Matches the startup errors of PostgreSQL that a retry can resolve. */
const CONFLICT = /lock file ".*" (?:already exists|is empty)|pre-existing shared memory block/

/**
 * Connects to the server, and starts the server if necessary.
 *
 * Throws `EmbeddedPostgresError`, or the reason of an aborted `signal`.
 */
export async function connectOrStart(server: Server, name: string, signal: AbortSignal): Promise<pg.Client> {
  const timer = new RefusalTimer()
  let launch: Launch | undefined
  for (;;) {
    signal.throwIfAborted()
    try {
      return await connectEmbedded(server, name)
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal === undefined) throw connectionError(server, error)
      if (timer.isOver(refusal)) throw await timeoutError(server, error)
      if (refusal === 'absent') launch = await nextLaunch(server, launch, timer)
    }
    await sleep(launch?.ended === undefined ? PAUSE_MS : CONFLICT_PAUSE_MS, undefined, { signal })
  }
}

class RefusalTimer {
  #refusal: Refusal | undefined
  #since = 0
  #conflictSince: number | undefined

  isOver(refusal: Refusal): boolean {
    if (refusal !== this.#refusal) {
      this.#refusal = refusal
      this.#since = performance.now()
    }
    return performance.now() - this.#since > REFUSAL_TIMEOUT_MS[refusal]
  }

  isOverForConflict(): boolean {
    this.#conflictSince ??= performance.now()
    return performance.now() - this.#conflictSince > CONFLICT_TIMEOUT_MS
  }
}

/**
 * Starts the server if necessary. Throws if a retry cannot help.
 *
 * Returns undefined if another process has started the server.
 */
async function nextLaunch(
  server: Server,
  launch: Launch | undefined,
  timer: RefusalTimer,
): Promise<Launch | undefined> {
  if (launch !== undefined && launch.ended === undefined) return launch
  if (launch?.ended !== undefined) {
    const output = await launch.output()
    const isConflict = CONFLICT.test(output)
    const wasStopped = launch.ended === 'ended with 0'
    if (!wasStopped && (!isConflict || timer.isOverForConflict())) {
      throw programError(`PostgreSQL ${launch.ended} at its start`, output, ` (see ${server.folder.log})`)
    }
  }
  if ((await findPostmaster(server.folder)) !== undefined) return undefined
  return await launchPostmaster(server.folder, server.binaries, server.settings)
}

/** Converts a connection error to an error for the operator. */
export function connectionError({ folder }: Server, error: unknown): EmbeddedPostgresError {
  const reason =
    codeOf(error) === '28P01' ? `it rejects the password in ${folder.password}` : messageOf(error)
  return new EmbeddedPostgresError(`cannot connect to PostgreSQL on ${folder.socket}: ${reason}`, {
    cause: error,
  })
}

async function timeoutError({ folder }: Server, error: unknown): Promise<EmbeddedPostgresError> {
  const pid = await findPostmaster(folder)
  const who = pid === undefined ? 'PostgreSQL' : `PostgreSQL (pid ${pid})`
  return new EmbeddedPostgresError(
    `${who} of ${folder.cluster} does not accept connections on ${folder.socket}: ${messageOf(error)} ` +
      `(see ${folder.log})`,
    { cause: error },
  )
}
