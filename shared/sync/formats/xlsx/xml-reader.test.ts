import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SyncError } from '../../sync-error.ts'
import { xmlReader } from './xml-reader.ts'

/** Returns the calls of the handlers for these bytes, in chunks of `size`. */
function calls(xml: string | Buffer, size = 1_000): string[] {
  const found: string[] = []
  const reader = xmlReader('its words', {
    open: (name, attributes) => found.push(`<${name}${Object.entries(attributes).join()}`),
    text: (text) => found.push(text),
    close: (name) => found.push(`/${name}`),
  })
  const bytes = Buffer.from(xml)
  for (let at = 0; at < bytes.length; at += size) {
    reader.write(bytes.subarray(at, at + size))
  }
  reader.end()
  return found
}

const finding = (xml: string | Buffer, size?: number): unknown => {
  try {
    return calls(xml, size)
  } catch (error) {
    return error
  }
}

const notValid = { code: 'not_a_sheet', message: expect.stringContaining('its words are not valid XML') }

test('prefixes of elements are removed, and entities are decoded', () => {
  expect(calls('<?xml version="1.0"?><x:a r:b="1&amp;"><c/>d &lt;&#241;<![CDATA[<e>]]></x:a>')).toEqual([
    '<ar:b,1&',
    '<c',
    '/c',
    'd <ñ',
    '<e>',
    '/a',
  ])
})

test('the result does not depend on the chunks, even if they end inside a character', () => {
  const xml = '\ufeff<a>ñandú 😀 &amp;</a>'
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), (size) => {
      expect(calls(xml, size)).toEqual(['<a', 'ñandú 😀 &', '/a'])
    }),
  )
})

describe('is refused:', () => {
  test.each([
    ['a document type', '<!DOCTYPE a><a/>'],
    ['an entity', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
  ])('%s', (_, xml) => {
    expect(finding(xml)).toMatchObject({
      code: 'not_a_sheet',
      message: expect.stringContaining('document type'),
    })
  })

  test.each([
    ['an entity that is not defined', '<a>&b;</a>'],
    ['an element that does not end', '<a><b></b>'],
    ['an end tag with another name', '<a></b>'],
    ['a second root', '<a/><a/>'],
    ['a character that XML does not allow', '<a>\u0001</a>'],
    ['no XML at all', 'PK'],
    ['an empty file', ''],
    ['bytes that are not UTF-8', Buffer.from('<a>\xf1</a>', 'latin1')],
    ['half of a character at the end', Buffer.from('<a/>\xc3', 'latin1')],
  ])('%s', (_, xml) => {
    expect(finding(xml)).toMatchObject(notValid)
  })

  test('an element 65 levels deep', () => {
    const nested = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth)
    expect(finding(nested(64))).toHaveLength(128)
    expect(finding(nested(65))).toMatchObject({ code: 'too_large' })
  })

  test.each([
    ['text', '<a>', 'x'],
    ['attribute', '<a b="', 'x'],
    ['tag name', '<', 'x'],
    ['comment', '<a><!--', 'x'],
    ['document type', '<!DOCTYPE a [', ' '],
    ['list of attributes', '<a ', 'b '],
  ])('an endless %s', (_, start, more) => {
    expect(finding(start + more.repeat(1_100_000), 32_768)).toBeInstanceOf(SyncError)
  })
})

test('a text of 1 MB is accepted, and so is any number of short texts', () => {
  expect(calls(`<a>${'x'.repeat(1_000_000)}</a>`)).toHaveLength(3)
  expect(calls(`<a>${'<b>x</b>'.repeat(300_000)}</a>`)).toHaveLength(900_002)
})

test('an error of a handler is not an error of the file', () => {
  const reader = xmlReader('its words', {
    open: () => {
      throw new TypeError('a defect')
    },
  })
  expect(() => reader.write(Buffer.from('<a>'))).toThrow(TypeError)
})
