import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { seal, TYPES } from './seal.ts'

test('the types of the client are those of the document, as npm run client-types wrote them', () => {
  const text = readFileSync(TYPES, 'utf8')
  expect(text).toBe(seal(text.slice(text.indexOf('\n') + 1)))
})
