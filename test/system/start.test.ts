import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../shared/db/database.ts'
import { joinEmbeddedPostgres } from '../../shared/db/embedded/join.ts'
import { endServices, ServiceProcess } from '../support/process.ts'
import { ask } from '../support/service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'

/** The tests start the service on one DATA_DIR, in their order, because creating a database takes several seconds. */
let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => {
  endServices()
  return folder.remove()
})

const start = (environment: Record<string, string> = {}): ServiceProcess =>
  new ServiceProcess({ DATA_DIR: join(folder.path, 'data'), ...environment })

/** Returns the exit code and the standard error of a failed start. */
async function refusal(
  environment: Record<string, string>,
): Promise<{ code: number | null; sentence: string }> {
  const service = start(environment)
  const code = await service.exitCode()
  return { code, sentence: service.errors.trim() }
}

/** The number of marks of the sheet and of marks that only the portal has. */
const SAMPLE_MARKS = 211
const printedKey = (service: ServiceProcess): string => /tmk_\w+/.exec(service.output)?.[0] ?? ''
const dataFile = (name: string): string => join(folder.path, 'data', name)

/** Returns whether a PostgreSQL runs on the data of this test. */
async function databaseRuns(): Promise<boolean> {
  const pid = await readFile(dataFile('postgres/postmaster.pid'), 'utf8').catch(() => '')
  return pid !== ''
}

