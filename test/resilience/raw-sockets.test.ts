import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
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

/** The TCP connections of this process, at both their ends. */
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

/** All that comes on a connection until the server ends it. */
async function drain(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.once('end', () => socket.destroy())
  await once(socket, 'close')
  return Buffer.concat(chunks)
}

/** The answers to some bytes behind which our side is closed; each that refuses is in the envelope. */
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

/** A complete request with a valid key, which must be answered only where it is sent as a request of its own. */
const good = (...headers: string[]): string =>
  [`GET ${path} HTTP/1.1`, 'Host: x', `X-API-Key: ${key}`, ...headers, '\r\n'].join('\r\n')
const post = (headers: readonly string[], body: string): string =>
  [`POST /v1/brands HTTP/1.1`, 'Host: x', ...headers, `\r\n${body}`].join('\r\n')
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`
const CHUNKED = 'Transfer-Encoding: chunked'

describe('a request that is hidden in another one is never answered', () => {
  test('in the body of a request that is', async () => {
    expect(await statusesOf(post([`Content-Length: ${good().length}`], good()))).toEqual([404])
    expect(await statusesOf(post([CHUNKED], `${chunk(good())}0\r\n\r\n`))).toEqual([404])
    const get = good(`Content-Length: ${good().length}`)
    expect(await statusesOf(get + good())).toEqual([200])
    expect(await statusesOf(get + good() + good())).toEqual([200, 200])
  })

  /** Each of these is read in one way by one server, and in another by the next: here they are not read at all. */
  test.each([
    ['a length and chunks', () => post(['Content-Length: 4', CHUNKED], `${chunk(good())}0\r\n\r\n`)],
    ['chunks and a length', () => post([CHUNKED, 'Content-Length: 4'], `0\r\n\r\n${good()}`)],
    ['two lengths', () => post(['Content-Length: 0', `Content-Length: ${good().length}`], good())],
    ['two lengths in one', () => post([`Content-Length: 0, ${good().length}`], good())],
    ['a length with a sign', () => post(['Content-Length: +0'], good())],
    ['a length below zero', () => post(['Content-Length: -1'], good())],
    ['a length in hexadecimal', () => post(['Content-Length: 0x0'], good())],
    ['a length of two numbers', () => post(['Content-Length: 0 0'], good())],
    ['a length with a letter', () => post(['Content-Length: 0a'], good())],
    ['a length that is no number', () => post(['Content-Length: abc'], good())],
    ['a length beyond 64 bits', () => post([`Content-Length: ${2n ** 64n}`], good())],
    ['a length of 400 digits', () => post([`Content-Length: ${'9'.repeat(400)}`], good())],
    ['a space before the colon of the length', () => post([`Content-Length : ${good().length}`], good())],
    [
      'a space before the colon of the chunks',
      () => post(['Transfer-Encoding : chunked'], `0\r\n\r\n${good()}`),
    ],
    ['chunks in quotes', () => post(['Transfer-Encoding: "chunked"'], `0\r\n\r\n${good()}`)],
    [
      'chunks that are not the last coding',
      () => post(['Transfer-Encoding: chunked, identity'], `0\r\n\r\n${good()}`),
    ],
    ['an unknown coding', () => post(['Transfer-Encoding: xchunked'], `0\r\n\r\n${good()}`)],
    ['no coding at all', () => post(['Transfer-Encoding: identity'], good())],
    ['two codings in two lines', () => post([CHUNKED, 'Transfer-Encoding: identity'], `0\r\n\r\n${good()}`)],
    ['a folded coding', () => post(['Transfer-Encoding:\r\n chunked'], `0\r\n\r\n${good()}`)],
    ['a folded length', () => post([`X: y\r\n Content-Length: ${good().length}`], good())],
    ['a vertical tab', () => post(['Transfer-Encoding: chunked\x0b'], `0\r\n\r\n${good()}`)],
    ['a NUL', () => post(['Content-Length: 0\0'], good())],
    [
      'a bare LF between headers',
      () => `POST /health HTTP/1.1\r\nHost: x\nContent-Length: 9\r\n\r\n${good()}`,
    ],
    ['bare LF everywhere', () => good().replaceAll('\r\n', '\n')],
    [
      'a bare CR between headers',
      () => `POST /health HTTP/1.1\r\nHost: x\rContent-Length: 9\r\n\r\n${good()}`,
    ],
    ['two hosts', () => good('Host: y')],
    ['a host that is none', () => good().replace('Host: x', 'Host: a b')],
    ['a first header that begins with a space', () => good().replace('Host', ' Host')],
    ['a chunk beyond 64 bits', () => post([CHUNKED], `FFFFFFFFFFFFFFFFF\r\n${good()}`)],
    ['a chunk below zero', () => post([CHUNKED], `-1\r\n${good()}`)],
    ['a chunk with a prefix', () => post([CHUNKED], `0x0\r\n\r\n${good()}`)],
    ['a chunk with a bare LF behind its size', () => post([CHUNKED], `0\n\n${good()}`)],
    ['a chunk longer than its size', () => post([CHUNKED], `1\r\nab\r\n0\r\n\r\n${good()}`)],
    ['a chunk without a size', () => post([CHUNKED], `\r\n\r\n${good()}`)],
    ['an extension with a bare LF', () => post([CHUNKED], `0;a\nb\r\n\r\n${good()}`)],
    ['an extension without end', () => post([CHUNKED], `0;${'a'.repeat(70_000)}\r\n\r\n${good()}`)],
    ['no HTTP that there is', () => good().replace('HTTP/1.1', 'HTTP/1.10')],
    ['HTTP/0.9', () => `GET ${path}\r\n${good()}`],
    ['the opening of HTTP/2', () => `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${good()}`],
  ])('%s', async (_, bytes) => {
    const answers = await answersTo(bytes())
    expect(answers.map(({ status }) => status).filter((status) => status < 400)).toEqual([])
    expect(answers).toHaveLength(1)
    expect(answers.every(({ headers }) => headers.connection === 'close')).toBe(true)
  })

  test.each([
    [
      'trailers that bring a key',
      `GET ${path} HTTP/1.1\r\nHost: x\r\n${CHUNKED}\r\n\r\n0\r\nX-API-Key: KEY\r\n\r\n`,
      [401],
    ],
    [
      'an extension of a chunk',
      `POST /health HTTP/1.1\r\nHost: x\r\n${CHUNKED}\r\n\r\n1;a="b;c"\r\nx\r\n0;d\r\n\r\n`,
      [404],
    ],
    [
      'a length with zeros in front',
      'POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: 0002\r\n\r\nxx',
      [404],
    ],
    [
      'chunks in capitals',
      'POST /health HTTP/1.1\r\nHost: x\r\ntransfer-encoding: CHUNKED\r\n\r\n0\r\n\r\n',
      [404],
    ],
    ['empty lines before it', '\r\n\r\nGET /health HTTP/1.1\r\nHost: x\r\n\r\n', [200]],
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

  test('answers fifty, whatever the sizes of the pieces that they come in', async () => {
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

describe('a client that is slow', () => {
  /** Writes a byte now and then, for as long as the connection is there. */
  function trickle(socket: Socket, first: string, then: string): void {
    socket.write(first)
    const timer = setInterval(() => socket.write(then), 20)
    socket.once('close', () => clearInterval(timer))
  }

  test.each([
    ['with its headers', 'GET / HTTP/1.1\r\nHost: x\r\nX: ', 'y', 408],
    ['with a header after the other', 'GET / HTTP/1.1\r\nHost: x\r\n', 'X: y\r\n', 408],
    ['with its body', 'POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n', 'y', 408],
    ['with its chunks', `POST /mcp HTTP/1.1\r\nHost: x\r\n${CHUNKED}\r\n\r\n`, chunk('y'), 408],
    [
      'and waits for 100 Continue',
      'POST /mcp HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n',
      '',
      408,
    ],
  ])('%s is refused, or let go', async (_, first, then, status) => {
    const socket = open()
    trickle(socket, first, then)
    const came = (await drain(socket)).toString('latin1').replace('HTTP/1.1 100 Continue\r\n\r\n', '')
    expect(split(Buffer.from(came, 'latin1')).map((answer) => answer.status)).toEqual([status])
  })

  test('in three hundred connections at once delays no other request, and each is closed', async () => {
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

describe('a client that takes nothing', () => {
  test('of many long answers is let go, and they are not kept for it', async () => {
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

  test('and is gone before its answer leaves nothing behind', async () => {
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

/** Connections that fetch of this process keeps for itself, at both ends. */
const KEPT = 2

describe('a connection that is half open', () => {
  test.each([
    ['behind a whole request', () => good(), [200]],
    ['in the middle of its headers', () => good().slice(0, 40), [400]],
    ['in the middle of its body', () => post(['Content-Length: 9'], 'abc'), [400]],
    ['in the middle of a chunk', () => post([CHUNKED], '9\r\nabc'), [400]],
    ['before it said anything', () => '', []],
  ])('%s is answered and closed', async (_, bytes, statuses) => {
    expect(await statusesOf(bytes())).toEqual(statuses)
  })
})

describe('a body without end', () => {
  test('is refused as soon as it is too long, announced or in chunks', async () => {
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
