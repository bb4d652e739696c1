import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BrandMatch, brandMatch, MAX_MATCHED_WORDS } from '../../schemas/match.ts'
import { MATCH_MODES } from '../../schemas/states.ts'
import { anyCharacter } from '../../test/support/any-character.ts'
import { validator } from '../platform/validation.ts'
import { explainHits } from './explain-hit.ts'
import { tokenize } from './text/tokenize.ts'

const explain = (q: string, name: string): BrandMatch => explainHits(q)(name)

describe('the modes of a match', () => {
  test.each([
    ['ñandú', 'NANDU', ['igual']],
    ['A & B', 'a.b.', ['igual']],
    ['coca cola', 'COCACOLA', ['mismas_letras']],
    ['queso', 'KESO', ['mismo_sonido', 'termina_igual']],
    ['huevo frito', 'WEVOFRITO', ['mismo_sonido', 'termina_igual']],
    ['zafiro', 'ZAFIRA', ['una_errata', 'empieza_igual']],
    ['zafiro', 'ZAFRIO', ['una_errata', 'empieza_igual']],
    ['casa', 'KAZO', ['una_errata']],
    ['quirst', 'SQUIRT', ['dos_erratas']],
    ['ab', 'AC', ['parecido']],
    ['abcde', 'ABXYE', ['parecido']],
    ['fior', 'FIORDO', ['empieza_igual', 'elemento']],
    ['ordo', 'FIORDO', ['termina_igual', 'elemento']],
    ['fiord', 'XXFIORDXX', ['elemento']],
    ['iord', 'XXIORDXX', ['parecido']],
    ['bud', 'BUDMEN', ['empieza_igual', 'elemento']],
    ['budmen', 'BUD', ['empieza_igual', 'elemento']],
    ['thomson life', 'LIFE', ['termina_igual', 'elemento']],
    ['gran hotel sur', 'HOTEL', ['elemento']],
    ['casa de x', 'DE', ['parecido']],
    ['veuve royale', 'VEUVE CLICQUOT', ['empieza_igual']],
    ['questionary', 'PICTIONARY', ['termina_igual']],
    ['del sur cafe', 'Café del Sur', ['todas_las_palabras']],
    ['zafiro azul', 'GRAN HOTEL ZAFIRO AZUL', ['termina_igual', 'todas_las_palabras']],
    ['packard technologies', 'HEWLETT PACKARD', ['parecido']],
    ['cafe', '東京', ['parecido']],
    ['zapato', '', ['parecido']],
  ])('of query %j and name %j are %j', (q, name, modes) => {
    expect(explain(q, name).modos).toEqual(modes)
  })
})

describe('the pairs of words', () => {
  const pairs = (q: string, name: string): string[] =>
    explain(q, name).pares.map(({ consulta, denominacion, modo }) => `${consulta} ${denominacion} ${modo}`)

  test.each([
    ['kayacs fiordo', 'Kayaks del Fiordo', ['kayacs kayaks mismo_sonido', 'fiordo fiordo igual']],
    ['coca cola', 'COCACOLA', ['coca cocacola empieza_igual', 'cola cocacola termina_igual']],
    ['cocacola', 'COCA COLA', ['cocacola coca empieza_igual', 'cocacola cola termina_igual']],
    ['casa', 'KASA CAZA', ['casa kasa mismo_sonido', 'casa caza mismo_sonido']],
    ['fiord', 'AFIORDA', ['fiord afiorda elemento']],
    ['abcde', 'ABXDE', ['abcde abxde una_errata']],
    ['abcd', 'ABXY', ['abcd abxy parecido']],
    ['bud', 'BUD BUDMEN', ['bud bud igual']],
    ['la casa', 'LAS CASAS', ['casa casas una_errata']],
    ['la casa', 'DE LA LUZ', ['la la igual']],
    ['tomate', 'zafiro', []],
  ])('of %j and %j are %j: equal words, and the most similar of the others', (q, name, wanted) => {
    expect(pairs(q, name)).toEqual(wanted)
  })

  test('include only the first words of a long text', () => {
    const words = Array.from({ length: 2 * MAX_MATCHED_WORDS }, (_, at) => `palabra${at}`).join(' ')
    expect(explain(words, words).pares).toHaveLength(MAX_MATCHED_WORDS)
  })
})

