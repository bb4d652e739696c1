import { getEventListeners } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type SampleMark, sampleMarks } from '../../test/support/marks.ts'
import { startTestService, type TestService } from '../../test/support/service.ts'
import { type ClientOptions, createClientWithWait } from './client.ts'
import { type Answer, type Client, createClient, ServiceError } from './index.ts'
import { wait } from './wait.ts'

const made = sampleMarks()
/** 5,000 marks: the sample marks repeated under other numbers. */
const marks = Array.from({ length: 5_000 }, (_, place) => ({
  ...(made[place % made.length] as SampleMark),
  nroSolicitud: String(100_001 + place),
}))
const nroSolicitud = '100001'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ marks })
})
afterAll(() => service.stop())

/** Lets time pass for the limits by moving the start of open windows back. */
const pass = (seconds: number): Promise<unknown> =>
  service.owner.query(
    {
      text: 'update usage_counter set window_opened_at = window_opened_at - make_interval(secs => $1)',
      parameters: ['seconds'],
    },
    { seconds },
  )

interface Patient {
  client: Client
  answers: Answer[]
  /** Seconds of each wait. */
  waits: number[]
  refusals(): number
}

/**
 * Returns a client whose waits take no time: instead of waiting, it moves the windows of the limits back in the database, when no
 * request is running. `meanwhile` runs during each wait.
 */
function patient(key: string, options: Partial<ClientOptions> & { meanwhile?: () => unknown } = {}): Patient {
  const answers: Answer[] = []
  const waits: number[] = []
  let underWay = 0
  const fetchAndCount: typeof fetch = async (input, init) => {
    underWay++
    return fetch(input, init).finally(() => {
      underWay--
    })
  }
  const passing: typeof wait = async (seconds, signal) => {
    waits.push(Math.round(seconds))
    while (underWay > 0) await turn()
    await pass(seconds)
    await options.meanwhile?.()
    signal?.throwIfAborted()
  }
  const { meanwhile, ...rest } = options
  const client = createClientWithWait(
    {
      baseUrl: service.address,
      key,
      fetch: fetchAndCount,
      onAnswer: (answer) => answers.push(answer),
      ...rest,
    },
    passing,
  )
  return { client, answers, waits, refusals: () => answers.filter(({ status }) => status === 429).length }
}

const keyOf = (burstPerMinute: number): Promise<string> => service.key({ burstPerMinute })

test('walkBrands over 5,000 marks with a burst of 20 returns every mark once, without an error', async () => {
  const { client, answers, waits, refusals } = patient(await keyOf(20))
  const found: string[] = []
  for await (const mark of client.walkBrands()) found.push(mark.nroSolicitud)
  expect(found).toHaveLength(marks.length)
  expect(new Set(found)).toEqual(new Set(marks.map((mark) => mark.nroSolicitud)))
  // 50 pages are 20 + 20 + 10 requests; the first request beyond each full window is refused.
  expect({ answers: answers.length, refusals: refusals(), waits: waits.length }).toEqual({
    answers: 52,
    refusals: 2,
    waits: 2,
  })
})

test('a wait ends when the window does, on the real clock', async () => {
  const key = await keyOf(1)
  const statuses: number[] = []
  const client = createClient({
    baseUrl: service.address,
    key,
    onAnswer: ({ status }) => statuses.push(status),
  })
  await client.getBrand(nroSolicitud)
  await pass(58)
  expect(await client.getBrand(nroSolicitud)).toMatchObject({ nroSolicitud })
  expect(statuses).toEqual([200, 429, 200])
})

describe('many calls at once', () => {
  test('wait together, and each is refused at most once', async () => {
    const { client, answers, waits, refusals } = patient(await keyOf(20))
    const calls = Array.from({ length: 100 }, () => client.getBrand(nroSolicitud))
    expect(await Promise.all(calls)).toHaveLength(100)
    expect({ refusals: refusals(), waits: waits.length }).toEqual({ refusals: 80, waits: 4 })
    expect(answers).toHaveLength(180)
  })

  test('are queued unsent while others wait', async () => {
    let later: Promise<unknown> | undefined
    const key = await keyOf(1)
    const { client, answers } = patient(key, {
      meanwhile: () => {
        later ??= client.getBrand('1')
      },
    })
    await client.getBrand(nroSolicitud)
    await client.searchBrands()
    await expect(later).rejects.toMatchObject({ code: 'not_found' })
    expect(answers.map(({ url, status }) => [new URL(url).pathname, status])).toEqual([
      [`/v1/brands/${nroSolicitud}`, 200],
      ['/v1/brands', 429],
      ['/v1/brands', 200],
      ['/v1/brands/1', 404],
    ])
  })

  test('are sent at once again when the queue is empty', async () => {
    const { client, refusals } = patient(await keyOf(3))
    for (let round = 0; round < 2; round++) {
      await Promise.all(Array.from({ length: 3 }, () => client.getBrand(nroSolicitud)))
    }
    expect(refusals()).toBe(3)
  })
})

