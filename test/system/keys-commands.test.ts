import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateKey } from '../../shared/keys/key-format.ts'
import { type CreatedKey, listKeys } from '../../shared/keys/keys.ts'
import {
  actor,
  answer,
  cells,
  everyRow,
  INSTANT,
  type KeysCommand,
  keysCommand,
  onlyObject,
  spoken,
} from '../support/keys-command.ts'
import { inParallel } from '../support/run-script.ts'

let keys: KeysCommand

beforeAll(async () => {
  keys = await keysCommand()
})
afterAll(() => keys.drop())

describe('create', () => {
  test('makes a key with the given terms, and the audit log records who made it and why', async () => {
    const terms = '--scopes brands:read,insights:read --quota 500 --burst 7 --expires 2099-12-31'
    const { key, ...made } = await keys.json<CreatedKey>(
      ...['create', '--consumer', 'tester', ...terms.split(' '), '--reason', 'a pilot, until 2099'],
    )
    expect(key).toMatch(/^tmk_[0-9A-Za-z]{38}$/)
    expect(made).toEqual({
      id: expect.stringMatching(/^key_[0-9A-Za-z]{12}$/),
      consumer: 'tester',
      state: 'active',
      scopes: ['brands:read', 'insights:read'],
      monthlyQuota: 500,
      burstPerMinute: 7,
      monthUsed: 0,
      expires: '2099-12-31',
      createdAt: INSTANT,
      lastUsedAt: null,
      revokedAt: null,
      replaces: null,
      replacedBy: null,
    })
    const change = {
      scopes: ['brands:read', 'insights:read'],
      monthlyQuota: 500,
      burstPerMinute: 7,
      expires: '2099-12-31',
    }
    const event = { at: INSTANT, action: 'create', actor, reason: 'a pilot, until 2099', change }
    expect(await keys.json('show', made.id)).toEqual({ ...made, events: [event] })
    expect(await keys.admitted(key)).toBe('granted')
  })

  test('stores the defaults of the environment in the key, which later changes of the environment do not affect', async () => {
    const make = ['create', '--consumer', 'tester', '--unrestricted', '--json']
    const env = { DEFAULT_MONTHLY_QUOTA: '0', BURST_PER_MINUTE: '6' }
    const [plain, given, own] = (
      await inParallel(
        [
          keys.run(make),
          keys.run(make, { env }),
          keys.run([...make, '--quota', '1', '--burst', '2'], { env }),
        ],
        (run) => run,
      )
    ).map((run) => answer<CreatedKey>(run))
    expect(plain).toMatchObject({ scopes: [], monthlyQuota: 10_000, burstPerMinute: 100, expires: null })
    expect(given).toMatchObject({ scopes: [], monthlyQuota: 0, burstPerMinute: 6, expires: null })
    expect(own).toMatchObject({ monthlyQuota: 1, burstPerMinute: 2 })
    const later = { DEFAULT_MONTHLY_QUOTA: '77', BURST_PER_MINUTE: '88' }
    const shown = await keys.run(['show', plain?.id ?? '', '--json'], { env: later })
    expect(answer(shown)).toMatchObject({ monthlyQuota: 10_000, burstPerMinute: 100 })
  })

  test('treats an empty setting as not set, and a repeated scope as one', async () => {
    const args = [
      'create',
      '--consumer',
      '  Ñandú & Cía.  ',
      '--scopes',
      'brands:read, brands:read',
      '--json',
    ]
    const made = answer(await keys.run(args, { env: { DEFAULT_MONTHLY_QUOTA: '', BURST_PER_MINUTE: '' } }))
    expect(made).toMatchObject({
      consumer: 'Ñandú & Cía.',
      scopes: ['brands:read'],
      monthlyQuota: 10_000,
      burstPerMinute: 100,
    })
  })

  test('shows people the key and what it may do', async () => {
    const said = await keys.say(
      'create',
      '--consumer',
      'Acme',
      '--scopes',
      'insights:read',
      '--quota',
      '1000000',
    )
    expect(said).toMatch(/^ {2}tmk_[0-9A-Za-z]{38}$/m)
    expect(said).toMatch(/^Created key_\w{12} for Acme\. .*not shown again/)
    expect(said).toContain(
      'Scopes: insights:read. Quota: 1,000,000 a month. Burst: 100 in 60 s. Last day: none.',
    )
  })
})

describe('list', () => {
  test('shows every key, also revoked ones, newest first and without secrets', async () => {
    const first = await keys.make()
    const second = await keys.make({ scopes: ['brands:read'] })
    await keys.say('revoke', first.id)
    const [{ keys: all }, table] = await Promise.all([
      keys.json<{ keys: Array<{ id: string; state: string }> }>('list'),
      keys.say('list'),
    ])
    expect(all.slice(0, 2)).toMatchObject([
      { id: second.id, state: 'active' },
      { id: first.id, state: 'revoked' },
    ])
    expect(all).toEqual(await listKeys(keys.owner))
    const rows = table.trimEnd().split('\n').map(cells)
    expect(rows[0]).toEqual(['ID', 'CONSUMER', 'STATE', 'SCOPES', 'MONTH', 'BURST', 'EXPIRES', 'LAST USED'])
    expect(rows[1]).toEqual([
      second.id,
      'tester',
      'active',
      'brands:read',
      '0 / 10,000',
      '100',
      'never',
      'never',
    ])
    expect(rows[2]?.slice(0, 4)).toEqual([first.id, 'tester', 'revoked', 'unrestricted'])
    expect(rows).toHaveLength(all.length + 1)
  })

  test('explains how to create a key if there is none', async () => {
    const empty = await keysCommand()
    try {
      const [list, spent, listed, used] = await Promise.all([
        empty.say('list'),
        empty.say('usage'),
        empty.json('list'),
        empty.json('usage'),
      ])
      expect(list).toContain('create --help')
      expect(spent).toMatch(/no keys yet/)
      expect([listed, used]).toEqual([{ keys: [] }, { usage: [] }])
    } finally {
      await empty.drop()
    }
  })
})

