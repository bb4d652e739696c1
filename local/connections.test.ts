import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { config } from '../shared/platform/config.ts'
import { Networks } from '../shared/platform/net/networks.ts'
import { until } from '../test/support/until.ts'
import type { FairShareLimits } from './fair-shares.ts'
import type { RequestLimits } from './request-limits.ts'
import { startServer } from './server.ts'

const OTHER = '127.0.0.2'

/** More bytes than the operating systems of server and client buffer for a client that does not read. */
const LARGE = Buffer.alloc(32 * 2 ** 20, 'x')

/** Functions that close the connections and servers of a test, in the order in which these were opened. */
const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) {
    await close()
  }
})

/** The requests to /wait that have arrived, and the promise that answers them. */
let waiting: number
let release: () => void
let released: Promise<void>
beforeEach(() => {
  waiting = 0
  ;({ promise: released, resolve: release } = Promise.withResolvers<void>())
})

/** Starts a server that by default treats an unfinished request or response as stalled; returns a function that connects. */
async function start(
  limits: Partial<RequestLimits>,
  shares: Partial<FairShareLimits> = {},
): Promise<(from?: string) => Promise<Socket>> {
  const server = await startServer({
    host: '127.0.0.1',
    port: 0,
    shares,
    limits: { stalledAfter: 0, ...limits },
    handler: async ({ rawPath }) => {
      if (rawPath === '/wait') {
        waiting += 1
        await released
      }
      return { statusCode: 200, body: rawPath === '/large' ? LARGE : '{}' }
    },
  })
  opened.push(() => {
    release()
    return server.stop()
  })
  const { hostname, port } = new URL(server.address)
  return async (from = '127.0.0.1') => {
    const socket = connect({ port: Number(port), host: hostname, localAddress: from })
    socket.on('error', () => {})
    opened.push(() => socket.destroy())
    await once(socket, 'connect')
    return socket
  }
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

/** Sends a request, and checks its response. */
async function request(socket: Socket): Promise<Socket> {
  socket.write(get('/'))
  expect(String((await once(socket, 'data'))[0])).toContain('200 OK')
  return socket
}

/** Sends a request whose response comes after `release`. */
async function startToWait(socket: Socket): Promise<Socket> {
  const before = waiting
  socket.write(get('/wait'))
  await until(() => waiting > before)
  return socket
}

const isClosed = (socket: Socket): Promise<unknown> =>
  new Promise((resolve) => socket.resume().once('close', resolve)) // also after a reset

describe('at the limit of connections, the server closes', () => {
  test.each([
    ['has sent a part of its first headers', async (socket: Socket) => socket.write('GET / HTTP/1.1\r\nH')],
    [
      'has sent a part of later headers',
      async (socket: Socket) => (await request(socket)).write('GET / HTTP/1.1\r\nHost: x\r\n'),
    ],
    [
      'has sent a part of a body',
      async (socket: Socket) => socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc'),
    ],
    [
      'has not read its response',
      async (socket: Socket) => {
        socket.write(get('/large'))
        await once(socket, 'readable')
      },
    ],
  ])('the connection of a client that %s, rather than an idle one', async (_, stall) => {
    const open = await start({ connections: 3 })
    const idle = await request(await open())
    const stalled = await open()
    await stall(stalled)
    const newerIdle = await request(await open())
    const added = await open()
    await isClosed(stalled)
    for (const socket of [idle, newerIdle, added]) {
      await request(socket)
    }
  })

  test('an idle one, rather than one whose request is still allowed to arrive', async () => {
    const open = await start({ connections: 3, stalledAfter: 3_600_000 })
    const first = await request(await open())
    const second = await request(await open())
    await request(first)
    const incomplete = await open()
    incomplete.write('GET / HTTP/1.1\r\nHost: x\r\n')
    await request(first)
    const added = await open()
    await isClosed(second)
    incomplete.write('\r\n')
    expect(String((await once(incomplete, 'data'))[0])).toContain('200 OK')
    await request(added)
  })

  test('the oldest connection without a request, while older ones wait for a response', async () => {
    const open = await start({ connections: 2 })
    const waits = await startToWait(await open())
    const idle = await request(await open())
    await open()
    await isClosed(idle)
    release()
    expect(String((await once(waits, 'data'))[0])).toContain('200 OK')
  })

  test('the newest of the client with the most connections, while all of them wait for a response', async () => {
    const open = await start({ connections: 3 })
    const waits = [await startToWait(await open()), await startToWait(await open(OTHER))]
    const newest = await startToWait(await open(OTHER))
    const added = await open('127.0.0.3')
    await isClosed(newest)
    release()
    for (const socket of waits) {
      expect(String((await once(socket, 'data'))[0])).toContain('200 OK')
    }
    await request(added)
  })

  test('the new one, while all others wait for a response and no client has more connections', async () => {
    const open = await start({ connections: 2 })
    const waits = [await startToWait(await open()), await startToWait(await open())]
    await isClosed(await open())
    release()
    for (const socket of waits) {
      expect(String((await once(socket, 'data'))[0])).toContain('200 OK')
    }
  })
})

describe('at the limit of connections of one client', () => {
  test('one of its own connections is closed, and none of another client', async () => {
    const open = await start({ connectionsPerClient: 2 })
    const other = await request(await open())
    const [first, second] = [await request(await open(OTHER)), await request(await open(OTHER))]
    const added = await open(OTHER)
    await isClosed(first)
    for (const socket of [other, second, added]) {
      await request(socket)
    }
  })

  test('its new connection is closed while its others wait for responses, and another client is served', async () => {
    const open = await start({ connectionsPerClient: 1 })
    const waits = await startToWait(await open(OTHER))
    await isClosed(await open(OTHER))
    await request(await open())
    release()
    expect(String((await once(waits, 'data'))[0])).toContain('200 OK')
  })

  test('a trusted proxy may open more', async () => {
    const settings = config() as { trustedProxies: Networks }
    const { trustedProxies } = settings
    settings.trustedProxies = new Networks([OTHER])
    opened.push(() => {
      settings.trustedProxies = trustedProxies
    })
    const open = await start({ connectionsPerClient: 1 })
    const sockets = await Promise.all([open(OTHER), open(OTHER), open(OTHER)])
    for (const socket of sockets) {
      await request(socket)
    }
  })
})

describe('a client that', () => {
  test('disconnects while its call waits for its turn is not served', async () => {
    const open = await start({}, { openPaths: { inProgress: 1, inProgressPerShare: 1, longestWait: 60_000 } })
    const first = await startToWait(await open())
    const gone = await open()
    gone.write(get('/wait'))
    const last = await open()
    last.write(get('/')) // waits behind the call of the client that disconnects
    const before = serverSockets()
    gone.resetAndDestroy()
    await until(() => serverSockets() === before - 2)
    release()
    expect(String((await once(first, 'data'))[0])).toContain('200 OK')
    expect(String((await once(last, 'data'))[0])).toContain('200 OK')
    expect(waiting).toBe(1)
  })

  const serverSockets = (): number =>
    process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length

  test('does not read its response is disconnected after the read timeout', async () => {
    const open = await start({ readTimeout: 100 })
    const socket = await open()
    socket.write(get('/large'))
    await once(socket, 'readable')
    const before = serverSockets()
    await until(() => serverSockets() < before)
    const chunks = await socket.toArray().catch(() => [])
    expect(Buffer.concat(chunks).length).toBeLessThan(LARGE.length)
  })

  test('reads a large response in pieces gets all of it', async () => {
    const open = await start({})
    const socket = await open()
    socket.write(get('/large').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    let bytes = 0
    for await (const chunk of socket) {
      bytes += chunk.length
    }
    expect(bytes).toBeGreaterThan(LARGE.length)
  })
})
