import { cleanText, codePoints } from '../../../text/clean-text.ts'
import { withoutNationalIds } from '../../../values/national-ids.ts'

const LONGEST_QUOTE = 120
/** The maximum length of a text that is quoted. */
const LONGEST_MESSAGE = 2_000
/** Matches a word with its punctuation, but not a URL, path, host name or key. */
const WORD = /^[(¿¡'«“]{0,2}\p{L}[\p{L}\p{M}]{0,24}[)'»”.,;:!?…]{0,3}$/u
/** Matches a number such as a count or a year, which is too short to identify a person. */
const NUMBER = /^\(?\d{1,4}[).,;:]{0,2}$/
/** The minimum length of a secret that is searched for. Shorter secrets occur in any text by chance. */
const SHORTEST_SECRET = 4

/**
 * Returns a quotation of an office's message. It has the words and small numbers of the message, with `…` in place of everything
 * else, and at most 120 characters. Returns undefined if the message is too long or contains a secret, or if no word is left.
 *
 * @param secrets texts that no quotation may contain, even if spaces or signs divide them
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

/** Returns only the letters and digits of a text, so that spaces and signs cannot hide a secret. */
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
