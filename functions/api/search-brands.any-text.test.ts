import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../shared/db/database.ts'
import { rebuildSearchIndex } from '../../shared/search/index/rebuild-index.ts'
import { tokenize } from '../../shared/search/text/tokenize.ts'
import { anyCharacter } from '../../test/support/any-character.ts'
import { type Answer, ask, startTestService, type TestService } from '../../test/support/service.ts'
import { record, rowsOf, stagedRun } from '../../test/support/staged-run.ts'

let service: TestService
let ingest: Database
let key: string
beforeAll(async () => {
  service = await startTestService()
  ingest = service.database.open('trademark_ingest')
  key = await service.key()
})
afterAll(() => service.stop())

const LONGEST_Q = 200
const LONGEST_NAME = 1_000

const codePoints = (text: string): string[] => [...text]
const firstOf = (text: string, most: number): string => codePoints(text).slice(0, most).join('')
const times = <Value>(count: number, make: (at: number) => Value): Value[] =>
  Array.from({ length: count }, (_, at) => make(at))
const from = (first: number, count: number): string =>
  String.fromCodePoint(...times(count, (at) => first + at))

/** Returns characters of a range in an irregular order, so that the text can hardly be compressed. */
const scattered = (first: number, range: number, count: number): string =>
  String.fromCodePoint(...times(count, (at) => first + ((at * 7_919 + at * at * 31) % range)))

const PIECES = [
  ...[
    'casa',
    'CASA',
    'de',
    'la',
    'y',
    'Ñandú',
    'Cafe\u0301',
    'ǅ',
    'ŉ',
    'İstanbul',
    'ẞ',
    'ﬁ',
    'Ⅷ',
    '½',
    '²',
    '①',
    '㎏',
    'ﷺ',
  ],
  ...[
    'شاي',
    'שלום',
    '\u202Eabc\u202C',
    '\u200F',
    '茅台',
    '日本語',
    'ひらがな',
    '한국어',
    '\u1100\u1161',
    'ไทย',
    'शांति',
    'क्ष',
    'ÅÅ',
  ],
  ...[
    'e\u0301\u0302\u0303',
    '\u0301',
    '\u20DD',
    '\u200B',
    '\u200D',
    '\u00AD',
    '\uFEFF',
    '\uFE0F',
    '\u3164',
    '\u115F',
  ],
  ...['👍', '👩‍👩‍👧', '🇨🇱', '5️⃣', '𝐀𝐁', '𐐀𐐁', '𠀀𠀁', '\u{10FFFF}', '\uFFFD', '\uFFFF', '\u{E0041}'],
  ...[
    "'",
    "''",
    '"',
    '\\',
    "\\'",
    '$1',
    '$$',
    '&',
    '|',
    '!',
    '<->',
    ':*',
    ':A',
    '(',
    ')',
    '{',
    '}',
    '%',
    '_',
    '%_%',
    '--',
    '/*',
  ],
  ...[
    ' ',
    '  ',
    '\u00A0',
    '\u3000',
    '\u2028',
    '\t',
    '\n',
    '\0',
    '\u0085',
    '+',
    '®',
    '™',
    'ª',
    'º',
    '·',
    '.',
    ',',
    '-',
    '’',
    'a',
    'B',
    '7',
  ],
]

