// A peer of the service: a server on node:http that does only a part of the work for the same response. It shows the minimum
// cost of that part. The environment variable PEER has the name of the peer.
import { createServer } from 'node:http'
import pg from 'pg'
import { getBrand } from '../shared/brands/get-brand.ts'
import { openDatabase } from '../shared/db/database.ts'
import { admissionQueue } from '../shared/keys/admission-queue.ts'

/**
 * The peers, by the work that each does for a request:
 * - `select`: a look-up of a mark by primary key
 * - `admission and select`: the statement that checks and charges the keys of a batch of calls, then the look-up of the mark
 *   as the service reads it
 */
export type PeerName = 'select' | 'admission and select'

/** Returns the body of the response; undefined if there is none. */
type Answer = (nroSolicitud: string, key: string) => Promise<unknown>

const connection = JSON.parse(process.env.CONNECTION ?? '{}')
/** The maximum number of database connections, the same as in the service. */
const MAX_CONNECTIONS = 10
const SELECT = { name: 'select', text: 'select * from brand where nro_solicitud = $1' }
const { DATE } = pg.types.builtins

/** Leaves a day as a string, as the service does: a Date would cost more than the rest of the row. */
const getTypeParser = (oid: number, format?: 'text' | 'binary'): ((text: string) => unknown) =>
  oid === DATE ? (text) => text : pg.types.getTypeParser(oid, format as 'text')

function select(): Answer {
  const pool = new pg.Pool({ ...connection, max: MAX_CONNECTIONS, types: { getTypeParser } })
  return async (nroSolicitud) => (await pool.query({ ...SELECT, values: [nroSolicitud] })).rows[0]
}

function admissionAndSelect(): Answer {
  const database = openDatabase(connection, 'trademark_serve', 'bench')
  return async (nroSolicitud, key) => {
    const { verdict } = await admissionQueue(database).admit({ key, scope: 'brands:read' })
    return verdict === 'granted' ? getBrand(database, { nroSolicitud }) : undefined
  }
}

const answer = (process.env.PEER as PeerName) === 'select' ? select() : admissionAndSelect()
createServer(async ({ url = '', headers }, response) => {
  const found =
    url === '/health'
      ? {}
      : await answer(url.slice(url.lastIndexOf('/') + 1), String(headers['x-api-key'])).catch(() => undefined)
  const body = JSON.stringify(found ?? { error: 'no answer' })
  response.writeHead(found ? 200 : 500, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')
