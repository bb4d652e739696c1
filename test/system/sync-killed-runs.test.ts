import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CommandProcess } from '../support/command-process.ts'
import { rowsOf, runBackends } from '../support/corpus-snapshot.ts'
import { editionDays, smallEdition, smallMarks, smallSheet } from '../support/small-office.ts'
import {
  kindsOfRun,
  POINTS,
  type SyncSurroundings,
  setHeartbeat,
  syncSurroundings,
} from '../support/sync-surroundings.ts'
import { until } from '../support/until.ts'

const [first = '', second = '', third = '', fourth = ''] = editionDays(4)

let on: SyncSurroundings
beforeAll(async () => {
  on = await syncSurroundings(first)
})
afterAll(() => on.end())

async function expectTold(status: string, code?: string): Promise<void> {
  const [newest] = await on.runs()
  expect({ status: newest?.status, code: newest?.error?.code }).toEqual({ status, code })
}

/** Expects an unchanged corpus and a run that is reported as running until its lease is stale, then as failed. */
async function expectLost(before: unknown): Promise<void> {
  expect(await on.corpus()).toEqual(before)
  await expectTold('running')
  await setHeartbeat(on, 61)
  await expectTold('failed', 'interrupted')
  await setHeartbeat(on, 0)
  await expectTold('running')
}

const noBackends = (): Promise<void> => until(async () => (await runBackends(on.service.owner)).length === 0)

/** Expects the command to succeed now, and to remove the leftovers of all runs. */
async function expectGoesThrough(args: readonly string[]): Promise<void> {
  const { code, out, err } = await on.sync(...args, '--json').ended
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain('"status":"succeeded"')
  expect(await on.downloads()).toEqual([])
  const staged = 'select from staged_row union all select from staged_mark union all select from staged_entry'
  expect(await rowsOf(on.service.owner, staged)).toEqual([])
}

const KINDS = kindsOfRun(second, third)

/** A run by file differs from a run by URL only before it compares. */
const pointsOf = (kind: string): (keyof typeof POINTS)[] =>
  kind.endsWith('by file')
    ? ['staging']
    : ['staging', 'comparing', 'about to apply', 'in the middle of applying']

describe.each(KINDS)('kill -9 of a run: %s,', (kind, order) => {
  test.each(pointsOf(kind))('while it is %s, changes nothing', async (point) => {
    const before = await on.corpus()
    const run = await on.waitingSync((await order(on)).args, POINTS[point])
    await run.stop('SIGKILL')
    await run.letGo()
    await noBackends()
    await expectLost(before)
  })

  test('is reported by the next command at once; the next run succeeds, and removes its leftovers', async () => {
    expect((await on.downloads()).length > 0).toBe(!kind.startsWith('portal')) // the portal downloads no file
    const { out } = await on.sync('status', '--json').ended
    expect(JSON.parse(out).runs[0]).toMatchObject({ status: 'failed', error: { code: 'interrupted' } })
    await expectTold('failed', 'interrupted')
    await expectGoesThrough((await order(on)).args)
  })
})

describe.each(['sheets', 'bulletin'])('while a file of the %s downloads slowly,', (source) => {
  const dripping = async (): Promise<CommandProcess> => {
    const file = source === 'sheets' ? smallSheet(fourth, 'CUATRO') : smallEdition(fourth)
    on.office.publish([file])
    on.office.misbehave('slowDrip', file.path)
    const run = on.sync(source)
    const own = `-${run.child.pid}-`
    await until(async () => {
      const name = (await on.downloads()).find((each) => each.includes(own))
      const files = name === undefined ? [] : await readdir(join(on.folder, 'tmp', name))
      return files.length > 0 && on.office.requests.at(-1)?.path === file.path
    })
    return run
  }

  test('kill -9 changes nothing', async () => {
    const before = await on.corpus()
    await (await dripping()).stop('SIGKILL')
    await expectLost(before)
    expect((await on.downloads()).length).toBeGreaterThan(0)
  })

  test('Ctrl-C fails the run with one sentence and exit code 130, and leaves nothing behind', async () => {
    const before = await on.corpus()
    expect(await (await dripping()).stop('SIGINT')).toEqual({
      code: 130,
      out: '',
      err: 'The run was stopped by its operator; nothing of it was applied.\n',
    })
    expect(await on.corpus()).toEqual(before)
    await expectTold('failed', 'interrupted')
    expect(await on.downloads()).toEqual([])
    on.office.misbehave(undefined)
    await expectGoesThrough([source])
  })
})

describe('while the run requests applications from the portal one by one,', () => {
  /** Starts a run, and makes the portal stop answering after four applications. */
  const asking = async (): Promise<CommandProcess> => {
    on.office.portal.enter(smallMarks(90_000, 8))
    on.office.portal.misbehave('silence', { after: 4, only: 'detail' })
    const before = detailsAsked().length
    const run = on.sync('portal')
    await until(async () => detailsAsked().length === before + 5)
    return run
  }
  const detailsAsked = (): unknown[] =>
    on.office.portal.calls.filter(({ path }) => path.endsWith('NumeroSolicitud'))
  const newest = async () =>
    (await rowsOf<{ newest: string }>(on.service.owner, 'select newest from portal_state'))[0]

  test('kill -9 changes nothing, and the next run continues after the last successful run', async () => {
    const before = [await on.corpus(), await newest()]
    await (await asking()).stop('SIGKILL')
    await expectLost(before[0])
    expect(await newest()).toEqual(before[1])
    on.office.portal.misbehave(undefined)
    await expectGoesThrough(['portal'])
    expect(await newest()).toEqual({ newest: 90_007 })
    expect((await on.runs())[0]).toMatchObject({ status: 'succeeded', inserted: 8 })
  })

  test('Ctrl-C fails the run with one sentence and exit code 130, and nothing is applied', async () => {
    const before = await on.corpus()
    on.office.portal.enter(smallMarks(91_000, 8))
    expect(await (await asking()).stop('SIGINT')).toEqual({
      code: 130,
      out: '',
      err: 'The run was stopped by its operator; nothing of it was applied.\n',
    })
    expect(await on.corpus()).toEqual(before)
    await expectTold('failed', 'interrupted')
  })
})
