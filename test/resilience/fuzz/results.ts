import { type ErrorEnvelope, errorEnvelope } from '../../../schemas/error.ts'
import type { Operation } from '../../../schemas/operations.ts'
import { ERRORS, type ErrorCode } from '../../../shared/platform/errors.ts'
import { validator } from '../../../shared/platform/validation.ts'
import type { Called } from './messages.ts'
import type { WireAnswer } from './wire.ts'

const when = (isWrong: boolean, mistake: string): string[] => (isWrong ? [mistake] : [])

const envelopeProblems = validator(errorEnvelope)

/** Returns the mistakes of an error envelope; a validation error must name a parameter of the operation. */
export function mistakesOfError(
  value: unknown,
  { status, headers }: WireAnswer,
  isOfOperation: boolean,
): string[] {
  const wrong = envelopeProblems(value).map(({ field, reason }) => `envelope: ${field} ${reason}`)
  if (wrong.length > 0) {
    return wrong
  }
  const { code, message, requestId, details, retryAfter } = (value as ErrorEnvelope).error
  return [
    ...when(ERRORS[code as ErrorCode]?.status !== status, `${code} with ${status}`),
    ...when(requestId !== headers['x-request-id'], 'another requestId than in the header'),
    ...when(status === 400 && isOfOperation && !details?.length, 'a 400 without details'),
    ...when(
      status === 429 && String(retryAfter) !== headers['retry-after'],
      'another retryAfter than in the header',
    ),
    ...when(
      /\bat (?:\S+\.\w+|node:\S+):\d|select |syntax error|relation "|node_modules/i.test(message),
      `internals: ${message}`,
    ),
  ]
}

const schemas = new Map<object, (value: unknown) => string[]>()

/** Returns a function that lists the violations of a schema in a value; compiles each schema once. */
export function schemaOf({ id, output }: Operation): (value: unknown) => string[] {
  const known = schemas.get(output)
  if (known) {
    return known
  }
  const validate = validator(output)
  const check = (value: unknown): string[] =>
    validate(value).map(({ field, reason }) => `${id}: ${field || 'it'} ${reason}`)
  schemas.set(output, check)
  return check
}

interface Message {
  jsonrpc: '2.0'
  id?: unknown
  result?: { content?: { type: string; text: string }[]; isError?: boolean; structuredContent?: object }
  error?: { code: number; message: string }
}

/** Returns whether a body is a JSON-RPC message. */
export const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'jsonrpc' in value

const INTERNAL_ERROR = -32_603

/** Returns the mistakes of a response of the MCP server, and of the result in it. */
export function mistakesOfMessage(
  { result, error, ...rest }: Message,
  answer: WireAnswer,
  called: Called | undefined,
): string[] {
  const form = [
    ...when(
      rest.jsonrpc !== '2.0' || (result === undefined) === (error === undefined),
      'no form of JSON-RPC',
    ),
    ...when(
      error !== undefined && !(Number.isInteger(error.code) && typeof error.message === 'string'),
      'no error of JSON-RPC',
    ),
    ...when(error?.code === INTERNAL_ERROR, `an internal error: ${error?.message}`),
    ...when(error !== undefined && error.message.length > 600, 'a long error'),
    ...when(called !== undefined && result === undefined, `no result: ${JSON.stringify(error)}`),
  ]
  return result?.content ? [...form, ...mistakesOfResult(result, answer, called)] : form
}

function mistakesOfResult(
  result: NonNullable<Message['result']>,
  answer: WireAnswer,
  called: Called | undefined,
): string[] {
  const value = parse(result.content?.[0]?.text ?? '')
  if (value === undefined) {
    return ['a result without JSON in its first text']
  }
  const code = result.isError ? (value as ErrorEnvelope).error?.code : 'result'
  const expected: readonly string[] = called?.outcomes ?? [code]
  return [
    ...when(!expected.includes(code), `${code} and not ${expected.join(' or ')}`),
    ...(result.isError
      ? mistakesOfError(
          value,
          { ...answer, status: ERRORS[code as ErrorCode]?.status },
          code === 'validation_error',
        )
      : mistakesOfValue(result, value, called)),
    ...when(code === 'internal_error', 'an internal error in a result'),
  ]
}

/** Returns the mistakes of a result: its text must be the body of the REST route, and its structured content the same. */
function mistakesOfValue(
  { structuredContent }: NonNullable<Message['result']>,
  value: unknown,
  called: Called | undefined,
): string[] {
  const isSame = JSON.stringify(structuredContent ?? null) === JSON.stringify(value)
  return [
    ...when(!isSame, 'structuredContent that is not the text'),
    ...(called === undefined || value === null ? [] : schemaOf(called.tool.operation)(value)),
    ...when(value === null && called?.tool.structured === 'always', 'null where a page is due'),
  ]
}

/** Parses a text as JSON; returns undefined if it is invalid. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
