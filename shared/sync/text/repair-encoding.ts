/** The characters that Windows-1252 has for the bytes 0x80 to 0x9F; those without one stay control characters. */
const UPPER = new TextDecoder('windows-1252').decode(
  Uint8Array.from({ length: 32 }, (_, byte) => 0x80 + byte),
)

const BYTE_OF: ReadonlyMap<number, number> = new Map(
  [...UPPER].map((character, index) => [character.charCodeAt(0), 0x80 + index]),
)

/** A byte of UTF-8 that goes on with a character, as it looks in Windows-1252 or Latin-1. */
const MORE = `[\\u0080-\\u00bf${UPPER}]`
/** Those that go on with punctuation and currency signs, U+2000 to U+213F. */
const SIGNS = `[\\u0080-\\u0084${UPPER.slice(0, 5)}]`

const TELL_TALE = new RegExp(`[\\u00c2\\u00c3\\u00e2]${MORE}`)
const SPOILT = new RegExp(`^(?:[\\0-\\u007f]|[\\u00c2\\u00c3]${MORE}|\\u00e2${SIGNS}${MORE})*$`)

/**
 * Mends a text whose UTF-8 was once taken for Windows-1252 or Latin-1: `TrÃ¡mite` is `Trámite` again. Only where
 * all of it reads as what a Spanish text is made of: a real `SÃO PAULO` stays, and so does `CAFÉ®`, which could be
 * UTF-8 for a letter of some other script.
 */
export const repairEncoding = (text: string): string =>
  TELL_TALE.test(text) && SPOILT.test(text) ? decode(text) : text

function decode(text: string): string {
  const bytes = Buffer.allocUnsafe(text.length)
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    bytes[index] = BYTE_OF.get(unit) ?? unit
  }
  return bytes.toString('utf8')
}
