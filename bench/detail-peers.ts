// A peer of the service: a server on node:http that does only a part of the work for the same response. It shows the minimum
// cost of that part. The environment variable PEER has the name of the peer.
import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { getBrand } from '../shared/brands/get-brand.ts'
import { type Database, openDatabase } from '../shared/db/database.ts'
import { admissionQueue } from '../shared/keys/admission-queue.ts'
import { type Admission, type AdmissionCall, admit } from '../shared/keys/admit.ts'

/**
 * The peers, by the work that each does for a request:
 * - `select`: a look-up of a mark by primary key
 * - `admission`: the statement that checks and charges a key, for each call
 * - `admissions in batches`: the same statement, once for each batch of calls
 * - `batches and select`: the same statement for each batch, then the look-up of the mark as the service reads it
 */
export type PeerName = 'select' | 'admission' | 'admissions in batches' | 'batches and select'

type Answer = (request: IncomingMessage) => Promise<unknown>

const connection = { connectionString: process.env.DATABASE_URL ?? '' }
/** The maximum number of database connections, the same as in the service. */
const MAX_CONNECTIONS = 10
const SELECT = { name: 'select', text: 'select * from brand where nro_solicitud = $1' }
const { DATE } = pg.types.builtins

/** Leaves a day as a string, as the service does: a Date would cost more than the rest of the row. */
const getTypeParser = (oid: number, format?: 'text' | 'binary'): ((text: string) => unknown) =>
  oid === DATE ? (text) => text : pg.types.getTypeParser(oid, format as 'text')

const numberIn = ({ url }: IncomingMessage): string => url?.split('/').at(-1) ?? ''

function select(): Answer {
  const pool = new pg.Pool({ ...connection, max: MAX_CONNECTIONS, types: { getTypeParser } })
  return async (request) => (await pool.query({ ...SELECT, values: [numberIn(request)] })).rows[0]
}

function admission(
  decide: (database: Database, call: AdmissionCall) => Promise<Admission>,
  andSelect: boolean,
): Answer {
  const database = openDatabase(connection, 'trademark_serve', 'bench')
  return async (request) => {
    const key = String(request.headers['x-api-key'])
    const { verdict } = await decide(database, { key, scope: 'brands:read' })
    if (verdict !== 'granted') return undefined
    return andSelect ? getBrand(database, { nroSolicitud: numberIn(request) }) : { verdict }
  }
}

const inBatches = (database: Database, call: AdmissionCall): Promise<Admission> =>
  admissionQueue(database).admit(call)

const PEERS: Readonly<Record<PeerName, () => Answer>> = {
  select,
  admission: () => admission(admit, false),
  'admissions in batches': () => admission(inBatches, false),
  'batches and select': () => admission(inBatches, true),
}

const answer = PEERS[process.env.PEER as PeerName]()
createServer(async (request, response) => {
  const found = request.url === '/health' ? {} : await answer(request).catch(() => undefined)
  const body = JSON.stringify(found ?? { error: 'no answer' })
  response.writeHead(found ? 200 : 500, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')
