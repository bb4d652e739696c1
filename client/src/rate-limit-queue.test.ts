import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { RateLimitQueue, type RequestOutcome } from './rate-limit-queue.ts'
import type { wait } from './wait.ts'

/** Calls: the turns of the event loop in which each call starts and is aborted, and its outcome if no limit refuses it. */
const calls = fc.array(
  fc.record({
    startsAt: fc.nat({ max: 20 }),
    abortsAt: fc.option(fc.nat({ max: 30 }), { nil: undefined }),
    fails: fc.boolean(),
    takes: fc.nat({ max: 3 }),
  }),
  { maxLength: 40 },
)

const turns = async (count: number): Promise<void> => {
  for (let past = 0; past < count; past++) await turn()
}

test('every call ends, whichever are refused, fail or are aborted, and the next call succeeds', async () => {
  await fc.assert(
    fc.asyncProperty(calls, fc.integer({ min: 1, max: 5 }), fc.boolean(), async (plans, size, isReported) => {
      let used = 0
      const nextWindow: typeof wait = async (seconds, signal) => {
        signal?.throwIfAborted()
        await turns(3)
        if (seconds > 0) used = 0
        signal?.throwIfAborted()
      }
      const queue = new RateLimitQueue(nextWindow)
      const send = (fails: boolean, takes: number) => async (): Promise<RequestOutcome> => {
        if (used >= size) return { retryAfter: 60, burst: undefined }
        used++
        const burst = { limit: size, windowSeconds: 60, remaining: size - used, resetSeconds: 60 }
        await turns(takes)
        if (fails) throw 'failed'
        return { retryAfter: undefined, burst: isReported ? burst : undefined }
      }

      const ends = await Promise.allSettled(
        plans.map(async ({ startsAt, abortsAt, fails, takes }) => {
          const controller = new AbortController()
          await turns(startsAt)
          if (abortsAt !== undefined) turns(abortsAt).then(() => controller.abort('aborted'))
          return queue.run(send(fails, takes), controller.signal)
        }),
      )

      ends.forEach((end, place) => {
        const { abortsAt, fails } = plans[place] as (typeof plans)[number]
        const may = [fails ? 'failed' : 'passed', ...(abortsAt === undefined ? [] : ['aborted'])]
        expect(may).toContain(end.status === 'fulfilled' ? resultOf(end.value) : end.reason)
      })
      await expect(queue.run(send(false, 0))).resolves.toMatchObject({ retryAfter: undefined })
    }),
    { numRuns: 200 },
  )
})

const resultOf = ({ retryAfter }: RequestOutcome): string => (retryAfter === undefined ? 'passed' : 'refused')

test('no call waits longer than a window, whatever the response reports', async () => {
  const waits: number[] = []
  const queue = new RateLimitQueue(async (seconds) => {
    waits.push(seconds)
    await turns(3)
  })
  let sent = 0
  const send = async (): Promise<RequestOutcome> =>
    ++sent <= 2
      ? { retryAfter: 1, burst: undefined }
      : { retryAfter: undefined, burst: { limit: 1, windowSeconds: 1e9, remaining: 0, resetSeconds: 1e9 } }
  await Promise.all([queue.run(send), queue.run(send), queue.run(send)])
  expect(waits.length).toBeGreaterThan(1)
  expect(Math.max(...waits)).toBeLessThanOrEqual(60)
})