describe('several clients of one key', () => {
  test('all complete', async () => {
    const key = await keyOf(20)
    const clients = Array.from({ length: 3 }, () => patient(key))
    const found = await Promise.all(
      clients.map(async ({ client }) => {
        let count = 0
        for await (const _ of client.walkBrands({ estado: 'REGISTRADA' })) count++
        return count
      }),
    )
    const registered = marks.filter(({ estado }) => estado === 'REGISTRADA').length
    expect(found).toEqual([registered, registered, registered])
  })

  test('that use up every window make a call fail after five waits', async () => {
    const key = await keyOf(1)
    const other = createClient({ baseUrl: service.address, key, waits: false })
    let isGreedy = true
    const useUp = () => isGreedy && other.getBrand(nroSolicitud)
    const { client, waits } = patient(key, { meanwhile: useUp })
    await useUp()
    const refused = await client.getBrand(nroSolicitud).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ServiceError)
    expect(refused).toMatchObject({ code: 'rate_limited', retryAfter: expect.any(Number) })
    expect(waits).toHaveLength(5)
    isGreedy = false
    expect(await client.getBrand(nroSolicitud)).toMatchObject({ nroSolicitud })
  })
})

test('with waits: false a refused call throws at once, with retryAfter', async () => {
  const { client, waits } = patient(await keyOf(1), { waits: false })
  await client.getBrand(nroSolicitud)
  await expect(client.getBrand(nroSolicitud)).rejects.toMatchObject({
    code: 'rate_limited',
    retryAfter: expect.any(Number),
  })
  expect(waits).toEqual([])
})

describe('an abort', () => {
  /** Two calls: one waits for the window, one is queued behind it. Only an abort ends these waits. */
  async function twoThatWait() {
    const key = await keyOf(1)
    let isOver: () => void = () => {}
    const over = new Promise<void>((resolve) => {
      isOver = resolve
    })
    const endless: typeof wait = async (_, signal) => {
      signal?.throwIfAborted()
      const aborted = new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
      await Promise.race([over, aborted])
    }
    const statuses: number[] = []
    const client = createClientWithWait(
      { baseUrl: service.address, key, onAnswer: ({ status }) => statuses.push(status) },
      endless,
    )
    await client.getBrand(nroSolicitud)
    const controllers = [new AbortController(), new AbortController()] as const
    const calls = controllers.map(({ signal }) => client.getBrand(nroSolicitud, { signal }))
    while (statuses.length < 3) await turn()
    return { client, controllers, calls, isOver }
  }

  test('ends a wait with its reason, and the next call in the queue goes on', async () => {
    const { controllers, calls, isOver } = await twoThatWait()
    const reason = new Error('enough')
    controllers[0].abort(reason)
    await expect(calls[0]).rejects.toBe(reason)
    await pass(60)
    isOver()
    expect(await calls[1]).toMatchObject({ nroSolicitud })
  })

  test('ends a queued call, and the calls before and after it go on', async () => {
    const { client, controllers, calls, isOver } = await twoThatWait()
    const third = client.getBrand('1')
    controllers[1].abort('enough')
    await expect(calls[1]).rejects.toBe('enough')
    await pass(60)
    isOver()
    expect(await calls[0]).toMatchObject({ nroSolicitud })
    await pass(60)
    await expect(third).rejects.toMatchObject({ code: 'not_found' })
  })

  test('of all waiting calls leaves the client usable', async () => {
    const { client, controllers, calls, isOver } = await twoThatWait()
    for (const controller of controllers) controller.abort('enough')
    expect(await Promise.allSettled(calls)).toMatchObject([{ reason: 'enough' }, { reason: 'enough' }])
    await pass(60)
    isOver()
    expect(await client.getBrand(nroSolicitud)).toMatchObject({ nroSolicitud })
  })

  test('before the call keeps it out of the queue', async () => {
    const { client, controllers, calls } = await twoThatWait()
    const signal = AbortSignal.abort('enough')
    await expect(client.getBrand(nroSolicitud, { signal })).rejects.toBe('enough')
    for (const controller of controllers) controller.abort('enough')
    await Promise.allSettled(calls)
  })
})

describe('wait', () => {
  test('resolves after its time', async () => {
    const began = performance.now()
    await wait(0.02, new AbortController().signal)
    expect(performance.now() - began).toBeGreaterThanOrEqual(18)
  })

  test('leaves no listener on its signal, which many waits may share', async () => {
    const { signal } = new AbortController()
    await wait(0, signal)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('throws the reason at once if the signal is already aborted', async () => {
    await expect(wait(1_000, AbortSignal.abort('enough'))).rejects.toBe('enough')
  })
})
