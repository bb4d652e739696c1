import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../test/support/any-character.ts'
import { nameInDisposition, nameInUrl, safeName } from './file-name.ts'

describe('the file name in a Content-Disposition', () => {
  test.each([
    ['attachment; filename=hoja.csv', 'hoja.csv'],
    ['attachment; filename="hoja de hoy.csv"', 'hoja de hoy.csv'],
    ['attachment; filename=hoja de hoy.csv', 'hoja de hoy.csv'],
    ['inline;FILENAME = "hoja.csv" ; size=4', 'hoja.csv'],
    ['attachment; filename="a\\"b;c.csv"', 'a_b;c.csv'],
    ['attachment; filename="x.csv"; filename*=UTF-8\'\'a%C3%B1o%202026.csv', 'año 2026.csv'],
    ["attachment; filename*=utf-8'es'a%C3%B1o.csv; filename=x.csv", 'año.csv'],
    ["attachment; filename*=ISO-8859-1''a%F1o.csv", 'año.csv'],
    ['attachment; filename="x.csv"; filename*=klingon\'\'y.csv', 'x.csv'],
    ['attachment; filename=a.csv; filename=b.csv', 'a.csv'],
    [`attachment; filename="${Buffer.from('año.csv').toString('latin1')}"`, 'año.csv'],
    ['attachment; filename="a\xf1o.csv"', 'año.csv'],
    ['attachment; filename="..\\..\\hoja.csv"', 'hoja.csv'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ["attachment; filename*=UTF-8''..%2F..%2Fhoja.csv", 'hoja.csv'],
    ['attachment; filename="C:\\hojas\\hoja.csv"', 'hoja.csv'],
  ])('%s', (header, name) => {
    expect(nameInDisposition(header)).toBe(name)
  })

  test.each([undefined, '', 'attachment', 'attachment; filename=""', 'attachment; filename=".."', ';;=;'])(
    'is undefined in %s',
    (header) => {
      expect(nameInDisposition(header)).toBeUndefined()
    },
  )

  test('is read in linear time from a long header', () => {
    const start = `attachment; ${'filename="\\'.repeat(1_000)}`
    expect(nameInDisposition(start + '; ='.repeat(5_000) + '.'.repeat(16_000))).toBeDefined()
  })
})

test('the file name in a URL is the last decoded segment of its path', () => {
  for (const [url, name] of [
    ['https://o.cl/hojas/hoja.csv?x=/y.csv', 'hoja.csv'],
    ['https://o.cl/hojas/a%C3%B1o%202026.csv', 'año 2026.csv'],
    ['https://o.cl/a%F1o.csv', 'año.csv'],
    ['https://o.cl/a%C3%B1o%zz.csv', 'año%zz.csv'],
    ['https://o.cl/hojas/', 'hojas'],
    ['https://o.cl/', 'file'],
    ['https://o.cl/x/..%2f..%2fy.csv', 'y.csv'],
    ['https://o.cl/%00%2e%2e', 'file'],
  ] as const) {
    expect(nameInUrl(new URL(url))).toBe(name)
  }
})

describe('a safe name', () => {
  test('is one visible path segment of at most 255 bytes', () => {
    const piece = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom('..', '/', '\\', '\0', ' ', '.csv', '\u202e'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 100 }), (pieces) => {
        const name = safeName(pieces.join('')) ?? 'none'
        expect(name).not.toMatch(/[/\\\p{Cc}\p{Bidi_Control}]|^\.|^$/u)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
        expect(safeName(name)).toBe(name)
      }),
      { numRuns: 1_000 },
    )
  })

  test('keeps its extension when it is shortened', () => {
    expect(safeName(`${'ñ'.repeat(500)}.xlsx`)).toMatch(/^ñ{80,}\.xlsx$/)
  })
})
