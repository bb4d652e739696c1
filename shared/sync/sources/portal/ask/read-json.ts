import { UnreadableAnswer } from './unreadable-answer.ts'

/** An object of JSON, with whatever fields it has. */
export type Fields = Readonly<Record<string, unknown>>

/** What is known of the portal's answers nests five deep. */
const MOST_DEPTH = 32

const unreadable = (): UnreadableAnswer =>
  new UnreadableAnswer('The portal answered with something that is no readable JSON.')

/**
 * Reads JSON that nobody vouches for: not deeper than any reader of it can follow, and with no field `__proto__`,
 * which a copy of it would take for its prototype.
 *
 * @throws UnreadableAnswer, which does not quote: the text may have secrets of the session
 */
export function readJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw unreadable()
  }
  makeHarmless(value, MOST_DEPTH)
  return value
}

function makeHarmless(value: unknown, deeper: number): void {
  if (typeof value !== 'object' || value === null) {
    return
  }
  if (deeper === 0) {
    throw unreadable()
  }
  Reflect.deleteProperty(value, '__proto__')
  for (const each of Object.values(value)) {
    makeHarmless(each, deeper - 1)
  }
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * What a page method answered: the JSON in `d`, as a text or as it is; without `d`, all of it, which is how the server
 * itself says what went wrong.
 *
 * @throws UnreadableAnswer
 */
export function readPayload(text: string): Fields {
  const outer = readJson(text)
  const inner = isFields(outer) && 'd' in outer ? outer.d : outer
  const payload = typeof inner === 'string' ? readJson(inner) : inner
  if (!isFields(payload)) {
    throw new UnreadableAnswer('The portal answered with JSON that has no fields.')
  }
  return payload
}

/**
 * The sentence with which an answer says that something went wrong; undefined where it says nothing.
 *
 * @throws UnreadableAnswer for an error that is no sentence
 */
export function errorSentence(payload: Fields): string | undefined {
  const { ErrorMessage: error, Message: message } = payload
  if (typeof error === 'string' && error.trim() !== '') {
    return error
  }
  if (typeof error !== 'string' && error) {
    throw new UnreadableAnswer('The portal answered with an error that it does not put into words.')
  }
  const hasData = 'Marca' in payload || 'Marcas' in payload
  return typeof message === 'string' && !hasData ? message : undefined
}
