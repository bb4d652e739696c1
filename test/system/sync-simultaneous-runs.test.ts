import { afterEach, expect, test } from 'vitest'
import { holdLock, rowsOf, runBackends } from '../support/corpus-snapshot.ts'
import { editionDays, smallEdition, smallSheet } from '../support/small-office.ts'
import { POINTS, type SyncSurroundings, syncSurroundings } from '../support/sync-surroundings.ts'
import { until } from '../support/until.ts'

const [first = '', second = '', third = ''] = editionDays(3)

let on: SyncSurroundings
afterEach(() => on.end())

const runsInWords = async () =>
  (await on.runs()).map(({ source, status, error }) => `${source} ${status} ${error?.code ?? ''}`.trim())

const bothSources = async (): Promise<string[]> => {
  on.office.publish([smallSheet(second, 'DOS'), smallEdition(second)])
  const { letGo } = await holdLock(on.service.owner, POINTS['about to apply'])
  const runs = [on.sync('sheets'), on.sync('bulletin')]
  await until(async () => (await runBackends(on.service.owner, { waiting: true })).length === 2)
  await letGo()
  return Promise.all(runs.map(async ({ ended }) => (await ended).err))
}

test('runs of sheets and bulletin that compare with the same state of the corpus are both applied', async () => {
  on = await syncSurroundings(first)
  expect(await bothSources()).toEqual(['', ''])
  expect((await runsInWords()).slice(0, 2).sort()).toEqual(['bulletin succeeded', 'sheets succeeded'])
})

test('the simultaneous first runs of both sources are both applied, while one of them ends the sample', async () => {
  on = await syncSurroundings()
  // The run that ends the sample warns of missing backups.
  expect((await bothSources()).toSorted()).toEqual([
    '',
    expect.stringMatching(/^Nothing is backed up[^\n]+\n$/),
  ])
  expect((await runsInWords()).sort()).toEqual(['bulletin succeeded', 'sheets succeeded'])
})

test('of two runs of one source, the second is skipped, and the first is applied', async () => {
  on = await syncSurroundings(first)
  on.office.publish([smallSheet(second, 'DOS')])
  const run = await on.waitingSync(['sheets'], POINTS['about to apply'])
  expect(await on.sync('sheets').ended).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Run \d+ of sheets has been running since [^\n]+\.\n$/),
  })
  await run.letGo()
  expect(await run.ended).toEqual({ code: 0, out: '', err: '' })
  expect((await runsInWords()).slice(0, 2)).toEqual(['sheets skipped already_running', 'sheets succeeded'])
})

/** SQL that starts a bulletin run of another machine as soon as a run of this test succeeds. */
const COME_BETWEEN = [
  `create function come_between() returns trigger language plpgsql security definer as $$
   begin
     insert into sync_run (source, trigger, status, lease_owner, heartbeat_at)
     values ('bulletin', 'manual', 'running', '1 x elsewhere', clock_timestamp());
     return null;
   end $$`,
  `create trigger come_between after update on sync_run
     for each row when (new.status = 'succeeded') execute function come_between()`,
]

test('a run that begins between two editions of another run takes the remaining ones, and is reported once', async () => {
  on = await syncSurroundings(first)
  on.office.publish([smallEdition(second), smallEdition(third)])
  for (const statement of COME_BETWEEN) {
    await rowsOf(on.service.owner, statement)
  }
  const run = on.sync('bulletin')
  const skipped = 'bulletin skipped already_running'
  let over = false
  void run.ended.then(() => {
    over = true
  })
  await until(async () => over || (await runsInWords()).filter((each) => each === skipped).length > 1)
  await run.stop('SIGKILL')
  expect((await runsInWords()).slice(0, 3)).toEqual([skipped, 'bulletin running', 'bulletin succeeded'])
})
