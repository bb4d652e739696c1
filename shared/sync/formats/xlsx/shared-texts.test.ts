import { describe, expect, test } from 'vitest'
import { buildWorkbook, typed } from '../../../../test/support/sheets/build-workbook.ts'
import { withLimits } from '../../../../test/support/sheets/lower-limits.ts'
import { readCells, readRows } from '../../../../test/support/sheets/read-workbook.ts'
import type { ArchivePart } from './archive.ts'
import { LIMITS } from './limits.ts'
import { readSharedTexts } from './shared-texts.ts'

const shared = (place: number) => typed('s', `<v>${place}</v>`)

/** Returns the cells of a row that refers to the first `count` of these shared texts. */
const read = async (items: string, count: number) => {
  const rows = [Array.from({ length: count }, (_, place) => shared(place))]
  return readCells(await buildWorkbook({ rows, parts: { 'xl/sharedStrings.xml': `<sst>${items}</sst>` } }))
}

test('the runs of a formatted text are joined', async () => {
  const runs = '<r><rPr><b/></rPr><t>Viña </t></r><r><t xml:space="preserve"> del Mar</t></r>'
  expect(await read(`<si>${runs}</si>`, 1)).toEqual([['Viña  del Mar']])
})

test('a text is unreadable if a run is crossed out', async () => {
  const runs = (strike: string) => `<si><r><rPr>${strike}</rPr><t>Viña</t></r><r><t>del Mar</t></r></si>`
  const texts = `<sst>${runs('<strike/>')}${runs('<strike val="0"/>')}</sst>`
  const [row] = await readRows(
    await buildWorkbook({ rows: [[shared(0), shared(1)]], parts: { 'xl/sharedStrings.xml': texts } }),
  )
  expect(row).toEqual({
    number: 1,
    cells: [null, 'Viñadel Mar'],
    unreadable: new Map([[0, 'a part of it is crossed out']]),
  })
})

test('phonetic guides are not part of a text', async () => {
  const phonetic = '<rPh sb="0" eb="1"><t>トウ</t></rPh><phoneticPr fontId="1"/>'
  expect(await read(`<si><t>東</t>${phonetic}<r><t>京</t></r></si><si><t>b</t></si>`, 2)).toEqual([
    ['東京', 'b'],
  ])
})

test('white space between elements is ignored, and kept inside a text', async () => {
  expect(await read('\n <si>\n <t> a </t>\n </si>\n <si><t><![CDATA[<b>]]> c</t></si>', 2)).toEqual([
    [' a ', '<b> c'],
  ])
})

test('an empty text is an empty cell, and keeps its index', async () => {
  expect(await read('<si/><si><t/></si><si><t></t></si><si><t>d</t></si>', 4)).toEqual([
    [null, null, null, 'd'],
  ])
})

test('escaped characters are decoded, even if a run ends inside an escape sequence', async () => {
  expect(await read('<si><t>a_x000</t></si><si><r><t>b_x00</t></r><r><t>0D_c</t></r></si>', 2)).toEqual([
    ['a_x000', 'b\rc'],
  ])
})

test('a text that is too long for a cell is unreadable, also if it is split into runs', async () => {
  const long = 'x'.repeat(32_767)
  expect(await read(`<si><t>${long}</t></si>`, 1)).toEqual([[long]])
  for (const item of [`<t>${long}x</t>`, `<r><t>${long}</t></r>`.repeat(100)]) {
    const rows = [[shared(0)]]
    const parts = { 'xl/sharedStrings.xml': `<sst><si>${item}</si></sst>` }
    expect(await readRows(await buildWorkbook({ rows, parts }))).toEqual([
      { number: 1, cells: [null], unreadable: new Map([[0, 'it has more than 32,767 characters']]) },
    ])
  }
})

test('more shared texts than the limit of five million are refused', async () => {
  expect(LIMITS.sharedTexts).toBe(5_000_000)
  await withLimits({ sharedTexts: 500 }, async () => {
    expect(await read('<si/>'.repeat(500), 1)).toEqual([])
    await expect(read('<si/>'.repeat(501), 1)).rejects.toMatchObject({ code: 'too_large' })
  })
})

describe('endless texts are refused during the read, at the limit of 256 MiB of memory', () => {
  const sharedTextBytes = 2 ** 22

  test.each([
    ['a cell full of two-byte characters', 'Ł'.repeat(32_767), 65_574],
    ['a cell full of one-byte characters', 'ÿ'.repeat(32_767), 32_807],
    ['one two-byte character among many', `${'a'.repeat(16_382)}Ł`, 32_806],
    ['many small texts', 'Ł'.repeat(1_999), 4_038],
  ])('%s', async (_, text, bytesHeld) => {
    expect(LIMITS.sharedTextBytes).toBe(2 ** 28)
    const { part, written } = endless(`<si><t>${text}</t></si>`)
    await expect(withLimits({ sharedTextBytes }, () => readSharedTexts(part))).rejects.toMatchObject({
      code: 'too_large',
      message: `The workbook is too large: its shared texts would hold more than ${sharedTextBytes} bytes of memory`,
    })
    expect(written()).toBe(Math.floor(sharedTextBytes / bytesHeld) + 1)
  })
})

/** Returns a part that repeats a text without end, and a function that returns how many times the text was read. */
function endless(item: string): { part: ArchivePart; written: () => number } {
  const bytes = Buffer.from(item)
  let count = 0
  async function* forever(): AsyncGenerator<Buffer, void> {
    yield Buffer.from('<sst>')
    for (;;) {
      count++
      yield bytes
    }
  }
  return { part: { name: 'endless', size: Number.POSITIVE_INFINITY, bytes: forever }, written: () => count }
}

test('a cell that refers to a missing shared text is refused, also if the workbook has no shared texts', async () => {
  await expect(read('<si><t>a</t></si>', 2)).rejects.toMatchObject({ code: 'not_a_sheet' })
  const bytes = await buildWorkbook({ rows: [['a']], parts: { 'xl/sharedStrings.xml': null } })
  await expect(readCells(bytes)).rejects.toMatchObject({
    code: 'not_a_sheet',
    message: expect.stringContaining('refers to a shared text that the workbook does not contain'),
  })
})
