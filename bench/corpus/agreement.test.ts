import { describe, expect, test } from '@jest/globals'
import type { Stage } from './careers.ts'
import { isOfficeDay, tenYearsAfter } from './days.ts'
import { generateMarks } from './generate-marks.ts'
import type { SheetMark } from './sheet-mark.ts'
import { stageOf } from './testing/tally.ts'

const EDITION = '2026-11-02'

const EVER_REGISTERED: readonly Stage[] = [
  'REGISTRADA',
  'VENCIDA',
  'CADUCADA',
  'CANCELADA',
  'ANULADA',
  'RENUNCIADA',
]
const NEVER_PUBLISHED: readonly Stage[] = [
  'SOLICITADA',
  'EN_TRAMITE',
  'OBSERVADA_FORMA',
  'ACEPTADA_TRAMITE',
  'NO_PRESENTADA',
]

describe('the facts of a mark agree', () => {
  const marks = [...generateMarks(12_000, 11)]
  const stage = ({ estadoOficina }: SheetMark) => stageOf(estadoOficina)

  test('a registration comes with its number, its day and an expiry ten years on, or not at all', () => {
    for (const mark of marks) {
      const { nroRegistro, fechaRegistro, fechaVencimiento } = mark
      expect([nroRegistro !== null, fechaRegistro !== null]).toEqual(
        Array(2).fill(EVER_REGISTERED.includes(stage(mark))),
      )
      expect(fechaVencimiento).toBe(fechaRegistro && tenYearsAfter(fechaRegistro))
    }
  })

  test('its days are office days that follow one another, none after the last one', () => {
    for (const { fechaPresentacion, fechaPublicacion, fechaRegistro } of marks) {
      const days = [fechaPresentacion, fechaPublicacion, fechaRegistro].filter((day) => day !== null)
      expect(
        days.every((day, place) => isOfficeDay(day) && day <= '2026-10-30' && day > (days[place - 1] ?? '')),
      ).toBe(true)
      expect(fechaRegistro !== null && fechaPublicacion === null).toBe(false)
    }
  })

  test('what is in force expires after the edition, what has expired before it', () => {
    for (const mark of marks) {
      if (stage(mark) === 'REGISTRADA') expect(String(mark.fechaVencimiento) >= EDITION).toBe(true)
      if (stage(mark) === 'VENCIDA' || stage(mark) === 'CADUCADA') {
        expect(String(mark.fechaVencimiento) < EDITION).toBe(true)
      }
    }
  })

  test('what was never published has no day of publication, what is further on has one', () => {
    for (const mark of marks) {
      const isOpen = ['ABANDONADA'].includes(stage(mark))
      if (!isOpen) expect(mark.fechaPublicacion === null).toBe(NEVER_PUBLISHED.includes(stage(mark)))
    }
  })

  test('what is still pending was filed in the last five years', () => {
    const pending = marks.filter((mark) => ['PUBLICADA', 'EN_TRAMITE', 'EN_APELACION'].includes(stage(mark)))
    expect(pending.length).toBeGreaterThan(50)
    expect(pending.filter(({ fechaPresentacion }) => fechaPresentacion < '2021-10-30')).toEqual([])
  })

  test('it has an applicant, a holder once registered, and who lives abroad has a representative', () => {
    for (const { personas, fechaRegistro } of marks) {
      const roles = personas.map(({ rol }) => rol)
      expect(roles.filter((rol) => rol === 'SOLICITANTE')).toHaveLength(1)
      expect(roles.filter((rol) => rol === 'TITULAR')).toHaveLength(fechaRegistro === null ? 0 : 1)
      const { pais } = personas.find(({ rol }) => rol === 'SOLICITANTE') ?? { pais: null }
      if (pais !== null && pais !== 'CL') expect(roles).toContain('REPRESENTANTE')
      expect(personas.every((person) => person.pais === null || /^[A-Z]{2}$/.test(person.pais))).toBe(true)
    }
  })

  test('its classes come once each, by number, nearly all with a coverage', () => {
    for (const { clases } of marks) {
      const numbers = clases.map(({ clase }) => clase)
      expect(numbers.length).toBeGreaterThan(0)
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
    }
    const coverages = marks.flatMap(({ clases }) => clases.map(({ cobertura }) => cobertura))
    const without = coverages.filter((each) => each === null)
    expect(without.length / coverages.length).toBeGreaterThan(0.01)
    expect(without.length / coverages.length).toBeLessThan(0.06)
    expect(coverages.filter((each) => each !== null && !/^\S.*[^;]\.$/.test(each))).toEqual([])
  })

  test('it is without a name exactly when its kind has none, and kinds of 2022 are not older', () => {
    const wordless = [
      'Figurativa',
      'Olfativa',
      'Táctil',
      'De posición',
      'De patrón',
      'Combinación de colores',
    ]
    const old = ['Denominativa', 'Mixta', 'Figurativa', 'Sonora', 'Frase de propaganda', 'Otra']
    for (const { denominacion, tipoSigno, fechaPresentacion } of marks) {
      expect(denominacion === '').toBe(wordless.includes(tipoSigno))
      expect(denominacion).toBe(denominacion.trim())
      if (!old.includes(tipoSigno)) expect(fechaPresentacion >= '2022-05-09').toBe(true)
    }
  })

  test('it carries no national id number', () => {
    expect(JSON.stringify(marks.slice(0, 5_000))).not.toMatch(/\d{1,2}\.?\d{3}\.?\d{3}-[\dkK]\b/)
  })
})
