import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../support/embedded/processes.ts'
import { type KeysCommand, keysCommand } from '../support/keys-command.ts'
import { inParallel, type Run } from '../support/run-script.ts'

let keys: KeysCommand

beforeAll(async () => {
  keys = await keysCommand()
})
afterAll(() => keys.drop())

/** Runs commands on one key, and holds its lock until all of them wait for it. */
async function atTheSameMoment(id: string, ...commands: [string[], string[]]): Promise<Run[]> {
  const { ended } = await keys.owner.transaction(async (transaction) => {
    const lock = 'select from api_key where public_id = $1 for update'
    await transaction.query({ text: lock, parameters: ['id'] }, { id })
    const ended = Promise.all(commands.map((args) => keys.run(args)))
    await eventually(async () => (await waiting()) === commands.length)
    return { ended }
  })
  return ended
}

async function waiting(): Promise<number | undefined> {
  const text = `select count(*)::integer as count from pg_stat_activity
                 where datname = current_database() and wait_event_type = 'Lock'`
  return (await keys.owner.query<{ count: number }>({ text, parameters: [] }))[0]?.count
}

const codes = (runs: Run[]): Array<number | null> => runs.map(({ code }) => code).sort()
const failed = (runs: Run[]): Run | undefined => runs.find(({ code }) => code !== 0)

test('ten updates at once make ten entries in the audit log, each starting from the value of the one before', async () => {
  const { id } = await keys.make({ monthlyQuota: 1000 })
  const quotas = Array.from({ length: 10 }, (_, index) => index + 1)
  await inParallel(quotas, (quota) =>
    keys.say('update', id, '--quota', String(quota), '--reason', `to ${quota}`),
  )

  const { events, monthlyQuota } = await keys.look(id)
  const steps = events.slice(1).map(({ change, reason }) => ({ ...Object(change.monthlyQuota), reason }))
  expect(steps.map(({ to }) => to).sort((one, other) => one - other)).toEqual(quotas)
  expect(steps.map(({ from }) => from)).toEqual([1000, ...steps.map(({ to }) => to).slice(0, -1)])
  expect(steps.map(({ reason }) => reason)).toEqual(steps.map(({ to }) => `to ${to}`))
  expect(steps.at(-1)?.to).toBe(monthlyQuota)
})

test('of two updates at the same moment, the second starts from the value of the first', async () => {
  const { id } = await keys.make({ monthlyQuota: 1000 })
  const runs = await atTheSameMoment(id, ['update', id, '--quota', '1'], ['update', id, '--quota', '2'])
  expect(codes(runs)).toEqual([0, 0])
  const [first, second] = (await keys.look(id)).events
    .slice(1)
    .map(({ change }) => Object(change.monthlyQuota))
  expect(first.from).toBe(1000)
  expect(second.from).toBe(first.to)
})

test.each([[[]], [['--overlap', '24h']]])(
  'of two rotations at the same moment (%j), one succeeds and the other is refused with the reason',
  async (overlap) => {
    const { id } = await keys.make()
    const rotate = ['rotate', id, ...overlap]
    const runs = await atTheSameMoment(id, rotate, rotate)
    const { replacedBy, events } = await keys.look(id)
    expect(codes(runs)).toEqual([0, 1])
    expect(failed(runs)).toMatchObject({
      out: '',
      err: expect.stringMatching(new RegExp(`^${id} was .*\\.\n$`)),
    })
    expect(events.map(({ action }) => action)).toEqual(['create', 'rotate'])
    expect(runs.map(({ out }) => out).join()).toContain(replacedBy)
  },
)

test('of two revocations at the same moment, one succeeds and the other is refused with the reason', async () => {
  const { id } = await keys.make()
  const runs = await atTheSameMoment(id, ['revoke', id], ['revoke', id])
  expect(codes(runs)).toEqual([0, 1])
  expect(failed(runs)?.err).toMatch(
    new RegExp(`^${id} was revoked at \\S+Z, which cannot be undone; create a new key instead\\.\n$`),
  )
  expect((await keys.look(id)).events.map(({ action }) => action)).toEqual(['create', 'revoke'])
})

test('a key that is revoked just before a change stays unchanged', async () => {
  const { id } = await keys.make()
  const { ended } = await keys.owner.transaction(async (transaction) => {
    const revoke = 'update api_key set revoked_at = clock_timestamp() where public_id = $1'
    await transaction.query({ text: revoke, parameters: ['id'] }, { id })
    const ended = Promise.all([keys.run(['update', id, '--quota', '1']), keys.run(['rotate', id])])
    await eventually(async () => (await waiting()) === 2)
    return { ended }
  })
  const refused = {
    code: 1,
    out: '',
    err: expect.stringContaining('which cannot be undone; create a new key instead.'),
  }
  expect(await ended).toEqual([refused, refused])
  expect(await keys.look(id)).toMatchObject({ monthlyQuota: 10_000, replacedBy: null })
})
