import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'

test('JSON with any texts is parsed', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent)
      expect(parseJson(text)).toEqual(JSON.parse(text))
    }),
  )
  expect(parseJson('{"a\\":":"\\"b\\":1","c":[{"a":1},{"a":"\\\\"}]}')).toEqual({
    'a":': '"b":1',
    c: [{ a: 1 }, { a: '\\' }],
  })
})

test('JSON is refused if an object has a member twice, also in another spelling', () => {
  for (const text of [
    '{"a":1,"a":2}',
    '[{"b":{"a" : 1,\n"\\u0061"\t: 1}}]',
    '{"__proto__":1,"__proto__":2}',
  ]) {
    expect(() => parseJson(text)).toThrow('An object in the JSON has a member twice')
  }
})
