import { describe, expect, test } from 'vitest'
import type { Cell } from './cell.ts'
import { readCountry } from './countries.ts'
import { readPersons, sortPersons } from './persons.ts'

const persons = (cell: Cell, country: Cell = null) =>
  readPersons('TITULAR', cell, country).map(({ nombre, pais }) => [nombre, pais])

describe('the persons of a cell', () => {
  test('are separated by semicolons, bars or line breaks; a comma is part of a name', () => {
    expect(persons(' Pérez, Juan ;ACME  Ltda.|B\r\nC;;')).toEqual([
      ['Pérez, Juan', null],
      ['ACME Ltda.', null],
      ['B', null],
      ['C', null],
    ])
  })

  test('are an empty list if the cell has no name', () => {
    const placeholders = [
      'NULL',
      'n/a',
      'S/I',
      'No informado',
      'NO REGISTRA.',
      'Sin información',
      'Ninguno',
      '(null)',
      'Invalid Date',
      'NA',
    ]
    for (const cell of [null, '', ' ; ', '-', '76.123.456-7', 'RUT: 76.123.456-7', '(CL)', ...placeholders]) {
      expect(persons(cell)).toEqual([])
    }
  })

  test('may have a three-letter country code in the column; such a code after a name is part of the name', () => {
    expect(persons('A;B;C', 'CHL; usa ;XYZ').map(([, pais]) => pais)).toEqual(['CL', 'US', null])
    expect(persons('Acme (SUR)')).toEqual([['Acme (SUR)', null]])
  })

  test('have the country after their name, whatever the column has', () => {
    expect(persons('ACME (CL);B [Estados Unidos] ; C (Holdings)', 'Perú')).toEqual([
      ['ACME', 'CL'],
      ['B', 'US'],
      ['C (Holdings)', null],
    ])
    expect(persons('ACME SpA (RUT 76.123.456-7) (CL)', 'Perú')).toEqual([['ACME SpA', 'CL']])
  })

  test('have the countries of the column if it has one for each person', () => {
    expect(persons('A', 'Chile')).toEqual([['A', 'CL']])
    expect(persons('A;B', 'CL;Perú')).toEqual([
      ['A', 'CL'],
      ['B', 'PE'],
    ])
    expect(persons('NULL;B', 'CL;PE')).toEqual([['B', 'PE']])
    expect(persons('A;B;C', 'S/I;N/A;N/D').map(([, pais]) => pais)).toEqual([null, null, null])
    expect(persons('A;B', 'CL')).toEqual([
      ['A', null],
      ['B', null],
    ])
  })

  test('may be a number, as some company names are', () => {
    expect(persons(1234)).toEqual([['1234', null]])
  })
})

test('persons are sorted by role, then name by code point, without duplicates', () => {
  const sorted = sortPersons([
    { rol: 'TITULAR', nombre: 'B', pais: null },
    { rol: 'TITULAR', nombre: 'B', pais: 'CL' },
    { rol: 'TITULAR', nombre: '\u{1f600}', pais: null },
    { rol: 'TITULAR', nombre: '\uff21', pais: null },
    { rol: 'TITULAR', nombre: 'a', pais: null },
    { rol: 'SOLICITANTE', nombre: 'Z', pais: null },
    { rol: 'TITULAR', nombre: 'B', pais: 'CL' },
  ])
  expect(sorted.map(({ nombre, pais }) => [nombre, pais])).toEqual([
    ['Z', null],
    ['B', 'CL'],
    ['a', null],
    ['\uff21', null],
    ['\u{1f600}', null],
  ])
})

test('a name with and without a country is one person with the country; with two countries it is two persons', () => {
  expect(sortPersons(readPersons('TITULAR', 'ACME; ACME (CL)', null))).toEqual([
    { rol: 'TITULAR', nombre: 'ACME', pais: 'CL' },
  ])
  const sorted = sortPersons([
    { rol: 'TITULAR', nombre: 'ACME', pais: null },
    { rol: 'TITULAR', nombre: 'ACME', pais: 'PE' },
    { rol: 'TITULAR', nombre: 'ACME', pais: 'CL' },
    { rol: 'SOLICITANTE', nombre: 'ACME', pais: null },
  ])
  expect(sorted.map(({ rol, pais }) => [rol, pais])).toEqual([
    ['SOLICITANTE', null],
    ['TITULAR', 'CL'],
    ['TITULAR', 'PE'],
  ])
})

describe('a country', () => {
  test('is read from its name in Spanish or English, or its code', () => {
    const words = {
      CL: 'Chile',
      US: 'ESTADOS UNIDOS',
      GB: 'United Kingdom',
      DE: 'alemania',
      PE: 'PERU',
      CH: 'Suiza',
    }
    for (const [code, name] of Object.entries(words)) {
      expect([readCountry(code), readCountry(code.toLowerCase()), readCountry(name)]).toEqual([
        code,
        code,
        code,
      ])
    }
    const others = ['EE.UU.', 'EE. UU.', 'EEUU', 'U.S.A.', 'USA', 'Estados Unidos de América'].map(
      readCountry,
    )
    expect(new Set(others)).toEqual(new Set(['US']))
    expect(['CHILE (CL)', 'pe - Perú', 'España/ES'].map(readCountry)).toEqual(['CL', 'PE', 'ES'])
    for (const words of ['Chile (PE)', 'Chile - Perú', 'CL-CL-CL', 'Chile (Xyz)']) {
      expect(readCountry(words)).toBeNull()
    }
    expect(['Corea del Sur', 'Países Bajos', 'República Checa'].map(readCountry)).toEqual(['KR', 'NL', 'CZ'])
  })

  test('is unknown if it is not a present-day country', () => {
    for (const words of [
      '',
      'XX',
      'ZZ',
      'EU',
      'SU',
      'YU',
      'Unión Europea',
      'Atlantis',
      '12',
      'x'.repeat(1000),
    ]) {
      expect(readCountry(words)).toBeNull()
    }
  })
})
