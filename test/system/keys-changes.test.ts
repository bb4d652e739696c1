import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CreatedKey } from '../../shared/keys/keys.ts'
import { actor, cells, INSTANT, type KeysCommand, keysCommand } from '../support/keys-command.ts'

let keys: KeysCommand

beforeAll(async () => {
  keys = await keysCommand()
})
afterAll(() => keys.drop())

describe('rotate', () => {
  test('ends the old key at once; the new key takes over its terms and its usage', async () => {
    const old = await keys.make({
      scopes: ['brands:read'],
      monthlyQuota: 50,
      burstPerMinute: 5,
      expires: '2099-12-31',
    })
    await keys.admitted(old.key)
    await keys.admitted(old.key)
    const fresh = await keys.json<CreatedKey>('rotate', old.id, '--reason', 'lost a laptop')
    const { consumer, scopes, monthlyQuota, burstPerMinute, expires } = old
    expect(fresh).toMatchObject({ consumer, scopes, monthlyQuota, burstPerMinute, expires })
    expect(fresh).toMatchObject({ state: 'active', monthUsed: 2, replaces: old.id, replacedBy: null })
    expect([fresh.id === old.id, fresh.key === old.key]).toEqual([false, false])
    expect([await keys.admitted(old.key), await keys.admitted(fresh.key)]).toEqual([
      'unauthorized',
      'granted',
    ])

    const [before, after, spent] = await Promise.all([
      keys.look(old.id),
      keys.look(fresh.id),
      keys.usage(fresh.id),
    ])
    const why = { at: INSTANT, actor, reason: 'lost a laptop' }
    expect(before).toMatchObject({ state: 'revoked', replacedBy: fresh.id, monthUsed: 3 })
    expect(before.events.slice(1)).toEqual([
      { ...why, action: 'rotate', change: { replacedBy: fresh.id, revokedAt: before.revokedAt } },
    ])
    expect(after.events).toEqual([{ ...why, action: 'create', change: { replaces: old.id } }])
    expect(spent).toMatchObject([{ id: fresh.id, used: 3 }])
  })

  test('and revoke name the earlier keys that are still valid during an overlap', async () => {
    const first = await keys.make()
    const second = await keys.json<CreatedKey>('rotate', first.id, '--overlap', '24h')
    const { revokedAt } = await keys.look(first.id)
    const still = `Still valid: ${first.id}, until ${revokedAt}.`
    const said = await keys.say('rotate', second.id)
    expect(said).toContain(`The old key ${second.id} is invalid from now on.\n${still}`)
    const [, third = ''] = /Created (key_\w+)/.exec(said) ?? []
    expect(await keys.say('revoke', third)).toContain(still)
    await keys.say('revoke', first.id)
    expect(await keys.say('show', first.id)).not.toContain('Still valid')
  })

  test('and revoke list the earlier keys that are still valid in their JSON', async () => {
    const first = await keys.make()
    const second = await keys.json<CreatedKey>('rotate', first.id, '--overlap', '24h')
    const third = await keys.json<CreatedKey>('rotate', second.id, '--overlap', '1h')
    const validUntil = async (id: string) => ({ id, validUntil: (await keys.look(id)).revokedAt })
    const [ofFirst, ofSecond] = [await validUntil(first.id), await validUntil(second.id)]
    expect([second, third]).toMatchObject([{ stillValid: [ofFirst] }, { stillValid: [ofSecond, ofFirst] }])
    expect(await keys.json('revoke', third.id)).toMatchObject({ stillValid: [ofSecond, ofFirst] })
  })

  test('with an overlap leaves two keys with separate limits, and update names the key that it does not change', async () => {
    const first = await keys.make()
    const second = await keys.json<CreatedKey>('rotate', first.id, '--overlap', '24h')
    expect(await keys.say('update', first.id, '--quota', '7')).toContain(`Not changed: ${second.id}.`)
    expect(await keys.say('update', second.id, '--quota', '7')).toContain(`Not changed: ${first.id}.`)
    await keys.say('revoke', first.id)
    expect(await keys.say('update', second.id, '--quota', '8')).not.toContain('Not changed')
  })

  test('with an overlap leaves the old key active until the overlap ends or the key is revoked', async () => {
    const old = await keys.make()
    const said = await keys.say('rotate', old.id, '--overlap', '24h')
    expect(said).toMatch(new RegExp(`^Created key_\\w{12} for tester\\. It replaces ${old.id}\\.`))
    const { state, revokedAt, replacedBy, events } = await keys.look(old.id)
    expect(said).toContain(`Still valid: ${old.id}, until ${revokedAt}.`)
    expect(said).not.toContain('invalid from now on')
    expect([state, said.includes(`Created ${replacedBy} `)]).toEqual(['active', true])
    const end = Date.parse(revokedAt ?? '')
    expect(Math.round((end - Date.parse(events.at(-1)?.at ?? '')) / 3_600_000)).toBe(24)
    expect([
      await keys.admitted(old.key, new Date(end - 1)),
      await keys.admitted(old.key, new Date(end + 1)),
    ]).toEqual(['granted', 'unauthorized'])
    expect(await keys.say('show', old.id)).toContain(`active until ${revokedAt}`)
    expect(await keys.json('revoke', old.id)).toMatchObject({ state: 'revoked', replacedBy })
    expect(await keys.admitted(old.key)).toBe('unauthorized')
  })
})

