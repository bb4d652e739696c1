import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorEnvelope } from '../../schemas/error.ts'
import { validator } from '../../shared/platform/validation.ts'
import { openReport } from '../support/figures.ts'
import { type SampleMark, sampleMarks } from '../support/marks.ts'
import { ask, startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { readAnswer, type WireAnswer } from './fuzz/wire.ts'

/** Short, so that slow requests reach their limits soon. */
const LIMITS = { headersTimeout: 500, requestTimeout: 1_000, readTimeout: 1_500, keepAliveTimeout: 3_000 }
const IDLE = 1_000

const marks = sampleMarks()
const [mark] = marks as [SampleMark, ...SampleMark[]]
const path = `/v1/brands/${mark.nroSolicitud}`
const envelopeProblems = validator(errorEnvelope)
const report = openReport('raw-sockets', 'Raw sockets')

let service: TestService
let key: string
let socketsBefore: number
beforeAll(async () => {
  service = await startTestService({ marks, limits: LIMITS })
  key = await service.key()
  socketsBefore = sockets()
})
afterAll(async () => {
  await until(() => sockets() <= socketsBefore)
  report('sockets left behind', String(sockets() - socketsBefore))
  await service.stop()
})

/** Returns the number of TCP sockets of this process, which holds both ends of each connection. */
const sockets = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
const residentMB = (): number => Math.round(process.memoryUsage().rss / 2 ** 20)

function open(): Socket {
  const { hostname, port } = new URL(service.address)
  return connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true }).on(
    'error',
    () => {},
  )
}

/** Returns all bytes that arrive on a connection until the server ends it. */
async function drain(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.once('end', () => socket.destroy())
  await once(socket, 'close')
  return Buffer.concat(chunks)
}

/** Sends some bytes, closes our side and returns the responses. Expects each error in the envelope. */
async function answersTo(bytes: string): Promise<WireAnswer[]> {
  const socket = open()
  socket.end(Buffer.from(bytes, 'latin1'))
  return split(await drain(socket))
}

function split(came: Buffer): WireAnswer[] {
  if (came.length === 0) {
    return []
  }
  const found = readAnswer(came, false)
  if (found === undefined) {
    throw new Error(`what came is no answer: ${came.toString('latin1', 0, 300)}`)
  }
  const { answer, length } = found
  if (answer.status >= 400) {
    expect(envelopeProblems(JSON.parse(answer.body))).toEqual([])
    expect(answer.headers['x-request-id']).toBe(JSON.parse(answer.body).error.requestId)
  }
  return [answer, ...split(came.subarray(length))]
}

const statusesOf = async (bytes: string): Promise<number[]> =>
  (await answersTo(bytes)).map(({ status }) => status)

/** Returns a complete request with a valid key, which must only be answered if it is sent as a separate request. */
const good = (...headers: string[]): string =>
  [`GET ${path} HTTP/1.1`, 'Host: x', `X-API-Key: ${key}`, ...headers, '\r\n'].join('\r\n')