describe('npm start with nothing configured', () => {
  test('starts a database, loads the sample data, and prints a valid key', async () => {
    const service = start()
    const address = await service.address()
    await until(() => service.output.includes('Ctrl-C'))
    expect(service.output).toContain(`SAMPLE DATA: ${SAMPLE_MARKS} made-up marks`)
    const [search] = /\/v1\/brands\?[^']+/.exec(service.output) ?? ['']
    const found = await ask({ address }, search, { key: printedKey(service) })
    expect(found.body.items.length).toBeGreaterThan(0)
    const [, number] = /v1\/brands\/(\d+)/.exec(service.output) ?? []
    const answer = await ask({ address }, `/v1/brands/${number}`, { key: printedKey(service) })
    expect(answer).toMatchObject({ status: 200, body: { nroSolicitud: number } })
    expect((await ask({ address }, '/health')).body).toMatchObject({ status: 'ok', sample: true })

    const freshness = await ask({ address }, '/v1/freshness', { key: printedKey(service) })
    expect(freshness.body.sources.map(({ stale }: { stale: boolean }) => stale)).toEqual([
      false,
      false,
      false,
    ])

    const file = dataFile('sample-key')
    expect((await readFile(file, 'utf8')).trim()).toBe(printedKey(service))
    expect((await stat(file)).mode & 0o777).toBe(0o600)

    expect(await service.stop('SIGINT')).toBe(0)
    expect(await databaseRuns()).toBe(false)
  })

  test('uses the same key and the same marks the second time, and listens only after the warm-up', async () => {
    const kept = (await readFile(dataFile('sample-key'), 'utf8')).trim()
    const service = start()
    const address = await service.address()
    const page = await (await fetch(`${address}/metrics`)).text()
    const [, open] = /^trademark_database_connections (\d+)$/m.exec(page) ?? []
    expect(Number(open)).toBeGreaterThan(5) // connections for the first requests
    await until(() => service.output.includes('Ctrl-C'))
    expect(printedKey(service)).toBe(kept)
    expect(service.output).toContain(`SAMPLE DATA: ${SAMPLE_MARKS} made-up marks`)
    expect((await ask({ address }, '/health')).status).toBe(200)
    expect(await service.stop()).toBe(0)
    expect(service.errors).toBe('')
  })

  test('shares its database with the keys command, and the last to leave stops it', async () => {
    const service = start()
    const address = await service.address()
    const { key } = JSON.parse(
      await keys('create', '--consumer', 'other', '--scopes', 'brands:read', '--json'),
    )
    expect((await ask({ address }, '/v1/brands/0', { key })).status).toBe(404)
    expect(await databaseRuns()).toBe(true)
    await service.stop()
    expect(await databaseRuns()).toBe(false)
    expect(JSON.parse(await keys('list', '--json')).keys).toHaveLength(2)
    expect(await databaseRuns()).toBe(false)
  })
})

test('requests and runs have separate logins on the embedded database, other than the owner', async () => {
  const service = start()
  const address = await service.address()
  const member = await joinEmbeddedPostgres({ dataDir: join(folder.path, 'data'), name: 'test' })
  const owner = openDatabase(member.connection, 'owner', 'test')
  const statement = {
    text: `select distinct usename::text as login from pg_stat_activity where application_name = 'trademark start' order by 1`,
    parameters: [],
  }
  await until(async () => {
    await ask({ address }, '/health')
    const logins = (await owner.query<{ login: string }>(statement)).map(({ login }) => login)
    return logins.includes('trademark_api')
  })
  const [rights] = await owner.query<{ granted: string }>({
    text: `select string_agg(member::regrole || ' in ' || roleid::regrole, ', ' order by roleid::regrole::text) as granted
             from pg_auth_members where member in ('trademark_api'::regrole, 'trademark_sync'::regrole)`,
    parameters: [],
  })
  expect(rights?.granted).toBe('trademark_sync in trademark_ingest, trademark_api in trademark_serve')
  await owner.close()
  await member.leave()
  expect(await service.stop()).toBe(0)
})

const keys = (...words: string[]): Promise<string> => script('keys.ts', ...words)

/** Runs a command on the shared DATA_DIR, and returns its standard output. */
async function script(file: string, ...words: string[]): Promise<string> {
  const child = spawn(process.execPath, [`scripts/${file}`, ...words], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH, DATA_DIR: join(folder.path, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await once(child, 'close')
  return output
}

describe('a failed start reports the reason in one sentence, and leaves no process running,', () => {
  let taken: Server
  let port: string
  beforeAll(async () => {
    taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    port = String((taken.address() as { port: number }).port)
  })
  afterAll(() => void taken.close())

  test('when the port is in use', async () => {
    const { code, sentence } = await refusal({ PORT: port })
    expect(sentence).toContain(`Port ${port} of 127.0.0.1 is in use.`)
    expect(sentence.split('\n')).toHaveLength(1)
    expect(code).toBe(1)
    expect(await databaseRuns()).toBe(false)
  })

  test('when another service runs on the same DATA_DIR', async () => {
    const first = start()
    const address = await first.address()
    const { code, sentence } = await refusal({})
    expect(sentence).toContain(String(first.child.pid))
    expect(sentence.split('\n')).toHaveLength(1)
    expect(code).toBe(1)
    expect((await ask({ address }, '/health')).status).toBe(200)
    await first.stop()
  })

  test.each([
    ['DATA_DIR cannot be created', { DATA_DIR: '/proc/nowhere/data' }, 1],
    ['HOST is not an address of this machine', { HOST: '192.0.2.1' }, 1],
    ['the certificate cannot be read', { TLS_CERT_FILE: '/nowhere.pem', TLS_KEY_FILE: '/nowhere.pem' }, 1],
    ['nothing answers at DATABASE_URL', { DATABASE_URL: 'postgres://reader@127.0.0.1:1/none' }, 1],
    ['settings are invalid', { PORT: 'http' }, 2],
  ])('when %s', async (_, environment, expected) => {
    const { code, sentence } = await refusal(environment)
    expect(sentence).not.toMatch(/^\s+at /m)
    expect(sentence.split('\n').length).toBeLessThanOrEqual(2)
    expect(code).toBe(expected)
    expect(await databaseRuns()).toBe(false)
  })
})

test('a signal that reaches only npm, as from a service manager, stops the service', async () => {
  const npm = spawn('npm', ['start'], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: join(folder.path, 'data') },
  })
  let output = ''
  npm.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await until(() => output.includes('"message":"started"'))
  npm.kill('SIGTERM')
  // The service keeps the output of npm open while it runs.
  await once(npm, 'close')
  expect(output).toContain('stopping on SIGTERM')
})

test('a start with an argument is refused, because settings are variables', async () => {
  const child = spawn(process.execPath, ['local/main.ts', '--port', '3'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH, DATA_DIR: join(folder.path, 'data') },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [sentence, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect({ sentence, code }).toEqual({
    sentence: 'npm start does not accept "--port": settings are variables, such as PORT=8081 npm start\n',
    code: 1,
  })
})

describe('if no sample key is made', () => {
  test('the start names the command that makes a key, and warns that keys travel unencrypted', async () => {
    const service = start({ HOST: '0.0.0.0', DATA_DIR: join(folder.path, 'public') })
    const address = await service.address()
    await until(() => service.output.includes('To make a key'))
    expect(service.output).toContain('node scripts/keys.ts create --consumer NAME') // not started by npm
    expect(service.errors).toContain('keys travel unencrypted')
    expect(service.output).not.toContain('tmk_')
    expect(await readdir(join(folder.path, 'public'))).not.toContain('sample-key')
    const { checks } = (await ask({ address }, '/health')).body
    expect(service.errors.includes('lacks security fixes')).toBe(checks.postgresql === 'outdated')
    await service.stop()
  })

  test('the start does not warn if TRUSTED_PROXIES is set', async () => {
    const environment = {
      HOST: '0.0.0.0',
      TRUSTED_PROXIES: '192.0.2.1',
      DATA_DIR: join(folder.path, 'public'),
    }
    const service = start(environment)
    await service.address()
    await until(() => service.output.includes('To make a key'))
    expect(service.errors).not.toContain('keys travel unencrypted')
    await service.stop()
  })
})

test('a lost or damaged sample key is replaced by a new one', async () => {
  await writeFile(dataFile('sample-key'), 'tmk_not a key')
  const service = start()
  const address = await service.address()
  await until(() => service.output.includes('Ctrl-C'))
  expect((await ask({ address }, '/v1/brands/0', { key: printedKey(service) })).status).toBe(404)
  await service.stop()
})

test('the first sheet makes the sample of a running service a register: the sample and its key are gone, also after the next start', async () => {
  const service = start()
  const address = await service.address()
  await until(() => service.output.includes('Ctrl-C'))
  const sampleKey = printedKey(service)
  const sheet = join(folder.path, 'real-2026-11-02.csv')
  await writeFile(
    sheet,
    'N° Solicitud;Denominación;Estado;Fecha de Presentación\n7;SIETE;Registrada;02/01/2026\n',
  )
  await script('sync.ts', 'sheets', '--file', sheet)
  expect((await ask({ address }, '/v1/brands/7', { key: sampleKey })).status).toBe(401)
  expect((await ask({ address }, '/health')).body).not.toHaveProperty('sample')
  const { key } = JSON.parse(await keys('create', '--consumer', 'real', '--unrestricted', '--json'))
  const all = await ask({ address }, '/v1/brands', { key })
  expect(all.body).toMatchObject({ items: [{ nroSolicitud: '7' }], nextCursor: null })
  await service.stop()

  const again = start()
  const next = { address: await again.address() }
  await until(() => again.output.includes('To make a key'))
  expect((await ask(next, '/v1/brands', { key })).body.items).toHaveLength(1)
  expect((await ask(next, '/v1/sync-runs', { key })).body.items).toHaveLength(1)
  expect(again.output).not.toContain('tmk_')
  expect(await readdir(join(folder.path, 'data'))).not.toContain('sample-key')
  await again.stop()
})

test('a database that hangs does not prevent the end of the service', async () => {
  const service = start()
  await service.address()
  const postmaster = Number((await readFile(dataFile('postgres/postmaster.pid'), 'utf8')).split('\n')[0])
  const children = (await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8'))
    .trim()
    .split(' ')
  const all = [postmaster, ...children.map(Number)]
  for (const pid of all) {
    process.kill(pid, 'SIGSTOP')
  }
  try {
    expect(await service.stop()).toBe(0)
    expect(service.errors).toContain(`PostgreSQL (pid ${postmaster}) does not answer and was left running`)
  } finally {
    for (const pid of all.reverse()) {
      process.kill(pid, 'SIGKILL')
    }
  }
})
