import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withoutNationalIds } from './national-ids.ts'
import { readPersons } from './persons.ts'

const namesIn = (cell: string): string[] => readPersons('TITULAR', cell, null).map(({ nombre }) => nombre)

describe('a national id number', () => {
  test('is removed from a name, in any notation', () => {
    for (const id of [
      '76.123.456-7',
      '76123456-7',
      '12345678-K',
      '12345678-k',
      '1.234.567-8',
      '76.123.456 - 7',
      '76.123.456–7',
      'RUT: 76.123.456-7',
      'R.U.T. N° 76.123.456-7',
      'RUN 12345678-5',
      'RUT 761234567',
      'Rut:12.345.678',
      '(76.123.456-7)',
      '(RUT: 76.123.456-7)',
      '[RUT 76123456-7]',
      '76.123.456',
      '123456785',
    ]) {
      expect([id, withoutNationalIds(`ACME SpA ${id}`)]).toEqual([id, 'ACME SpA'])
      expect([id, withoutNationalIds(`ACME SpA, ${id}`)]).toEqual([id, 'ACME SpA'])
      expect([id, withoutNationalIds(`${id} - ACME SpA`)]).toEqual([id, 'ACME SpA'])
    }
  })

  test('is removed, with any digits', () => {
    const id = fc.tuple(fc.integer({ min: 1_000_000, max: 99_999_999 }), fc.constantFrom(...'0123456789kK'))
    fc.assert(
      fc.property(id, fc.boolean(), ([body, check], dotted) => {
        const digits = dotted ? body.toLocaleString('de-DE') : String(body)
        expect(withoutNationalIds(`Juan Pérez ${digits}-${check}`)).toBe('Juan Pérez')
        expect(withoutNationalIds(`Juan ${digits}-${check} Pérez`)).toBe('Juan Pérez')
      }),
    )
  })

  test('is not confused with other numbers in names', () => {
    for (const name of [
      'RUTH 2000 SPA',
      'RUN 2000 SPA',
      '9252-1234 QUÉBEC INC.',
      '10087408 CANADA INC.',
      'INVERSIONES 1.000',
      '3M',
      'CALLE 13 - 7',
      'ACME (2019)',
    ]) {
      expect(withoutNationalIds(name)).toBe(name)
    }
  })

  test('is removed with leading zeros, unusual signs or missing signs', () => {
    for (const id of [
      '012.345.678-5',
      '0012345678-5',
      '012345678-5',
      '12.345678-5',
      '12345.678-5',
      '12. 345. 678-5',
      '12’345’678-5',
      '12·345·678-5',
      '12345678/5',
      '12345678_5',
      '12345678 5',
      '12345678--5',
      '12345678 DV 5',
      '12345678, D.V.: 5',
      '12.345.678 DV 5',
      '12345678\ufe635',
      '12.345.678\u2212\u00a05',
      '12.345.678\u00ad5',
      '12345678\u00ad5',
      '12.345.6785',
      'RUT 999.999-3',
      'RUT (12.345.678-5)',
      'rut12345678-5',
      'C.I.12.345.678-5',
      'C.I. N° 12345678-5',
      '١٢٣٤٥٦٧٨-٥',
      '١٢.٣٤٥.٦٧٨-٥',
      '𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖-𝟓',
      '１２．３４５．６７８－５',
      '(12345678 5)',
    ]) {
      expect([id, namesIn(`Juan Pérez ${id}`)]).toEqual([id, ['Juan Pérez']])
      expect([id, namesIn(`${id} Juan Pérez`)]).toEqual([id, ['Juan Pérez']])
      expect([id, namesIn(`Calle 7 ${id}, Juan`)[0]]).toEqual([id, 'Calle 7, Juan'])
    }
  })

  test('is removed directly after a point or before a letter', () => {
    expect(namesIn('Juan.12345678-5')).toEqual(['Juan.'])
    expect(namesIn('1.12.345.678-5 Juan')).toEqual(['1. Juan'])
    expect(namesIn('12345678 11.111.111-1 5 Juan')).toEqual(['Juan'])
    expect(namesIn('RUT:12345678-5RUT:11111111-1 Juan')).toEqual(['Juan'])
    expect(namesIn('12.345.678.901 Juan')).toEqual(['12.345.678.901 Juan'])
    expect(namesIn('12345678-5Karen')).toEqual(['Karen'])
    expect(namesIn('12.345.678-Karen')).toEqual(['Karen'])
    expect(namesIn('12.345.678 2 HERMANOS')).toEqual(['2 HERMANOS'])
  })

  test('is removed if its check digit is correct, with any signs in it', () => {
    const zeros = fc.constantFrom('', '0', '00', '000')
    const between = fc.constantFrom('', '.', ',', ' ', "'", '’', '·', '. ')
    const before = fc.constantFrom('-', ' ', ' - ', '--', '/', '_', '–', '\u00ad', ' DV ', ' DV: ', '-DV-')
    const body = fc.integer({ min: 1_000_000, max: 99_999_999 })
    fc.assert(
      fc.property(body, zeros, between, between, before, (number, zero, first, second, gap) => {
        const [millions, thousands, ones] = number.toLocaleString('de-DE').split('.')
        const id = `${zero}${millions}${first}${thousands}${second}${ones}${gap}${checkOf(number)}`
        expect([id, namesIn(`Juan ${id}`)]).toEqual([id, ['Juan']])
        expect([id, namesIn(`${id} Juan`)]).toEqual([id, ['Juan']])
      }),
    )
  })

  test('is removed without a bracket whose partner stays', () => {
    expect(namesIn('ACME (de Juan 12.345.678-5)')).toEqual(['ACME (de Juan)'])
    expect(readPersons('TITULAR', 'ACME (12.345.678-5 CL)', null)).toEqual([
      { rol: 'TITULAR', nombre: 'ACME', pais: 'CL' },
    ])
  })

  test('is never found in a name without six digits in a row', () => {
    for (const name of ['1-800-FLOWERS', 'STUDIO 54 - 1977', '20 20 20', 'Canal 13 SpA', '3M', '٣M 2000']) {
      expect(withoutNationalIds(name)).toBe(name)
    }
    const word = fc.constantFrom('ACME', 'K', 'RUT', 'C.I.', 'DV', 'N°', '(', ')', '-', '–', '/', 'SpA', 'Ñ')
    const number = fc.integer({ min: 0, max: 99_999 }).map(String)
    const parts = fc.array(fc.tuple(fc.oneof(word, number), fc.constantFrom(' ', '', '-', '.', ', ')))
    const sixInARow = /(?:\d(?:[.,'’·] ?| )?){6}/
    fc.assert(
      fc.property(parts, (made) => {
        const name = made.flat().join('').replaceAll(/ {2,}/g, ' ').trim()
        fc.pre(!sixInARow.test(name))
        expect(withoutNationalIds(name)).toBe(name)
      }),
    )
  })

  test('is removed at the end of the longest cells, whatever their text', () => {
    for (const unit of [
      '0',
      '1',
      '1.',
      '12 345 ',
      '12345678 ',
      'RUT ',
      'r.u.t. n°',
      '(',
      'C.I.',
      '12345678 DV',
    ]) {
      const cell = unit.repeat(Math.ceil(4000 / unit.length)).slice(0, 3988)
      expect(withoutNationalIds(`${cell} x 12.345.678-5`)).not.toContain('345.678')
    }
  })
})

/** Returns the check digit of a number, by another formula than the tested code. */
function checkOf(number: number): string {
  let [sum, rest] = [1, number]
  for (let place = 0; rest > 0; place++, rest = Math.floor(rest / 10)) {
    sum = (sum + (rest % 10) * (9 - (place % 6))) % 11
  }
  return sum === 0 ? 'K' : String(sum - 1)
}
