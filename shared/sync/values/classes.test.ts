import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noClass, noClassesReason, readClasses, withCoverage } from './classes.ts'

describe('the classes of a cell', () => {
  test('may be one number, as number or text', () => {
    for (const cell of [
      29,
      '29',
      ' 29 ',
      '29.0',
      'Clase 29',
      'CLASE N° 29',
      'Cl. 29',
      '[29]',
      '029',
      '="29"',
      "'29",
    ]) {
      expect(readClasses(cell)).toEqual([29])
    }
  })

  test('may be joined in any style, and are sorted without duplicates', () => {
    const joins = [',', ', ', ';', '; ', ' ', '/', ' / ', '|', '\n', ' y ', ' Y ', ' e ', ' & ', '] [']
    const classes = fc.uniqueArray(fc.integer({ min: 1, max: 45 }), { minLength: 1 })
    const wrap = fc.constantFrom('#', 'Clase #', 'Clases: #', '[#]', 'CLASES # ', '(#)', 'Clase N° #')
    fc.assert(
      fc.property(classes, fc.constantFrom(...joins), wrap, fc.boolean(), (numbers, join, around, twice) => {
        const text = around.replace('#', [...numbers, ...(twice ? numbers : [])].join(join))
        expect(readClasses(text)).toEqual(numbers.toSorted((a, b) => a - b))
      }),
    )
    expect(readClasses('29, 30 y 35')).toEqual([29, 30, 35])
    expect(readClasses('Clase 29, Clase 30 y Clase 35')).toEqual([29, 30, 35])
  })

  test('may be joined by dashes, unless two numbers may be the ends of a range', () => {
    const wanted = {
      '29-30': [29, 30],
      '9-35-42': [9, 35, 42],
      '35 – 9': [9, 35],
      '9-9': [9],
      '1 — 2, 5': [1, 2, 5],
    }
    for (const [cell, classes] of Object.entries(wanted)) {
      expect(readClasses(cell)).toEqual(classes)
    }
    for (const cell of [
      '1-5',
      '1 - 5',
      'Clase 1 – Clase 5',
      '01—05',
      '1, 3-5',
      '1-5; 9-12',
      '29 a 35',
      '29-',
      '29, 30 –',
      '1 al 5',
      '1 to 5',
    ]) {
      expect([cell, readClasses(cell)]).toEqual([cell, undefined])
    }
    expect(noClassesReason('1-5')).toBe('the classes may be a list or a range: "1-5"')
    expect(noClassesReason('9, 35,')).toBe('the list of classes is not complete: "9, 35,"')
    expect(noClassesReason('9, 35 (2 clases)')).toBe(
      'a number may be the count of the classes: "9, 35 (2 clases)"',
    )
    expect(noClassesReason('9, 35 (2)')).toBe('a number may be the count of the classes: "9, 35 (2)"')
    expect(noClassesReason('varias')).toBe('the classes are not numbers: "varias"')
    expect(noClassesReason('(1'.repeat(10_000))).toMatch(/^the classes have more than 1000 characters: "/)
  })

  test('are an empty list for an empty cell', () => {
    for (const cell of [null, '', ' ', '-', '--']) {
      expect(readClasses(cell)).toEqual([])
    }
  })

  test('are not guessed from anything else', () => {
    for (const cell of [
      29.3,
      '29.30',
      'varias',
      '29x',
      'Clase',
      '2 clases',
      '9, 35 y 42 (3 clases)',
      '9, 35: 2 clases',
      '9-35-42 (3)',
      '(2) 9, 35',
      '[2 clases] 9, 35',
      '3 Clase(s)',
      'y',
      Number.NaN,
      '9'.repeat(10),
    ]) {
      expect(readClasses(cell)).toBeUndefined()
    }
  })

  test('are valid from 1 to 45', () => {
    expect([1, 45, 46, 0, -1, 2930].map((number) => noClass([29, number]))).toEqual([
      undefined,
      undefined,
      46,
      0,
      -1,
      2930,
    ])
  })
})

describe('the goods and services', () => {
  test('of one class are the whole text, unchanged', () => {
    expect(withCoverage([29], 'Clase 29: carne')).toEqual([{ clase: 29, cobertura: 'Clase 29: carne' }])
    expect(withCoverage([29], '')).toEqual([{ clase: 29, cobertura: null }])
    expect(withCoverage([], 'carne')).toEqual([])
  })

  test('of several classes are divided among the classes if the text marks each class', () => {
    const wanted = [
      { clase: 29, cobertura: 'carne; pescado' },
      { clase: 30, cobertura: 'café, té.' },
    ]
    for (const text of [
      'Clase 29: carne; pescado; Clase 30: café, té.',
      'CLASE 30 - café, té. CLASE 29 - carne; pescado',
      '[29] carne; pescado | [30] café, té.',
      '(29) carne; pescado (30) café, té.',
      'Cl. 29 carne; pescado; Cl. 30 café, té.',
    ]) {
      expect(withCoverage([29, 30], text)).toEqual(wanted)
    }
  })

  test('of several classes are null for an unmarked class if the text marks others', () => {
    expect(withCoverage([5, 16, 42], 'Clase 5: remedios; Clase 42: software')).toEqual([
      { clase: 5, cobertura: 'remedios' },
      { clase: 16, cobertura: null },
      { clase: 42, cobertura: 'software' },
    ])
  })

  test('of one class may mention another class without starting its part', () => {
    for (const text of [
      'software para servicios de la clase 42 y otros',
      'software, clase 42 incluida',
      'software para servicios de la clase 42. Otros',
      'software (para servicios de la clase 42) y otros',
    ]) {
      expect(withCoverage([9, 42], `Clase 9: ${text}`)).toEqual([
        { clase: 9, cobertura: text },
        { clase: 42, cobertura: null },
      ])
    }
    for (const sign of [';', ' |', '.']) {
      expect(withCoverage([9, 42], `Clase 9 software${sign} Clase 42 diseño`)).toEqual([
        { clase: 9, cobertura: `software${sign === '.' ? '.' : ''}` },
        { clase: 42, cobertura: 'diseño' },
      ])
    }
  })

  test('of several classes are the whole text for each class if the text does not mark exactly these classes', () => {
    for (const text of [
      'carne y café',
      'Clase 29: carne; Clase 31: granos',
      'Todo: Clase 29: carne; Clase 30: café',
      'Clase 29: carne; Clase 30: café; Clase 29: pescado',
      'Clase 29: ; Clase 30: café',
      'carne (29) y café (30)',
    ]) {
      const each = [29, 30].map((clase) => ({ clase, cobertura: text }))
      expect(withCoverage([29, 30], text)).toEqual(each)
    }
  })
})
