import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SyncError } from '../../../sync-error.ts'
import { DEFAULT_RETRIES, parseRetryAfter, TransientError, withRetries } from './retries.ts'

const NOW = Date.UTC(2026, 8, 4, 11, 30)

describe('Retry-After', () => {
  test.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Fri, 04 Sep 2026 11:31:00 GMT', 60_000],
    ['Fri, 04 Sep 2026 11:29:00 GMT', 0],
    ['soon', 0],
    ['-5', 0],
    ['', 0],
    [undefined, 0],
    ['999999999', 999_999_999_000],
  ])('is parsed from %j', (header, wanted) => {
    expect(parseRetryAfter(header, NOW)).toBe(wanted)
  })
})

describe('pauses', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Returns the pauses between failing attempts in milliseconds. */
  async function pausesOf(retries: Partial<typeof DEFAULT_RETRIES>): Promise<number[]> {
    const failure = new SyncError('cut_off', 'x')
    const begun: number[] = []
    const attempt = () => {
      begun.push(Date.now())
      return Promise.reject(new TransientError(failure))
    }
    const ended = withRetries(attempt, { ...DEFAULT_RETRIES, ...retries }, new AbortController().signal)
    const outcome = expect(ended).rejects.toBe(failure)
    await vi.runAllTimersAsync()
    await outcome
    return begun.slice(1).map((time, index) => time - (begun[index] ?? 0))
  }

  test('grow, are randomized, and never exceed the longest pause', async () => {
    const all = [await pausesOf({ times: 6 }), await pausesOf({ times: 6 })]
    for (const pauses of all) {
      expect(pauses).toHaveLength(6)
      for (const [index, pause] of pauses.entries()) {
        expect(pause).toBeGreaterThanOrEqual(Math.min(5_000 * 2 ** index, 120_000))
        expect(pause).toBeLessThanOrEqual(Math.min(10_000 * 2 ** index, 120_000))
      }
    }
    expect(all[0]).not.toEqual(all[1])
  })

  test('are three by default', async () => {
    expect(await pausesOf({})).toHaveLength(3)
    expect(await pausesOf({ times: 0 })).toEqual([])
  })
})
