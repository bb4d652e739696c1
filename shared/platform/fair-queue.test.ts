import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FairQueue, type FairQueueLimits } from './fair-queue.ts'

const LIMITS = { inProgress: 3, inProgressPerShare: 2, longestWait: 5_000 }

/** The calls that have begun, in order, and for each call a function that ends it. */
let begun: string[]
let ends: Map<string, () => void>
beforeEach(() => {
  begun = []
  ends = new Map()
})

/** Returns a function that sends a call, such as `a1` of the share `a`, and returns its outcome. */
function open(limits: Partial<FairQueueLimits> = {}): (call: string) => Promise<string> {
  const queue = new FairQueue({ ...LIMITS, ...limits })
  return (call) =>
    queue
      .run(call.slice(0, 1), () => {
        begun.push(call)
        return new Promise<string>((resolve) => ends.set(call, () => resolve('done')))
      })
      .catch(({ code, retryAfter }) => `${code} ${retryAfter}`)
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

async function end(...calls: string[]): Promise<void> {
  for (const call of calls) {
    await turn()
    ends.get(call)?.()
  }
  await turn()
}

describe('calls', () => {
  test('begin immediately, until their share or the whole queue reaches its limit', async () => {
    const send = open()
    for (const call of ['a1', 'a2', 'a3', 'b1', 'b2']) send(call)
    await turn()
    expect(begun).toEqual(['a1', 'a2', 'b1'])
  })

  test('that wait begin in turn by share, and within a share in their order', async () => {
    const send = open({ inProgress: 1 })
    for (const call of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) send(call)
    await turn()
    await end('a1', 'a2', 'b1', 'c1', 'a3', 'b2')
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  })

  test('of one share do not delay the calls of another share, however many they are', async () => {
    const send = open()
    for (let place = 0; place < 500; place++) send(`a${place}`)
    send('b1')
    await turn()
    expect(begun).toEqual(['a0', 'a1', 'b1'])
  })

  test('return the result or the error of their work, and then let the next call begin', async () => {
    const queue = new FairQueue({ ...LIMITS, inProgress: 1 })
    const failed = queue.run('a', () => Promise.reject(new Error('no')))
    const next = queue.run('a', async () => 'done')
    await expect(failed).rejects.toThrow('no')
    expect(await next).toBe('done')
  })
})

describe('a call that has waited for the maximum time', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toNotFake: ['setImmediate'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('is refused as overloaded and never begins', async () => {
    const send = open({ inProgress: 1 })
    const outcomes = ['a1', 'a2'].map(send)
    await turn()
    vi.advanceTimersByTime(LIMITS.longestWait)
    await end('a1')
    expect(await Promise.all(outcomes)).toEqual(['done', 'overloaded 1'])
    expect(begun).toEqual(['a1'])
    const last = send('a3')
    await end('a3')
    expect(await last).toBe('done')
  })
})
