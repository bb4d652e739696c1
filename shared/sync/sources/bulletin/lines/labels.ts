import { type Role, roleOf } from './roles.ts'
import { numberAtStart } from './row-start.ts'

/** A label with what follows it. */
export interface Labelled {
  role: Role
  text: string
}

/** `Solicitud N° 1604543`, also with a colon, or the number's sign in front. */
const SIGN = String.raw`N(?:[°º.]|ro\.?|[úu]mero)*`
const START = new RegExp(
  String.raw`^(?:${SIGN}\s*(?:de\s+(?:la\s+)?)?)?Solicitud(?:\s+de\s+marca)?\s*(?:${SIGN}\s*)?[:.]?\s*` +
    String.raw`(?<number>\d[\w.,-]*)(?<rest>.*)$`,
  'iu',
)
const LABEL = /^(?<label>\p{L}[\p{L}°º.()/ ]{0,40}?)\s*:\s*(?<text>.*)$/u
/** Behind an event's words, which are the office's own, a label may follow in the same text. */
const INNER_RESOLUTION = /^(?<event>.*\S)\s+(?<label>(?:N[°º]\s*)?Resoluci[óo]n(?:\s*N[°º])?\s*:\s*.*)$/u

/** The number with which a block begins, and what follows it on its line; undefined for other lines. */
export function blockStart(text: string): { number: string; rest: string } | undefined {
  const { number, rest = '' } = START.exec(text)?.groups ?? {}
  const isNumber =
    number !== undefined && numberAtStart({ pieces: [{ x: 0, end: 0, text: number }] }) !== undefined
  return isNumber ? { number, rest: rest.trim() } : undefined
}

/** Reads a text that begins with a label that is known and a colon. */
export function readLabel(text: string): Labelled | undefined {
  const { label = '', text: rest = '' } = LABEL.exec(text)?.groups ?? {}
  const role = roleOf(label)
  return role === undefined ? undefined : { role, text: rest }
}

/** Takes a resolution off an event's words. */
export function splitEvent(text: string): { event: string; label: string } {
  const { event = text, label = '' } = INNER_RESOLUTION.exec(text)?.groups ?? {}
  return { event, label }
}

const VALUE = /^(?:\d{3,4}\s+\p{Lu}\p{Ll}+\s.*|\d{4}\/\d+)$/u
const MOST_WORDS = 3

/**
 * Whether a text has a label that is not known before an event or a resolution: the layout may have changed.
 */
export function hasUnknownLabel(text: string): boolean {
  const { label = '', text: rest = '' } = LABEL.exec(text)?.groups ?? {}
  return (
    label !== '' && roleOf(label) === undefined && label.split(' ').length <= MOST_WORDS && VALUE.test(rest)
  )
}
