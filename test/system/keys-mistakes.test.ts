import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateKey } from '../../shared/keys/key-format.ts'
import { everyRow, type KeysCommand, keysCommand } from '../support/keys-command.ts'
import { inParallel, type Run } from '../support/run-script.ts'

let keys: KeysCommand
let active: string
let revoked: string
let expired: string
let rotated: string

beforeAll(async () => {
  keys = await keysCommand()
  const made = await Promise.all([keys.make(), keys.make(), keys.make(), keys.make()])
  ;[active = '', revoked = '', expired = '', rotated = ''] = made.map(({ id }) => id)
  await inParallel(
    [
      ['revoke', revoked],
      ['expire', expired, '--on', '2020-01-01'],
      ['rotate', rotated, '--overlap', '1h'],
    ],
    (args) => keys.say(...args),
  )
})
afterAll(() => keys.drop())

/** The arguments of a command, and a part of the error message. */
type Mistake = [args: string[], sentence: string]

/** Expects each command to end with its message, exit code 1, an empty standard output and no change. */
async function expectRefusals(mistakes: Mistake[]): Promise<void> {
  const before = await everyRow(keys.owner)
  const runs = await inParallel(mistakes, async ([args]) => [args, outcome(await keys.run(args))])
  expect(runs).toEqual(
    mistakes.map(([args, sentence]) => [
      args,
      { code: 1, out: '', sentences: [expect.stringContaining(sentence)] },
    ]),
  )
  expect(await everyRow(keys.owner)).toEqual(before)
}

/** Returns standard error without the line that refers to the help. */
function outcome({ code, out, err }: Run) {
  const lines = err.trimEnd().split('\n')
  return {
    code,
    out,
    sentences: lines.filter(
      (line) => !/^\(node scripts\/keys\.ts( \w+)? --help shows the usage\)$/.test(line),
    ),
  }
}

const creating = (...args: string[]): string[] => ['create', '--consumer', 'a', '--unrestricted', ...args]

// One or two commands for each kind of mistake: scripts/keys/arguments.test.ts and scripts/help.test.ts test all kinds of values.
describe('a mistake causes a one-sentence message and changes nothing:', () => {
  test('an unknown command, or too many or too few arguments of a known one', async () => {
    await expectRefusals([
      [['frobnicate'], "Unknown command 'frobnicate'"],
      [['list', 'all'], 'Too many arguments'],
      [['list', '--verbose'], "Unknown option '--verbose'"],
      [['show'], "Missing required argument 'id'"],
    ])
  })

  test('no arguments, which show the commands; a mistyped command, which gets a suggestion', async () => {
    const typed = [[], ['crate']]
    const [none, command] = await inParallel(typed, (args) => keys.run(args))
    expect(none).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^Usage: node scripts\/keys\.ts COMMAND .*create.*verify/s),
    })
    expect(command).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Did you mean create?') })
  })

  test('a key without a consumer or without scopes', async () => {
    const name = 'a name of 1 to 100 visible characters'
    await expectRefusals([
      [['create', '--unrestricted'], "Required option '--consumer <name>' not specified"],
      [['create', '--consumer', '', '--unrestricted'], name],
      [
        ['create', '--consumer', 'a'],
        '--scopes brands:read,insights:read (or one of them), or --unrestricted',
      ],
      [creating('--scopes', 'brands:read'), "'--unrestricted' cannot be used with option '--scopes <list>'"],
      [['create', '--consumer', 'a', '--scopes', 'brand:read'], 'Did you mean brands:read? The scopes are'],
    ])
  })

  test('a missing value, so that the next option would be read as the value', async () => {
    await expectRefusals([
      [['create', '--consumer', '--unrestricted', '--scopes', 'brands:read'], '--consumer'],
      [['revoke', active, '--reason'], "'--reason <text>' argument missing"],
    ])
  })

  test('a quota or a burst that is not a whole number within its bounds', async () => {
    const quota = 'a whole number from 0 to 1,000,000,000,000.'
    const burst = 'a whole number from 1 to 1,000,000.'
    await expectRefusals([
      [creating('--quota', '1e3'), quota],
      [creating('--burst', '1000001'), burst],
      [['update', active, '--quota', '-1'], quota],
      [['update', active, '--burst', '0'], burst],
    ])
  })

  test('a day, a month or an overlap that does not exist or has another format', async () => {
    const day = 'a day from 1970-01-01 on, as YYYY-MM-DD.'
    const overlap = 'a duration such as 30m, 24h or 7d, and at most 90 days.'
    await expectRefusals([
      [creating('--expires', '2026-02-30'), day],
      [['expire', active, '--on', '2099-04-31'], day],
      [creating('--expires', '2020-01-01'), '--expires 2020-01-01 is in the past'],
      [['rotate', active, '--overlap', '400d'], overlap],
      [['usage', '--month', '2026-13'], 'a month, as YYYY-MM.'],
    ])
  })

  test('an unknown id', async () => {
    const unknown = 'There is no key "key_unknown". "node scripts/keys.ts list" shows the ids of all keys.'
    await expectRefusals([
      [['show', 'key_unknown'], unknown],
      [['expire', 'key_unknown', '--never'], unknown],
      [['update', 'key_unknown', '--quota', '1'], unknown],
      [['usage', 'key_unknown'], unknown],
    ])
  })

  test('a mistyped or incomplete id, or a consumer, which gets a suggestion', async () => {
    const meant = `There is no key "${active.slice(0, -1)}". Did you mean ${active}?`
    const mistyped = `${active.slice(0, -1)}${active.endsWith('x') ? 'y' : 'x'}`
    const { id } = await keys.make({ consumer: 'only one' })
    await expectRefusals([
      [['show', active.slice(0, -1)], meant],
      [['revoke', mistyped], `Did you mean ${active}?`],
      [['usage', 'only one'], `That is the name of a consumer with the keys ${id}; `],
    ])
  })

  test('a key instead of its id, which the message does not repeat', async () => {
    const secret = generateKey()
    const { code, err } = await keys.run(['show', secret])
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringContaining('This is a key, not the id of a key.'),
    })
    expect(err).not.toContain(secret)
  })

  test('a change without values, or with contradictory values', async () => {
    await expectRefusals([
      [['expire', active], '--on YYYY-MM-DD or --never'],
      [['expire', active, '--on', '2099-01-01', '--never'], "cannot be used with option '--on"],
      [['update', active, '--reason', 'none'], 'use --quota, --burst, --scopes or --unrestricted'],
      [
        ['update', active, '--scopes', 'brands:read', '--unrestricted'],
        "cannot be used with option '--scopes",
      ],
    ])
  })

  test('a change that the state of the key does not allow', async () => {
    const moved = `${expired} expired after 2020-01-01. Set a new last day, then try again (node scripts/keys.ts expire --help).`
    const replaced = (await keys.look(rotated)).replacedBy
    await expectRefusals([
      [['revoke', revoked], `${revoked} was revoked at `],
      [['rotate', revoked], `${revoked} was revoked at `],
      [['update', revoked, '--quota', '1'], 'which cannot be undone; create a new key instead.'],
      [['expire', revoked, '--on', '2099-01-01'], 'which cannot be undone; create a new key instead.'],
      [['rotate', expired], moved],
      [['update', expired, '--burst', '1'], moved],
      [['rotate', rotated], `${rotated} was already rotated: ${replaced} replaces it.`],
    ])
  })
})

