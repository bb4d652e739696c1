import fc from 'fast-check'

/**
 * Draws any character of Unicode, also unassigned ones, but no half of a surrogate pair. Use it as `unit` of `fc.string`:
 * `'binary'` draws the same characters, but first maps all of them, which takes half a second in each suite.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map((place) => String.fromCodePoint(place < 0xd800 ? place : place + 0x800), placeOf)

/** Inverts the mapping for fast-check, which therefore also draws strings such as `__proto__`. */
function placeOf(character: unknown): number {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined
  if (code === undefined || String.fromCodePoint(code) !== character) {
    throw new Error('not one character')
  }
  return code < 0xd800 ? code : code - 0x800
}
