import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPooledDatabase } from '../../shared/db/database.ts'
import { type Pooler, startPgBouncer, whyNoPgBouncer } from '../support/pgbouncer.ts'
import { endServices, ServiceProcess } from '../support/process.ts'
import { runScript } from '../support/run-script.ts'
import { ask } from '../support/service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createTestDatabase, onServer, type TestDatabase } from '../support/test-database.ts'
import { makeKey } from '../support/test-keys.ts'

if (whyNoPgBouncer) {
  process.stdout.write(`pooler: skipped: ${whyNoPgBouncer}\n`)
}

const withPooler = whyNoPgBouncer === undefined ? describe : describe.skip

withPooler('behind a pooler that lends a connection for one transaction', () => {
  const api = { user: `trademark_test_api_${process.pid}`, password: 'made-by:hand/only' }
  const stranger = { user: `trademark_test_stranger_${process.pid}`, password: 'stranger' }
  let database: TestDatabase
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let pooler: Pooler
  let settings: { DATABASE_URL: string; DATABASE_POOL_URL: string; DATA_DIR: string }

  const urlOf = (login: typeof api): string =>
    pooler.url({ ...login, password: encodeURIComponent(login.password) })
  const migrate = (poolUrl: string) =>
    runScript('migrate.ts', [], {
      env: { DATABASE_URL: database.url, DATABASE_POOL_URL: poolUrl, LOG_LEVEL: 'silent' },
    })

  beforeAll(async () => {
    database = await createTestDatabase()
    folder = await temporaryFolder()
    pooler = await startPgBouncer(folder.path, database.url, [api, stranger])
    await onServer(`create role ${stranger.user} login password '${stranger.password}'`)
    settings = { DATABASE_URL: database.url, DATABASE_POOL_URL: urlOf(api), DATA_DIR: folder.path }
  })
  afterAll(async () => {
    endServices()
    await pooler?.stop()
    await database?.drop()
    await onServer(`drop role if exists ${api.user}`)
    await onServer(`drop role if exists ${stranger.user}`)
    await folder?.remove()
  })

  test('migrate creates the login, also by two processes at once, and may be repeated', async () => {
    const runs = await Promise.all([migrate(urlOf(api)), migrate(urlOf(api))])
    runs.push(await migrate(urlOf(api)))
    expect(runs.map(({ code, err }) => ({ code, err }))).toEqual(Array(3).fill({ code: 0, err: '' }))
  })

  test('the service answers searches and details, with exact limits', async () => {
    const service = new ServiceProcess(settings)
    const address = await service.address()
    const { key } = await makeKey(database.open('owner'), { burstPerMinute: 40 })
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, turn) =>
        turn % 2 === 0
          ? ask({ address }, '/v1/brands?q=fiordo', { key })
          : ask({ address }, '/v1/brands/1132851', { key }),
      ),
    )
    const granted = answers.filter(({ status }) => status === 200)
    expect(granted).toHaveLength(40)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
    expect(granted.map(({ body }) => body.nroSolicitud ?? body.items[0].nroSolicitud)).toEqual(
      Array(40).fill('1132851'),
    )
    expect((await ask({ address }, '/health')).body).toMatchObject({ status: 'ok' })
    expect(await service.stop()).toBe(0)
  })

  test('the login can read the marks, but not change them, read the audit log or create tables', async () => {
    const serving = openPooledDatabase(urlOf(api), 'test')
    const say = (text: string) => serving.query({ text, parameters: [] })
    expect(await say('select true as "isRead" from brand limit 1')).toEqual([{ isRead: true }])
    for (const refused of ['delete from brand', 'select * from key_event', 'create table mine ()']) {
      await expect(say(refused)).rejects.toMatchObject({ code: '42501' })
    }
    await serving.close()
  })

  test('a login without its grants is refused with the command that grants them, also at the start', async () => {
    const serving = openPooledDatabase(urlOf(stranger), 'test')
    await expect(serving.query({ text: 'select 1', parameters: [] })).rejects.toThrow(
      /^The login of DATABASE_POOL_URL is not suitable .*not a member of trademark_serve.*npm run migrate/,
    )
    await serving.close()
    const service = new ServiceProcess({ ...settings, DATABASE_POOL_URL: urlOf(stranger) })
    await expect(service.address()).rejects.toThrow(/is not suitable for trademark_serve/)
  })

  test.each([
    ['without a password', (url: string) => url.replace(/:[^:@/]+@/, '@')],
    [
      'whose password has characters beyond ASCII',
      (url: string) => url.replace(/:[^:@/]+@/, ':contrase%C3%B1a@'),
    ],
    ['that is the owner', () => database.url],
    ['that is a role to switch to', (url: string) => url.replace(api.user, 'trademark_ingest')],
  ])('migrate refuses a login %s', async (_, change) => {
    const { code, err } = await migrate(change(urlOf(api)))
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(
        /^DATABASE_POOL_URL must name a separate login and the password of this login/,
      ),
    })
  })
})

test('a pooler without DATABASE_URL is refused', async () => {
  const folder = await temporaryFolder()
  const { code, err } = await runScript('migrate.ts', [], {
    env: { DATA_DIR: folder.path, DATABASE_POOL_URL: 'postgres://a:b@127.0.0.1:1/c' },
  })
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(/^DATABASE_POOL_URL is set without DATABASE_URL/),
  })
  await folder.remove()
})
