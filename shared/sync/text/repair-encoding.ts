/** The characters of Windows-1252 for the bytes 0x80 to 0x9F; unassigned bytes stay control characters. */
const UPPER = new TextDecoder('windows-1252').decode(
  Uint8Array.from({ length: 32 }, (_, byte) => 0x80 + byte),
)

const BYTE_OF: ReadonlyMap<number, number> = new Map(
  [...UPPER].map((character, index) => [character.charCodeAt(0), 0x80 + index]),
)

/** A continuation byte of UTF-8, decoded as Windows-1252 or Latin-1. */
const MORE = `[\\u0080-\\u00bf${UPPER}]`
/** The second UTF-8 byte of punctuation and currency signs (U+2000 to U+213F), decoded as Windows-1252 or Latin-1. */
const SIGNS = `[\\u0080-\\u0084${UPPER.slice(0, 5)}]`

const MARKER = new RegExp(`[\\u00c2\\u00c3\\u00e2]${MORE}`)
const DOUBLE_ENCODED = new RegExp(`^(?:[\\0-\\u007f]|[\\u00c2\\u00c3]${MORE}|\\u00e2${SIGNS}${MORE})*$`)

/**
 * Repairs UTF-8 that was decoded as Windows-1252 or Latin-1, once or several times: `TrÃ¡mite` becomes `Trámite`. Changes a
 * text only if the whole text decodes to characters that Spanish uses. `SÃO PAULO` stays unchanged, because `ÃO` is not UTF-8.
 * `CAFÉ®` stays unchanged, because `É®` would become `ɮ`.
 */
export function repairEncoding(text: string): string {
  let repaired = text
  while (MARKER.test(repaired) && DOUBLE_ENCODED.test(repaired)) {
    repaired = decode(repaired)
  }
  return repaired
}

function decode(text: string): string {
  const bytes = Buffer.allocUnsafe(text.length)
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    bytes[index] = BYTE_OF.get(unit) ?? unit
  }
  return bytes.toString('utf8')
}
