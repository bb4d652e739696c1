import { expect } from 'vitest'
import type { Database } from '../../shared/db/database.ts'
import { keyAuditLog, monthlyUsage } from '../../shared/keys/keys.ts'
import { makeKey } from '../support/test-keys.ts'
import { isUnbroken, ROOMY } from './killing.ts'
import { wordsIn } from './one-word-sheet.ts'
import {
  CALL_TOOL,
  type Call,
  type Clients,
  granted,
  READ_NOTHING,
  sendGet,
  startTraffic,
} from './traffic.ts'

const QUOTA = 40
const BURST = 25
const WINDOW_MS = 60_000

/** A page of marks, whose registration numbers must all begin with the same word. */
const READ_PAGE: Call = {
  kind: '/v1/brands?limit=100',
  deadlineMs: READ_NOTHING.deadlineMs,
  charged: true,
  send: sendGet('/v1/brands?limit=100'),
  isRight: (status, body) => {
    const { items = [] } = body as { items?: { nroRegistro: string }[] }
    return (
      status === 200 && items.length === 100 && wordsIn(items.map((item) => item.nroRegistro)).length === 1
    )
  },
}

/** The number of clients of a load, and their pauses. */
export type Density = Pick<Clients, 'clients' | 'pauseMs'>

/**
 * Starts the loads of one round on a corpus of one word: on a key with ample limits, on one with a small monthly quota, and
 * on one with a small limit per minute.
 */
export async function startLoads(database: Database, address: string, density: Density = { clients: 3 }) {
  const both = [READ_NOTHING, CALL_TOOL]
  const roomy = await makeKey(database, ROOMY)
  const poor = await makeKey(database, { ...ROOMY, monthlyQuota: QUOTA })
  const slow = await makeKey(database, { ...ROOMY, burstPerMinute: BURST })
  const start = (key: string, calls: readonly Call[]) => startLoad(calls, { address, key, ...density })
  return {
    roomy: { ...roomy, ...start(roomy.key, [...both, READ_PAGE]) },
    poor: { ...poor, ...start(poor.key, both) },
    slow: { ...slow, ...start(slow.key, both) },
  }
}

/** Starts a load on one key, which can continue at another address. */
function startLoad(calls: readonly Call[], terms: Clients) {
  const parts = [startTraffic(calls, terms)]
  return {
    startedAt: performance.now(),
    goOnAt: async (next: string) => {
      await Promise.all(parts.map((part) => part.stop()))
      parts.push(startTraffic(calls, { ...terms, address: next }))
    },
    stop: async () => {
      await Promise.all(parts.map((part) => part.stop()))
    },
    outcomes: () => parts.flatMap((part) => part.outcomes),
    sent: () => parts.reduce((sum, { sent }) => sum + sent, 0),
  }
}
export type Loads = Awaited<ReturnType<typeof startLoads>>
type Load = Loads['roomy']

/** Expects correct counts of the loads; returns the number of requests and of granted units. */
export async function expectCounted(
  database: Database,
  { roomy, poor, slow }: Loads,
): Promise<{ requests: number; granted: number }> {
  const windows = 1 + Math.floor((performance.now() - slow.startedAt) / WINDOW_MS)
  const units = [
    await expectExact(database, roomy, Number.POSITIVE_INFINITY),
    await expectExact(database, poor, QUOTA),
    await expectExact(database, slow, BURST * windows),
  ]
  return {
    requests: roomy.sent() + poor.sent() + slow.sent(),
    granted: units.reduce((sum, each) => sum + each, 0),
  }
}

/** Expects that every granted request is counted, no more are counted than were sent, and the limit is not exceeded. */
async function expectExact(database: Database, { id, sent, outcomes }: Load, most: number): Promise<number> {
  const all = outcomes()
  expect(all.filter(({ verdict }) => verdict === 'wrong')).toEqual([])
  const used = (await monthlyUsage(database, { id }))[0]?.used ?? 0
  expect(granted(all)).toBeLessThanOrEqual(most)
  expect(used).toBeGreaterThanOrEqual(granted(all))
  expect(used).toBeLessThanOrEqual(Math.min(sent(), most))
  return granted(all)
}

/** Expects every confirmed change in the audit log of the key, without gaps. */
export async function expectTrail(database: Database, id: string, confirmed: number): Promise<void> {
  const auditLog = await keyAuditLog(database, id)
  expect(auditLog.length).toBeGreaterThanOrEqual(confirmed + 1)
  expect(isUnbroken(auditLog)).toBe(true)
}
