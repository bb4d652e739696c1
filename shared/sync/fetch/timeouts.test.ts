import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Deadlines, startDeadlines, type Timeouts } from './timeouts.ts'

const LONG = 60_000

describe('a source that answered while this process was blocked', () => {
  let source: Socket
  let reader: Socket
  let stop: () => Promise<unknown>

  beforeEach(async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const connected = once(server, 'connection')
    reader = connect((server.address() as AddressInfo).port, '127.0.0.1')
    source = (await connected)[0]
    stop = async () => {
      reader.destroy()
      source.destroy()
      await once(server.close(), 'close')
    }
  })

  afterEach(() => stop())

  /** Returns whether a timeout is reported when this thread blocks longer than the timeout before it reads. */
  async function expiresWhenBlocked(
    timeouts: Partial<Timeouts>,
    waiting: (deadlines: Deadlines) => void,
  ): Promise<boolean> {
    const deadlines = startDeadlines(new AbortController().signal, {
      headersMs: LONG,
      idleMs: LONG,
      totalMs: LONG,
      ...timeouts,
    })
    waiting(deadlines)
    const received = once(reader, 'data').then(() => deadlines.dataReceived())
    await new Promise((sent) => source.write('x', sent))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60)
    await received
    await turn()
    deadlines.clear()
    return deadlines.signal.aborted
  }

  test('is not reported as idle', async () => {
    expect(await expiresWhenBlocked({ idleMs: 30 }, (deadlines) => deadlines.dataReceived())).toBe(false)
  })

  test('is not reported as unanswering', async () => {
    expect(await expiresWhenBlocked({ headersMs: 30 }, (deadlines) => deadlines.requestSent())).toBe(false)
  })
})
