// A separate process: sends requests at a steady rate, whether the service answers or not, and checks every response.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type Spread, spread } from '../../bench/figures.ts'
import { createRandom } from '../support/random.ts'
import { type Known, mixedCalls } from './mixed-calls.ts'
import { bearLoad, complain } from './own-load.ts'
import { type Call, outcomeOf } from './traffic.ts'

export interface SteadyTask extends Known {
  address: string
  /** Keys in plain text; each call uses one of them, drawn at random. */
  keys: readonly string[]
  perSecond: number
  seconds: number
}

/** Times in milliseconds, from when a call was due to the last byte of its response: a stall delays all waiting calls. */
export interface SteadyFigures {
  sent: number
  /** Correct responses per second of the load. */
  perSecond: number
  all: Spread
  kinds: Record<string, Spread & { answers: number }>
  /** The times of the calls due in each of the first seconds, without seconds that have none. */
  firstSeconds: Spread[]
  /** The seconds of the load, from 0 and in order, in which a call was due that took longer than 500 ms. */
  lateSeconds: number[]
  /** The number of wrong responses, and descriptions of the first ones in `why`. */
  wrong: number
  why: string[]
  /** The calls that the service answered with a server error; `from` and `to` in milliseconds since 1970. */
  failed: FailedCall[]
  /** The units that correct responses cost each key, in the order of `keys`. */
  charged: number[]
}

interface FailedCall {
  readonly from: number
  readonly to: number
  /** The index of its key. */
  readonly place: number
  /** Whether the service refused it because it had more calls than it could serve in time. */
  readonly isOverload: boolean
}

const SEED = 20_261_202
/**
 * The maximum number of concurrent calls. A service that cannot keep up is not flooded: the rate and the times show it.
 */
const MOST_AT_ONCE = 50
/** The response time from which a person notices a stall. */
const LATE_MS = 500
/** The seconds reported separately: they show whether a service that has just started was ready. */
const FIRST_SECONDS = 5

bearLoad<SteadyTask, SteadyFigures>(async (task) => {
  await warmUpClient(task)
  const counts = openCounts(task)
  const under = new Set<Promise<void>>()
  const { pick } = createRandom(SEED)
  const places = task.keys.map((_, place) => place)
  let turn = 0
  let startedAt = 0
  for (const call of mixedCalls(task, task.perSecond * task.seconds)) {
    startedAt ||= performance.now() // the drawing before the first call is not part of the load
    const dueAt = startedAt + (turn++ * 1_000) / task.perSecond
    const earlyMs = dueAt - performance.now()
    await (earlyMs > 0 ? wait(earlyMs) : undefined)
    await (under.size < MOST_AT_ONCE ? undefined : Promise.race(under))
    const asked = counts.ask(call, pick(places), dueAt).finally(() => under.delete(asked))
    under.add(asked)
  }
  await Promise.all(under)
  return counts.figures(startedAt)
})

const WARM_UP_CALLS = 1_000

/**
 * Sends calls to a local server, so that the code of this client is compiled: a cold client added up to 120 ms to responses
 * in its first second, even with a warm service.
 */
async function warmUpClient(known: Known): Promise<void> {
  const server = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const under = new Set<Promise<unknown>>()
  for (const call of mixedCalls(known, WARM_UP_CALLS)) {
    await (under.size < MOST_AT_ONCE ? undefined : Promise.race(under))
    const asked = outcomeOf(call, address, 'none').finally(() => under.delete(asked))
    under.add(asked)
  }
  await Promise.all(under)
  server.closeAllConnections()
  server.close()
}

function openCounts({ address, keys, perSecond, seconds }: SteadyTask) {
  const times = new Map<string, number[]>()
  const endedAt: number[] = []
  const lateDueAt: number[] = []
  const firstTimes = Array.from({ length: Math.min(FIRST_SECONDS, seconds) }, (): number[] => [])
  const charged = keys.map(() => 0)
  const why: string[] = []
  const failed: FailedCall[] = []
  let sent = 0
  let wrong = 0
  const timesOf = (kind: string): number[] => {
    const known = times.get(kind) ?? []
    times.set(kind, known)
    return known
  }
  return {
    ask: async (call: Call, place: number, dueAt: number): Promise<void> => {
      const second = Math.floor(sent / perSecond)
      sent += 1
      const from = Date.now()
      const { verdict, code, why: said = '' } = await outcomeOf(call, address, keys[place] ?? '')
      const now = performance.now()
      if (verdict === 'right') {
        charged[place] = (charged[place] ?? 0) + Number(call.charged)
        timesOf(call.kind).push(now - dueAt)
        firstTimes[second]?.push(now - dueAt)
        endedAt.push(now)
        if (now - dueAt > LATE_MS) lateDueAt.push(dueAt)
      } else if (verdict === 'failed') {
        failed.push({ from, to: Date.now(), place, isOverload: code === 'overloaded' })
      } else {
        wrong += 1
        complain(why, `${verdict}: ${said || call.kind}`)
      }
    },
    figures: (startedAt: number): SteadyFigures => ({
      ...{ sent, wrong, why, failed, charged },
      perSecond: endedAt.filter((at) => at < startedAt + seconds * 1_000).length / seconds,
      all: spread([...times.values()].flat()),
      kinds: Object.fromEntries(
        [...times].map(([kind, some]) => [kind, { ...spread(some), answers: some.length }]),
      ),
      firstSeconds: firstTimes.filter((some) => some.length > 0).map(spread),
      lateSeconds: [...new Set(lateDueAt.map((at) => Math.floor((at - startedAt) / 1_000)))].sort(
        (a, b) => a - b,
      ),
    }),
  }
}
