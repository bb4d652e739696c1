import { describe, expect, test } from '@jest/globals'
import { type Stage, WORDS } from './careers.ts'
import { generateMarks } from './generate-marks.ts'
import { tally } from './testing/tally.ts'

const MARKS = 200_000
const corpus = tally(generateMarks(MARKS))

describe('a corpus as a whole', () => {
  test('is the same for the same count and seed, and another for another seed', () => {
    const marks = [...generateMarks(3_000)]
    expect([...generateMarks(3_000)]).toEqual(marks)
    const others = [...generateMarks(3_000, 7)]
    expect(
      others.filter((mark, place) => mark.denominacion === marks[place]?.denominacion).length,
    ).toBeLessThan(300)
  })

  test('is drawn as it is asked for: the first of two million marks need no others', () => {
    const marks = generateMarks(2_000_000)
    const first = [marks.next(), marks.next()].map(({ value }) => value?.fechaPresentacion)
    expect(first).toEqual(['2009-01-02', '2009-01-02'])
  })

  test.each([0, 1, 2, 7, 1_000])('of %d marks has that many', (size) => {
    expect([...generateMarks(size)]).toHaveLength(size)
  })

  test('numbers its applications in the order of filing, no two alike', () => {
    expect(corpus.marks).toBe(MARKS)
    expect(corpus.inOrder).toBe(true)
  })

  test('gives no registration number twice', () => {
    expect(corpus.registrations.size).toBe(corpus.registered)
  })

  test('has more filings a year as the years go by, from 2009 to October 2026', () => {
    const filed = (year: number) => corpus.years.of(String(year))
    expect([...corpus.years.counts.keys()].sort()).toEqual(
      Array.from({ length: 18 }, (_, place) => String(2009 + place)),
    )
    expect(filed(2016)).toBeGreaterThan(filed(2009) * 1.4)
    expect(filed(2025)).toBeGreaterThan(filed(2016) * 1.2)
  })

  test('has 1.8 classes a mark, all 45 of them, those of services and daily goods most of all', () => {
    expect(corpus.classes / MARKS).toBeGreaterThan(1.7)
    expect(corpus.classes / MARKS).toBeLessThan(1.9)
    expect(corpus.byClass.counts.size).toBe(45)
    const byShare = [...corpus.byClass.counts].sort((a, b) => b[1] - a[1]).map(([clase]) => clase)
    expect(byShare.slice(0, 7).sort((a, b) => a - b)).toEqual([5, 9, 25, 30, 35, 41, 43])
    expect(byShare[0]).toBe(35)
  })

  test('is of words or of words with a figure, but for one in sixteen', () => {
    const share = (kind: string) => corpus.kinds.of(kind) / MARKS
    expect(share('Denominativa')).toBeCloseTo(0.55, 1)
    expect(share('Mixta')).toBeCloseTo(0.38, 1)
    expect(share('Figurativa')).toBeCloseTo(0.04, 2)
    expect(corpus.kinds.counts.size).toBeGreaterThan(10)
  })

  test('knows every stage, registered ones most of all and a few that are not classified', () => {
    const share = (stage: Stage) => corpus.stages.of(stage) / MARKS
    expect([...corpus.stages.counts.keys()].sort()).toEqual(Object.keys(WORDS).sort())
    expect(share('REGISTRADA')).toBeGreaterThan(0.35)
    expect(share('SIN_CLASIFICAR')).toBeGreaterThan(0.001)
    expect(share('SIN_CLASIFICAR')).toBeLessThan(0.01)
  })
})

describe('the names', () => {
  test('have 13.7 characters and 2.2 words on average', () => {
    expect(Math.abs(corpus.letters / corpus.names - 13.7)).toBeLessThan(0.5)
    expect(Math.abs(corpus.words / corpus.names - 2.2)).toBeLessThan(0.1)
  })

  test.each([
    ['de', 0.03, 0.04],
    ['del', 0.035, 0.045],
    ['accent', 0.07, 0.14],
    ['ñ', 0.01, 0.03],
    ['digit', 0.03, 0.06],
    ['ampersand', 0.015, 0.04],
    ['apostrophe', 0.002, 0.01],
    ['.cl', 0.01, 0.03],
    ['capitals', 0.5, 0.65],
  ])('have %s in their natural share', (trait, least, most) => {
    expect(corpus.traits.of(trait) / corpus.names).toBeGreaterThan(least)
    expect(corpus.traits.of(trait) / corpus.names).toBeLessThan(most)
  })

  test('are made of some 120,000 different words in 200,000 marks', () => {
    expect(corpus.distinctWords.size).toBeGreaterThan(100_000)
    expect(corpus.distinctWords.size).toBeLessThan(140_000)
  })

  test('come again at times, mostly not', () => {
    expect(corpus.distinctNames.size / corpus.names).toBeGreaterThan(0.75)
    expect(corpus.distinctNames.size / corpus.names).toBeLessThan(0.95)
  })

  test('that are given are taken over as they are, spread evenly over the corpus', () => {
    const names = Array.from({ length: 100 }, (_, place) => `Given #${place}`)
    const marks = [...generateMarks(1_000, 3, names)]
    const places = marks.flatMap(({ denominacion }, place) =>
      denominacion.startsWith('Given #') ? [place] : [],
    )
    expect(places.map((place) => marks[place]?.denominacion)).toEqual(names)
    expect(places.map((place) => Math.floor(place / 10))).toEqual(names.map((_, place) => place))
    expect(new Set(places.map((place) => marks[place]?.tipoSigno))).toEqual(
      new Set(['Denominativa', 'Mixta']),
    )
  })
})
