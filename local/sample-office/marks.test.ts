import { describe, expect, test } from '@jest/globals'
import { isOfficeDay, tenYearsAfter } from '../../bench/corpus/days.ts'
import { ESTADOS, ROLES, TIPOS_DE_ANOTACION, TIPOS_DE_SIGNO } from '../../schemas/catalogs.ts'
import { HISTORIES } from './histories.ts'
import { type SampleMark, sampleMarks } from './marks.ts'

const TODAY = '2026-11-21'
const marks = sampleMarks()
const inState = (...estados: string[]) => marks.filter(({ estado }) => estados.includes(estado))
const types = ({ anotaciones }: SampleMark) => anotaciones.map(({ tipo }) => tipo)
const share = (some: SampleMark[]) => some.length / marks.length
const sorted = <T>(list: Iterable<T>) => [...new Set(list)].sort()
const parties = (mark: SampleMark, rol: string) => mark.personas.filter((each) => each.rol === rol)
const pending = marks.filter(({ estado }) => ESTADOS[estado].phase === 'pending')
const registered = marks.filter(({ fechaRegistro }) => fechaRegistro !== null)

describe('the made-up register as a whole', () => {
  test('holds exactly 200 marks, one history each but for the renewal and its original', () => {
    expect(marks).toHaveLength(200)
    expect(HISTORIES).toHaveLength(198)
  })

  test('is the same at every call', () => {
    expect(sampleMarks()).toEqual(marks)
    expect(sampleMarks()).not.toBe(marks)
  })

  test('gives every mark an application number of its own, growing with the filing date', () => {
    const numbers = marks.map(({ nroSolicitud }) => Number(nroSolicitud))
    const days = marks.map(({ fechaPresentacion }) => fechaPresentacion)
    expect(new Set(numbers).size).toBe(200)
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
    expect(days).toEqual([...days].sort())
    expect(marks.every(({ nroSolicitud }) => /^[1-9]\d{5,6}$/.test(nroSolicitud))).toBe(true)
  })

  test('shows every status, kind of sign, type of annotation and role of the catalogs', () => {
    expect(sorted(marks.map(({ estado }) => estado))).toEqual(Object.keys(ESTADOS).sort())
    expect(sorted(marks.map(({ tipoSigno }) => tipoSigno))).toEqual(Object.keys(TIPOS_DE_SIGNO).sort())
    expect(sorted(marks.flatMap(types))).toEqual(Object.keys(TIPOS_DE_ANOTACION).sort())
    expect(sorted(marks.flatMap(({ personas }) => personas.map(({ rol }) => rol)))).toEqual(
      Object.keys(ROLES).sort(),
    )
  })

  test('is mostly registered marks, of words or of words with a figure', () => {
    expect(share(inState('REGISTRADA'))).toBeCloseTo(0.55, 2)
    expect(
      share(marks.filter(({ tipoSigno }) => ['DENOMINATIVA', 'MIXTA'].includes(tipoSigno))),
    ).toBeGreaterThan(0.85)
  })

  test('uses about 40 of the 45 classes', () => {
    const used = new Set(marks.flatMap(({ clases }) => clases.map(({ clase }) => clase)))
    expect(used.size).toBeGreaterThanOrEqual(40)
    expect([...used].every((clase) => Number.isInteger(clase) && clase >= 1 && clase <= 45)).toBe(true)
  })

  test('has no two marks of the same name but the renewal and its original', () => {
    const names = marks.map(({ denominacion }) => denominacion).filter((name) => name !== '')
    expect(names.length - new Set(names).size).toBe(1)
  })

  test('carries no national id number', () => {
    expect(JSON.stringify(marks)).not.toMatch(/\d{1,2}\.?\d{3}\.?\d{3}-[\dkK]\b/)
  })
})

