import { describe, expect, test } from 'vitest'
import { ERROR_MEANINGS } from '../../schemas/error-meanings.ts'
import { ERRORS } from './errors.ts'

describe('the meanings of errors', () => {
  test('exist for exactly the codes of this service', () => {
    expect(Object.keys(ERROR_MEANINGS).sort()).toEqual(Object.keys(ERRORS).sort())
  })

  test.each(Object.entries(ERROR_MEANINGS))('of %s are whole sentences in both languages', (_, meaning) => {
    for (const { en, es } of [meaning.when, meaning.whatToDo]) {
      expect(en).toMatch(/^[A-Z].+\.$/)
      expect(es).toMatch(/^[A-ZÁÉÍÓÚ].+\.$/)
      expect(es).not.toBe(en)
    }
  })
})
