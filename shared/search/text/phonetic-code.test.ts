import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { phoneticCode } from './phonetic-code.ts'

/** In each row, all words sound the same. */
const SAME: readonly string[] = [
  'vaca, baca',
  'reverso, reberso',
  'casa, kasa, caza, kaza',
  'faquicu, fakiku',
  'queso, keso, qeso',
  'kiosko, quiosco, qiosco',
  'cielo, sielo, zielo',
  'cereza, seresa, zereza, ceresa',
  'paz, pas',
  'cyber, siber',
  'acqua, aqua, akua, acua',
  'rock, rok, roc',
  'gente, jente',
  'girasol, jirasol',
  'gym, jim',
  'guerra, guera',
  'guitarra, guittara',
  'spaghetti, spagueti',
  'huevo, wevo, uevo',
  'guacamole, huacamole, wacamole, uacamole',
  'chihuahua, chiguagua, chiwawa',
  'agua, awa, ahua',
  'cuatro, quatro, kwatro, cuattro',
  'whisky, wisky, huisky, wiski',
  'white, wite',
  'power, pouer, powher',
  'muy, mui',
  'new, neu, nehu',
  'hola, ola',
  'almohada, almoada',
  'zanahoria, zanaoria, sanaoria',
  'exhibir, exibir, esibir',
  'lluvia, yuvia, iuvia, yubia',
  'calle, caye, caie',
  'valla, vaya, baya',
  'hielo, yelo, ielo, llelo',
  'hierba, yerba, llerba',
  'rey, rei',
  'cuya, culla',
  'conllevar, conyevar',
  'llueve, yueve',
  'mall, mal',
  'kelly, keli',
  'cllub, club',
  'kiwi, kiwy',
  'extra, estra',
  'taxi, tasi',
  'xilofono, silofono',
  'escena, esena, ecena',
  'excelente, exelente, eselente, ecelente',
  'accion, acsion, akcion, aksion',
  'acctor, actor',
  'campo, canpo',
  'ambar, anbar, anvar',
  'invierno, imbierno',
  'innbio, imbio',
  'pero, perro',
  'coffee, cofe',
  'hotmail, hottmail, hotmmaill',
  'chop, shop, schop',
  'match, mach, mash',
  'show, chow',
  'zucchini, suchini',
  'christian, cristian, kristian',
  'techno, tecno, tekno',
  'schmidt, shmidt',
  'pharma, farma',
  'theo, teo',
  'mathias, matias',
  'khan, kan, can',
  'psicologia, sicologia',
  'pizza, pissa, pisa',
]

/** In each row, all words sound different. */
const DIFFERENT: readonly string[] = [
  'gato, jato, hato',
  'guerra, gerra',
  'guitarra, gitarra',
  'casa, cosa, cama',
  'queso, ceso',
  'club, cubo',
  'gallina, gaina',
  'villa, via',
  'tortillita, tortita',
  'bill, by',
  'mall, may',
  'chip, sip, kip',
  'blitz, blis',
  'ps, s',
  'psa, sa',
  'campo, cambo',
  'mano, nano',
  '1, 11, 111',
  '10, 100, 1000',
  'canal11, canal1',
  'accion, acion',
  'cappa, cacca',
]

const list = (words: string): string[] => words.split(', ')
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const spanish = fc.string({
  unit: fc.constantFrom(...LETTERS, ...'ssllccgguuqhy', ...'07'),
  minLength: 1,
  maxLength: 20,
})

describe('words with the same phonetic code:', () => {
  test.each(SAME)('%s', (words) => {
    expect(new Set(list(words).map(phoneticCode)).size).toBe(1)
  })
})

describe('words with different phonetic codes:', () => {
  test.each(DIFFERENT)('%s', (words) => {
    expect(new Set(list(words).map(phoneticCode)).size).toBe(list(words).length)
  })
})

describe('the phonetic code', () => {
  test.each([
    ['queso', 'keso'],
    ['wevo', 'webo'],
    ['escena', 'esena'],
    ['accion', 'aksion'],
    ['chihuahua', '+iwawa'],
    ['y', 'i'],
    ['h', 'h'],
    ['hhh', 'h'],
    ['x', 's'],
    ['018', '018'],
    ['gui', 'gi'],
    ['w', 'u'],
  ])('of %s is %s', (word, sound) => {
    expect(phoneticCode(word)).toBe(sound)
  })

  test.each(['москва', '東京', 'قهوة', 'λογοσ', '한국', 'ə', 'hиh'])(
    'of a word in another script is the word itself: %s',
    (word) => {
      expect(phoneticCode(word)).toBe(word)
    },
  )

  test('has at least one character, and only letters, digits and `+`', () => {
    fc.assert(fc.property(spanish, (word) => void expect(phoneticCode(word)).toMatch(/^[a-z0-9+]+$/)))
  })

  test('has no doubled letter', () => {
    fc.assert(fc.property(spanish, (word) => void expect(phoneticCode(word)).not.toMatch(/(\D)\1/)))
  })
})

test('a doubled letter does not change the code, except l, and c before e, i and y', () => {
  const position = spanish.chain((word) => fc.tuple(fc.constant(word), fc.nat({ max: word.length - 1 })))
  fc.assert(
    fc.property(position, ([word, at]) => {
      fc.pre(!/^(?:[l\d]|c+[eiy])/.test(word.slice(at)))
      expect(phoneticCode(word.slice(0, at) + word.slice(at, at + 1) + word.slice(at))).toBe(
        phoneticCode(word),
      )
    }),
    { numRuns: 1_000, examples: [[['schlnaku', 1]]] },
  )
})

test('the phonetic code of a word does not depend on earlier calls', () => {
  fc.assert(
    fc.property(spanish, spanish, (word, other) => {
      const sound = phoneticCode(word)
      phoneticCode(other)
      expect(phoneticCode(word)).toBe(sound)
    }),
  )
})

test('the phonetic code of a long name fits an index entry and has no lone surrogate', () => {
  for (const name of ['ab'.repeat(1_000), '東'.repeat(1_000), `a${'𠮷'.repeat(1_000)}`]) {
    const sound = phoneticCode(name)
    expect(Buffer.byteLength(sound)).toBeLessThanOrEqual(1_500)
    expect(sound.isWellFormed()).toBe(true)
    expect(name.startsWith(sound)).toBe(true)
  }
})
