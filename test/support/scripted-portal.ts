import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A response: an object is sent as JSON and a buffer as is, both with 200; a function writes the response itself. */
export type Scripted = Buffer | Readonly<Record<string, unknown>> | ((response: ServerResponse) => void)

/** A received request. */
export interface Heard {
  method: string
  path: string
  headers: IncomingMessage['headers']
  /** Only for page methods. */
  body: Readonly<Record<string, string>> | undefined
}

export interface ScriptedPortal {
  /** The URL of its page. */
  url: string
  readonly heard: readonly Heard[]
  /** Returns the greatest number of simultaneous requests. */
  mostAtOnce(): number
  /** Sets the responses to the next pages and calls; later ones receive regular responses. */
  script(next: { pages?: readonly Scripted[]; calls?: readonly Scripted[] }): void
  stop(): Promise<void>
}

/** Returns a response with this status and body. */
export const answered =
  (status: number, body: string | Buffer = '', headers: Readonly<Record<string, string>> = {}): Scripted =>
  (response) =>
    response.writeHead(status, headers).end(body)

/** Returns a response of a page method: JSON as text within JSON. */
export const wrapped = (payload: unknown): Scripted => ({ d: JSON.stringify(payload) })

/** Returns a response with an error message and status 200. */
export const sentence = (ErrorMessage: string, rest: object = {}): Scripted =>
  wrapped({ ErrorMessage, ...rest })

/** The secrets of its sessions: long enough to search for in messages. */
export const SECRETS = { hash: 'cafe5ecre7', idw: 'idwdelasesion', cookie: 'galletadelasesion' } as const

/** Returns the portal's page with the fields of a session. */
export const pageWith = (hash: string, idw: string = SECRETS.idw): string =>
  `<!doctype html><html><body><form><input type="text" id="q" value="x">` +
  `<input value="${hash}" id="hdnHash" type="hidden"><input type=hidden id=hdnIDW value='${idw}'></form>`

/** Starts a portal with scripted responses. Its regular responses are an empty list, and a mark by its number. */
export async function startScriptedPortal(): Promise<ScriptedPortal> {
  const heard: Heard[] = []
  const scripts = { pages: [] as Scripted[], calls: [] as Scripted[] }
  let hashes = 0
  let atOnce = 0
  let most = 0
  const nextHash = (): string => `${SECRETS.hash}${++hashes}`
  const regular = ({ path, method, body }: Heard): Scripted => {
    if (method === 'GET') {
      const cookie = { 'set-cookie': `ASP.NET_SessionId=${SECRETS.cookie}; path=/; HttpOnly` }
      return answered(200, pageWith(nextHash()), { ...cookie, 'content-type': 'text/html' })
    }
    const found = { NumeroSolicitud: body?.numeroSolicitud }
    return wrapped({ Hash: nextHash(), ...(path.endsWith('FindMarcas') ? { Marcas: [] } : { Marca: found }) })
  }
  const server = createServer(async (request, response) => {
    most = Math.max(most, ++atOnce)
    response.once('close', () => atOnce--)
    const { method = '', url: path = '', headers } = request
    const text = (await request.toArray()).join('')
    const asked: Heard = { method, path, headers, body: text === '' ? undefined : JSON.parse(text) }
    heard.push(asked)
    const next = scripts[method === 'GET' ? 'pages' : 'calls'].shift()
    send(next ?? regular(asked), response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/Marca/BuscarMarca.aspx`,
    heard,
    mostAtOnce: () => most,
    script: ({ pages = [], calls = [] }) => Object.assign(scripts, { pages: [...pages], calls: [...calls] }),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(answer: Scripted, response: ServerResponse): void {
  if (typeof answer === 'function') {
    answer(response)
  } else if (Buffer.isBuffer(answer)) {
    response.end(answer)
  } else {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(answer))
  }
}
