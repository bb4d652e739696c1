import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../test/support/any-character.ts'
import { readLines } from './read-lines.ts'

const NEWLINE = 0x0a

/** Reads the lines from a stream of these chunks. */
async function linesOf(chunks: readonly Buffer[], most = 1_000): Promise<(string | null)[]> {
  async function* arriving(): AsyncGenerator<Buffer> {
    yield* chunks
  }
  const lines: (string | null)[] = []
  for await (const line of readLines(arriving(), most)) {
    lines.push(line === null ? null : line.toString('utf8'))
  }
  return lines
}

/** Splits all bytes at once, without a stream. */
function linesOfWhole(whole: Buffer, most: number): (string | null)[] {
  const ends = [...whole.entries()].filter(([, byte]) => byte === NEWLINE).map(([place]) => place)
  const starts = [0, ...ends.map((end) => end + 1)]
  const lines = starts.map((start, place) => whole.subarray(start, ends[place] ?? whole.length))
  const ended = lines.at(-1)?.length === 0 ? lines.slice(0, -1) : lines
  return ended.map((line) => (line.length > most ? null : line.toString('utf8')))
}

/** Bytes with many line feeds, and the positions at which they are cut. */
const bytes = fc
  .array(fc.oneof({ arbitrary: fc.nat(255), weight: 4 }, fc.constant(NEWLINE)), { maxLength: 60 })
  .map((each) => Buffer.from(each))
const text = fc.string({ unit: anyCharacter, maxLength: 30 }).map((each) => Buffer.from(each, 'utf8'))
const cuts = fc.array(fc.nat(100), { maxLength: 20 })

const cut = (whole: Buffer, places: readonly number[]): Buffer[] => {
  const sorted = [0, ...places.map((place) => Math.min(place, whole.length)), whole.length].sort(
    (a, b) => a - b,
  )
  return sorted.slice(1).map((end, place) => whole.subarray(sorted[place], end))
}

describe('lines', () => {
  test('do not depend on the chunks of the stream', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(bytes, text), cuts, fc.nat(12), async (whole, places, most) => {
        expect(await linesOf(cut(whole, places), most)).toEqual(linesOfWhole(whole, most))
      }),
      { numRuns: 1_000 },
    )
  })

  test('may be cut in the middle of a character', async () => {
    const whole = Buffer.from('ñandú 🛶\n', 'utf8')
    const single = [...whole].map((byte) => Buffer.from([byte]))
    expect(await linesOf(single)).toEqual(['ñandú 🛶'])
  })

  test('end at a line feed and nowhere else', async () => {
    const odd = 'a\u2028b\u2029c\u0085d\re\vf\fg'
    expect(await linesOf([Buffer.from(`${odd}\n${odd}\r\n`)])).toEqual([odd, `${odd}\r`])
  })

  test('may be empty, except after the last line feed', async () => {
    expect(await linesOf([Buffer.from('\n\nx\n')])).toEqual(['', '', 'x'])
    expect(await linesOf([])).toEqual([])
    expect(await linesOf([Buffer.alloc(0), Buffer.alloc(0)])).toEqual([])
  })

  test('include a last line without a line feed', async () => {
    expect(await linesOf([Buffer.from('a\nb'), Buffer.from('c')])).toEqual(['a', 'bc'])
  })
})

describe('a line', () => {
  test('of the maximum length is kept, and a line with one more byte is null', async () => {
    const whole = Buffer.from(`${'x'.repeat(10)}\n${'y'.repeat(11)}\n${'z'.repeat(10)}`)
    expect(await linesOf([whole], 10)).toEqual(['x'.repeat(10), null, 'z'.repeat(10)])
  })

  test('is measured in bytes, not in characters', async () => {
    expect(await linesOf([Buffer.from('ñññññ\nñññññn\n')], 10)).toEqual(['ñññññ', null])
  })
})
