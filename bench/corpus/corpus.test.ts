import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { generateMarks } from './generate-marks.ts'
import { csvSheet } from './write-csv.ts'

const marks = [...generateMarks(20_000)]
const names = marks.map(({ denominacion }) => denominacion).filter((name) => name !== '')

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
const share = (pattern: RegExp): number => names.filter((name) => pattern.test(name)).length / names.length

describe('the generated corpus', () => {
  test('is the same for the same count and seed, and differs for another seed', () => {
    expect([...generateMarks(20_000)]).toEqual(marks)
    const others = [...generateMarks(3_000, 7)]
    const same = others.filter(({ denominacion }, place) => denominacion === marks[place]?.denominacion)
    expect(same.length).toBeLessThan(300)
  })

  test.each([0, 1, 7, 1_000])(
    'of %d marks has exactly this number of marks, ordered by unique application numbers',
    (size) => {
      const numbers = [...generateMarks(size)].map(({ nroSolicitud }) => Number(nroSolicitud))
      expect(numbers).toHaveLength(size)
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
    },
  )

  test('has names like real names: 13.7 characters and 2.2 words on average, some repeated, some with accents or digits', () => {
    expect(Math.abs(mean(names.map(({ length }) => length)) - 13.7)).toBeLessThan(0.5)
    expect(Math.abs(mean(names.map((name) => name.split(/\s+/).length)) - 2.2)).toBeLessThan(0.1)
    const distinct = new Set(names.map((name) => name.toLowerCase())).size / names.length
    expect(distinct).toBeGreaterThan(0.75)
    expect(distinct).toBeLessThan(0.99)
    expect(share(/[áéíóú]/i)).toBeGreaterThan(0.07)
    expect(share(/[áéíóú]/i)).toBeLessThan(0.14)
    expect(share(/ñ/i)).toBeGreaterThan(0.01)
    expect(share(/\d/)).toBeLessThan(0.06)
  })

  test('has 1.8 classes per mark on average, and all 45 classes', () => {
    expect(mean(marks.map(({ clases }) => clases.length))).toBeCloseTo(1.8, 0)
    expect(new Set(marks.flatMap(({ clases }) => clases.map(({ clase }) => clase))).size).toBe(45)
  })

  test('uses given names unchanged, and spreads them evenly', () => {
    const given = Array.from({ length: 100 }, (_, place) => `Given #${place}`)
    const mixed = [...generateMarks(1_000, 3, given)].map(({ denominacion }) => denominacion)
    expect(mixed.filter((name) => name.startsWith('Given #'))).toEqual(given)
    expect(given.map((name) => Math.floor(mixed.indexOf(name) / 10))).toEqual(given.map((_, place) => place))
  })

  test('is written as CSV with all of its names and numbers', () => {
    const csv = [...csvSheet(marks.slice(0, 2_000))].join('')
    const rows: Record<string, string>[] = parse(csv, { delimiter: ';', columns: true })
    expect(rows.map((row) => [row['N° Solicitud'], row.Denominación])).toEqual(
      marks.slice(0, 2_000).map(({ nroSolicitud, denominacion }) => [nroSolicitud, denominacion]),
    )
  })
})
