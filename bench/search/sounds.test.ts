import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { dice } from '../corpus/random.ts'
import { mishear } from './sounds.ts'

/** All that may be heard of a text. */
const heard = (text: string): (string | undefined)[] => [
  ...new Set(Array.from({ length: 300 }, (_, seed) => mishear(text, dice(seed)))),
]

describe('what is heard', () => {
  test.each([
    ['bar', ['var']],
    ['rev', ['reb']],
    ['cil', ['sil', 'zil']],
    ['sir', ['cir', 'zir']],
    ['sur', ['zur']],
    ['gaz', ['gas']],
    ['cur', ['kur']],
    ['kur', ['cur']],
    ['ker', ['quer']],
    ['quir', ['kir']],
    ['gel', ['jel']],
    ['jir', ['gir']],
    ['guar', ['war']],
    ['hor', ['or']],
    ['or', ['hor']],
    ['llar', ['yar']],
    ['yul', ['llul']],
    ['ley', ['lei']],
    ['lux', ['lus', 'luz']],
    ['canpr', ['campr', 'kanpr', 'kampr']],
    ['rossr', ['rosr']],
  ])('in %s is only %j', (text, others) => {
    expect(heard(text).sort()).toEqual(expect.arrayContaining(others))
    expect(others).toEqual(expect.arrayContaining(heard(text).filter((each) => each !== undefined)))
  })

  test.each(['chr', 'rr', 'lu', 'phl', '77'])('in %s is nothing else', (text) => {
    expect(heard(text)).toEqual([undefined])
  })

  test('is always written differently, and in as many words', () => {
    const text = fc.string({ unit: fc.constantFrom(...'abcghijklmnopqsuvxyz '), maxLength: 15 })
    fc.assert(
      fc.property(text, fc.integer(), (right, seed) => {
        const other = mishear(right, dice(seed))
        expect(other).not.toBe(right)
        if (other !== undefined) expect(other.split(' ').length).toBe(right.split(' ').length)
      }),
    )
  })
})
