import { describe, expect, test } from 'vitest'
import { findColumns } from './columns.ts'
import { swappedWords } from './swapped-words.ts'

/** Returns the error for a sheet with these statuses and kinds of sign, if it is refused. */
function refusal(...rows: [status: string, kind: string][]): string | undefined {
  const headers = ['N° Solicitud', 'Denominación', 'Estado', 'Tipo de Signo', 'Fecha de Presentación']
  const columns = findColumns([{ number: 1, cells: headers }])
  const words = swappedWords(columns)
  for (const [place, [status, kind]] of rows.entries()) {
    words.add({ number: place + 2, cells: ['1', 'A', status, kind, '02/01/2024'] })
  }
  try {
    words.assertFew()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

describe('the headers of status and kind of sign', () => {
  const swapped = 'the headers "Estado" and "Tipo de Signo" may be swapped.'
  test('are refused if most filled rows have the words of the other', () => {
    expect(refusal(['Mixta', 'Registrada'], ['Denominativa', 'En trámite'], ['', ''])).toBe(
      `The column "Estado" has kinds of sign in 2 of its 2 filled rows: ${swapped}`,
    )
    expect(refusal(['Xyz', 'Registrada'], ['Abc', 'Denegada'], ['Abc', 'Mixta'])).toBe(
      `The column "Tipo de Signo" has statuses in 2 of its 3 filled rows: ${swapped}`,
    )
  })

  test('are not refused for unknown words, single rows, or abbreviations', () => {
    expect(refusal(['Xyz', 'Abc'], ['Estado nuevo', 'Tipo nuevo'])).toBeUndefined()
    expect(refusal(['Mixta', 'Registrada'], ['Registrada', 'Mixta'])).toBeUndefined()
    expect(refusal(['C', 'D'], ['V', 'N'], ['ET', 'M'])).toBeUndefined()
  })
})