describe('the dates of a mark', () => {
  test('of filing, publication, registration and annotations are office days, none after 2026-11-20', () => {
    for (const { anotaciones, fuentes, ...mark } of marks) {
      const days = [mark.fechaPresentacion, mark.fechaPublicacion, mark.fechaRegistro]
      const all = [
        ...days,
        ...anotaciones.map(({ fecha }) => fecha),
        ...fuentes.map((each) => each.fechaFuente),
      ]
      expect(all.filter((day) => day !== null && (!isOfficeDay(day) || day >= TODAY))).toEqual([])
    }
  })

  test('of filing lie between 2016-01-04 and 2026-10-30, earlier only where it has expired', () => {
    const early = marks.filter(({ fechaPresentacion }) => fechaPresentacion < '2016-01-04')
    expect(sorted(early.map(({ estado }) => estado))).toEqual(['CADUCADA', 'VENCIDA'])
    expect(marks.every(({ fechaPresentacion: day }) => day >= '2004-01-01' && day <= '2026-10-30')).toBe(true)
  })

  test('follow one another: filing, publication, registration, and expiry ten years on', () => {
    for (const { fechaPresentacion, fechaPublicacion, fechaRegistro, fechaVencimiento } of registered) {
      expect(fechaPresentacion < String(fechaPublicacion)).toBe(true)
      expect(String(fechaPublicacion) < String(fechaRegistro)).toBe(true)
      expect(fechaVencimiento).toBe(tenYearsAfter(String(fechaRegistro)))
    }
  })

  test('of a registered mark expire in the future, of an expired or lapsed one in the past', () => {
    expect(inState('REGISTRADA').filter(({ fechaVencimiento: day }) => !day || day <= TODAY)).toEqual([])
    expect(
      inState('VENCIDA', 'CADUCADA').filter(({ fechaVencimiento: day }) => !day || day >= TODAY),
    ).toEqual([])
  })
})

