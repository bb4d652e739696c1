import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { type Limits, type Patience, startPatience } from './timeouts.ts'

const LONG = 60_000

describe('a source that answered while this process was held up', () => {
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

  /** The source sends, this thread stands still for longer than the limit, and only then is anything read. */
  async function heldUp(limits: Partial<Limits>, waiting: (patience: Patience) => void): Promise<boolean> {
    const patience = startPatience(new AbortController().signal, {
      headersMs: LONG,
      silenceMs: LONG,
      totalMs: LONG,
      ...limits,
    })
    waiting(patience)
    const heard = once(reader, 'data').then(() => patience.heard())
    await new Promise((sent) => source.write('x', sent))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60)
    await heard
    await turn()
    patience.end()
    return patience.signal.aborted
  }

  test('is not said to have been silent', async () => {
    expect(await heldUp({ silenceMs: 30 }, (patience) => patience.heard())).toBe(false)
  })

  test('is not said to have given no answer', async () => {
    expect(await heldUp({ headersMs: 30 }, (patience) => patience.asked())).toBe(false)
  })
})
