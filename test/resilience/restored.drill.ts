import { copyFile, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backupKeys } from '../support/backup-keys.ts'
import { openReport } from '../support/figures.ts'
import { answer } from '../support/keys-command.ts'
import { ServiceProcess } from '../support/process.ts'
import { type Run, runScript, type Surroundings } from '../support/run-script.ts'
import { type Answer, ask } from '../support/service.ts'
import { editionDays, keepFile, smallEdition } from '../support/small-office.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Simulates the loss of a machine: compares its data before the loss with a new machine restored from its backups. */
const figure = openReport('drill', 'Drill: the machine is lost')
const SEARCHES = ['fiordo', 'fjordo', 'restaurant', 'kayak', 'sur', 'ñandu', 'andes cafe', 'x', 'casa torres']
const MOST_PAGES = 100

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let identity: string
let settings: Record<string, string> & { DATA_DIR: string }
let lost: Witness
let restored: ServiceProcess
let address: string

/** What clients and the operator saw before the loss. */
interface Witness {
  keys: Record<'reader' | 'all' | 'revoked' | 'rotated' | 'small', string>
  ids: Record<string, string>
  list: unknown
  auditLog: Record<string, unknown>
  answers: Answered
}

type Answered = Record<string, unknown>

const keysIn =
  (environment: Record<string, string>) =>
  async (...args: string[]) =>
    answer<{ id: string; key: string }>(await run('keys.ts', [...args, '--json'], { env: environment }))

const run = (script: string, args: string[], surroundings: Surroundings): Promise<Run> =>
  runScript(script, args, { ...surroundings, env: { LOG_LEVEL: 'silent', ...surroundings.env } })

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  const result = await work()
  figure(what, `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
  return result
}

/** Returns the responses to all requests of a reader that do not depend on the current time. */
async function everyAnswer(service: string, key: string): Promise<Answered> {
  const answers: Answered = {}
  const body = async (path: string): Promise<Answer['body']> => {
    const { status, body } = await ask({ address: service }, path, { key })
    expect({ path, status }).toEqual({ path, status: 200 })
    answers[path] = body
    return body
  }
  const numbers: string[] = []
  let next = '/v1/brands?limit=100'
  for (let page = 0; page < MOST_PAGES && next !== ''; page++) {
    const { items, nextCursor } = await pageOf(service, key, next)
    answers[`page ${page}`] = items
    numbers.push(...items.map(({ nroSolicitud }: { nroSolicitud: string }) => nroSolicitud))
    next = nextCursor === null ? '' : `/v1/brands?limit=100&cursor=${encodeURIComponent(nextCursor)}`
  }
  for (const number of numbers) {
    await body(`/v1/brands/${number}`)
  }
  for (const q of SEARCHES) {
    answers[`q=${q}`] = (await pageOf(service, key, `/v1/brands?${new URLSearchParams({ q })}`)).items
  }
  answers.runs = (await pageOf(service, key, '/v1/sync-runs?limit=100')).items
  return answers
}

async function pageOf(service: string, key: string, path: string): Promise<Answer['body']> {
  const { status, body } = await ask({ address: service }, path, { key })
  expect({ path, status }).toEqual({ path, status: 200 })
  return body
}

async function auditLogOf(environment: Record<string, string>, ids: readonly string[]) {
  const shown = ids.map(async (id) => {
    const detail = answer<object>(await run('keys.ts', ['show', id, '--json'], { env: environment }))
    return [id, detail] as const
  })
  return Object.fromEntries(await Promise.all(shown))
}

beforeAll(async () => {
  folder = await temporaryFolder()
  const keys = await backupKeys()
  identity = keys.identity
  settings = {
    DATA_DIR: join(folder.path, 'lost'),
    BACKUP_TARGET: `file://${join(folder.path, 'backups')}`,
    ...keys.settings,
    SHEETS_SCHEDULE: '0 0 29 2 *',
  }
  await fillRegister()
  lost = await useAndLose()
  await timed('restore, search included', restoreElsewhere)
  restored = new ServiceProcess({ ...settings, DATA_DIR: join(folder.path, 'new') })
  address = await timed('start of the restored service', () => restored.address())
}, 300_000)

afterAll(async () => {
  await restored?.stop()
  await folder?.remove()
})

