import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_MESSAGE_BYTES } from '../shared/mcp/message.ts'
import { anyCharacter } from '../test/support/any-character.ts'
import { until } from '../test/support/until.ts'
import { StdioTransport } from './stdio-transport.ts'

/** Opens a transport between two streams, and records its messages, its output and how often it closed. */
function open({ started = true } = {}) {
  const input = new PassThrough()
  const output = new PassThrough()
  const transport = new StdioTransport(input, output)
  const seen = { taken: [] as JSONRPCMessage[], text: '', closed: 0 }
  transport.onmessage = (message) => seen.taken.push(message)
  transport.onclose = () => {
    seen.closed += 1
  }
  output.setEncoding('utf8').on('data', (text: string) => {
    seen.text += text
  })
  if (started) {
    transport.start()
  }
  return {
    input,
    output,
    transport,
    seen,
    written: () =>
      seen.text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
  }
}

const ping = (id: string | number): JSONRPCMessage => ({ jsonrpc: '2.0', id, method: 'ping' })
const pong = (id: string | number): JSONRPCMessage => ({ jsonrpc: '2.0', id, result: {} })
const cancelled = (requestId: string | number): JSONRPCMessage => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
})
const line = (message: unknown): string => `${JSON.stringify(message)}\n`

/** Waits long enough for all pending events of the streams. */
const settled = async (): Promise<void> => {
  for (let count = 0; count < 20; count++) {
    await turn()
  }
}

describe('a message', () => {
  test('is read from a line and written as a line', async () => {
    const { input, transport, seen } = open()
    input.write(line(ping(1)))
    await until(() => seen.taken.length === 1)
    expect(seen.taken).toEqual([ping(1)])
    await transport.send({ jsonrpc: '2.0', id: 1, result: { text: 'two\nlines\u2028three' } })
    expect(seen.text).toBe(line({ jsonrpc: '2.0', id: 1, result: { text: 'two\nlines\u2028three' } }))
    expect(seen.text.indexOf('\n')).toBe(seen.text.length - 1)
  })

  test('may end with CR and LF, and have white space and blank lines around it', async () => {
    const { input, seen } = open()
    input.write(`\r\n  ${JSON.stringify(ping(1))}\t\r\n\n \n${line(ping(2))}`)
    await until(() => seen.taken.length === 2)
    expect(seen.taken).toEqual([ping(1), ping(2)])
    expect(seen.text).toBe('')
  })

  test('may contain a line separator, and characters that are split between chunks', async () => {
    const message = { jsonrpc: '2.0' as const, method: 'notifications/x', params: { q: 'ñ\u2028🛶' } }
    const { input, seen } = open()
    for (const byte of Buffer.from(line(message))) {
      input.write(Buffer.from([byte]))
    }
    await until(() => seen.taken.length === 1)
    expect(seen.taken).toEqual([message])
  })

  test('of the maximum length is accepted; a longer one is refused, and the next is accepted', async () => {
    const { input, seen, written } = open()
    const longest = JSON.stringify(ping(1)).padEnd(MAX_MESSAGE_BYTES)
    input.write(`${longest}\n${longest} \n${line(ping(2))}`)
    await until(() => seen.taken.length === 2)
    expect(seen.taken).toEqual([ping(1), ping(2)])
    expect(written()).toMatchObject([{ error: { code: -32_600 }, id: 1 }])
    expect(written()[0].error.message).toContain('262144 bytes')
  })
})

describe('a line that is no message is answered, and the next one is read', () => {
  test.each<[string, number, 1 | null]>([
    ['garbage', -32_700, null],
    ['{"jsonrpc":"2.0","id":1,', -32_700, null],
    ['[]', -32_600, null],
    [JSON.stringify([ping(1), cancelled(1)]), -32_600, null],
    ['null', -32_600, null],
    ['5', -32_600, null],
    ['"x"', -32_600, null],
    ['{}', -32_600, null],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32_600, 1],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32_600, null],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32_600, null],
    ['{"jsonrpc":"2.0","id":1,"method":5}', -32_600, 1],
    ['['.repeat(100_000) + ']'.repeat(100_000), -32_600, null],
    ['{"a":'.repeat(40_000), -32_600, null],
  ])('line %#', async (text, code, id) => {
    const { input, seen, written } = open()
    input.write(`${text}\n${line(ping(2))}`)
    await until(() => seen.taken.length === 1)
    expect(seen.taken).toEqual([ping(2)])
    expect(written()).toEqual([{ jsonrpc: '2.0', error: { code, message: expect.any(String) }, id }])
  })

  test('for any text, each line that is not blank gives one answer or one message', async () => {
    const texts = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.json(),
      fc.constantFrom(JSON.stringify(ping(1)), '[]', '', ' ', '\u2028', '\0'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(texts, { maxLength: 8 }), async (list) => {
        const lines = list.map((text) => text.replaceAll('\n', ' '))
        const { input, seen, written } = open()
        input.end(lines.map((text) => `${text}\n`).join('') + line(ping('last')))
        await until(() => seen.taken.some((message) => 'id' in message && message.id === 'last'))
        const asked = lines.filter((text) => /[^ \t\r]/.test(text)).length + 1
        expect(seen.taken.length + written().length).toBe(asked)
      }),
      { numRuns: 100 },
    )
  })
})

