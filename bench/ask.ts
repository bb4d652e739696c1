import { MeasuringError } from './run.ts'

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
  const method = posted ? { method: 'POST', body: posted.body } : {}
  const startedAt = performance.now()
  const response = await fetch(url + path, { ...method, signal, headers })
  const body = await response.text()
  const milliseconds = performance.now() - startedAt
  if (response.status !== 200 && response.status !== 202) {
    throw new MeasuringError(`The service answered ${path} with ${response.status}:\n${body}`)
  }
  return { body, milliseconds }
}
