import { describe, expect, test } from 'vitest'
import type { Cell } from '../../values/cell.ts'
import { findColumns } from './columns.ts'
import { swappedDays } from './swapped-days.ts'

const HEADERS = ['N° Solicitud', 'Denominación', 'Estado', 'Fecha de Presentación']

/** Returns the error for a sheet with the filing dates of `written`, given a day of a month and the place of the row. */
function refusal(written: (day: number, place: number) => Cell, rows = 31): string | undefined {
  const days = swappedDays(findColumns([{ number: 1, cells: HEADERS }]))
  for (let place = 0; place < rows; place++) {
    const cell = written((place % 31) + 1, place)
    const isDate = typeof cell === 'string' && cell.startsWith('2019-')
    const formatted = new Map(isDate ? [[3, 'date' as const]] : [])
    days.add({ number: place + 2, cells: ['1', 'A', 'Registrada', cell], formatted })
  }
  try {
    days.assertMixed()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
const two = (number: number): string => String(number).padStart(2, '0')
const dayFirst = (day: number, sign = '/'): string => [two(day), '05', '2019'].join(sign)

describe('a sheet that a spreadsheet program has read with the month first', () => {
  test('is refused if days up to the 12th are date cells or have another form, and later ones are texts', () => {
    expect(refusal((day) => (day > 12 ? dayFirst(day) : `2019-${two(day)}-05`))).toMatch(
      /^The column "Fecha de Presentación" has the days up to the 12th in one form/,
    )
    expect(refusal((day) => (day > 12 ? dayFirst(day) : `05-${two(day)}-2019`))).toBeDefined()
    expect(refusal((day) => (day > 12 ? dayFirst(day) : 43_594))).toBeDefined()
    expect(refusal((day) => (day > 12 ? dayFirst(day) : `2020-${two(day)}-05`))).toBeDefined()
  })

  test('is refused if at least ten days, and more than a thousandth, prove that their month is first', () => {
    const written = (most: number) => (day: number, place: number) =>
      day > 12 && place < most * 31 ? `05/${two(day)}/2019` : dayFirst(day)
    expect(refusal(written(1), 9_000)).toBe(
      'The column "Fecha de Presentación" has 19 days with the month first: write the day first. ' +
        'If all days of the column have the month first, write (mm/dd/aaaa) in the header.',
    )
    expect(refusal(written(1), 20_000)).toBeUndefined()
    expect(refusal((day) => (day === 24 ? '05/24/2019' : dayFirst(day)), 31 * 9)).toBeUndefined()
  })

  test('is not assumed for one form, for two forms that do not depend on the day, or for few days', () => {
    expect(refusal((day) => dayFirst(day))).toBeUndefined()
    expect(refusal((day) => `2019-05-${two(day)}`)).toBeUndefined()
    expect(refusal((day, place) => (place % 3 ? dayFirst(day) : `2019-05-${two(day)}`), 93)).toBeUndefined()
    expect(refusal((day) => (day > 12 ? dayFirst(day) : dayFirst(day, '-')), 21)).toBeUndefined()
  })
})
