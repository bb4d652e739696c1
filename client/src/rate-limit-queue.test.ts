import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type Outcome, Turnstile } from './rate-limit-queue.ts'
import type { wait } from './wait.ts'

/** A call: in which turn it comes, in which one it is given up, and how sending it ends where no limit refuses it. */
const calls = fc.array(
  fc.record({
    comes: fc.nat({ max: 20 }),
    isGivenUp: fc.option(fc.nat({ max: 30 }), { nil: undefined }),
    fails: fc.boolean(),
    takes: fc.nat({ max: 3 }),
  }),
  { maxLength: 40 },
)

const turns = async (count: number): Promise<void> => {
  for (let past = 0; past < count; past++) await turn()
}

test('every call ends, whichever are refused, fail or are given up, and the next one passes', async () => {
  await fc.assert(
    fc.asyncProperty(calls, fc.integer({ min: 1, max: 5 }), fc.boolean(), async (plans, size, isTold) => {
      let used = 0
      const nextWindow: typeof wait = async (seconds, signal) => {
        signal?.throwIfAborted()
        await turns(3)
        if (seconds > 0) used = 0
        signal?.throwIfAborted()
      }
      const turnstile = new Turnstile(nextWindow)
      const send = (fails: boolean, takes: number) => async (): Promise<Outcome> => {
        if (used >= size) return { refusedFor: 60, burst: undefined }
        used++
        const burst = { limit: size, windowSeconds: 60, remaining: size - used, resetSeconds: 60 }
        await turns(takes)
        if (fails) throw 'failed'
        return { refusedFor: undefined, burst: isTold ? burst : undefined }
      }

      const ends = await Promise.allSettled(
        plans.map(async ({ comes, isGivenUp, fails, takes }) => {
          const controller = new AbortController()
          await turns(comes)
          if (isGivenUp !== undefined) turns(isGivenUp).then(() => controller.abort('given up'))
          return turnstile.pass(send(fails, takes), controller.signal)
        }),
      )

      ends.forEach((end, place) => {
        const { isGivenUp, fails } = plans[place] as (typeof plans)[number]
        const may = [fails ? 'failed' : 'passed', ...(isGivenUp === undefined ? [] : ['given up'])]
        expect(may).toContain(end.status === 'fulfilled' ? wordFor(end.value) : end.reason)
      })
      await expect(turnstile.pass(send(false, 0))).resolves.toMatchObject({ refusedFor: undefined })
    }),
    { numRuns: 200 },
  )
})

const wordFor = ({ refusedFor }: Outcome): string => (refusedFor === undefined ? 'passed' : 'refused')

test('nothing that is told of a window makes anybody wait for longer than a window lasts', async () => {
  const waits: number[] = []
  const turnstile = new Turnstile(async (seconds) => {
    waits.push(seconds)
    await turns(3)
  })
  let sent = 0
  const send = async (): Promise<Outcome> =>
    ++sent <= 2
      ? { refusedFor: 1, burst: undefined }
      : { refusedFor: undefined, burst: { limit: 1, windowSeconds: 1e9, remaining: 0, resetSeconds: 1e9 } }
  await Promise.all([turnstile.pass(send), turnstile.pass(send), turnstile.pass(send)])
  expect(waits.length).toBeGreaterThan(1)
  expect(Math.max(...waits)).toBeLessThanOrEqual(60)
})
