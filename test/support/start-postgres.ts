import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, statfs } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../shared/db/database.ts'
import { joinEmbeddedPostgres, type Membership } from '../../shared/db/embedded/join.ts'
import { migrate } from '../../shared/db/migrate.ts'
import { stopPostgres } from './stop-postgres.ts'
import { databaseUrl, onServer, remember } from './test-database.ts'

export interface TestServer {
  dataDir: string
  membership: Membership
}

/** Settings without durability, which temporary data does not need. */
const UNSAFE_AND_FAST = {
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
  max_connections: '200',
}

/**
 * Runs once before all tests. Starts the embedded PostgreSQL, or uses the server of DATABASE_URL, whose role must be
 * allowed to create databases and roles. Creates the template database that every test file copies, and folders for the
 * logs and the prepared data of the run. Returns the function that ends them.
 */
export default async function startPostgres(): Promise<() => Promise<void>> {
  const given = process.env.DATABASE_URL
  const template = `trademark_test_template_${randomBytes(4).toString('hex')}`
  remember(given ?? (await startEmbedded()), template)
  // Tests choose their own settings: variables of the developer's shell must not affect them.
  delete process.env.DATABASE_URL
  await shareCompiledModules()
  await collectLog()
  process.env.TEST_PREPARED_DATA = await mkdtemp(join(await fastFolder(), 'trademark-test-prepared-'))
  await chmod(process.env.TEST_PREPARED_DATA, 0o711) // if the tests run as root, another user runs PostgreSQL below it

  await onServer(`create database ${template}`)
  const owner = openDatabase({ connectionString: databaseUrl(template) }, 'owner', 'test')
  await migrate(owner)
  await owner.close()
  return stopPostgres
}

/** Makes the processes of the run share a cache of compiled modules: each starts in about half the time. */
async function shareCompiledModules(): Promise<void> {
  process.env.NODE_COMPILE_CACHE = await mkdtemp(join(tmpdir(), 'trademark-test-compiled-'))
}

/** Makes every process of the run, also this one, write its log to one folder. */
async function collectLog(): Promise<void> {
  process.env.LOG_LEVEL = 'silent'
  process.env.TEST_LOG_FOLDER = await mkdtemp(join(tmpdir(), 'trademark-test-log-'))
  const collector = join(import.meta.dirname, 'collect-log.cjs')
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} -r "${collector}"`.trim()
  createRequire(import.meta.url)(collector)
}

/** The databases of `npm test` need 300 MB. Longer tests need more. */
const NEEDED_BYTES = 4 * 2 ** 30

/** Returns /dev/shm, which shortens all tests by an eighth, or the usual temporary folder if it has too little space. */
async function fastFolder(): Promise<string> {
  const memory = '/dev/shm'
  const free = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return free > NEEDED_BYTES ? memory : tmpdir()
}

async function startEmbedded(): Promise<string> {
  const dataDir = await mkdtemp(join(await fastFolder(), 'trademark-test-'))
  const membership = await joinEmbeddedPostgres({ dataDir, name: 'test', settings: UNSAFE_AND_FAST })
  Object.assign(globalThis, { testServer: { dataDir, membership } satisfies TestServer })
  const { user, password, host, port, database } = membership.connection
  // A URL needs a host; the parameter `host`, the folder of the socket, overrides it.
  return `postgres://${user}:${encodeURIComponent(password)}@socket/${database}?host=${encodeURIComponent(host)}&port=${port}`
}
