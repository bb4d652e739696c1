import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { health } from '../../schemas/health.ts'
import { configuredPlace } from '../../shared/backup/recorded-place.ts'
import type { Database } from '../../shared/db/database.ts'
import { openDatabase } from '../../shared/db/database.ts'
import { setDatabases } from '../../shared/db/serving.ts'
import { compareRelease } from '../../shared/insights/postgresql-release.ts'
import { type Config, config } from '../../shared/platform/config.ts'
import { validator } from '../../shared/platform/validation.ts'
import { VERSION } from '../../shared/platform/version.ts'
import { backupKeys } from '../../test/support/backup-keys.ts'
import { blackHole } from '../../test/support/black-hole.ts'
import { type Answer, ask, startTestService, type TestService } from '../../test/support/service.ts'
import { editionDays } from '../../test/support/small-office.ts'
import { ago, HOUR, replaceEditions, replaceRuns, runRow } from '../../test/support/sync-runs.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { createTestDatabase } from '../../test/support/test-database.ts'

let service: TestService
let folder: Awaited<ReturnType<typeof temporaryFolder>>
const healthProblems = validator(health)

beforeAll(async () => {
  folder = await temporaryFolder()
  process.env.DATA_DIR = folder.path
  service = await startTestService()
})
afterAll(async () => {
  await service.stop()
  await folder.remove()
})

/** Sends probes while the handlers read another database. */
async function probeWith(database: Database, count = 1): Promise<Answer[]> {
  setDatabases({ serving: database })
  try {
    return await Promise.all(Array.from({ length: count }, () => ask(service, '/health')))
  } finally {
    setDatabases({ serving: service.database.open('trademark_serve') })
  }
}

const run = (text: string) => service.owner.query({ text, parameters: [] })

describe('200', () => {
  test.each(['?x=1', '?x=1&x=2', '?%ff', '?verbose'])('ignores the query %s', async (query) => {
    expect((await ask(service, `/health${query}`)).status).toBe(200)
  })

  test('needs no key, and announces sample data', async () => {
    const answer = await ask(service, '/health')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      status: 'ok',
      version: VERSION,
      sample: true,
      checks: {
        database: 'ok',
        migrations: 'ok',
        postgresql: expect.stringMatching(/^(ok|outdated)$/),
        disk: expect.stringMatching(/^(ok|low)$/),
        syncs: 'stale',
        backups: 'none',
      },
    })
    expect(healthProblems(answer.body)).toEqual([])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('does not wait for requests that wait for a connection', async () => {
    const key = await service.key()
    const answers = await service.owner.transaction(async (transaction) => {
      await transaction.query({ text: 'lock table brand in access exclusive mode', parameters: [] })
      const waiting = Array.from({ length: 40 }, () => ask(service, '/v1/brands/1', { key }))
      const probes = await Promise.all(Array.from({ length: 20 }, () => ask(service, '/health')))
      return { waiting, probes }
    })
    expect(answers.probes.map(({ status }) => status)).toEqual(Array(20).fill(200))
    await Promise.all(answers.waiting)
  })

  test('does not mention a sample once the corpus is the register', async () => {
    await run(`update corpus_state set kind = 'register'`)
    expect((await ask(service, '/health')).body.sample).toBeUndefined()
    await run(`update corpus_state set kind = 'sample'`)
  })

  test('is the status with an additive migration of a newer release', async () => {
    await run(`insert into schema_migration values (9001, 'later', 'additive', 'x')`)
    expect(await ask(service, '/health')).toMatchObject({ status: 200, body: { status: 'ok' } })
    await run(`delete from schema_migration where version = 9001`)
  })
})

describe('503', () => {
  test('when nothing listens at the address of the database', async () => {
    const nowhere = openDatabase(
      { connectionString: 'postgres://nobody@127.0.0.1:1/none' },
      'trademark_serve',
      'test',
    )
    const [answer] = await probeWith(nowhere)
    expect(answer?.status).toBe(503)
    expect(healthProblems(answer?.body)).toEqual([])
    expect(answer?.body).toMatchObject({
      status: 'degraded',
      checks: { database: 'unreachable', postgresql: 'unknown', syncs: 'unknown' },
    })
    // The disk is also checked, because it may be the cause.
    expect(answer?.body.checks.disk).toMatch(/^(ok|low)$/)
    await nowhere.close()
  })

  test('while the database hangs, for any number of probes over two connections', async () => {
    const hole = await blackHole()
    const hanging = openDatabase({ connectionString: hole.url }, 'trademark_serve', 'test')
    const answers = await probeWith(hanging, 50)
    expect(
      answers.every(({ status, body }) => status === 503 && body.checks.database === 'unreachable'),
    ).toBe(true)
    expect(hole.connections()).toBe(2) // for the check of the database, and for the state of the sources
    await hole.close()
    await hanging.close()
  })

  test('without the migrations of this release', async () => {
    const empty = await createTestDatabase('template0')
    const [answer] = await probeWith(empty.open('owner'))
    expect(answer).toMatchObject({ status: 503, body: { checks: { database: 'ok', migrations: 'missing' } } })
    await empty.drop()

    await run(`update schema_migration set version = 9000 where version = 1`)
    expect((await ask(service, '/health')).body.checks.migrations).toBe('missing')
    await run(`update schema_migration set version = 1 where version = 9000`)
  })

  test('with a breaking migration of a newer release', async () => {
    await run(`insert into schema_migration values (9002, 'split', 'breaking', 'x')`)
    expect(await ask(service, '/health')).toMatchObject({
      status: 503,
      body: { checks: { migrations: 'newer' } },
    })
    await run(`delete from schema_migration where version = 9002`)
  })
})

