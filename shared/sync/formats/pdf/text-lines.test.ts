import { expect, test } from 'vitest'
import { joinLines } from './text-lines.ts'

test.each<[string, string[], string]>([
  ['a hyphen', ['acompa-', 'ñados'], 'acompañados'],
  ['a soft hyphen', ['acompa\u00ad', 'ñados'], 'acompañados'],
  ['a soft hyphen and a visible hyphen', ['acompa\u00ad‐', 'ñados'], 'acompañados'],
  ['a dash before a capital, which belongs to the name', ['Alto-', 'Bajo'], 'Alto- Bajo'],
  ['a slash, without a space', ['2026/', '221'], '2026/221'],
])('lines of a cell are joined at %s', (_, lines, joined) => {
  expect(joinLines(lines)).toBe(joined)
})
