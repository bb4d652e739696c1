import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CODINGS, chooseCoding, encode } from './content-coding.ts'

describe('the coding of a response', () => {
  test.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br, gzip', 'br'],
    ['BR', 'br'],
    ['gzip', 'gzip'],
    ['x-gzip, deflate', 'identity'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['gzip;q=0.5, identity', 'identity'],
    ['gzip;q=0.001', 'gzip'],
    ['gzip;q=0', 'identity'],
    ['identity;q=0', 'identity'],
    ['identity;q=0, gzip', 'gzip'],
    ['*;q=0', 'identity'],
    ['gzip;q=nonsense', 'identity'],
    [';;;,,q=1', 'identity'],
  ])('for Accept-Encoding %j is %s', (header, coding) => {
    expect(chooseCoding(header)).toBe(coding)
  })

  test('is a supported coding for any header', () => {
    const word = fc.constantFrom('br', 'gzip', 'identity', '*', 'q', '=', ';', ',', ' ', '"', '0', '1.5', '-')
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(word).map((words) => words.join('')),
        ),
        (header) => {
          expect(CODINGS).toContain(chooseCoding(header))
        },
      ),
    )
  })
})

const undo = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }

test.each(CODINGS)('%s decodes to the same bytes', async (coding) => {
  const texts = fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes))
  await fc.assert(
    fc.asyncProperty(texts, fc.boolean(), async (bytes, kept) => {
      expect(undo[coding](await encode(bytes, coding, { kept })).equals(bytes)).toBe(true)
    }),
    { numRuns: 30 },
  )
})