test('at most 8 requests are in flight; the others wait', async () => {
  const { input, transport, seen } = open()
  input.write(Array.from({ length: 20 }, (_, id) => line(ping(id))).join(''))
  await until(() => seen.taken.length === 8)
  await settled()
  expect(seen.taken).toHaveLength(8)
  await transport.send(pong(3))
  await until(() => seen.taken.length === 9)
  await settled()
  expect(seen.taken).toHaveLength(9)
})

describe('the end of the input', () => {
  test('closes at once without a request in flight', async () => {
    const { input, seen } = open()
    input.end()
    await until(() => seen.closed > 0)
    expect(seen.closed).toBe(1)
  })

  test('closes when every request has a result or an error', async () => {
    const { input, transport, seen } = open()
    input.end(line(ping(1)) + line(ping('1')) + line(ping(2)))
    await until(() => seen.taken.length === 3)
    await transport.send(pong(1))
    await transport.send({ jsonrpc: '2.0', id: 2, error: { code: -32_601, message: 'Method not found' } })
    await settled()
    expect(seen.closed).toBe(0) // the number 1 and the text "1" are two requests
    await transport.send(pong('1'))
    expect(seen.closed).toBe(1)
  })

  test('closes after the answer is written', async () => {
    const { input, transport, seen, written } = open()
    const atClose: unknown[] = []
    const { onclose } = transport
    transport.onclose = () => {
      atClose.push(...written())
      onclose?.()
    }
    input.end(line(ping(1)))
    await until(() => seen.taken.length === 1)
    await transport.send(pong(1))
    expect(atClose).toEqual([pong(1)])
  })

  test('reads a last line without a line feed', async () => {
    const { input, seen } = open()
    input.end(JSON.stringify(ping(1)))
    await until(() => seen.taken.length === 1)
  })

  test('does not wait for notifications or cancelled requests', async () => {
    const { input, seen } = open()
    input.end(
      line({ jsonrpc: '2.0', method: 'notifications/initialized' }) + line(ping(1)) + line(cancelled(1)),
    )
    await until(() => seen.closed === 1)
    expect(seen.taken).toHaveLength(3)
  })

  test('waits for a request if cancellations name other ids, such as the same number as a string', async () => {
    const { input, transport, seen } = open()
    input.end(line(ping(1)) + line(cancelled('1')) + line(cancelled(2)))
    await until(() => seen.taken.length === 3)
    await settled()
    expect(seen.closed).toBe(0)
    await transport.send(pong(1))
    expect(seen.closed).toBe(1)
  })

  test('closes after a request with progress notifications', async () => {
    const { input, transport, seen } = open()
    input.end(line(ping(1)))
    await until(() => seen.taken.length === 1)
    await transport.send({ jsonrpc: '2.0', method: 'notifications/progress', params: {} })
    expect(seen.closed).toBe(0)
    await transport.send(pong(1))
    expect(seen.closed).toBe(1)
  })

  // MCP forbids two requests with the same id, but the transport answers both.
  test('waits for an answer to each request, also if they share an id', async () => {
    const { input, transport, seen } = open()
    input.end(line(ping(1)) + line(ping(1)))
    await until(() => seen.taken.length === 2)
    await transport.send(pong(1))
    await settled()
    expect(seen.closed).toBe(0)
    await transport.send(pong(1))
    expect(seen.closed).toBe(1)
  })

  test('because of an error closes the transport, too', async () => {
    const { input, seen } = open()
    input.destroy(new Error('the writer broke off'))
    await until(() => seen.closed === 1)
  })
})

describe('end()', () => {
  test('reads nothing more, and closes after the requests in flight', async () => {
    const { input, transport, seen } = open()
    input.write(line(ping(1)))
    await until(() => seen.taken.length === 1)
    transport.end()
    input.write(line(ping(2)))
    await settled()
    expect({ taken: seen.taken, closed: seen.closed }).toEqual({ taken: [ping(1)], closed: 0 })
    await transport.send(pong(1))
    expect(seen.closed).toBe(1)
    expect(input.destroyed).toBe(true)
  })

  test('before start() takes effect', async () => {
    const { transport, seen } = open({ started: false })
    transport.onclose = undefined
    transport.end()
    transport.onclose = () => {
      seen.closed += 1
    }
    await transport.start()
    await until(() => seen.closed === 1)
  })

  test('and close() close once, however often they are called', async () => {
    const { transport, seen } = open()
    transport.end()
    transport.end()
    await transport.close()
    await settled()
    expect(seen.closed).toBe(1)
  })
})

describe('a reader', () => {
  test('that closes the pipe closes the transport', async () => {
    const { output, transport, seen } = open()
    output.destroy(new Error('EPIPE'))
    await until(() => seen.closed === 1)
    await transport.send(pong(1)) // is ignored, and does not throw
  })

  test('that is slow delays the answers to invalid lines', async () => {
    const input = new PassThrough()
    const output = new PassThrough({ highWaterMark: 1 })
    const transport = new StdioTransport(input, output)
    transport.start()
    const sent = 200
    input.end('garbage\n'.repeat(sent))
    await settled()
    expect(output.readableLength + output.writableLength).toBeLessThan(1_000)
    let read = 0
    for await (const chunk of output.setEncoding('utf8')) {
      read += String(chunk).split('\n').length - 1
      if (read === sent) {
        break
      }
    }
    expect(read).toBe(sent)
  })
})
