import { describe, expect, test } from '@jest/globals'
import { generateMarks } from './generate-marks.ts'
import type { SheetClass, SheetMark, SheetPerson } from './sheet-mark.ts'
import { type ClassLayout, entriesOf, sheetColumns } from './sheet-rows.ts'

const [MARK] = [...generateMarks(1)] as [SheetMark]
const classes = (...some: [number, string | null][]): SheetClass[] =>
  some.map(([clase, cobertura]) => ({ clase, cobertura }))
const holders = (...some: [string, string | null][]): SheetPerson[] =>
  some.map(([nombre, pais]) => ({ rol: 'TITULAR', nombre, pais }))

/** What stands in that column, row by row. */
const column = (header: string, mark: Partial<SheetMark>, layout: ClassLayout = 'joined') =>
  entriesOf({ ...MARK, ...mark }, layout).map((entry) =>
    sheetColumns(layout)
      .find((each) => each.header === header)
      ?.cell(entry),
  )

describe('classes in one cell', () => {
  test.each([
    ['', []],
    ['35', [35]],
    ['29 y 30', [29, 30]],
    ['29, 30 y 35', [29, 30, 35]],
  ])('are joined as a Spanish sentence: %s', (text, numbers) => {
    const clases = numbers.map((clase) => ({ clase, cobertura: null }))
    expect(column('Clases', { clases })).toEqual([text])
  })

  test('have their coverage once where it is the same, under each class where it is not', () => {
    expect(column('Cobertura', { clases: classes([9, 'Todo.']) })).toEqual(['Todo.'])
    expect(column('Cobertura', { clases: classes([9, 'Todo.'], [42, 'Todo.']) })).toEqual(['Todo.'])
    expect(column('Cobertura', { clases: classes([9, 'Aparatos.'], [35, null], [42, 'Software.']) })).toEqual(
      ['Clase 9: Aparatos.; Clase 42: Software.'],
    )
    expect(column('Cobertura', { clases: classes([9, null], [42, null]) })).toEqual([null])
  })
})

describe('classes in rows', () => {
  const clases = classes([9, 'Aparatos.'], [42, 'Software.'])

  test('have each their own, with the application beside it', () => {
    expect(column('Clase', { clases }, 'rows')).toEqual(['9', '42'])
    expect(column('Cobertura', { clases }, 'rows')).toEqual(['Aparatos.', 'Software.'])
    expect(column('N° Solicitud', { clases }, 'rows')).toEqual([MARK.nroSolicitud, MARK.nroSolicitud])
  })

  test('leave a mark without any its one row', () => {
    expect(column('Clase', { clases: [] }, 'rows')).toEqual([''])
  })
})

describe('several persons of one role', () => {
  test('are joined, and their countries in the same order', () => {
    const personas = holders(['Uno SpA', 'CL'], ['Dos GmbH', null], ['Tres LLC', 'US'])
    expect(column('Titular', { personas })).toEqual(['Uno SpA; Dos GmbH; Tres LLC'])
    expect(column('País Titular', { personas })).toEqual(['CL; ; US'])
  })

  test('have no country at all where none is known', () => {
    expect(column('País Titular', { personas: holders(['Uno', null], ['Dos', null]) })).toEqual([''])
    expect(column('Titular', { personas: [] })).toEqual([''])
  })
})
