import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../test/support/any-character.ts'
import { MAX_WORD_LENGTH, tokenize, truncate } from './tokenize.ts'

const NASTY = [
  ...[
    'a',
    'Ñ',
    'ß',
    'İ',
    'ς',
    'ŉ',
    'æ',
    '7',
    '½',
    '²',
    'º',
    '™',
    ' ',
    "'",
    '’',
    'ʼ',
    '´',
    '"',
    '\\',
    '&',
    '.',
  ],
  ...['\u0301', '\u0345', '\u20e3', '\u200b', '\u200d', '\ufe0f', '\u3164', '\ud83d', '\ude00', '😀'],
  ...[
    '\u1100',
    '\u1161',
    '\u11a8',
    '가',
    'か',
    '゛',
    '\u3099',
    'ﾞ',
    '東',
    '𠮷',
    'क',
    'ि',
    '्',
    'ำ',
    'أ',
    'ـ',
    'ﷺ',
    'שׁ',
    'ё',
    'Й',
  ],
]
const MOST = 1_000
const anything = fc.oneof(
  fc.string({ unit: fc.constantFrom(...NASTY), maxLength: MOST }),
  fc.string({ unit: anyCharacter, maxLength: MOST }),
  fc.string({ unit: 'grapheme', maxLength: MOST }),
  fc.string({ unit: fc.constantFrom('a', 'B', ' ', "'", '\ud800', '\udc00'), maxLength: MOST }),
)

describe('a name is split into words', () => {
  test.each([
    ['Café Ñandú', ['cafe', 'nandu']],
    ['PINGÜINO AÇAÍ', ['pinguino', 'acai']],
    ['EL RINCÓN DEL ÑIRE', ['el', 'rincon', 'del', 'nire']],
    ['Cafe\u0301 N\u0303andu\u0301', ['cafe', 'nandu']],
    ['A\u0323\u0302zul a\u0302\u0323ZUL', ['azul', 'azul']],
    ['Łódź Ørsted Đà Nẵng', ['lodz', 'orsted', 'da', 'nang']],
    ['STRAẞE Straße', ['strasse', 'strasse']],
    ['Æsop Œuvre Þór', ['aesop', 'oeuvre', 'thor']],
    ['ﬁn ŀl Ĳssel ǆ', ['fin', 'll', 'ijssel', 'dz']],
    ['İSTANBUL ISPARTA ısparta', ['istanbul', 'isparta', 'isparta']],
    ['ＮＥＴＴＯＰ　７', ['nettop', '7']],
    ['𝐁𝐎𝐋𝐃 Ⅷ ⒜b', ['bold', 'viii', 'ab']],
  ])('without case and accents: %s', (text, words) => {
    expect(tokenize(text)).toEqual(words)
  })

  test.each([
    ['7-UP', ['7', 'up']],
    ['COCA-COLA, LIGHT!', ['coca', 'cola', 'light']],
    ['www.x.cl', ['www', 'x', 'cl']],
    ['«El Rincón» (Santiago)', ['el', 'rincon', 'santiago']],
    ['snake_case/slash|pipe', ['snake', 'case', 'slash', 'pipe']],
    ['24/7 3M 10.000', ['24', '7', '3m', '10', '000']],
    ['TOP NET+', ['top', 'net']],
    ['m² H₂O', ['m2', 'h2o']],
    ['\t two\nlines\u00a0here ', ['two', 'lines', 'here']],
  ])('at spaces, punctuation and symbols: %s', (text, words) => {
    expect(tokenize(text)).toEqual(words)
  })

  test.each([
    "L'OREAL",
    'L’Oréal',
    'L‘Oréal',
    'Lʼoreal',
    'L`OREAL',
    'L´OREAL',
    'L′OREAL',
    "L''OREAL",
    'L＇OREAL',
    'L΄OREAL',
  ])('not at an apostrophe between letters: %s', (text) => {
    expect(tokenize(text)).toEqual(['loreal'])
  })

  test.each([
    ["'ROCK' 'N' ROLL", ['rock', 'n', 'roll']],
    ['´ROCK´ ʼNʼ ROLL', ['rock', 'n', 'roll']],
    ["LOS 80's", ['los', '80', 's']],
    ["CAFÉ'S", ['cafes']],
    ["CAFE\u0301'S", ['cafes']],
    ['DON´T', ['dont']],
  ])('without other apostrophes: %s', (text, words) => {
    expect(tokenize(text)).toEqual(words)
  })

  test.each([
    ['A&B', ['ab']],
    ['A & B', ['ab']],
    ['A.B.C.', ['abc']],
    ['a b c', ['abc']],
    ['Nº 5', ['n5']],
    ['A Y B', ['ayb']],
    ['S.A.', ['sa']],
    ['E.I.R.L.', ['eirl']],
    ['VITAMINA C', ['vitamina', 'c']],
    ['PLAN B C', ['plan', 'bc']],
    ['X FILES 1 2', ['x', 'files', '12']],
    ['H&M HOME', ['hm', 'home']],
    ['日 本', ['日本']],
    ['𠮷 野', ['𠮷野']],
    ['ㄱ ㅏ', ['가']],
  ])('with adjacent single letters joined: %s', (text, words) => {
    expect(tokenize(text)).toEqual(words)
  })

  test.each([
    ['MARCA®', ['marca']],
    ['MAR™CA', ['mar', 'ca']],
    ['SERVICIO℠ ©2020', ['servicio', '2020']],
    ['1º B 2ª', ['1b2']],
  ])('without symbols that are not part of the name: %s', (text, words) => {
    expect(tokenize(text)).toEqual(words)
  })

  test.each([
    ['\u200bCO\u00adCA\u2060', ['coca']],
    ['I\u200d❤️\u200dNY', ['i', 'ny']],
    ['7️⃣ UP', ['7', 'up']],
    ['COFFEE ☕👩🏽‍🍳🇨🇱', ['coffee']],
    ['7\u0301 UP', ['7', 'up']],
    ['\u0301\u0301LO\u0301\u0301\u0301', ['lo']],
    ['\ud83dLO\ude00', ['lo']],
  ])('without invisible characters: %j', (text, words) => {
    expect(tokenize(text)).toEqual(words)
  })

  test.each([
    ['Москва Ёлка Йод', ['москва', 'ёлка', 'йод']],
    ['Ὀδυσσεύς ΟΔΥΣΣΕΥΣ', ['οδυσσευσ', 'οδυσσευσ']],
    ['قهوة أحمد', ['قهوة', 'أحمد']],
    ['שָׁלוֹם', ['שָׁלוֹם'.normalize('NFC')]],
    ['東京 コーヒー', ['東京', 'コーヒー']],
    ['ｺｰﾋｰ ｶﾞ', ['コーヒー', 'ガ']],
    ['한국 한국', ['한국', '한국']],
    ['हिन्दी', ['हिन्दी']],
    ['น้ำ', ['น้ํา'.normalize('NFKC')]],
    ['Ⴀ Հայ', ['ⴀ', 'հայ']],
  ])('and otherwise unchanged in other scripts: %s', (text, words) => {
    expect(tokenize(text)).toEqual(words)
  })

  test.each(['', ' ', '?!', '™®', '❤️', '\u0301', "'", '\ud800', '---', '\u200b'])(
    'except a name without letters and digits: %j',
    (text) => {
      expect(tokenize(text)).toEqual([])
    },
  )
})