test('usage shows the requests of a month, of all keys or of one key and its predecessors', async () => {
  const [{ key, id }, other] = await Promise.all([keys.make({ monthlyQuota: 1234 }), keys.make()])
  await keys.admitted(key)
  await keys.admitted(key)
  const [month = ''] = (await keys.usage(id)).map((row) => row.month)
  expect(month).toMatch(/^\d{4}-\d\d$/)
  await keys.admitted(key, new Date(Date.now() + 40 * 86_400_000)) // the key is used in a later month
  const { id: fresh } = await keys.json('rotate', id)
  const row = { id: fresh, consumer: 'tester', month, used: 2, monthlyQuota: 1234 }
  const [one, none, all, said] = await Promise.all([
    keys.usage(id, '--month', month),
    keys.usage(fresh, '--month', '1999-12'),
    keys.usage('--month', month),
    keys.say('usage', fresh, '--month', month),
  ])
  expect([one, none]).toEqual([[row], [{ ...row, month: '1999-12', used: 0 }]])
  expect(all).toContainEqual(row)
  expect(all).toContainEqual({ id: other.id, consumer: 'tester', month, used: 0, monthlyQuota: 10_000 })
  expect(said.trimEnd().split('\n').map(cells)).toEqual([
    ['ID', 'CONSUMER', 'MONTH', 'SPENT', 'QUOTA'],
    [fresh, 'tester', month, '2', '1,234'],
  ])
})

test('verify shows the state of the key on standard input, also as an exit code, and is not charged', async () => {
  const [active, revoked, expired] = await Promise.all([keys.make(), keys.make(), keys.make()])
  await Promise.all([keys.say('revoke', revoked.id), keys.say('expire', expired.id, '--on', '2020-01-01')])
  const inputs = {
    [active.key]: { code: 0, valid: true, state: 'active', id: active.id, monthUsed: 0 },
    [`\n ${active.key} \r\n`]: { code: 0, valid: true, state: 'active', id: active.id },
    [revoked.key]: { code: 1, valid: false, state: 'revoked', id: revoked.id },
    [expired.key]: { code: 1, valid: false, state: 'expired', id: expired.id },
    [generateKey()]: { code: 1, valid: false, state: 'unknown' },
    [active.key.slice(0, -1)]: { code: 1, valid: false, state: 'malformed' },
    [`${active.key}\n${active.key}`]: { code: 1, valid: false, state: 'malformed' },
    '': { code: 1, valid: false, state: 'malformed' },
  }
  const found = await inParallel(Object.keys(inputs), async (stdin) => {
    const { code, out, err } = await keys.run(['verify', '--json'], { stdin })
    return { code, err, ...onlyObject(out) }
  })
  expect(found).toMatchObject(Object.values(inputs).map((expected) => ({ err: '', ...expected })))

  const [good, ended, foreign] = await inParallel([active.key, revoked.key, generateKey()], (stdin) =>
    keys.run(['verify'], { stdin }),
  )
  expect(good).toMatchObject({ code: 0, out: expect.stringContaining(`${active.id} of tester is active.`) })
  expect(ended).toMatchObject({
    code: 1,
    out: expect.stringContaining(`${revoked.id} of tester is revoked.`),
  })
  expect(foreign).toEqual({
    code: 1,
    out: expect.stringMatching(/this service never issued it\.\n$/),
    err: '',
  })
})

test('a secret is printed once, by the command that creates it, and only its SHA-256 is stored', async () => {
  const first = await keys.json<CreatedKey>(
    ...['create', '--consumer', 'tester', '--unrestricted', '--reason', 'to be looked for'],
  )
  const second = await keys.json<CreatedKey>('rotate', first.id, '--overlap', '7d')
  const commands = [
    ['list'],
    ['show', first.id],
    ['update', first.id, '--quota', '1'],
    ['usage', second.id],
    ['expire', second.id, '--on', '2099-01-01'],
    ['revoke', first.id],
  ]
  const said = await inParallel(
    commands.flatMap((args) => [args, ['show', second.id, '--json']]),
    (args) => keys.run(args),
  )
  said.push(await keys.run(['verify'], { stdin: second.key }))
  expect(said.map(spoken).join()).not.toContain('tmk_')

  const stored = (await everyRow(keys.owner)).join('\n')
  expect(stored).toContain('to be looked for')
  for (const { key } of [first, second]) {
    expect(stored).toContain(createHash('sha256').update(key).digest('hex'))
    for (const part of [key, key.slice('tmk_'.length, -6)]) {
      for (const form of ['utf8', 'hex', 'base64'] as const) {
        expect(stored).not.toContain(Buffer.from(part).toString(form).replace(/=+$/, ''))
      }
    }
  }
})