describe('warnings:', () => {
  const checksNow = async () => {
    const [answer] = await probeWith(service.database.open('trademark_serve')) // a database without cached values
    expect(answer).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect(healthProblems(answer?.body)).toEqual([])
    return answer?.body.checks
  }
  const allRan = (parts: Parameters<typeof runRow>[0] = {}) =>
    replaceRuns(service.owner, [
      runRow(),
      runRow({ source: 'bulletin' }),
      runRow({ source: 'portal' }),
      runRow(parts),
    ])

  beforeEach(() => replaceEditions(service.owner, { taken: editionDays(1) }))

  test('current sources give none', async () => {
    await allRan()
    expect((await checksNow()).syncs).toBe('ok')
  })

  test.each(['failed', 'held'] as const)('a source whose last run %s gives one', async (status) => {
    await allRan({ status, error_code: 'no_rows', error_message: 'No.' })
    expect((await checksNow()).syncs).toBe('failing')
  })

  test('a stale source gives one, even when its last run failed', async () => {
    const finished_at = ago(50 * HOUR)
    await replaceRuns(service.owner, [
      runRow({ started_at: ago(51 * HOUR), finished_at }),
      runRow({ source: 'bulletin' }),
      runRow({ source: 'portal' }),
      runRow({ status: 'failed', error_code: 'no_rows', error_message: 'No.' }),
    ])
    expect((await checksNow()).syncs).toBe('stale')
  })

  test('a register without configured sources gives none', async () => {
    await replaceRuns(service.owner, [])
    await run(`update corpus_state set kind = 'register'`)
    expect((await checksNow()).syncs).toBe('none')
    await run(`update corpus_state set kind = 'sample'`)
  })

  test('the release of PostgreSQL gives one if it is outdated', async () => {
    const [{ number } = { number: 0 }] = await service.owner.query<{ number: number }>({
      text: `select current_setting('server_version_num')::integer as number`,
      parameters: [],
    })
    expect((await checksNow()).postgresql).toBe(compareRelease(number).state)
  })

  describe('backups', () => {
    let settings: Config
    beforeEach(() => {
      settings = config()
    })
    afterEach(() => {
      settings.backup = undefined
      settings.databaseUrl = undefined
    })

    /** Configures a folder as the target, and records a backup of each kind that is `age` milliseconds old. */
    async function recordBackups(target: string, age: number): Promise<void> {
      const { settings: keys } = await backupKeys()
      settings.backup = {
        target,
        recipient: keys.BACKUP_RECIPIENT,
        signingKey: keys.BACKUP_SIGNING_KEY,
      }
      const parameters = { place: configuredPlace(settings.backup), at: ago(age) }
      await service.owner.query(
        {
          text: `insert into backup_run (kind, place, taken_at, finished_at, name, bytes)
                 select kind, $1, $2, $2, 'x', 1 from unnest(array['keys', 'corpus']) as kind`,
          parameters: ['place', 'at'],
        },
        parameters,
      )
    }

    test('on another disk than the data give none', async () => {
      await recordBackups('file:///dev', 0)
      expect((await checksNow()).backups).toBe('ok')
    })

    test('on the disk of the data give one', async () => {
      await mkdir(join(folder.path, 'backups'))
      await recordBackups(join(folder.path, 'backups'), 0)
      expect((await checksNow()).backups).toBe('same-disk')
    })

    test('of another database server give none, wherever they are', async () => {
      await recordBackups(folder.path, 0)
      settings.databaseUrl = 'postgres://elsewhere.example/marks'
      expect((await checksNow()).backups).toBe('ok')
    })

    test('that are old give one, even when they are also on the disk of the data', async () => {
      await recordBackups(folder.path, HOUR)
      expect((await checksNow()).backups).toBe('late')
    })
  })

  test('a missing data folder gives one', async () => {
    await rename(folder.path, `${folder.path}-gone`)
    expect((await checksNow()).disk).toBe('unreachable')
    await rename(`${folder.path}-gone`, folder.path)
  })
})