describe('the degrees of similarity', () => {
  const LONG = `${'a'.repeat(60)} `.repeat(5)

  test.each([
    ['queso', 'KESO', { visual: 0.6, fonetica: 1, palabras: 0.96 }],
    ['zafiro azul', 'AZUL ZAFIRO', { visual: 0.2, fonetica: 0.2, palabras: 1 }],
    ['coca cola', 'COCACOLA', { visual: 1, fonetica: 1, palabras: 0.7 }],
    ['casa', '', { visual: 0, fonetica: 0, palabras: 0 }],
    [LONG, `${LONG}b`, { visual: 0.99 }],
  ])('of %j and %j are %j: only full similarity is 1', (q, name, degrees) => {
    expect(explain(q, name)).toMatchObject(degrees)
  })
})

const word = fc.oneof(
  fc.constantFrom(
    'casa',
    'kasa',
    'caza',
    'casas',
    'fiordo',
    'fior',
    'coca',
    'cola',
    'cocacola',
    'de',
    'la',
    'X',
  ),
  fc.string({ unit: fc.constantFrom('a', 'b', 'c', 's', 'h'), minLength: 1, maxLength: 6 }),
)
const name = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '))
const hostile = fc.oneof(
  name,
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(
    'ﷺ'.repeat(200),
    'aa ab '.repeat(300),
    '\u{10400}\ud801 __proto__ constructor',
    'h h h',
    '한국 ㅎㅏ',
  ),
)
const query = hostile.filter((text) => tokenize(text).length > 0)

describe('for any query and name', () => {
  const problems = validator(brandMatch)

  test('an explanation matches its schema: degrees from 0 to 1, at least one mode', () => {
    fc.assert(fc.property(query, hostile, (q, other) => void expect(problems(explain(q, other))).toEqual([])))
  })

  test('the modes are in the order of the catalog, each once', () => {
    const catalog = Object.keys(MATCH_MODES)
    fc.assert(
      fc.property(query, hostile, (q, other) => {
        const { modos } = explain(q, other)
        expect(modos).toEqual(catalog.filter((mode) => (modos as readonly string[]).includes(mode)))
      }),
    )
  })

  test('a name is equal if and only if its normalized words are, and then all degrees are 1', () => {
    const both = fc.oneof(
      fc.tuple(query, hostile),
      query.map((q) => [q, q.toUpperCase()] as const),
    )
    fc.assert(
      fc.property(both, ([q, other]) => {
        const { modos, visual, fonetica, palabras } = explain(q, other)
        expect(modos.includes('igual')).toBe(tokenize(q).join(' ') === tokenize(other).join(' '))
        if (modos.includes('igual')) expect([visual, fonetica, palabras]).toEqual([1, 1, 1])
      }),
    )
  })

  test('the degrees, pairs and symmetric modes are the same if query and name are exchanged', () => {
    const ofBoth = ({ modos, pares: _, ...degrees }: BrandMatch) => ({
      ...degrees,
      modos: modos.filter((mode) => !['elemento', 'todas_las_palabras', 'parecido'].includes(mode)),
    })
    const pairsOf = ({ pares }: BrandMatch, exchanged: boolean) =>
      pares
        .map(({ consulta, denominacion, modo }) =>
          JSON.stringify([...(exchanged ? [denominacion, consulta] : [consulta, denominacion]), modo]),
        )
        .sort()
    fc.assert(
      fc.property(name, name, (one, other) => {
        const [there, back] = [explain(one, other), explain(other, one)]
        expect(ofBoth(there)).toEqual(ofBoth(back))
        expect(pairsOf(there, false)).toEqual(pairsOf(back, true))
      }),
    )
  })

  test('an explanation does not depend on names that were explained before', () => {
    fc.assert(
      fc.property(query, fc.array(hostile, { maxLength: 5 }), (q, names) => {
        const explainNext = explainHits(q)
        expect(names.map(explainNext)).toEqual(names.map((each) => explain(q, each)))
      }),
    )
  })
})
