import { describe, expect, test } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import { isOfficeDay } from '../../bench/corpus/days.ts'
import { TIPOS_DE_SIGNO } from '../../schemas/catalogs.ts'
import { sampleMarks } from './marks.ts'
import { sampleSheet } from './sample-sheet.ts'

const sheet = sampleSheet()
const byNumber = new Map(sheet.marks.map((mark) => [mark.nroSolicitud, mark]))

describe('the sheet of the made-up office', () => {
  test('has about 5,000 marks, by application number, no number twice', () => {
    expect(sheet.marks.length).toBeGreaterThan(4_950)
    expect(sheet.marks.length).toBeLessThanOrEqual(5_000)
    const numbers = sheet.marks.map(({ nroSolicitud }) => Number(nroSolicitud))
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  })

  test('has the 200 hand-made marks with their facts, status and kind in words', () => {
    for (const { anotaciones, fuentes, estado, tipoSigno, ...facts } of sampleMarks()) {
      expect(byNumber.get(facts.nroSolicitud)).toEqual({ ...facts, tipoSigno: TIPOS_DE_SIGNO[tipoSigno].es })
    }
  })

  test('has no registration number twice but that of the renewal', () => {
    const numbers = sheet.marks.flatMap(({ nroRegistro }) => nroRegistro ?? [])
    expect(numbers.length - new Set(numbers).size).toBe(1)
  })

  test('is the same at every call', () => {
    expect(sampleSheet().marks).toEqual(sheet.marks)
    expect([...sampleSheet().text()].join('')).toBe([...sheet.text()].join(''))
  })

  test('is of an office day, and tells of nothing that came after it', () => {
    expect(isOfficeDay(sheet.edition)).toBe(true)
    expect(sheet.marks.filter(({ fechaPresentacion }) => fechaPresentacion > sheet.edition)).toEqual([])
  })

  test('is written as CSV, one row for each mark', () => {
    const rows = parse([...sheet.text()].join(''), { delimiter: ';' }) as string[][]
    expect(rows[0]?.slice(0, 3)).toEqual(['N° Solicitud', 'N° Registro', 'Denominación'])
    expect(rows.slice(1).map(([number]) => number)).toEqual([...byNumber.keys()])
  })
})
