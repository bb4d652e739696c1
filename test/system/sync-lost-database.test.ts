import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../shared/db/database.ts'
import { joinEmbeddedPostgres } from '../../shared/db/embedded/join.ts'
import { startCommand } from '../support/command-process.ts'
import { corpusSnapshot, holdLock, rowsOf, runBackends } from '../support/corpus-snapshot.ts'
import { editionDays } from '../support/small-office.ts'
import { kindsOfRun, POINTS, type SyncSurroundings, syncSurroundings } from '../support/sync-surroundings.ts'
import { until } from '../support/until.ts'

const [first = '', second = '', third = ''] = editionDays(3)

let on: SyncSurroundings
beforeAll(async () => {
  on = await syncSurroundings(first)
})
afterAll(() => on.end())

const KINDS = kindsOfRun(second, third)
const SENTENCE = /^[^\n]+ (?:cannot be used: [^\n]+|nothing of it was applied)\.\n$/
/** The run can still record its error if one of its connections ends later than the others. */
const TOLD = expect.stringMatching(/^(interrupted|internal_error)$/)

describe.each(KINDS.filter(([kind]) => kind.endsWith('by URL')))(
  'a server that ends all connections of a run: %s,',
  (_, order) => {
    test.each(['staging', 'in the middle of applying'] as const)(
      'while it is %s, ends it with one sentence, and nothing is applied',
      async (point) => {
        const before = await on.corpus()
        const run = await on.waitingSync((await order(on)).args, POINTS[point])
        await rowsOf(
          on.service.owner,
          `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'trademark sync'`,
        )
        const { code, out, err } = await run.ended
        await run.letGo()
        expect({ code, out, err }).toEqual({ code: 1, out: '', err: expect.stringMatching(SENTENCE) })
        expect(await on.corpus()).toEqual(before)
        const { out: status } = await on.sync('status', '--json').ended
        expect(JSON.parse(status).runs[0]).toMatchObject({ status: 'failed', error: { code: TOLD } })
      },
    )

    test('does not affect the next run', async () => {
      const { args } = await order(on)
      expect(await on.sync(...args).ended).toEqual({ code: 0, out: '', err: '' })
      expect((await on.runs())[0]).toMatchObject({ status: 'succeeded' })
    })
  },
)

const answers = (database: Database): Promise<boolean> =>
  rowsOf(database, 'select').then(
    () => true,
    () => false,
  )

/** Kills the test's own PostgreSQL while a lock stops a run before it applies. */
test('a database that dies ends a run with one sentence; once it is back, the run is reported as failed, and the next run succeeds', async () => {
  const order = KINDS.find(([name]) => name === 'bulletin by URL')?.[1]
  const args = (await order?.(on))?.args ?? []
  const dataDir = join(on.folder, 'data')
  const settings = {
    DATA_DIR: dataDir,
    SHEETS_URL: on.office.sheetsUrl,
    BULLETIN_URL: on.office.bulletinUrl,
  }
  const member = await joinEmbeddedPostgres({ dataDir, name: 'test' })
  const owner = openDatabase(member.connection, 'owner', 'test')
  expect(await startCommand('scripts/sync.ts', ['status'], settings).ended).toMatchObject({ code: 0 })
  const before = await corpusSnapshot(owner)
  const held = await holdLock(owner, POINTS['about to apply'])
  const run = startCommand('scripts/sync.ts', args, settings)
  await until(async () => (await runBackends(owner, { waiting: true })).length > 0)
  const [postmaster] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(postmaster), 'SIGQUIT') // stops like a crash, without a shutdown
  await held.letGo().catch(() => {})
  expect(await run.ended).toEqual({ code: 1, out: '', err: expect.stringMatching(SENTENCE) })
  const { out } = await startCommand('scripts/sync.ts', ['status', '--json'], settings).ended
  expect(JSON.parse(out).runs.at(-1)).toMatchObject({ status: 'failed', error: { code: TOLD } })
  await until(() => answers(owner)) // the command may have stopped the database before this process rejoined it
  const listed = 'select from bulletin_edition where taken_at is not null'
  expect(await rowsOf(owner, listed)).toEqual([])
  expect(await corpusSnapshot(owner)).toEqual(before)
  expect(await startCommand('scripts/sync.ts', args, settings).ended).toMatchObject({ code: 0, out: '' })
  await owner.close()
  await member.leave()
})
