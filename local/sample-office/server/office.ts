import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { decodePercents } from '../../../shared/sync/fetch/file-name.ts'
import { type Answer, type Asked, errorPage, MISBEHAVIOURS, type Misbehaviour } from './misbehaviours.ts'
import type { OfficeFile } from './office-file.ts'
import { FOLDERS, listingPage, newestFirst, publishedAt } from './pages.ts'
import { hostPortal, type OfficePortal, PORTAL_PATH } from './portal/office-portal.ts'

/** The made-up office, as it stands on the web. */
export interface Office {
  url: string
  /** Its page of sheets. */
  sheetsUrl: string
  /** Its page of editions of the bulletin. */
  bulletinUrl: string
  /** The page of its search portal. */
  portalUrl: string
  portal: OfficePortal
  /** Publishes more files, or others in their place. */
  publish(files: readonly OfficeFile[]): void
  /** What it was asked for, in turn; what its portal was asked stands in `portal.calls`. */
  readonly requests: readonly OfficeRequest[]
  /** From now on it does as told, or as it should, on what lies below a path; its portal is told for itself. */
  misbehave(how: Misbehaviour | undefined, below?: string): void
  /** How many connections are open. */
  connections(): Promise<number>
  stop(): Promise<void>
}

export interface OfficeRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
}

/** Serves a made-up office on a free port of this machine, which nobody else can reach. */
export async function startOffice(files: readonly OfficeFile[]): Promise<Office> {
  const published = new Map(files.map((file) => [file.path, file]))
  const requests: OfficeRequest[] = []
  const hosted = hostPortal()
  let misbehaving: { how: Misbehaviour; below: string } | undefined
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = request
    const place = placeOf(url)
    if (hosted.hosts(place.path)) {
      return send(response, await hosted.answer(request, response, place.path))
    }
    requests.push({ method, path: url, headers })
    const asked: Asked = { url, ...place, files: [...published.values()] }
    const answer = await answerTo(asked, headers)
    const { how, below = '' } = misbehaving ?? {}
    const isTold = how !== undefined && asked.path.startsWith(below)
    await send(response, isTold ? MISBEHAVIOURS[how](answer, asked) : answer)
  }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy()) // a file of its own that it cannot read
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    sheetsUrl: url + FOLDERS.hojas.path,
    bulletinUrl: url + FOLDERS.estadoDiario.path,
    portalUrl: url + PORTAL_PATH,
    portal: hosted.portal,
    publish: (more) => more.forEach((file) => void published.set(file.path, file)),
    requests,
    misbehave: (how, below = '/') => {
      misbehaving = how && { how, below }
    },
    connections: () => new Promise((resolve) => server.getConnections((_, count) => resolve(count))),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The path asked for, without its query and its percents, and the page that is there. */
function placeOf(url: string): Pick<Asked, 'path' | 'folder'> {
  const path = decodePercents(url.replace(/\?.*$/s, ''))
  return { path, folder: Object.values(FOLDERS).find((folder) => folder.path === path) }
}

/** What the office answers when all is well. */
async function answerTo({ path, folder, files }: Asked, headers: IncomingHttpHeaders): Promise<Answer> {
  if (folder !== undefined) {
    const body = Buffer.from(listingPage(folder, newestFirst(files, folder)))
    return whole(body, { 'content-type': 'text/html; charset=utf-8' })
  }
  const file = files.find((file) => file.path === path)
  return file === undefined ? errorPage(404) : conditional(headers, await fileAnswer(file))
}

const whole = (body: Buffer, headers: Record<string, string>): Answer => ({
  status: 200,
  headers: { ...headers, 'content-length': String(body.length) },
  body,
})

async function fileAnswer({ path, body, type }: OfficeFile): Promise<Answer> {
  const bytes = await buffer(Readable.from(body()))
  return whole(bytes, {
    'content-type': type,
    etag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`,
    'last-modified': publishedAt(path).toUTCString(),
  })
}

/** Says that nothing has changed, where the client has it (RFC 9110, 13.2.2). */
function conditional(asked: IncomingHttpHeaders, answer: Answer): Answer {
  const { etag, 'last-modified': lastModified = '' } = answer.headers
  const since = Date.parse(asked['if-modified-since'] ?? '')
  const isKnown = asked['if-none-match'] ? asked['if-none-match'] === etag : Date.parse(lastModified) <= since
  return isKnown ? { ...answer, status: 304, headers: { etag: etag ?? '' }, body: Buffer.alloc(0) } : answer
}

/** Writes an answer as it is, right or wrong; whoever asked may leave in the middle. */
async function send(response: ServerResponse, answer: Answer): Promise<void> {
  const { status, headers, cookies = [], body, breaksOff, fate } = answer
  if (fate !== undefined) {
    return withhold(response, fate)
  }
  response.writeHead(status, cookies.length === 0 ? headers : { ...headers, 'set-cookie': [...cookies] })
  const chunks = Buffer.isBuffer(body) ? [body] : body
  await pipeline(chunks, response, { end: breaksOff !== true }).catch(() => response.destroy())
  if (breaksOff) {
    response.socket?.destroySoon()
  }
}

/** Whoever waits for an answer in silence does so until they leave. */
function withhold(response: ServerResponse, fate: 'silent' | 'reset'): void {
  if (fate === 'reset') {
    response.socket?.resetAndDestroy()
  }
}