describe('settings', () => {
  test('that are invalid are all named at once, with exit code 2, and nothing is changed', async () => {
    const before = await everyRow(keys.owner)
    const env = { DEFAULT_MONTHLY_QUOTA: 'ten', BURST_PER_MINUTE: '0', LOG_LEVEL: 'loud' }
    const create = await keys.run(creating(), { env })
    expect(create).toMatchObject({ code: 2, out: '' })
    expect(create.err).toMatch(
      /DEFAULT_MONTHLY_QUOTA must be a whole number from 0 to 1000000000000 \(it is "ten"\)$/m,
    )
    expect(create.err).toMatch(/BURST_PER_MINUTE must be a whole number from 1 to 1000000 \(it is "0"\)$/m)
    expect(create.err).toMatch(/LOG_LEVEL must be one of .* \(it is "loud"\)$/m)
    expect(await everyRow(keys.owner)).toEqual(before)
  })

  test('with an invalid database URL cause another message than a database that does not answer', async () => {
    const url = 'postgres://reader:hunter2@127.0.0.1:1/x'
    const urls = [url, 'mysql://reader:hunter2@127.0.0.1/x']
    const [silent, ...wrong] = await inParallel(urls, (DATABASE_URL) =>
      keys.run(creating(), { env: { DATABASE_URL } }),
    )
    const refused = /^The database of DATABASE_URL cannot be used: .*ECONNREFUSED 127\.0\.0\.1:1\.\n$/
    expect(silent).toEqual({ code: 1, out: '', err: expect.stringMatching(refused) })
    const named = { code: 2, out: '', err: expect.stringContaining('DATABASE_URL must name a PostgreSQL') }
    expect(wrong).toEqual([named])
    expect([silent, ...wrong].map((run) => run?.err).join()).not.toContain('hunter2')
  })
})

test('--help is printed to standard output with exit code 0', async () => {
  expect(await keys.run(['rotate', '--help'])).toEqual({
    code: 0,
    out: expect.stringMatching(/^Usage: node scripts\/keys\.ts rotate .*--overlap/s),
    err: '',
  })
})
