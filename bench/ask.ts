import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { MeasuringError } from './run.ts'

/** Keeps connections open. `node:http` adds less time of its own to a request than `fetch`. */
const agent = new Agent({ keepAlive: true })

/** The service, and the API key with which it is asked. */
export interface Caller {
  readonly url: string
  readonly key: string
  readonly signal: AbortSignal
}

export interface Answer {
  body: string
  /** The time from the request to the last byte of its response. */
  milliseconds: number
}

/**
 * Sends a GET request, or a POST request if `posted` is given, and reads the response.
 *
 * @throws MeasuringError for a status other than 200 and 202, because the times of errors are meaningless
 */
export async function ask(
  { url, key, signal }: Caller,
  path: string,
  posted?: { headers: Readonly<Record<string, string>>; body: string },
): Promise<Answer> {
  const headers = { 'x-api-key': key, ...posted?.headers }
  const options = { agent, signal, headers, method: posted ? 'POST' : 'GET' }
  const startedAt = performance.now()
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    request(url + path, options, resolve)
      .on('error', reject)
      .end(posted?.body),
  )
  const body = await text(response)
  const milliseconds = performance.now() - startedAt
  if (response.statusCode !== 200 && response.statusCode !== 202) {
    throw new MeasuringError(`The service answered ${path} with ${response.statusCode}:\n${body}`)
  }
  return { body, milliseconds }
}
