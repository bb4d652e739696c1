import fc from 'fast-check'
import { anyText } from './texts.ts'
import { goodValue, type Property, type Words } from './values.ts'

/** Returns the UTF-8 bytes of a text; a lone surrogate becomes three bytes that are not valid UTF-8. */
const bytesOf = (text: string): number[] =>
  [...text].flatMap((each) => {
    const code = each.codePointAt(0) ?? 0
    return code >= 0xd800 && code <= 0xdfff
      ? [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
      : [...Buffer.from(each)]
  })

const percent = (byte: number, upper: boolean): string => {
  const hex = byte.toString(16).padStart(2, '0')
  return `%${upper ? hex.toUpperCase() : hex}`
}

/** Equivalent ways to percent-encode a text in a URL. */
export const WRITINGS: readonly ((text: string) => string)[] = [
  (text) => written(text, /[\w.~-]/, true),
  (text) => written(text, /[\w.~!$'()*,;:@-]/, false),
  (text) => written(text, /[^\s\S]/, true),
]
const written = (text: string, plain: RegExp, upper: boolean): string =>
  bytesOf(text)
    .map((byte) => {
      const character = String.fromCharCode(byte)
      return byte < 0x80 && plain.test(character) ? character : percent(byte, upper)
    })
    .join('')

/** Draws one of them. */
export const writing = fc.constantFrom(...WRITINGS)
/** Encodings that are not valid UTF-8. */
export const NOT_UTF8 = ['%', '%4', '%zz', '%FF', '%C3%28', '%ED%A0%80', '%F5%80%80%80', '%C0%80', 'a%']

/** Draws a value of a property as text, mostly a valid one. */
export const textOf = (name: string, property: Property, words: Words): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: goodValue(name, property, words).map(String) },
    { weight: 1, arbitrary: anyText },
  )
