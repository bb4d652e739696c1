import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * A fault that a proxy applies to its connections:
 *
 * - `latency`: all data is delayed by a number of milliseconds, in both directions
 * - `cut`: every connection is closed, and new ones are refused
 * - `black hole`: connections are accepted, and they never deliver data again, even after the fault
 * - `slow drip`: the data of the server arrives one byte at a time
 * - `reset`: each response of the server is cut in half by a reset of the connection
 */
export type Fault =
  | { kind: 'none' }
  | { kind: 'latency'; milliseconds: number }
  | { kind: 'cut' }
  | { kind: 'black hole' }
  | { kind: 'slow drip'; millisecondsPerByte: number }
  | { kind: 'reset' }

const BLACK_HOLE: Fault = { kind: 'black hole' }

export interface TcpProxy {
  /** Returns the URL of a database with the address of this proxy. */
  through(url: string): string
  /** Replaces the current fault. */
  suffer(fault: Fault): Promise<void>
  /** Returns the number of open connections of clients. */
  connections(): number
  close(): Promise<void>
}

/** Where a server listens: a TCP address, or the path of a Unix socket. */
type Target = { host: string; port: number } | { path: string }

/** Starts a proxy on a free port, which forwards to the server of `url`. */
export async function startTcpProxy(url: string): Promise<TcpProxy> {
  const target = targetOf(url)
  const open = new Set<Socket>()
  const lost = new WeakSet<Socket>()
  let fault: Fault = { kind: 'none' }
  const server = createServer({ noDelay: true }, (client) => {
    open.add(client)
    if (fault.kind === 'black hole') {
      lost.add(client)
    }
    client.once('close', () => open.delete(client))
    pass(client, connect(target), () => (lost.has(client) ? BLACK_HOLE : fault))
  })
  const port = await listen(server, 0)
  const destroyAll = (): void => {
    for (const client of open) {
      client.destroy()
    }
  }
  const stopListening = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      destroyAll()
    })
  return {
    through: (url) => throughPort(url, port),
    suffer: async (next) => {
      const before = fault.kind
      fault = next
      if (next.kind === 'black hole') {
        for (const client of open) {
          lost.add(client)
        }
      }
      if (next.kind === 'cut' && before !== 'cut') {
        await stopListening()
      } else if (before === 'cut' && next.kind !== 'cut') {
        await listen(server, port)
      }
    },
    connections: () => open.size,
    close: stopListening,
  }
}

/** Lets a server listen on a port of loopback, 0 for any, and returns the port. */
export async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Parses a URL like `pg`: its parameters override its other parts, and a host with a slash is a folder. */
export function targetOf(url: string): Target {
  const { hostname, port, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? hostname
  const number = Number(searchParams.get('port') || port || 5432)
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${number}` } : { host, port: number }
}

/** Returns the URL of a database with a port of loopback as its address. */
export function throughPort(url: string, port: number): string {
  const through = new URL(url)
  through.searchParams.delete('host')
  through.searchParams.delete('port')
  through.hostname = '127.0.0.1'
  through.port = String(port)
  return through.href
}

/** Joins the two sides of one connection. */
function pass(client: Socket, server: Socket, fault: () => Fault): void {
  carry(client, server, fault, false)
  carry(server, client, fault, true)
}

/** Forwards the data of one side to the other in order, whatever the delay of each chunk. */
function carry(from: Socket, to: Socket, fault: () => Fault, isAnswer: boolean): void {
  let delivered = Promise.resolve()
  from.on('data', (bytes) => {
    const came = performance.now()
    from.pause() // one chunk at a time: data that the other side does not read must not accumulate here
    delivered = delivered
      .then(() => deliver(bytes, to, fault, isAnswer, came))
      .then(() => void from.resume())
      .catch(() => {})
  })
  from.on('error', () => {})
  from.on('close', () => {
    delivered = delivered.then(() => void to.destroy())
  })
}

async function deliver(
  bytes: Buffer,
  to: Socket,
  fault: () => Fault,
  ...[isAnswer, came]: [boolean, number]
): Promise<void> {
  const now = fault()
  switch (now.kind) {
    case 'black hole':
      return
    case 'latency':
      await wait(came + now.milliseconds - performance.now())
      return write(bytes, to)
    case 'slow drip':
      return isAnswer ? drip(bytes, to, fault) : write(bytes, to)
    case 'reset':
      if (isAnswer) {
        await write(bytes.subarray(0, Math.ceil(bytes.length / 2)), to)
        to.resetAndDestroy()
        return
      }
      return write(bytes, to)
    default:
      return write(bytes, to)
  }
}

/** Writes byte by byte until the fault changes. */
async function drip(bytes: Buffer, to: Socket, fault: () => Fault): Promise<void> {
  for (let sent = 0; sent < bytes.length; sent++) {
    const now = fault()
    if (now.kind !== 'slow drip') {
      return now.kind === 'black hole' ? undefined : write(bytes.subarray(sent), to)
    }
    await write(bytes.subarray(sent, sent + 1), to)
    await wait(now.millisecondsPerByte)
  }
}

/** Resolves when the other side can receive more, or is closed. */
async function write(bytes: Buffer, to: Socket): Promise<void> {
  if (to.destroyed || to.write(bytes)) {
    return
  }
  await Promise.race([once(to, 'drain'), once(to, 'close')]).catch(() => {})
}
