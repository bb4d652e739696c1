import { describe, expect, test } from 'vitest'
import { HandshakeRate } from './handshake-rate.ts'

/** Returns how many handshakes of a client may begin at a time in milliseconds. */
function begun(rate: HandshakeRate, client: string, atMs: number): number {
  let count = 0
  while (rate.admits(client, atMs)) count += 1
  return count
}

describe('a client may begin', () => {
  const LIMITS = { burst: 5, perSecond: 2 }

  test('the burst at once, then the rate, and the burst again after a pause', () => {
    const rate = new HandshakeRate(LIMITS)
    expect(begun(rate, 'a', 0)).toBe(5)
    expect(begun(rate, 'a', 400)).toBe(0)
    expect(begun(rate, 'a', 1_500)).toBe(3)
    expect(begun(rate, 'a', 60_000)).toBe(5)
  })

  test('its handshakes while another client exceeds its limit', () => {
    const rate = new HandshakeRate(LIMITS)
    begun(rate, 'a', 0)
    expect(begun(rate, 'b', 0)).toBe(5)
  })
})

test('clients whose burst is full again are removed', () => {
  const rate = new HandshakeRate({ burst: 5, perSecond: 2 })
  for (let second = 0; second < 100; second++) {
    for (let client = 0; client < 100; client++) rate.admits(`${second} ${client}`, second * 1_000)
  }
  expect(rate.size).toBeLessThanOrEqual(200)
})
