import { cleanText, codePoints } from '../../../text/clean-text.ts'
import { withoutNationalIds } from '../../../values/national-ids.ts'

const LONGEST_QUOTE = 120
/** Longer texts are not quoted. */
const LONGEST_MESSAGE = 2_000
/** A word with its punctuation: not a URL, path, host name or key. */
const WORD = /^[(¿¡'«“]{0,2}\p{L}[\p{L}\p{M}]{0,24}[)'»”.,;:!?…]{0,3}$/u
/** A count or a year: too short for a number that identifies a person. */
const NUMBER = /^\(?\d{1,4}[).,;:]{0,2}$/
/** The minimum length of a secret that is searched. Shorter secrets occur in any text. */
const SHORTEST_SECRET = 4

/**
 * Returns an office's message for quotation: its words and small numbers, at most 120 characters, with `…` for the
 * rest. Undefined when no word is left or the message contains a secret.
 *
 * @param secrets texts that no quotation may contain, even divided by spaces or signs
 */
export function redactedQuote(message: string, secrets: readonly string[]): string | undefined {
  if (message.length > LONGEST_MESSAGE) {
    return undefined
  }
  const clean = withoutNationalIds(message)
  const words = clean.split(' ').map((word) => (WORD.test(word) || NUMBER.test(word) ? word : '…'))
  const redacted = words.join(' ').replace(/…(?: …)+/g, '…')
  return !/\p{L}/u.test(redacted) || hasSecret(message, secrets) || hasSecret(redacted, secrets)
    ? undefined
    : `"${shortened(redacted)}"`
}

const shortened = (text: string): string =>
  codePoints(text) > LONGEST_QUOTE ? `${[...text].slice(0, LONGEST_QUOTE - 1).join('')}…` : text

/** Letters and digits only, so that spaces and signs cannot hide a secret. */
const lettersAndDigits = (text: string): string =>
  cleanText(text)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

function hasSecret(text: string, secrets: readonly string[]): boolean {
  const searched = lettersAndDigits(text)
  return secrets
    .map(lettersAndDigits)
    .some((secret) => secret.length >= SHORTEST_SECRET && searched.includes(secret))
}
