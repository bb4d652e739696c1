import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayOf } from '../fetch/listing.ts'
import { dayIn, daysIn, withoutDays } from './day-in-text.ts'

const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
]

const day = fc
  .date({ min: new Date('1900-01-01T00:00Z'), max: new Date('2099-12-31T00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const parts = (text: string): [string, string, string] => text.split('-') as [string, string, string]
const unpadded = (text: string): string => String(Number(text))

const FORMS: Record<string, (year: string, month: string, date: string) => string> = {
  '2026-09-04': (year, month, date) => `${year}-${month}-${date}`,
  '2026_09_04': (year, month, date) => `${year}_${month}_${date}`,
  '2026/09/04': (year, month, date) => `${year}/${month}/${date}`,
  '20260904': (year, month, date) => year + month + date,
  '04092026': (year, month, date) => date + month + year,
  '04-09-2026': (year, month, date) => `${date}-${month}-${year}`,
  '04/09/2026': (year, month, date) => `${date}/${month}/${year}`,
  '4/9/2026': (year, month, date) => `${unpadded(date)}/${unpadded(month)}/${year}`,
  '4-sep-2026': (year, month, date) => `${unpadded(date)}-${MONTHS[Number(month) - 1]?.slice(0, 3)}-${year}`,
  '4 de septiembre de 2026': (year, month, date) =>
    `${unpadded(date)} de ${MONTHS[Number(month) - 1]} de ${year}`,
  'viernes 04 de Septiembre del 2026': (year, month, date) =>
    `viernes ${date} de ${MONTHS[Number(month) - 1]?.toUpperCase()} del ${year}`,
}

describe('a day in a text', () => {
  test.each(Object.entries(FORMS))('is read from the form %s, with any text around it', (_, form) => {
    const around = fc.constantFrom('', ' ', 'Estado Diario del ', 'v2 ', '_', ' (PDF, 1,2 MB)', '.pdf')
    fc.assert(
      fc.property(day, around, around, (wanted, before, behind) => {
        expect(dayIn(before + form(...parts(wanted)) + behind)).toBe(wanted)
      }),
    )
  })

  test.each([
    '2026-02-30',
    '31/04/2026',
    '29 de febrero de 2026',
    '00-01-2026',
    '2026-13-01',
    '2026-9-04_x',
    '2026-09/04',
    '12026-09-04',
    '202609041',
    '1234567890',
    '1.241.347',
    '4 de brumario de 2026',
    '34 de mayo de 2026',
    '04-09-26',
    '1899-12-31',
    '',
  ])('is undefined without a valid date: %s', (text) => {
    expect(dayIn(text)).toBeUndefined()
  })

  test('is the only valid date, and undefined if there are several', () => {
    expect(dayIn('30-02-2026 y 01-03-2026')).toBe('2026-03-01')
    expect(dayIn('2026-09-04, viernes 4 de septiembre de 2026')).toBe('2026-09-04')
    expect(daysIn('2026-09-04 (corregido el 05-09-2026)')).toEqual(['2026-09-04', '2026-09-05'])
    for (const text of [
      '2026-09-04 (corregido el 05-09-2026)',
      '2026-09-04 2026-09-05',
      '2026-09-05 al 2026-09-04',
    ]) {
      expect(dayIn(text)).toBeUndefined()
    }
  })

  test.each([
    'solicitudes 2026-01-01 al 2026-11-20.csv',
    'solicitudes_2026-01-01_2026-11-20.csv',
    'solicitudes-20260101-20261120.csv',
    'Desde 01012026 hasta 20112026',
    'del 1 de enero de 2026 al 20 de noviembre de 2026',
    'del 1 de enero al 20 de noviembre de 2026',
    'del 1 al 20 de noviembre de 2026',
  ])('is the last day of a range: %s', (text) => {
    expect(daysIn(text)).toEqual(['2026-11-20'])
  })

  test('may have its accents and signs in any form', () => {
    expect(dayIn('Miércoles, 1.º de enero de 2025')).toBe('2025-01-01')
    expect(dayIn('MiÃ©rcoles 1Âº de Setiembre, 2025')).toBe('2025-09-01')
    expect(dayIn('estado-diario-4-de-septiembre-de-2026.pdf')).toBe('2026-09-04')
  })

  test('is a valid date or undefined, in any text', () => {
    const pieces = fc.constantFrom(
      '2026',
      '09',
      '4',
      '31',
      '02',
      '-',
      '/',
      '.',
      '_',
      ' ',
      'de',
      ' enero ',
      '0',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (texts) => {
        const found = dayIn(texts.join(''))
        expect(found === undefined || new Date(`${found}T00:00Z`).toISOString().startsWith(found)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  test('is searched only at the start of a long text', () => {
    expect(dayIn(`${'4 de septiembre de '.repeat(1_000_000)}2026`)).toBeUndefined()
  })
})

describe('the day of a link', () => {
  const link = { url: 'https://o.cl/2025/01/02/hoja-2026-03-04.csv', name: 'hoja-2026-03-04.csv' }

  test('is taken from its file name, else from its folders, its text or the text beside it', () => {
    const [text, beside] = ['Viernes 5 de junio de 2026', 'Hoja 06-07-2026 Descargar']
    expect(dayOf({ ...link, text, beside })).toBe('2026-03-04')
    const inFolder = { url: 'https://o.cl/2025/01/02/hoja.csv', name: 'hoja.csv', text, beside }
    expect(dayOf(inFolder)).toBe('2025-01-02')
    const unnamed = { ...inFolder, url: 'https://o.cl/hoja.csv' }
    expect(dayOf(unnamed)).toBe('2026-06-05')
    expect(dayOf({ ...unnamed, text: 'Descargar' })).toBe('2026-07-06')
    expect(dayOf({ ...unnamed, text: '', beside: '' })).toBeUndefined()
  })

  test('is found in percent-encoded folders, and not in a query', () => {
    const name = 'hoja.csv'
    const at = (url: string) => dayOf({ url, name, text: '', beside: '' })
    expect(at('https://o.cl/4%20de%20enero%20de%202026/hoja.csv')).toBe('2026-01-04')
    expect(at('https://o.cl/%E9%ff/04%2D01%2D2026/hoja.csv')).toBe('2026-01-04')
    expect(at('https://o.cl/hoja.csv?v=20260104')).toBeUndefined()
  })
})

test('the text without days is the same for all editions of a name', () => {
  const names = ['solicitudes-2026-11-02', 'solicitudes-20261103', 'solicitudes-04-11-2026']
  expect(names.map(withoutDays)).toEqual(names.map(() => 'solicitudes'))
  expect(withoutDays('Solicitudes del 2026-01-01 al 2026-11-20, parte 2')).toBe('solicitudes parte 2')
  expect(withoutDays('solicitudes-2019-1')).toBe('solicitudes 2019 1')
})
