import { cleanText, codePoints } from '../../../text/clean-text.ts'
import { withoutNationalIds } from '../../../values/national-ids.ts'

const LONGEST_QUOTE = 120
/** Longer messages are not quoted. */
const LONGEST_MESSAGE = 2_000
/** Matches a word, with or without punctuation around it. URLs, paths, host names and keys do not match. */
const WORD = /^[(¿¡'«“]{0,2}\p{L}[\p{L}\p{M}]{0,24}[)'»”.,;:!?…]{0,3}$/u
/** Matches a number of at most four digits, which is too short to identify a person. */
const NUMBER = /^\(?\d{1,4}[).,;:]{0,2}$/
/** Shorter secrets are ignored, because any text may contain them by chance. */
const SHORTEST_SECRET = 4

/**
 * Quotes a message of the office, up to 120 characters. `…` replaces everything except words and small numbers. Returns
 * undefined if the message is too long, contains a secret, or has no word.
 *
 * @param secrets texts that a quotation must not contain, even if spaces or signs separate their characters
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
