import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { smallMarks, smallSheet } from '../small-office.ts'
import { type Office, startOffice } from './office.ts'
import { SENTENCES } from './portal-misbehaviours.ts'
import { type Visitor, visitorOf } from './visitor.ts'

/** The fake office must refuse what the real one refuses; otherwise, the tests of the product prove nothing. */
let office: Office
beforeEach(async () => {
  office = await startOffice([smallSheet('2026-11-02')])
})
afterEach(() => office.stop())

test('a file is sent again only when it has changed', async () => {
  const url = `${office.url}/hojas/solicitudes-2026-11-02.csv`
  const { headers } = await fetch(url)
  const [etag = '', since = ''] = ['etag', 'last-modified'].map((name) => headers.get(name) ?? '')
  expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect((await fetch(url, { headers: { 'if-modified-since': since } })).status).toBe(304)
  office.publish([smallSheet('2026-11-02', 'OTRA')])
  expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(200)
})

describe('the portal', () => {
  let visitor: Visitor
  beforeEach(async () => {
    office.portal.enter(smallMarks(1_001, 25))
    visitor = visitorOf(office)
    await visitor.load()
  })

  const refused = (sentence: keyof typeof SENTENCES) => ({
    status: 200,
    content: { ErrorMessage: SENTENCES[sentence] },
  })

  test('refuses a hash that was used before, one of another session, and a call without a session', async () => {
    const Hash = visitor.hash
    await visitor.list('0')
    expect(await visitor.list('0', { Hash })).toEqual(refused('hashRefused'))
    const other = visitorOf(office)
    await other.load()
    expect(await visitor.detail('1001', { Hash: other.hash })).toEqual(refused('hashRefused'))
    visitor.cookie = 'ASP.NET_SessionId=unknown'
    expect(await visitor.list('0')).toEqual(refused('sessionOver'))
  })

  test('refuses a call with a missing or non-text parameter, and a list with a filter', async () => {
    expect(await visitor.list('0', { param9: undefined })).toMatchObject({ status: 500 })
    expect(await visitor.detail('1001', { numeroSolicitud: 1001 })).toMatchObject({ status: 500 })
    expect((await visitor.list('0', { param3: 'SIERPE' })).content).toMatchObject({
      ErrorMessage: SENTENCES.unknown,
    })
  })

  test('lists 20 numbers at a time, ascending, after any number', async () => {
    const numbers = async (after: string) =>
      (((await visitor.list(after)).content?.Marcas ?? []) as { id: string }[]).map(({ id }) => Number(id))
    expect(await numbers('1003')).toEqual(Array.from({ length: 20 }, (_, place) => 1_004 + place))
    expect(await numbers('1023')).toEqual([1_024, 1_025])
    expect(await numbers('99999')).toEqual([])
  })

  test('counts simultaneous calls', async () => {
    office.portal.misbehave('silence')
    const gone = new AbortController()
    const waiting = Promise.allSettled([1, 2, 3].map(() => fetch(office.portalUrl, { signal: gone.signal })))
    while (office.portal.calls.length < 4) {
      await new Promise(setImmediate)
    }
    gone.abort()
    await waiting
    expect(office.portal.mostAtOnce).toBe(3)
  })
})
