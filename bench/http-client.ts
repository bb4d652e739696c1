import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { MeasuringError } from './run.ts'

export interface Answer {
  body: string
  /** The time from the request to the last byte of its response. */
  milliseconds: number
}

/** The body of a POST request and its headers. */
export interface Posted {
  headers: Readonly<Record<string, string>>
  body: string
}

/** A client that sends one request after another on one keep-alive connection. */
export interface HttpClient {
  /**
   * Sends a GET request, or a POST request if `posted` is given.
   *
   * @throws MeasuringError for a status other than 200 and 202, because the times of errors are meaningless
   */
  ask(path: string, posted?: Posted): Promise<Answer>
  close(): void
}

/** Creates a client that sends an API key. */
export function openHttpClient(url: string, key: string, signal: AbortSignal): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const get = { agent, signal, headers: { 'x-api-key': key } }
  return {
    async ask(path, posted) {
      const options = posted
        ? { ...get, method: 'POST', headers: { ...get.headers, ...posted.headers } }
        : get
      const startedAt = performance.now()
      const response = await new Promise<IncomingMessage>((resolve, reject) =>
        request(`${url}${path}`, options, resolve).on('error', reject).end(posted?.body),
      )
      const body = await text(response)
      const milliseconds = performance.now() - startedAt
      if (response.statusCode !== 200 && response.statusCode !== 202) {
        throw new MeasuringError(`The service answered ${path} with ${response.statusCode}:\n${body}`)
      }
      return { body, milliseconds }
    },
    close: () => agent.destroy(),
  }
}