describe('a normalized word', () => {
  test('is truncated to 64 letters, also after joining and decomposition', () => {
    for (const text of [
      'a'.repeat(70),
      'a '.repeat(70),
      'ß'.repeat(70),
      '日'.repeat(70),
      `${'É'.repeat(70)}`,
    ]) {
      expect(tokenize(text).map(({ length }) => length)).toEqual([MAX_WORD_LENGTH])
    }
    expect(tokenize(`a${'𠮷'.repeat(40)}`)).toEqual([`a${'𠮷'.repeat(31)}`])
    expect(tokenize('b'.repeat(64))).toEqual(['b'.repeat(64)])
  })

  test('has only letters, digits and combining marks, so that nothing needs to be escaped', () => {
    fc.assert(
      fc.property(anything, (text) => {
        for (const word of tokenize(text)) {
          expect(word).toMatch(/^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*$/u)
          expect(word).not.toMatch(/[\p{Lu}\p{Lt}\s'"\\`’]/u)
          expect(word.isWellFormed()).toBe(true)
          expect(word.length).toBeLessThanOrEqual(MAX_WORD_LENGTH)
        }
      }),
    )
  })

  test('does not change if it is normalized again', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const words = tokenize(text)
        expect(tokenize(words.join(' '))).toEqual(words)
      }),
    )
  })

  test('does not depend on the normal form and the case of the text', () => {
    const latin = fc.string({ unit: fc.constantFrom(...'aáñüçéÄøł  .&-7º'), maxLength: 80 })
    fc.assert(
      fc.property(latin, fc.constantFrom('NFC', 'NFD'), (text, form) => {
        expect(tokenize(text.normalize(form))).toEqual(tokenize(text))
        expect(tokenize(text.toUpperCase())).toEqual(tokenize(text))
      }),
    )
  })

  test('does not depend on punctuation elsewhere in the text', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'abC 19'), maxLength: 200 })
    fc.assert(fc.property(plain, (text) => void expect(tokenize(`${text} ¡`)).toEqual(tokenize(text))))
  })
})

test('a name is truncated to 8,000 letters, because Unicode decomposes some characters into sentences', () => {
  expect(tokenize('ﷺ'.repeat(MOST)).join('').length).toBeLessThanOrEqual(8_000)
})

test('truncate does not split a surrogate pair', () => {
  expect(['abc', 'ab𠮷c', '𠮷'].map((text) => truncate(text, 3))).toEqual(['abc', 'ab', '𠮷'])
})