describe('the facts of a mark agree', () => {
  test('a registration number, a registration date and an expiry come together, never while pending', () => {
    for (const { nroRegistro, fechaRegistro, fechaVencimiento } of marks) {
      expect([nroRegistro === null, fechaVencimiento === null]).toEqual(Array(2).fill(fechaRegistro === null))
    }
    expect(pending.filter(({ nroRegistro }) => nroRegistro !== null)).toEqual([])
    expect(inState('REGISTRADA').filter(({ nroRegistro }) => nroRegistro === null)).toEqual([])
  })

  test('two marks share a registration number: a registration and its renewal', () => {
    const numbers = registered.map(({ nroRegistro }) => nroRegistro)
    const twice = registered.filter(
      ({ nroRegistro }) => numbers.indexOf(nroRegistro) !== numbers.lastIndexOf(nroRegistro),
    )
    expect(twice.map(({ estado }) => estado)).toEqual(['VENCIDA', 'REGISTRADA'])
    expect(twice.every((mark) => types(mark).includes('RENOVACION'))).toBe(true)
  })

  test('annotations are in order, from the filing on, and end with what the status says', () => {
    const last: Partial<Record<string, string>> = {
      ACEPTADA_TRAMITE: 'ACEPTACION_TRAMITE',
      PUBLICADA: 'PUBLICACION',
      EN_OPOSICION: 'OPOSICION',
      ACEPTADA_REGISTRO: 'ACEPTACION_REGISTRO',
      EN_APELACION: 'APELACION',
      CADUCADA: 'CADUCIDAD',
      ANULADA: 'NULIDAD',
      CANCELADA: 'CANCELACION',
      RENUNCIADA: 'CANCELACION',
    }
    for (const mark of marks) {
      const days = mark.anotaciones.map(({ fecha }) => fecha)
      expect(days).toEqual([...days].sort())
      expect(days[0] ?? mark.fechaPresentacion).toBe(mark.fechaPresentacion)
      expect(types(mark).at(-1)).toBe(last[mark.estado] ?? types(mark).at(-1))
    }
  })

  test('publication and registration dates are those of their annotations', () => {
    for (const { fechaPublicacion, fechaRegistro, anotaciones } of marks) {
      const dayOf = (...tipos: string[]) =>
        anotaciones.find(({ tipo }) => tipos.includes(tipo))?.fecha ?? null
      expect(dayOf('PUBLICACION')).toBe(fechaPublicacion)
      expect(dayOf('CONCESION', 'RENOVACION')).toBe(fechaRegistro)
    }
  })

  test('a resolution is of the year of its annotation; some marks have two annotations on one day', () => {
    for (const { fecha, resolucion } of marks.flatMap(({ anotaciones }) => anotaciones)) {
      if (resolucion !== null) expect(resolucion).toMatch(new RegExp(`^${fecha.slice(0, 4)}/\\d+$`))
    }
    const doubled = marks.filter(
      ({ anotaciones }) => new Set(anotaciones.map((a) => a.fecha)).size < anotaciones.length,
    )
    expect(doubled.length).toBeGreaterThan(5)
  })

  test('every mark has one applicant, a holder once registered, and mostly a representative', () => {
    for (const mark of marks) {
      expect(parties(mark, 'SOLICITANTE')).toHaveLength(1)
      expect(parties(mark, 'TITULAR')).toHaveLength(mark.fechaRegistro ? 1 : 0)
    }
    expect(share(marks.filter((mark) => parties(mark, 'REPRESENTANTE').length === 1))).toBeGreaterThan(0.7)
  })

  test('holder and applicant differ exactly where a transfer or a change of name says so', () => {
    for (const mark of registered) {
      const moved = types(mark).some((tipo) => tipo === 'TRANSFERENCIA' || tipo === 'CAMBIO_NOMBRE')
      expect(parties(mark, 'TITULAR')[0]?.nombre !== parties(mark, 'SOLICITANTE')[0]?.nombre).toBe(moved)
    }
  })

  test('applicants are mostly Chilean, some foreign, some of unknown country', () => {
    const countries = marks.map((mark) => parties(mark, 'SOLICITANTE')[0]?.pais)
    expect(sorted(countries.map(String))).toEqual(['AR', 'CL', 'DE', 'ES', 'JP', 'PE', 'US', 'null'])
    expect(countries.filter((pais) => pais === 'CL').length).toBeGreaterThan(150)
  })

  test('one to four classes, sorted and distinct, nearly all with a coverage', () => {
    for (const { clases } of marks) {
      const numbers = clases.map(({ clase }) => clase)
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
      expect(numbers.length >= 1 && numbers.length <= 4).toBe(true)
    }
    const coverages = marks.flatMap(({ clases }) => clases.map(({ cobertura }) => cobertura))
    expect(coverages.includes(null)).toBe(true)
    expect(coverages.filter((each) => each === null).length / coverages.length).toBeLessThan(0.1)
    expect(coverages.join()).not.toMatch(/[{}]|null|undefined/)
  })

  test('the sheets know every mark, the bulletin those with annotations as of the newest of them', () => {
    for (const { anotaciones, fuentes } of marks) {
      expect(fuentes[0]?.fuente).toBe('sheets')
      expect(fuentes.find(({ fuente }) => fuente === 'bulletin')?.fechaFuente).toBe(anotaciones.at(-1)?.fecha)
    }
  })
})

describe('the names', () => {
  const names = marks.map(({ denominacion }) => denominacion)

  test.each([
    ['ñ', /ñ/i],
    ['an accent', /[áéíóú]/i],
    ['an ampersand', /&/],
    ['an apostrophe', /['’]/],
    ['a digit', /\d/],
  ])('some have %s', (_, pattern) =>
    expect(names.filter((name) => pattern.test(name)).length).toBeGreaterThan(1),
  )

  test('one is longer than 80 characters, none has an emoji, and a mark without words has none', () => {
    expect(names.some((name) => name.length > 80)).toBe(true)
    expect(names.filter((name) => /\p{Extended_Pictographic}/u.test(name))).toEqual([])
    const figurative = marks.filter(({ tipoSigno }) => tipoSigno === 'FIGURATIVA')
    expect(figurative.map(({ denominacion }) => denominacion)).toContain('')
    expect(names).toEqual(names.map((name) => name.trim()))
  })

  test('some differ by a letter, by an accent or by a space only, for the search to find', () => {
    expect(names).toEqual(expect.arrayContaining(['CAUQUILEMU', 'KAUKILEMU', 'AGUASIERPE', 'Agua Sierpe']))
    expect(names).toEqual(expect.arrayContaining(['Peñablanquilla', 'PENABLANQUILLA']))
  })
})