const post = (headers: readonly string[], body: string): string =>
  [`POST /v1/brands HTTP/1.1`, 'Host: x', ...headers, `\r\n${body}`].join('\r\n')
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`
const CHUNKED = 'Transfer-Encoding: chunked'

describe('request smuggling:', () => {
  test('a request in the body of another request is not answered', async () => {
    expect(await statusesOf(post([`Content-Length: ${good().length}`], good()))).toEqual([404])
    expect(await statusesOf(post([CHUNKED], `${chunk(good())}0\r\n\r\n`))).toEqual([404])
    const get = good(`Content-Length: ${good().length}`)
    expect(await statusesOf(get + good())).toEqual([200])
    expect(await statusesOf(get + good() + good())).toEqual([200, 200])
  })

  /** Servers disagree about how to parse each of these; this one refuses them. */
  test.each([
    [
      'Content-Length before Transfer-Encoding',
      () => post(['Content-Length: 4', CHUNKED], `${chunk(good())}0\r\n\r\n`),
    ],
    [
      'Transfer-Encoding before Content-Length',
      () => post([CHUNKED, 'Content-Length: 4'], `0\r\n\r\n${good()}`),
    ],
    [
      'two Content-Length headers',
      () => post(['Content-Length: 0', `Content-Length: ${good().length}`], good()),
    ],
    ['two lengths in one Content-Length', () => post([`Content-Length: 0, ${good().length}`], good())],
    ['a Content-Length with a sign', () => post(['Content-Length: +0'], good())],
    ['a negative Content-Length', () => post(['Content-Length: -1'], good())],
    ['a hexadecimal Content-Length', () => post(['Content-Length: 0x0'], good())],
    ['a Content-Length of two numbers', () => post(['Content-Length: 0 0'], good())],
    ['a Content-Length with a letter', () => post(['Content-Length: 0a'], good())],
    ['a Content-Length that is not a number', () => post(['Content-Length: abc'], good())],
    ['a Content-Length beyond 64 bits', () => post([`Content-Length: ${2n ** 64n}`], good())],
    ['a Content-Length of 400 digits', () => post([`Content-Length: ${'9'.repeat(400)}`], good())],
    ['a space before the colon of Content-Length', () => post([`Content-Length : ${good().length}`], good())],
    [
      'a space before the colon of Transfer-Encoding',
      () => post(['Transfer-Encoding : chunked'], `0\r\n\r\n${good()}`),
    ],
    ['the coding chunked in quotes', () => post(['Transfer-Encoding: "chunked"'], `0\r\n\r\n${good()}`)],
    [
      'chunked before another coding',
      () => post(['Transfer-Encoding: chunked, identity'], `0\r\n\r\n${good()}`),
    ],
    ['an unknown coding', () => post(['Transfer-Encoding: xchunked'], `0\r\n\r\n${good()}`)],
    ['only the coding identity', () => post(['Transfer-Encoding: identity'], good())],
    [
      'two Transfer-Encoding headers',
      () => post([CHUNKED, 'Transfer-Encoding: identity'], `0\r\n\r\n${good()}`),
    ],
    ['a folded Transfer-Encoding', () => post(['Transfer-Encoding:\r\n chunked'], `0\r\n\r\n${good()}`)],
    ['a Content-Length in a folded line', () => post([`X: y\r\n Content-Length: ${good().length}`], good())],
    ['a vertical tab after the coding', () => post(['Transfer-Encoding: chunked\x0b'], `0\r\n\r\n${good()}`)],
    ['a NUL in a header value', () => post(['Content-Length: 0\0'], good())],
    [
      'a bare LF between headers',
      () => `POST /health HTTP/1.1\r\nHost: x\nContent-Length: 9\r\n\r\n${good()}`,
    ],
    ['bare LF everywhere', () => good().replaceAll('\r\n', '\n')],
    [
      'a bare CR between headers',
      () => `POST /health HTTP/1.1\r\nHost: x\rContent-Length: 9\r\n\r\n${good()}`,
    ],
    ['two Host headers', () => good('Host: y')],
    ['an invalid Host', () => good().replace('Host: x', 'Host: a b')],
    ['a first header that begins with a space', () => good().replace('Host', ' Host')],
    ['a chunk size beyond 64 bits', () => post([CHUNKED], `FFFFFFFFFFFFFFFFF\r\n${good()}`)],
    ['a negative chunk size', () => post([CHUNKED], `-1\r\n${good()}`)],
    ['a chunk size with the prefix 0x', () => post([CHUNKED], `0x0\r\n\r\n${good()}`)],
    ['a bare LF after a chunk size', () => post([CHUNKED], `0\n\n${good()}`)],
    ['a chunk longer than its size', () => post([CHUNKED], `1\r\nab\r\n0\r\n\r\n${good()}`)],
    ['a chunk without a size', () => post([CHUNKED], `\r\n\r\n${good()}`)],
    ['a chunk extension with a bare LF', () => post([CHUNKED], `0;a\nb\r\n\r\n${good()}`)],
    ['a chunk extension of 70,000 bytes', () => post([CHUNKED], `0;${'a'.repeat(70_000)}\r\n\r\n${good()}`)],
    ['an HTTP version that does not exist', () => good().replace('HTTP/1.1', 'HTTP/1.10')],
    ['HTTP/0.9', () => `GET ${path}\r\n${good()}`],
    ['the connection preface of HTTP/2', () => `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${good()}`],
  ])(
    'an ambiguous or invalid request gets one error response, and its connection is closed: %s',
    async (_, bytes) => {
      const answers = await answersTo(bytes())
      expect(answers.map(({ status }) => status).filter((status) => status < 400)).toEqual([])
      expect(answers).toHaveLength(1)
      expect(answers.every(({ headers }) => headers.connection === 'close')).toBe(true)
    },
  )

  test.each([
    [
      'a key in the trailers, which is ignored',
      `GET ${path} HTTP/1.1\r\nHost: x\r\n${CHUNKED}\r\n\r\n0\r\nX-API-Key: KEY\r\n\r\n`,
      [401],
    ],
    [
      'a chunk extension',
      `POST /health HTTP/1.1\r\nHost: x\r\n${CHUNKED}\r\n\r\n1;a="b;c"\r\nx\r\n0;d\r\n\r\n`,
      [404],
    ],
    [
      'a Content-Length with leading zeros',
      'POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: 0002\r\n\r\nxx',
      [404],
    ],
    [
      'the coding chunked in capitals',
      'POST /health HTTP/1.1\r\nHost: x\r\ntransfer-encoding: CHUNKED\r\n\r\n0\r\n\r\n',
      [404],
    ],
    ['empty lines before the request', '\r\n\r\nGET /health HTTP/1.1\r\nHost: x\r\n\r\n', [200]],
  ])('valid HTTP is accepted: %s', async (_, bytes, statuses) => {
    expect(await statusesOf(bytes.replace('KEY', key))).toEqual(statuses)
  })
})

describe('pipelining', () => {
  test('answers each request once, in order, up to the first invalid one', async () => {
    const nowhere = 'GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n'
    const head = 'HEAD /health HTTP/1.1\r\nHost: x\r\n\r\n'
    expect(await statusesOf(good() + nowhere + good() + nowhere)).toEqual([200, 404, 200, 404])
    const broken = open()
    broken.write(`${good() + nowhere}\0${good()}`)
    expect(split(await drain(broken)).map(({ status }) => status)).toEqual([200, 404, 400])
    expect(await statusesOf(good('Connection: close') + good())).toEqual([200])
    const socket = open()
    socket.end(head + nowhere)
    const came = await drain(socket)
    const first = readAnswer(came, true)
    expect(split(came.subarray(first?.length)).map(({ status }) => status)).toEqual([404])
  })

  test('answers 50 requests, whatever the sizes of the writes they arrive in', async () => {
    const bytes = Buffer.from(good().repeat(50))
    for (const size of [1, 7, 113, 4_096]) {
      const socket = open()
      for (let at = 0; at < bytes.length; at += size) {
        if (!socket.write(bytes.subarray(at, at + size))) {
          await once(socket, 'drain')
        }
      }
      socket.end()
      const answers = split(await drain(socket))
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    }
  })
})

describe('a slow client', () => {
  /** Writes `first` at once, and `then` every 20 ms until the connection is closed. */
  function trickle(socket: Socket, first: string, then: string): void {
    socket.write(first)
    const timer = setInterval(() => socket.write(then), 20)
    socket.once('close', () => clearInterval(timer))
  }

  test.each([
    ['that sends a header byte by byte', 'GET / HTTP/1.1\r\nHost: x\r\nX: ', 'y', 408],
    ['that sends header after header', 'GET / HTTP/1.1\r\nHost: x\r\n', 'X: y\r\n', 408],
    [
      'that sends the body byte by byte',
      'POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n',
      'y',
      408,
    ],
    ['that sends one-byte chunks', `POST /mcp HTTP/1.1\r\nHost: x\r\n${CHUNKED}\r\n\r\n`, chunk('y'), 408],
    [
      'that sends no body after 100 Continue',
      'POST /mcp HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n',
      '',
      408,
    ],
  ])('%s gets 408, and its connection is closed', async (_, first, then, status) => {
    const socket = open()
    trickle(socket, first, then)
    const came = (await drain(socket)).toString('latin1').replace('HTTP/1.1 100 Continue\r\n\r\n', '')
    expect(split(Buffer.from(came, 'latin1')).map((answer) => answer.status)).toEqual([status])
  })

  test('with 300 connections delays no other request, and each connection is closed', async () => {
    const slow = Array.from({ length: 300 }, open)
    const ends = slow.map(async (socket) => split(await drain(socket)))
    for (const socket of slow) {
      trickle(socket, 'GET / HTTP/1.1\r\nHost: x\r\nX: ', 'y')
    }
    for (let asked = 0; asked < 50; asked++) {
      expect((await ask(service, path, { key })).status).toBe(200)
    }
    const answers = (await Promise.all(ends)).flat()
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 300 }, () => 408))
  })
})

describe('a client that reads nothing', () => {
  test('of many long responses is disconnected, and the responses are not kept in memory', async () => {
    const before = residentMB()
    const page = `GET /v1/brands?limit=100 HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n\r\n`
    const deaf = Array.from({ length: 20 }, () => open().pause())
    for (const socket of deaf) {
      socket.write(page.repeat(100))
    }
    await until(() => sockets() >= socketsBefore + 2 * deaf.length)
    expect((await ask(service, path, { key })).status).toBe(200)
    await until(() => sockets() <= socketsBefore + deaf.length + KEPT)
    report('memory that 20 clients took who read nothing', `${residentMB() - before} MB`)
    expect(residentMB() - before).toBeLessThan(250)
    for (const socket of deaf) {
      socket.destroy()
    }
  })

  test('and disconnects before the response leaves no open connection', async () => {
    for (let round = 0; round < 20; round++) {
      const gone = Array.from({ length: 20 }, open)
      await Promise.all(gone.map((socket) => once(socket, 'connect')))
      for (const [place, socket] of gone.entries()) {
        socket.write(good())
        place % 2 ? socket.resetAndDestroy() : socket.destroy()
      }
    }
    expect((await ask(service, path, { key })).status).toBe(200)
    await until(() => sockets() <= socketsBefore + KEPT)
  })
})

/** The sockets, at both ends, of the connection that `fetch` of this process keeps alive. */
const KEPT = 2

describe('a connection that the client half-closes', () => {
  test.each([
    ['after a complete request', () => good(), [200]],
    ['in the middle of the headers', () => good().slice(0, 40), [400]],
    ['in the middle of the body', () => post(['Content-Length: 9'], 'abc'), [400]],
    ['in the middle of a chunk', () => post([CHUNKED], '9\r\nabc'), [400]],
    ['before it sends anything', () => '', []],
  ])('%s gets a response to the bytes sent, if any, and is closed', async (_, bytes, statuses) => {
    expect(await statusesOf(bytes())).toEqual(statuses)
  })
})

describe('an oversized body', () => {
  test('gets 413 as soon as the announced length or the received chunks exceed the limit', async () => {
    expect(await statusesOf(post([`Content-Length: ${2 ** 40}`], 'x'.repeat(1_000)))).toEqual([413])
    expect(await statusesOf(post([CHUNKED], `FFFFFFFFF\r\n${'x'.repeat(300_000)}`))).toEqual([413])
    const socket = open()
    socket.write(post([CHUNKED], ''))
    const timer = setInterval(() => socket.write(chunk('x'.repeat(60_000))), 5)
    socket.once('close', () => clearInterval(timer))
    expect(split(await drain(socket)).map(({ status }) => status)).toEqual([413])
  })
})

test(`${IDLE} silent connections delay no other request`, async () => {
  const calm = await startTestService({ marks })
  const calmKey = await calm.key()
  const before = residentMB()
  const { hostname, port } = new URL(calm.address)
  const idle = Array.from({ length: IDLE }, () => connect(Number(port), hostname).on('error', () => {}))
  await Promise.all(idle.map((socket) => once(socket, 'connect')))
  report(`memory of ${IDLE} idle connections, both ends`, `${residentMB() - before} MB`)
  let longest = 0
  for (let asked = 0; asked < 200; asked++) {
    const began = performance.now()
    expect((await ask(calm, path, { key: calmKey })).status).toBe(200)
    longest = Math.max(longest, performance.now() - began)
  }
  report(`longest of 200 answers beside ${IDLE} idle connections`, `${Math.round(longest)} ms`)
  for (const socket of idle) {
    socket.destroy()
  }
  await calm.stop()
})
