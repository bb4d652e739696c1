import { describe, expect, test } from '@jest/globals'
import { foldName } from '../../shared/search/text/fold-name.ts'
import { generateMarks } from '../corpus/generate-marks.ts'
import { conflictQueries, drawQueries, namesOf, wordsIn } from './draw-queries.ts'
import { editDistance } from './edit-distance.ts'
import { KINDS, type Kind } from './kinds.ts'

const EACH = 40
const names = namesOf([...generateMarks(3_000)])
const queries = drawQueries(names, EACH)
const of = (kind: Kind) => queries.filter((query) => query.kind === kind)
const folded = new Set(names.map(({ words }) => words.join(' ')))
const letters = (text: string | null): string => (text ?? '').replaceAll(' ', '')

describe('the queries that are drawn', () => {
  test('are the same for the same names, and as many of each kind', () => {
    expect(drawQueries(names, EACH)).toEqual(queries)
    const drawn = KINDS.filter((kind) => kind !== 'filtered' && kind !== 'decided conflict')
    expect(drawn.map((kind) => [kind, of(kind).length])).toEqual(drawn.map((kind) => [kind, EACH]))
  })

  test('want a name of the corpus wherever they are made of one', () => {
    for (const { wanted } of queries) {
      if (wanted !== null) expect(folded).toContain(wanted)
    }
  })

  test('of the identical kind are the name but for case and accents, and never as it is written', () => {
    const written = new Set(names.map(({ text }) => text))
    const asked = of('identical')
    for (const { q, wanted } of asked) expect(foldName(q).join(' ')).toBe(wanted)
    expect(asked.filter(({ q }) => !written.has(q)).length).toBeGreaterThan(EACH * 0.9)
  })

  test('with errors have as many as they say, in names that are long enough', () => {
    for (const { q, wanted } of of('one error')) {
      expect(editDistance(q, wanted ?? '')).toBe(1)
      expect(letters(wanted).length).toBeGreaterThanOrEqual(5)
    }
    for (const { q, wanted } of of('two errors')) {
      expect(editDistance(q, wanted ?? '')).toBe(2)
      expect(letters(wanted).length).toBeGreaterThanOrEqual(8)
    }
  })

  test('that are joined or split have the same letters, in a word less or more', () => {
    for (const [kind, more] of [
      ['joined', -1],
      ['split', 1],
    ] as const) {
      for (const { q, wanted } of of(kind)) {
        expect(letters(q)).toBe(letters(wanted))
        expect(q.split(' ').length).toBe((wanted ?? '').split(' ').length + more)
      }
    }
  })

  test('of common words are the most frequent ones, and a rare one is in one name alone', () => {
    const { common, isRare } = wordsIn(names)
    expect(common.slice(0, 2)).toEqual(['del', 'de'])
    for (const { q } of of('common words')) {
      const words = q.split(' ')
      expect(words.length).toBeGreaterThanOrEqual(2)
      for (const word of words) expect(common).toContain(word)
    }
    for (const { q, wanted } of of('rare with common')) {
      const words = q.split(' ')
      expect(words.filter(isRare).length).toBe(1)
      expect((wanted ?? '').split(' ')).toEqual(expect.arrayContaining(words))
    }
  })

  test('for nothing are in no name', () => {
    for (const { q } of of('no hit')) {
      expect([...folded].some((name) => name.includes(q))).toBe(false)
    }
  })

  test('are fewer where there are not enough names, and none but nonsense where there is none', () => {
    expect(
      drawQueries(namesOf([{ denominacion: 'CÓNDOR' }, { denominacion: '' }]), 3).map(({ kind }) => kind),
    ).toEqual(['identical', 'one error', 'Spanish sound', 'split', 'no hit', 'no hit', 'no hit'])
  })
})

test('a decided conflict asks for one mark and wants the other', () => {
  expect(conflictQueries([{ query: 'THOMSON LIFE', mark: 'Lifé' }])).toEqual([
    { kind: 'decided conflict', q: 'THOMSON LIFE', wanted: 'life', filters: {} },
  ])
})
