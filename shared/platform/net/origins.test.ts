import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isHttpUrl, readOrigins } from './origins.ts'

describe('a list of origins', () => {
  test.each([
    ['https://app.example', ['https://app.example']],
    ['https://app.example/', ['https://app.example']],
    ['HTTPS://App.Example:443', ['https://app.example']],
    ['http://app.example:80', ['http://app.example']],
    ['http://[0:0:0:0:0:0:0:1]:8080', ['http://[::1]:8080']],
    ['https://ñandú.example', ['https://xn--and-6ma2c.example']],
    [' https://a.example , http://b.example:8443,, ', ['https://a.example', 'http://b.example:8443']],
    ['', []],
    [' , ', []],
  ])('%j is normalized to the form that browsers send', (list, origins) => {
    expect(readOrigins(list)).toEqual(origins)
  })

  test.each([
    '*',
    'null',
    'app.example',
    '//app.example',
    'ftp://app.example',
    'file:///etc/hosts',
    'moz-extension://abc',
    'https://app.example/path',
    'https://app.example//',
    'https://app.example?x',
    'https://app.example#x',
    'https://user@app.example',
    'https://user:word@app.example',
    'https://',
    'https://app.example:0x50',
    'https://app.example:65536',
    'https://a b.example',
    'https://a.example https://b.example',
    'https://a.example,nonsense',
  ])('%j is refused', (list) => {
    expect(readOrigins(list)).toBeNull()
  })

  test('that is already normalized is parsed unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.webUrl(), { maxLength: 4 }), (urls) => {
        const origins = urls.map((url) => new URL(url).origin)
        expect(readOrigins(origins.join(','))).toEqual(origins)
      }),
      { numRuns: 20 },
    )
  })

  test('that is parsed from any text contains only origins', () => {
    const part = fc.oneof(fc.webUrl(), fc.string(), fc.constantFrom('*', 'null', 'https://a.example'))
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), (texts) => {
        const origins = readOrigins(texts.join(','))
        for (const origin of origins ?? []) {
          expect(origin).toMatch(/^https?:\/\/[^/?#@]+$/)
          expect(new URL(origin).origin).toBe(origin)
        }
      }),
      { numRuns: 20 },
    )
  })
})

describe('an http URL', () => {
  test.each(['https://marks.example', 'http://127.0.0.1:8080/', 'HTTPS://marks.example/a?b#c'])(
    'is %j',
    (text) => {
      expect(isHttpUrl(text)).toBe(true)
    },
  )

  test.each([
    '',
    'marks.example',
    'https:marks.example',
    'ftp://marks.example',
    'https://',
    ' https://a.example',
    'javascript:alert(1)//https://a.example',
  ])('is not %j', (text) => {
    expect(isHttpUrl(text)).toBe(false)
  })
})
