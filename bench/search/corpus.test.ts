import { describe, expect, test } from '@jest/globals'
import { madeUpCorpus, marksOf, realCorpus } from './corpus.ts'

const names = Array.from({ length: 90 }, (_, place) => `REAL ${place}`)
const conflicts = [
  { query: 'A', mark: 'EARLIER' },
  { query: 'B', mark: 'EARLIER' },
  { query: 'C', mark: 'OTHER' },
]
const namesIn = (corpus: ReturnType<typeof realCorpus>): string[] =>
  [...marksOf(corpus)].map(({ denominacion }) => denominacion)

describe('a corpus', () => {
  test('of real names has nothing else, the marks of conflicts each once', () => {
    const corpus = realCorpus({ names, conflicts })
    expect(corpus).toMatchObject({ id: 'real-names', title: '92 real names', marks: 92 })
    expect(namesIn(corpus)).toEqual([...names, 'EARLIER', 'OTHER'])
  })

  test('that is made up has them all among the others', () => {
    const inside = namesIn(madeUpCorpus(600, { names, conflicts }))
    expect(inside.length).toBe(600)
    expect(inside.filter((name) => names.includes(name)).toSorted()).toEqual(names.toSorted())
    expect(inside.filter((name) => ['EARLIER', 'OTHER'].includes(name)).length).toBe(2)
  })

  test('that is small is made up for the most part, and still has the marks of the conflicts', () => {
    const inside = namesIn(madeUpCorpus(60, { names, conflicts }))
    expect(inside.length).toBe(60)
    expect(inside.filter((name) => names.includes(name)).length).toBe(20)
    expect(inside).toEqual(expect.arrayContaining(['EARLIER', 'OTHER']))
  })

  test('is made up as a whole where there are no real names', () => {
    expect(namesIn(madeUpCorpus(20, null)).length).toBe(20)
  })
})
