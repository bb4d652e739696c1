import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { withoutRows } from './without-rows.ts'

async function* chunksOf(text: string, sizes: readonly number[]): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    yield bytes.subarray(at, at + size)
    at += size
  }
}

async function cut(text: string, sizes: readonly number[] = [7]): Promise<string> {
  let found = ''
  for await (const bytes of withoutRows(chunksOf(text, sizes))) {
    found += bytes.toString('latin1')
  }
  return found
}

test.each([
  ['<w><sheetData><row/></sheetData><m/></w>', '<w><sheetData></sheetData><m/></w>'],
  ['<x:w><x:sheetData a="1"><x:row/></x:sheetData ></x:w>', '<x:w><x:sheetData a="1"></x:sheetData ></x:w>'],
  ['<w><sheetData></sheetData></w>', '<w><sheetData></sheetData></w>'],
  ['<w><sheetData/><m/></w>', '<w><sheetData/><m/></w>'],
  ['<w><sheetDataX><row/></sheetDataX></w>', '<w><sheetDataX><row/></sheetDataX></w>'],
  ['<w codeName="sheetData"><m/></w>', '<w codeName="sheetData"><m/></w>'],
  ['', ''],
])('the rows of %s are cut out, wherever its chunks end', async (xml, rest) => {
  const sizes = fc.array(fc.integer({ min: 1, max: xml.length + 1 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(sizes, async (chosen) => {
      expect(await cut(xml, chosen)).toBe(rest)
    }),
  )
})

test('rows that do not end leave a sheet that does not end', async () => {
  expect(await cut('<w><sheetData><row/></w>')).not.toContain('</sheetData')
})

test('a tag that never ends is handed on, not held', async () => {
  const xml = `<sheetData ${'x'.repeat(20_000)}`
  expect(await cut(xml, [1_000])).toBe(xml)
})
