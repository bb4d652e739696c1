import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { seal, TYPES } from './client-types.ts'

test('the types of the client are the unedited output of npm run client-types for the current document', () => {
  const text = readFileSync(TYPES, 'utf8')
  expect(text).toBe(seal(text.slice(text.indexOf('\n') + 1)))
})