test('revoke ends a key for good, from the next request on, and the audit log has the reason', async () => {
  const { key, id } = await keys.make()
  expect(await keys.admitted(key)).toBe('granted')
  const revoked = await keys.json('revoke', id, '--reason', 'left the company')
  expect(revoked).toMatchObject({ id, state: 'revoked', revokedAt: INSTANT, monthUsed: 1 })
  expect(await keys.admitted(key)).toBe('unauthorized')
  const { events } = await keys.look(id)
  expect(events).toMatchObject([
    { action: 'create' },
    { action: 'revoke', actor, reason: 'left the company' },
  ])
  const shown = await keys.say('show', id)
  expect(shown).toContain(`${id} of tester is revoked.`)
  expect(shown.trimEnd().split('\n').slice(-3).map(cells)).toEqual([
    ['AT', 'WHAT', 'BY', 'WHY', 'CHANGE'],
    [INSTANT, 'create', 'test', expect.stringContaining('"monthlyQuota":10000')],
    [INSTANT, 'revoke', actor, 'left the company', expect.stringContaining('"revokedAt"')],
  ])
})

test('expire ends a key with a past day, and makes it valid again with a future day or with none', async () => {
  const { key, id } = await keys.make()
  const ended = await keys.json('expire', id, '--on', '2020-02-29', '--reason', 'unpaid')
  expect(ended).toMatchObject({ id, state: 'expired', expires: '2020-02-29' })
  expect(await keys.admitted(key)).toBe('unauthorized')
  expect(await keys.json('expire', id, '--never')).toMatchObject({ state: 'active', expires: null })
  expect(await keys.admitted(key)).toBe('granted')
  expect(await keys.say('expire', id, '--on', '2099-03-31')).toContain('Last day: 2099-03-31.')
  expect((await keys.look(id)).events.slice(1)).toMatchObject([
    { action: 'expire', actor, reason: 'unpaid', change: { expires: { from: null, to: '2020-02-29' } } },
    { action: 'expire', actor, reason: null, change: { expires: { from: '2020-02-29', to: null } } },
    { action: 'expire', actor, reason: null, change: { expires: { from: null, to: '2099-03-31' } } },
  ])
})

describe('update', () => {
  test('changes only the named terms, and the audit log has the old and new values', async () => {
    const { id } = await keys.make({ scopes: ['brands:read'] })
    expect(await keys.json('update', id, '--quota', '0')).toMatchObject({
      scopes: ['brands:read'],
      monthlyQuota: 0,
      burstPerMinute: 100,
    })
    expect(await keys.json('update', id, '--burst', '3')).toMatchObject({
      monthlyQuota: 0,
      burstPerMinute: 3,
    })
    expect(await keys.json('update', id, '--unrestricted')).toMatchObject({ scopes: [], burstPerMinute: 3 })
    const said = await keys.say(
      'update',
      id,
      '--scopes',
      'insights:read',
      '--quota',
      '9',
      '--reason',
      'asked',
    )
    expect(said).toContain('Scopes: insights:read. Quota: 9 a month. Burst: 3 in 60 s.')
    expect((await keys.look(id)).events.slice(1).map(({ change, reason }) => [change, reason])).toEqual([
      [{ monthlyQuota: { from: 10_000, to: 0 } }, null],
      [{ burstPerMinute: { from: 100, to: 3 } }, null],
      [{ scopes: { from: ['brands:read'], to: [] } }, null],
      [{ scopes: { from: [], to: ['insights:read'] }, monthlyQuota: { from: 0, to: 9 } }, 'asked'],
    ])
  })

  test('and expire succeed with the current values; the audit log records an empty change', async () => {
    const { id } = await keys.make()
    await keys.say('update', id, '--quota', '10000')
    await keys.say('expire', id, '--never')
    expect((await keys.look(id)).events.slice(1)).toMatchObject([
      { action: 'update', change: {} },
      { action: 'expire', change: {} },
    ])
  })
})
