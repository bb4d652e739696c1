import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, openPooledDatabase } from '../../shared/db/database.ts'
import { type Postgres15, startPostgres15, whyNoPostgres15 } from '../support/postgres-15.ts'
import { endServices, ServiceProcess } from '../support/process.ts'
import { runScript } from '../support/run-script.ts'
import { ask } from '../support/service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { makeKey } from '../support/test-keys.ts'

// These tests need processes: psql runs the script of the administrator, on a server without the roles of other tests.
if (whyNoPostgres15) {
  process.stdout.write(`roles: ${whyNoPostgres15}\n`)
}

const withPostgres15 = whyNoPostgres15 === undefined ? describe : describe.skip

withPostgres15('docs/operate/roles.sql', () => {
  let postgres: Postgres15
  let folder: Awaited<ReturnType<typeof temporaryFolder>>

  const administer = (...args: string[]) => postgres.psql(...args, '-f', 'docs/operate/roles.sql')
  const settingsOf = (database: string, owner: string) => ({
    DATA_DIR: folder.path,
    LOG_LEVEL: 'warn',
    DATABASE_URL: postgres.url(database, owner),
    DATABASE_SERVE_URL: postgres.url(database, 'trademark_api'),
    DATABASE_INGEST_URL: postgres.url(database, 'trademark_sync'),
  })
  const warningsOf = ({ errors }: ServiceProcess): string[] =>
    errors
      .split('\n')
      .filter((line) => line.includes('"WARN"'))
      .map((line) => (JSON.parse(line) as { message: string }).message)

  beforeAll(async () => {
    postgres = await startPostgres15()
    folder = await temporaryFolder()
  })
  afterAll(async () => {
    endServices()
    await postgres?.end()
    await folder?.remove()
  })

  describe('on an existing server whose owner may create roles', () => {
    test('is recommended by warnings at the start, and the service still starts', async () => {
      await postgres.psql('-c', 'create role marks login createrole', '-c', 'create database old owner marks')
      const service = new ServiceProcess({
        DATA_DIR: folder.path,
        DATABASE_URL: postgres.url('old', 'marks'),
      })
      await service.address()
      expect(warningsOf(service)).toEqual([
        "other connections share the owner's login marks, so that an SQL injection would have the rights of the owner: " +
          'let an administrator of the server run docs/operate/roles.sql, and set separate logins in DATABASE_SERVE_URL, ' +
          'DATABASE_INGEST_URL',
        'the login marks of DATABASE_URL may create roles, which the service does not need: let an administrator of the ' +
          'server run "alter role marks nocreaterole"',
      ])
      await service.stop()
    })

    test('creates the logins and ends the warnings', async () => {
      await administer('-v', 'owner=marks')
      const service = new ServiceProcess({ ...settingsOf('old', 'marks'), LOG_LEVEL: 'info' })
      const address = await service.address()
      expect(warningsOf(service)).toEqual([])
      expect((await ask({ address }, '/health')).status).toBe(200)
      await service.stop()
    })
  })

  test('lets an owner without rights on roles migrate, load and serve, and may be repeated', async () => {
    await administer()
    await administer()
    await postgres.psql('-c', 'create database fresh owner trademark')
    const settings = settingsOf('fresh', 'trademark')
    expect(await runScript('migrate.ts', [], { env: settings })).toMatchObject({ code: 0, err: '' })
    const loaded = await runScript(
      'sync.ts',
      ['sheets', '--file', 'local/sample/sheet.csv', '--date', '2026-11-02'],
      {
        env: settings,
      },
    )
    expect(loaded).toMatchObject({ code: 0, err: expect.stringMatching(/^Nothing is backed up: [^\n]*\n$/) })
    const owner = openDatabase({ connectionString: settings.DATABASE_URL }, 'owner', 'test')
    const { key } = await makeKey(owner)
    await owner.close()
    const service = new ServiceProcess({ ...settings, LOG_LEVEL: 'info' })
    const address = await service.address()
    expect((await ask({ address }, '/v1/brands?limit=1', { key })).body.items).toHaveLength(1)
    await service.stop()
  })

  test('gives the login of requests the settings that a pooler does not forward', async () => {
    const serving = openPooledDatabase(postgres.url('fresh', 'trademark_api'), 'test')
    expect(await serving.query({ text: 'select current_user as role', parameters: [] })).toEqual([
      { role: 'trademark_api' },
    ])
    await serving.close()
  })

  test.each(['DATABASE_SERVE_URL', 'DATABASE_INGEST_URL'])(
    'is needed because %s with the login of the owner ends the start with an error',
    async (setting) => {
      const settings = settingsOf('fresh', 'trademark')
      const service = new ServiceProcess({ ...settings, [setting]: settings.DATABASE_URL })
      expect(await service.exitCode()).toBe(1)
      expect(service.errors).toMatch(
        /permission denied to set role .*; docs\/operate\/settings\.md lists the rights of each login/,
      )
    },
  )
})