async function fillRegister(): Promise<void> {
  const file = join(folder.path, 'solicitudes-2026-11-02.csv')
  await copyFile(new URL('../../local/sample/sheet.csv', import.meta.url), file)
  const days = editionDays(3).slice(0, 2)
  const editions = await Promise.all(days.map((day) => keepFile(folder.path, smallEdition(day))))
  for (const [source, ...files] of [
    ['sheets', file],
    ['bulletin', ...editions],
  ]) {
    const ended = await run('sync.ts', [source ?? '', ...files], { env: settings })
    expect(ended).toMatchObject({ code: 0, err: '' })
  }
}

/** Uses the service, backs it up, changes keys, then loses the machine: kills its processes and removes its folder. */
async function useAndLose(): Promise<Witness> {
  const keys = keysIn(settings)
  const made = {
    reader: await keys('create', '--consumer', 'acme', '--scopes', 'brands:read'),
    all: await keys('create', '--consumer', 'us', '--unrestricted', '--quota', '100000', '--burst', '100000'),
    revoked: await keys('create', '--consumer', 'leaky', '--unrestricted'),
    rotated: await keys('create', '--consumer', 'turn', '--unrestricted'),
    small: await keys('create', '--consumer', 'small', '--unrestricted', '--quota', '5'),
  }
  const service = new ServiceProcess(settings)
  const at = await service.address()
  for (let call = 0; call < 3; call++) {
    await ask({ address: at }, '/v1/brands?limit=1', { key: made.small.key })
  }
  const answers = await everyAnswer(at, made.all.key)
  await timed('backup of both kinds', async () => {
    expect(await run('backup.ts', ['--json'], { env: settings })).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^Warning: .* is on the same disk as the data, .*\n$/),
    })
  })
  // After the backup of the corpus; each change of a key is backed up at once.
  await keys('rotate', made.rotated.id, '--reason', 'as every year')
  await keys('revoke', made.revoked.id, '--reason', 'leaked')
  const ids = Object.fromEntries(Object.entries(made).map(([name, { id }]) => [name, id]))
  const auditLog = await auditLogOf(settings, Object.values(ids))
  const list = answer(await run('keys.ts', ['list', '--json'], { env: settings }))
  const postgres = await postgresOf(settings.DATA_DIR)
  for (const pid of [service.child.pid ?? 0, postgres]) {
    process.kill(pid, 'SIGKILL') // both at once: a remaining process, such as a running backup, stops the other gracefully
  }
  await service.exitCode()
  while (isThere(postgres)) {
    await wait(20)
  }
  await rm(settings.DATA_DIR, { recursive: true })
  const secrets = Object.fromEntries(Object.entries(made).map(([name, { key }]) => [name, key]))
  return { keys: secrets as Witness['keys'], ids, list, auditLog, answers }
}

