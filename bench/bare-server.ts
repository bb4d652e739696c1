import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import type { Connection } from '../shared/db/database.ts'

/** Finds the answer to a request; undefined where there is none. */
export type BareAnswer = (pool: pg.Pool, request: IncomingMessage) => Promise<unknown>

/** As many as the service has. */
const MAX_CONNECTIONS = 10
const { DATE } = pg.types.builtins

/**
 * The least that answers JSON from PostgreSQL: node:http, a pool, and `answer`. It runs in a process of its own,
 * is told the connection by the bench, and tells its port.
 */
export function runBareServer(answer: BareAnswer): void {
  process.once('message', (connection: Connection) => {
    const pool = new pg.Pool({ ...connection, max: MAX_CONNECTIONS, types: { getTypeParser } })
    const server = createServer(async (request, response) => {
      const found = await answer(pool, request).catch(() => undefined)
      const body = JSON.stringify(found ?? { error: 'no answer' })
      response.writeHead(found ? 200 : 500, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
      })
      response.end(body)
    })
    server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
  })
  process.on('disconnect', () => process.exit())
}

/** The application number in `/v1/brands/{number}`. */
export const numberIn = (request: IncomingMessage): string => request.url?.split('/').at(-1) ?? ''

/** A day stays the text that it is, as in the service: a Date would cost more than the rest of the row. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  return oid === DATE ? (text) => text : pg.types.getTypeParser(oid, format as 'text')
}
