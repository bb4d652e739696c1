import { cleanText, codePoints } from '../../../text/clean-text.ts'
import { withoutNationalIds, withSeenHyphens } from '../../../values/national-ids.ts'

const LONGEST = 120
/** No sentence is longer. */
const MOST = 2_000
/** A word, with the signs around it: no address, no path, no name of a machine, no key. */
const WORD = /^[(¿¡'«“]{0,2}\p{L}[\p{L}\p{M}]{0,24}[)'»”.,;:!?…]{0,3}$/u
/** A number of minutes or of queries, or a year, and of no person. */
const NUMBER = /^\(?\d{1,4}[).,;:]{0,2}$/
/** A shorter one is part of any text. */
const SHORTEST_SECRET = 4

/**
 * An office's sentence for a message: its words and small numbers, at most 120 characters, with `…` for the rest of
 * it. Undefined where nothing is left to tell, or where it repeats a secret.
 *
 * @param secrets what no message may have, however the sentence divides it
 */
export function quoteSentence(sentence: string, secrets: readonly string[]): string | undefined {
  if (sentence.length > MOST) {
    return undefined
  }
  const clean = withoutNationalIds(cleanText(withSeenHyphens(sentence)))
  const words = clean.split(' ').map((word) => (WORD.test(word) || NUMBER.test(word) ? word : '…'))
  const told = words.join(' ').replace(/…(?: …)+/g, '…')
  return !/\p{L}/u.test(told) || hasSecret(sentence, secrets) || hasSecret(told, secrets)
    ? undefined
    : `"${shortened(told)}"`
}

const shortened = (text: string): string =>
  codePoints(text) > LONGEST ? `${[...text].slice(0, LONGEST - 1).join('')}…` : text

/** Letters and digits alone, so that neither spaces nor signs hide anything. */
const squeezed = (text: string): string =>
  cleanText(text)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

function hasSecret(text: string, secrets: readonly string[]): boolean {
  const within = squeezed(text)
  return secrets.map(squeezed).some((secret) => secret.length >= SHORTEST_SECRET && within.includes(secret))
}
