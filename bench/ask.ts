import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface Answer {
  status: number
  body: string
  /** From the request to the last byte of its answer. */
  milliseconds: number
}

/** What a request brings along; one without it is a GET. */
export interface Posted {
  headers: Readonly<Record<string, string>>
  body: string
}

/** Asks a service one request after the other, on one connection that is kept. */
export interface Asker {
  /** @throws what the network reports, and the reason of the signal */
  ask(path: string, posted?: Posted): Promise<Answer>
  close(): void
}

export function openAsker(url: string, key: string, signal: AbortSignal): Asker {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const get = { agent, signal, headers: { 'x-api-key': key } }
  return {
    async ask(path, posted) {
      const options = posted
        ? { ...get, method: 'POST', headers: { ...get.headers, ...posted.headers } }
        : get
      const startedAt = performance.now()
      const response = await new Promise<IncomingMessage>((resolve, refuse) =>
        request(`${url}${path}`, options, resolve).on('error', refuse).end(posted?.body),
      )
      const body = await text(response)
      return { status: response.statusCode ?? 0, body, milliseconds: performance.now() - startedAt }
    },
    close: () => agent.destroy(),
  }
}
