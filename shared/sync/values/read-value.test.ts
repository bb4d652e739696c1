import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Cell } from './cell.ts'
import { noDayReason, readDay, readNumber, readRegistration } from './read-value.ts'

describe('an application number', () => {
  test('may be a text or a number, with leading zeros and thousands separators', () => {
    const cells: Cell[] = [1241347, '1241347', ' 01241347 ', '1.241.347', '1 241 347', '1\u00a0241\u00a0347']
    for (const cell of [...cells, '1241347.0', '1241347,00', '0001241347', '\u200b1241347']) {
      expect(readNumber(cell)).toBe('1241347')
    }
    expect(readNumber('1.000')).toBe('1000')
  })

  test('may have a prefix, or be marked as text for a spreadsheet', () => {
    for (const cell of ['N° 1241347', 'Nº1.241.347', 'N.º 1241347', 'Nro. 1241347', 'núm. 1241347']) {
      expect([cell, readNumber(cell)]).toEqual([cell, '1241347'])
    }
    for (const cell of [
      "'1241347",
      '="1241347"',
      '="01.241.347"',
      '1,241,347',
      '1,241,347.00',
      '1.241.347,00',
    ]) {
      expect([cell, readNumber(cell)]).toEqual([cell, '1241347'])
    }
  })

  test('is null if the cell has a placeholder', () => {
    for (const cell of [null, '', ' ', '-', '--', 'S/N', '.', 'NULL', '="  "']) {
      expect(readNumber(cell)).toBeNull()
    }
  })

  test('is a whole number of at most 18 digits', () => {
    expect(readNumber('9'.repeat(18))).toBe('9'.repeat(18))
    const cells: Cell[] = [
      12.5,
      -1,
      1e21,
      '12,5',
      '1.24',
      '1.2413.47',
      '1.241 347',
      '1,24E+06',
      '1,241',
      '1,241.347',
      'Total: 24872',
      'N 1241347',
      'abc',
    ]
    for (const cell of [...cells, '1241347-K', '9'.repeat(19), '0'.repeat(65), '1'.repeat(100_000), '١٢']) {
      expect(readNumber(cell)).toBeUndefined()
    }
  })

  test('is read back with any thousands separator', () => {
    const number = fc.nat({ max: 2 ** 31 - 1 })
    fc.assert(
      fc.property(number, fc.constantFrom('', '.', ' ', ','), fc.nat(5), (value, apart, zeros) => {
        fc.pre(apart !== ',' || value < 1_000 || value >= 1_000_000)
        const text = '0'.repeat(apart === '' ? zeros : 0) + value.toLocaleString('en').replaceAll(',', apart)
        expect(readNumber(text)).toBe(String(value))
      }),
    )
  })
})

describe('a registration number', () => {
  test('has no points or leading zeros if it is numeric, and is otherwise only cleaned', () => {
    const cells: [Cell, string | null | undefined][] = [
      [1238280, '1238280'],
      ['1.238.280', '1238280'],
      ['0012', '12'],
      ['12345/A', '12345/A'],
      ['  M  12 ', 'M 12'],
      ['N° 1.238.280', '1238280'],
      ['="1238280"', '1238280'],
      [12.5, '12.5'],
    ]
    expect(cells.map(([cell]) => readRegistration(cell))).toEqual(cells.map(([, wanted]) => wanted))
  })

  test('is null if the cell has a placeholder', () => {
    for (const cell of [null, '', '-', '0', 0, '000', 'S/N', 'Sin registro', 'EN TRÁMITE', 'Pendiente']) {
      expect(readRegistration(cell)).toBeNull()
    }
  })

  test('has at most 64 characters', () => {
    expect(readRegistration('x'.repeat(65))).toBeUndefined()
  })
})