const someText = (longest: number): fc.Arbitrary<string> =>
  fc
    .oneof(
      fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join('')),
      fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(' ')),
      fc.string({ unit: anyCharacter, minLength: 1, maxLength: 60 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
      fc.string({ unit: 'grapheme-composite', minLength: 1, maxLength: longest }),
      fc.tuple(fc.constantFrom(...PIECES), fc.nat(longest)).map(([piece, count]) => piece.repeat(count)),
      fc
        .tuple(fc.integer({ min: 0x20, max: 0x2ffff }), fc.nat(longest))
        .map(([first, count]) => from(first, count)),
    )
    .map((text) => firstOf(text.toWellFormed(), longest))

const LONG: Record<string, (longest: number) => string> = {
  'one letter': (longest) => 'a'.repeat(longest),
  'one letter outside the BMP': (longest) => '𝐀'.repeat(longest),
  'words of one letter': (longest) => times(longest / 2, (at) => `${from(97 + (at % 26), 1)}`).join(' '),
  'different words of two letters': (longest) =>
    times(Math.floor(longest / 3), (at) => from(97 + (at % 26), 1) + from(97 + Math.floor(at / 26), 1)).join(
      ' ',
    ),
  'common words': (longest) => firstOf('casa de la sol y mar '.repeat(50), longest),
  'an unspaced text in Chinese': (longest) => scattered(0x4e00, 20_000, longest),
  'rare characters outside the BMP': (longest) => scattered(0x20000, 40_000, longest),
  'long words': (longest) =>
    codePoints(scattered(0x4e00, 20_000, longest))
      .map((each, at) => (at % 40 === 39 ? ' ' : each))
      .join(''),
  'syllables that decompose': (longest) => scattered(0xac00, 11_000, longest),
  'one character that expands to many': (longest) => 'ﷺ'.repeat(longest),
  'combining marks on one letter': (longest) => `a${scattered(0x300, 0x6f, longest - 1)}`,
  'combining marks that are not removed': (longest) => `क${times(longest - 1, () => 'ि').join('')}`,
  quotes: (longest) => "a'".repeat(longest / 2),
  backslashes: (longest) => '\\a'.repeat(longest / 2),
  emoji: (longest) => scattered(0x1f300, 0x2ff, longest),
  'invisible characters': (longest) => 'a\u200B'.repeat(longest / 2),
}

const find = (q: string, limit = 20): Promise<Answer> =>
  ask(service, `/v1/brands?q=${encodeURIComponent(q)}&limit=${limit}&incluir=coincidencia`, { key })

/** Returns the length of a `q` (docs/decisions.md#requests). */
const counts = (q: string): number => codePoints(q.replaceAll(/\p{Cc}/gu, ' ').trim()).length

describe('a q of any text', () => {
  test('is answered, or rejected if it is empty or too long', async () => {
    await fc.assert(
      fc.asyncProperty(someText(210), async (q) => {
        const { status, body } = await find(q)
        const length = counts(q)
        expect(status).toBe(length === 0 || length > LONGEST_Q ? 400 : 200)
        if (status === 400) expect(body.error.details).toMatchObject([{ field: 'q' }])
        if (status === 200 && tokenize(q).length === 0)
          expect(body).toMatchObject({ items: [], nextCursor: null })
      }),
      { numRuns: 30 },
    )
  })

  test.each(Object.entries(LONG))('is answered with the maximum length: %s', async (_, text) => {
    expect((await find(text(LONGEST_Q))).status).toBe(200)
    const longer = firstOf(text(LONGEST_Q + 10), LONGEST_Q + 1)
    expect((await find(longer)).status).toBe(counts(longer) > LONGEST_Q ? 400 : 200)
  })

  test.each([
    'casa & sol',
    'casa | !sol',
    'casa:*',
    "casa <-> 'sol'",
    "'casa",
    '\\casa',
    '%',
    '_a_',
    "ca'sa; --",
    '{casa}',
  ])('is not parsed as an operator of the database: %s', async (q) => {
    expect((await find(q)).status).toBe(200)
  })

  test.each(['%ED%A0%80', 'a%ED%B0%80', '%FF', '%C3', '%C0%80', '%F4%90%80%80'])(
    'is refused if it is not UTF-8: %s',
    async (q) => {
      expect((await ask(service, `/v1/brands?q=${q}`, { key })).status).toBe(400)
    },
  )
})

let next = 1

/** Adds names to the corpus and its index in a run. */
async function load(names: readonly string[]): Promise<void> {
  const marks = names.map((denominacion) => record(String(next++), { denominacion }))
  const report = await stagedRun(ingest, rowsOf(marks))
  expect(report).toMatchObject({ status: 'succeeded', inserted: names.length })
}

/** Expects the name as the first result of a search for it, with any case, accents and punctuation and the mode `igual`. */
async function expectFirst(name: string): Promise<void> {
  const { status, body } = await find(name, 5)
  expect(status).toBe(200)
  expect(tokenize(body.items[0]?.denominacion ?? '')).toEqual(tokenize(name))
  expect(body.items[0]).toMatchObject({ coincidencia: { modos: ['igual'] } })
}

const isFindable = (name: string): boolean => {
  const length = counts(name)
  return length > 0 && length <= LONGEST_Q && tokenize(name).length > 0
}

describe('a name of any text', () => {
  /** Names without control characters, which are removed when a sheet is read. */
  const someName = fc
    .oneof({ weight: 4, arbitrary: someText(LONGEST_Q) }, { weight: 1, arbitrary: someText(LONGEST_NAME) })
    .map((text) => text.replaceAll(/\p{Cc}/gu, ''))

  test('is added to the index by a run, and is the first result of a search for it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(someName, { minLength: 1, maxLength: 25 }), async (names) => {
        await load(names)
        for (const name of names.filter(isFindable)) await expectFirst(name)
      }),
      { numRuns: 4 },
    )
  })

  describe('may have the maximum length', () => {
    const longest = Object.values(LONG).map((text) => text(LONGEST_NAME))
    const findable = Object.values(LONG).flatMap((text) => [text(LONGEST_Q), text(LONGEST_Q - 20)])
    beforeAll(() => load([...longest, ...findable]))

    test.each(Object.entries(LONG))('%s', async (_, text) => {
      for (const name of [text(LONGEST_Q), text(LONGEST_Q - 20)].filter(isFindable)) await expectFirst(name)
      expect((await find(firstOf(text(LONGEST_NAME), LONGEST_Q))).status).toBe(200)
    })

    test('also in a rebuilt index', async () => {
      await rebuildSearchIndex(service.owner)
      for (const name of findable.slice(0, 8).filter(isFindable)) await expectFirst(name)
    })
  })
})
