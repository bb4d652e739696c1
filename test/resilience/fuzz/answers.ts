import type { MessageCase } from './messages.ts'
import { isMessage, mistakesOfError, mistakesOfMessage, parse, schemaOf } from './results.ts'
import type { WireAnswer } from './wire.ts'

/** Returns descriptions of all violations of the contract in a response; none if it is valid. */
export function mistakesOf(asked: MessageCase, answer: WireAnswer): string[] {
  const { status } = answer
  return [
    ...when(!asked.statuses.includes(status), `status ${status} and not ${asked.statuses.join(' or ')}`),
    ...mistakesOfHeaders(asked, answer),
    ...(asked.request.method === 'HEAD' ? [] : mistakesOfBody(asked, answer)),
  ]
}

const when = (isWrong: boolean, mistake: string): string[] => (isWrong ? [mistake] : [])

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}
const NEVER = [
  'server',
  'x-powered-by',
  'set-cookie',
  'x-injected',
  'access-control-allow-origin',
  'transfer-encoding',
]

function mistakesOfHeaders(
  { requestId, allow, request }: MessageCase,
  { status, headers }: WireAnswer,
): string[] {
  const id = headers['x-request-id'] ?? ''
  const always = Object.entries(ALWAYS).filter(([name, value]) => headers[name] !== value)
  const isError = status >= 400
  return [
    ...when(
      requestId === undefined ? !/^[\x21-\x7e]{1,200}$/.test(id) : id !== requestId,
      `x-request-id ${id}`,
    ),
    ...always.map(([name]) => `no ${name}`),
    ...NEVER.filter((name) => name in headers).map((name) => `header ${name}`),
    ...when(
      isError && headers['cache-control'] !== 'no-store',
      `an error with cache-control ${headers['cache-control']}`,
    ),
    ...when(status === 401 && headers['www-authenticate'] !== 'ApiKey', 'a 401 without WWW-Authenticate'),
    ...when(status === 429 && !/^[1-9]\d*$/.test(headers['retry-after'] ?? ''), 'a 429 without Retry-After'),
    ...when(status === 405 && headers.allow !== 'POST', 'a 405 without Allow'),
    ...when(status === 404 && allow !== undefined && headers.allow !== allow, `Allow ${headers.allow}`),
    ...when(headers['content-length'] === undefined, 'no content-length'),
    ...when(
      request.method === 'HEAD' && status !== 302 && headers['content-length'] === '0',
      'a HEAD of another length than its GET',
    ),
  ]
}

function mistakesOfBody(asked: MessageCase, answer: WireAnswer): string[] {
  if (answer.status === 202) {
    return when(answer.body !== '', 'a body with 202')
  }
  if (answer.status === 302) {
    return [
      ...when(answer.body !== '', 'a body with 302'),
      ...when(
        !/^\/docs\/(en|es)\/$/.test(answer.headers.location ?? ''),
        `location ${answer.headers.location}`,
      ),
    ]
  }
  const isJson = /^application\/json(; ?charset=utf-8)?$/.test(answer.headers['content-type'] ?? '')
  const value = parse(answer.body)
  if (!isJson || value === undefined) {
    return [`no JSON, but ${answer.headers['content-type']}: ${answer.body.slice(0, 200)}`]
  }
  return bodyOf(asked, answer, value)
}

function bodyOf({ of, called }: MessageCase, answer: WireAnswer, value: unknown): string[] {
  if (isMessage(value)) {
    return of === 'mcp' ? mistakesOfMessage(value, answer, called) : ['a message where none was asked for']
  }
  if (answer.status >= 400 && answer.status !== 503) {
    return mistakesOfError(value, answer, typeof of === 'object')
  }
  return typeof of === 'object' ? schemaOf(of)(value) : ['a body of an unknown route']
}