describe('a day', () => {
  test('is unreadable with a time from 23:59:00 to 23:59:58, which a program may have written for the next midnight', () => {
    const at = (time: number): number => 43_640 + time / 86_400
    expect([at(86_355), at(86_340)].map((serial) => readDay(serial, 1900))).toEqual([undefined, undefined])
    expect([at(86_339), at(86_399)].map((serial) => readDay(serial, 1900))).toEqual([
      '2019-06-24',
      '2019-06-24',
    ])
  })

  const day = fc
    .date({ min: new Date('1900-03-01T00:00Z'), max: new Date('2100-12-31T00:00Z'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  const parts = (text: string): [string, string, string] => text.split('-') as [string, string, string]
  const time = fc.constantFrom(
    '',
    ' 0:00',
    ' 00:00:00',
    ' 23:59:59.999',
    ' 11:30 p. m.',
    ' 1:05:00 AM',
    ', 10:00',
  )

  test('is read back from day, month and year, with or without a time', () => {
    fc.assert(
      fc.property(
        day,
        fc.constantFrom('/', '-', '.'),
        fc.boolean(),
        time,
        (wanted, apart, padded, behind) => {
          const [year, month, date] = parts(wanted)
          const text = [date, month].map((part) => (padded ? part : String(Number(part)))).concat(year)
          expect(readDay(text.join(apart) + behind, 1900)).toBe(wanted)
        },
      ),
    )
  })

  test('is read back from its ISO form', () => {
    const behind = fc.oneof(
      time,
      fc.constantFrom('T00:00:00', 'T10:20:30.5Z', 'T10:20-03:00', ' 00:00:00-04', 'T102030'.slice(7)),
    )
    fc.assert(
      fc.property(day, behind, (wanted, rest) => void expect(readDay(wanted + rest, 1900)).toBe(wanted)),
    )
  })

  test('is read back from its serial number, also as a text of five digits', () => {
    const serial = fc.integer({ min: 10_000, max: 73_415 })
    fc.assert(
      fc.property(serial, fc.double({ min: 0, max: 0.999, noNaN: true }), (number, fraction) => {
        const wanted = new Date(Date.UTC(1899, 11, 30 + number)).toISOString().slice(0, 10)
        expect([readDay(number + fraction, 1900), readDay(String(number), 1900)]).toEqual([wanted, wanted])
      }),
    )
    expect([readDay(42_178, 1904), readDay('43640,5', 1900)]).toEqual(['2019-06-24', '2019-06-24'])
  })

  test('is null if the cell has a placeholder', () => {
    const cells: Cell[] = [
      null,
      '',
      ' ',
      '-',
      '--',
      '—',
      'S/F',
      's/f.',
      '00/00/0000',
      '0000-00-00',
      '0',
      0,
      'N/A',
      'NA',
    ]
    for (const cell of [...cells, '00/00/0000 00:00:00', 'Sin fecha', '  /  /  ', '  -  -  ', '__/__/____']) {
      expect(readDay(cell, 1900)).toBeNull()
    }
  })

  test('is null if it is the first or last day that a program can store', () => {
    const cells: Cell[] = ['30/12/1899', '31/12/1899', '01/01/1900', '01/01/0001', '31/12/9999', '01/01/1753']
    for (const cell of [
      ...cells,
      '1/1/1900 0:00',
      '9999-12-31',
      '0001-01-01T00:00:00',
      '99991231',
      '01010001',
    ]) {
      expect([cell, readDay(cell, 1900)]).toEqual([cell, null])
    }
    expect([readDay(1, 1900), readDay(2_958_465, 1900), readDay(2_957_003, 1904)]).toEqual([null, null, null])
  })

  test('is read back from eight digits, with the year first or last', () => {
    fc.assert(
      fc.property(day, fc.boolean(), (wanted, isYearFirst) => {
        fc.pre(wanted !== '1900-01-01')
        const [year, month, date] = parts(wanted)
        const text = isYearFirst ? year + month + date : date + month + year
        expect(readDay(text, 1900)).toBe(wanted)
      }),
    )
    expect([readDay(20_240_131, 1900), readDay(31_012_024, 1900)]).toEqual(['2024-01-31', '2024-01-31'])
  })

  test('may have its month in words', () => {
    for (const text of [
      '24-jun-2019',
      '24-JUN-19',
      '24/jun./2019',
      '24 jun 2019',
      '24JUN2019',
      '24 de junio de 2019',
    ]) {
      expect([text, readDay(text, 1900)]).toEqual([text, '2019-06-24'])
    }
    expect([readDay('1 de setiembre del 2019 10:30', 1900), readDay('01-APR-2019', 1900)]).toEqual([
      '2019-09-01',
      '2019-04-01',
    ])
  })

  test('with a two-digit year is between 1950 and 2049', () => {
    const days = ['24/06/19', '24.06.49', '24/6/50', '24-06-99', '12-06-12'].map((text) =>
      readDay(text, 1900),
    )
    expect(days).toEqual(['2019-06-24', '2049-06-24', '1950-06-24', '1999-06-24', '2012-06-12'])
  })

  test('is unreadable if it is ambiguous, with the reason', () => {
    for (const text of ['24-06-19', '30/12/99', '31/12/99', '01/01/00', '01/01/01', '1-ene-00']) {
      expect([text, readDay(text, 1900)]).toEqual([text, undefined])
    }
    expect(noDayReason('the filing date', '24-06-19')).toBe(
      'the filing date "24-06-19" may be several days: write its year with four digits',
    )
    expect(noDayReason('the filing date', '31/02/2019')).toBe('the filing date is no date: "31/02/2019"')
  })

  test('is unreadable if it does not exist, or is before 1800 or after 2100', () => {
    const texts = [
      '31/02/2019',
      '29/02/2019',
      '29/02/1900',
      '30-02-2020',
      '2019-13-01',
      '2019-00-10',
      '00/06/2019',
    ]
    for (const text of [...texts, '31/04/2019', '01/01/1799', '01/01/2101', '2101-01-01', '32/01/2019']) {
      expect(readDay(text, 1900)).toBeUndefined()
    }
    expect([readDay('29/02/2020', 1900), readDay('29/02/2000', 1900)]).toEqual(['2020-02-29', '2000-02-29'])
  })

  test('is unreadable in any other form: nothing is guessed', () => {
    const cells: Cell[] = ['06/24/2019', '24/06-2019', 'ayer', '2019', 2019, '201906', 1e9, -5, 99_999]
    for (const cell of [
      ...cells,
      '24/06/2019 x',
      'x24/06/2019',
      '24 de brumario de 2019',
      '20191306',
      Number.NaN,
      60,
    ]) {
      expect(readDay(cell, 1900)).toBeUndefined()
    }
  })
})
