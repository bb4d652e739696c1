import { connect, createServer, type Socket } from 'node:net'
import { listen, targetOf, throughPort } from '../tcp-proxy.ts'

/**
 * When the connection of a statement is lost: before the server receives the statement, after the server has executed it but
 * before the client receives the response, or after the client has received the response.
 */
export const LOSSES = ['before', 'unanswered', 'answered'] as const
export type Loss = (typeof LOSSES)[number]

/** A proxy in front of a database, which counts the statements of all connections and cuts the connection of one of them. */
export interface StatementProxy {
  /** Returns the URL of a database with the address of this proxy. */
  through(url: string): string
  /** Resets the counter, and cuts the connection at statement number `place`, from 1; none if undefined. */
  arm(place?: number, loss?: Loss): void
  /** Returns the number of statements since `arm`. */
  count(): number
  close(): Promise<void>
}

/** Messages of a client after which it waits for a response: query, sync, and the end of a copy. */
const ENDS_STATEMENT = new Set(['Q', 'S', 'c', 'f'].map((type) => type.charCodeAt(0)))
/** Messages of a server that complete a response: ready for a query, and ready for the data of a copy. */
const ENDS_ANSWER = new Set(['Z', 'G'].map((type) => type.charCodeAt(0)))
/** Messages of a client that are forwarded at once: the data of a copy, and passwords. */
const PASSING = new Set(['d', 'p'].map((type) => type.charCodeAt(0)))
const HEADER_BYTES = 5

export async function startStatementProxy(url: string): Promise<StatementProxy> {
  const target = targetOf(url)
  const open = new Set<Socket>()
  let counted = 0
  let armed: { place: number | undefined; loss: Loss } = { place: undefined, loss: 'before' }
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect(target)
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    /** The loss that the current statement gets. */
    let losing: Loss | undefined
    const requests = splitMessages(true, (type) => {
      if (!ENDS_STATEMENT.has(type)) return 'keep'
      counted += 1
      if (counted === armed.place) losing = armed.loss
      return 'pass'
    })
    const answers = splitMessages(false, (type) => (ENDS_ANSWER.has(type) ? 'pass' : 'keep'))
    client.on('data', (bytes) => {
      const passing = requests(bytes)
      if (losing === 'before') upstream.destroy()
      else if (passing.length > 0) upstream.write(passing)
    })
    upstream.on('data', (bytes) => {
      const complete = answers(bytes).length > 0
      if (losing === undefined) client.write(bytes)
      else if (losing === 'unanswered') complete && client.destroy()
      else client.write(bytes, () => complete && client.destroy())
    })
  })
  const port = await listen(server, 0)
  return {
    through: (url) => throughPort(url, port),
    arm: (place, loss = 'before') => {
      counted = 0
      armed = { place, loss }
    },
    count: () => counted,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}

/**
 * Returns a function that takes the bytes of one direction as they arrive, and returns those up to the last message for
 * which `see` returns `pass`. The first message of a client has no type and always passes, as does the data of a copy.
 */
function splitMessages(isClient: boolean, see: (type: number) => 'keep' | 'pass'): (bytes: Buffer) => Buffer {
  let rest = Buffer.alloc(0)
  let isFirst = isClient
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    let [end, passed] = [0, 0]
    for (;;) {
      const header = isFirst ? HEADER_BYTES - 1 : HEADER_BYTES
      if (rest.length < end + header) break
      const length = rest.readUInt32BE(end + header - 4) + header - 4
      if (rest.length < end + length) break
      const message = rest.subarray(end, end + length)
      end += length
      const type = message[0] ?? 0
      if (isFirst || (isClient && PASSING.has(type)) || see(type) === 'pass') passed = end
      isFirst = false
    }
    const passing = rest.subarray(0, passed)
    rest = rest.subarray(passed)
    return passing
  }
}
