import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { FOLDERS, fileAnswer, PORTAL_PATH, type PublishedFile } from '../../../local/sample/office.ts'
import { decodePercents } from '../../../shared/sync/fetch/file-name.ts'
import { type Answer, MISBEHAVIOURS, type Misbehaviour } from './misbehaviours.ts'
import { hostPortal, type OfficePortal } from './portal.ts'

/** A file that the fake office publishes below one of its pages. */
export interface OfficeFile extends Omit<PublishedFile, 'body'> {
  body: () => Buffer | AsyncIterable<Uint8Array | string>
}

/** A fake office that answers as the sample office does, and misbehaves on demand. */
export interface Office {
  url: string
  sheetsUrl: string
  bulletinUrl: string
  portalUrl: string
  portal: OfficePortal
  /** Publishes more files, or other files under the same paths. */
  publish(files: readonly OfficeFile[]): void
  /** All requests except those to the portal, in order; `portal.calls` contains those. */
  readonly requests: readonly { method: string; path: string; headers: IncomingHttpHeaders }[]
  /** Misbehaves from now on below a path; undefined ends it. The portal misbehaves by `portal.misbehave`. */
  misbehave(how: Misbehaviour | undefined, below?: string): void
  /** The number of open connections. */
  connections(): Promise<number>
  stop(): Promise<void>
}

/** Serves a fake office on a free port of 127.0.0.1; calls `onStall` for each answer for which the client must time out. */
export async function startOffice(
  files: readonly OfficeFile[],
  onStall: () => void = () => {},
): Promise<Office> {
  const published = new Map(files.map((file) => [file.path, file]))
  const requests: { method: string; path: string; headers: IncomingHttpHeaders }[] = []
  const hosted = hostPortal()
  let misbehaving: { how: Misbehaviour; below: string } | undefined
  const reply = (response: ServerResponse, answer: Answer): Promise<void> => {
    if (answer.stalls) {
      onStall()
    }
    return send(response, answer)
  }
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = request
    const path = decodePercents(url.replace(/\?.*$/s, ''))
    if (hosted.hosts(path)) {
      return reply(response, await hosted.answer(request, response, path))
    }
    requests.push({ method, path: url, headers })
    const bodies = [...published.values()].map(async (file) => ({
      ...file,
      body: file.path === path ? await buffer(Readable.from(file.body())) : Buffer.alloc(0),
    }))
    const files = await Promise.all(bodies)
    const answer = fileAnswer(files, path, headers)
    const folder = Object.values(FOLDERS).find((each) => each.path === path)
    const { how, below = '' } = misbehaving ?? {}
    const isWrong = how !== undefined && path.startsWith(below)
    await reply(response, isWrong ? MISBEHAVIOURS[how](answer, { url, path, folder, files }) : answer)
  }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    sheetsUrl: url + FOLDERS.sheets.path,
    bulletinUrl: url + FOLDERS.bulletin.path,
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

/** Writes an answer, right or wrong; the client may disconnect before its end. */
async function send(response: ServerResponse, answer: Answer): Promise<void> {
  const { status, headers, cookies = [], body, breaksOff, withheld } = answer
  if (withheld !== undefined) {
    if (withheld === 'reset') {
      response.socket?.resetAndDestroy()
    }
    return
  }
  response.writeHead(status, cookies.length === 0 ? headers : { ...headers, 'set-cookie': [...cookies] })
  const chunks = Buffer.isBuffer(body) ? [body] : body
  await pipeline(chunks, response, { end: breaksOff !== true }).catch(() => response.destroy())
  if (breaksOff) {
    response.socket?.destroySoon()
  }
}