async function postgresOf(dataDir: string): Promise<number> {
  const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  return Number(pid)
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Restores with the secret key only: the settings, including the signing key, are lost with the machine. */
async function restoreElsewhere(): Promise<void> {
  const from = settings.BACKUP_TARGET ?? ''
  const ended = await run('restore.ts', ['--identity', '-', '--from', from, '--json'], {
    env: { DATA_DIR: join(folder.path, 'new') },
    stdin: `${identity}\n`,
  })
  expect(ended).toMatchObject({ code: 0, err: '' })
  const receipt = JSON.parse(ended.out)
  expect(receipt.backups).toMatchObject([
    { kind: 'keys', isSigned: true },
    { kind: 'corpus', isSigned: true },
  ])
  const keysAt = receipt.spans.find(({ kind }: { kind: string }) => kind === 'keys')
  figure('rows restored', String(Object.values<number>(receipt.rows).reduce((sum, rows) => sum + rows, 0)))
  figure(
    'age of the newest restored key, when the service was back',
    `${((Date.parse(keysAt.to) - Date.parse(keysAt.from)) / 1_000).toFixed(1)} s`,
  )
  expect(receipt.notVouchedFor.join('\n')).toContain(`from ${keysAt.from} to ${keysAt.to}`)
}

type Sent = Omit<Parameters<typeof ask>[2] & object, 'key'>

const asks = (path: string, key?: string, sent: Sent = {}) => ask({ address }, path, { key, ...sent })

describe('the restored service', () => {
  test('answers every request as the lost service did', async () => {
    const answers = await everyAnswer(address, lost.keys.all)
    expect(Object.keys(answers)).toEqual(Object.keys(lost.answers))
    for (const [question, answer] of Object.entries(answers)) {
      expect({ question, answer }).toEqual({ question, answer: lost.answers[question] })
    }
    figure('answers compared with those before the loss', String(Object.keys(answers).length))
  })

  test('has every key, with its terms and its audit log', async () => {
    const environment = { ...settings, DATA_DIR: join(folder.path, 'new') }
    expect(await auditLogOf(environment, Object.values(lost.ids))).toMatchObject(
      Object.fromEntries(
        Object.entries(lost.auditLog).map(([id, detail]) => [id, withoutUse(detail as KeyDetail)]),
      ),
    )
    const list = answer<{ keys: { id: string }[] }>(
      await run('keys.ts', ['list', '--json'], { env: environment }),
    )
    expect(list.keys.map(({ id }) => id)).toEqual((lost.list as typeof list).keys.map(({ id }) => id))
  })

  type KeyDetail = Record<string, unknown>
  const withoutUse = ({ lastUsedAt: _, monthUsed: __, ...rest }: KeyDetail): KeyDetail => rest

  test('refuses keys that were revoked or rotated, also after the backup of the corpus', async () => {
    for (const key of [lost.keys.revoked, lost.keys.rotated, undefined, 'tmk_nonsense']) {
      const { status, body, headers } = await asks('/v1/brands', key)
      expect({ status, code: body.error.code }).toEqual({ status: 401, code: 'unauthorized' })
      expect(headers.get('www-authenticate')).toBe('ApiKey')
    }
  })

  test('enforces the scopes of keys and the remaining quota', async () => {
    expect((await asks('/v1/freshness', lost.keys.reader)).body.error.code).toBe('forbidden')
    const statuses: number[] = []
    for (let call = 0; call < 4; call++) {
      statuses.push((await asks('/v1/brands?limit=1', lost.keys.small)).status)
    }
    expect(statuses).toEqual([200, 200, 429, 429]) // three of five were spent before the loss
  })

  test.each([
    ['/v1/brands?limit=0', 400, 'validation_error'],
    ['/v1/brands?cursor=nonsense', 400, 'validation_error'],
    ['/v1/brands?estado=nope', 400, 'validation_error'],
    ['/v1/brands/0', 404, 'not_found'],
    ['/v1/nothing', 404, 'not_found'],
  ])('answers %s with %i %s in an error envelope', async (path, status, code) => {
    const found = await asks(path, lost.keys.all)
    expect({ status: found.status, code: found.body.error.code }).toEqual({ status, code })
    expect(found.body.error.requestId).toBe(found.headers.get('x-request-id'))
  })

  test('is healthy, does not serve the sample, and serves the tools', async () => {
    const health = await asks('/health')
    expect(health).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect(health.body.sample ?? false).toBe(false)
    const call = { name: 'search_brands', arguments: { q: 'fiordo' } }
    const { body } = await asks('/mcp', lost.keys.all, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
    })
    expect(JSON.parse(body.result.content[0].text).items).toEqual(lost.answers['q=fiordo'])
  })

  test('gets later changes with the next run of a source', async () => {
    const environment = { ...settings, DATA_DIR: join(folder.path, 'new') }
    const [day = ''] = editionDays(1)
    const file = await keepFile(join(folder.path, 'later'), {
      ...smallEdition(day),
      body: () => Buffer.from('nroSolicitud\tseccion\tcodigo_evento\tresolucion\n1132851\tM5\t777\t2026/1\n'),
    })
    const ended = await run('sync.ts', ['bulletin', file], { env: environment })
    expect(ended).toMatchObject({ code: 0, err: '' })
    const { body } = await asks('/v1/brands/1132851', lost.keys.all)
    expect(body.anotaciones[0]).toMatchObject({ fecha: day, resolucion: '2026/1' })
  })
})

test('a second restore over the restored database is refused, and changes nothing', async () => {
  const ended = await run('restore.ts', ['--identity', '-'], {
    env: { ...settings, DATA_DIR: join(folder.path, 'new') },
    stdin: identity,
  })
  expect(ended).toMatchObject({ code: 1, out: '', err: expect.stringContaining('not empty') })
  expect((await asks('/v1/brands?limit=1', lost.keys.all)).status).toBe(200)
})
