import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { SaxesParser } from 'saxes'
import { openPromise } from 'yauzl'
import { generateMarks } from './corpus/generate-marks.ts'
import type { SheetMark } from './corpus/sheet-mark.ts'
import { type ClassLayout, entriesOf, sheetColumns } from './corpus/sheet-rows.ts'
import { worksheetXml } from './workbook-xml.ts'
import { writeWorkbook } from './write-workbook.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workbook-'))
})
afterAll(() => rm(folder, { recursive: true }))

const marks: SheetMark[] = [...generateMarks(300)]
const ODD: SheetMark = {
  ...(marks[0] as SheetMark),
  nroSolicitud: '7',
  denominacion: ' “Ñandú” & <Cía>\r\n\t"; 1 ',
}

/** The files of the archive by their names. */
async function unzip(path: string): Promise<Map<string, string>> {
  const zip = await openPromise(path)
  const files = new Map<string, string>()
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)))
  }
  return files
}

interface Cell {
  reference: string
  type: string | undefined
  style: string | undefined
  value: string
}

/** The texts of the elements of that name, and what their cell says of them. Throws where it is not XML. */
function elements(xml: string, name: string): Cell[] {
  const found: Cell[] = []
  let cell: Record<string, string> = {}
  let value: string | undefined
  const parser = new SaxesParser()
  parser.on('opentag', (tag) => {
    if (tag.name === 'c') cell = tag.attributes as Record<string, string>
    if (tag.name === name) value = ''
  })
  parser.on('text', (some) => {
    if (value !== undefined) value += some
  })
  parser.on('closetag', (tag) => {
    if (tag.name !== name) return
    found.push({ reference: cell.r ?? '', type: cell.t, style: cell.s, value: value ?? '' })
    value = undefined
  })
  parser.on('error', (error) => {
    throw error
  })
  parser.write(xml).close()
  return found
}

const MS_PER_DAY = 86_400_000
const dayOf = (serial: string): string =>
  new Date(Date.UTC(1899, 11, 30) + Number(serial) * MS_PER_DAY).toISOString().slice(0, 10)

const columns = (layout: ClassLayout) => sheetColumns(layout)

/** What ought to be in the cells, by their references; nothing where there is nothing. */
function expected(some: readonly SheetMark[], layout: ClassLayout): Map<string, string> {
  const rows = some.flatMap((mark) => entriesOf(mark, layout))
  const values = rows.flatMap((entry, row) =>
    columns(layout).map(({ cell }, place): [string, string] => [
      `${String.fromCharCode(65 + place)}${row + 2}`,
      cell(entry) ?? '',
    ]),
  )
  return new Map(values.filter(([, value]) => value !== ''))
}

async function write(some: Iterable<SheetMark>, classes: ClassLayout) {
  const path = join(folder, `${classes}.xlsx`)
  await writeWorkbook(path, some, { classes })
  const files = await unzip(path)
  const texts = elements(files.get('xl/sharedStrings.xml') ?? '', 't').map(({ value }) => value)
  const cells = elements(files.get('xl/worksheets/sheet1.xml') ?? '', 'v')
  return { files, texts, cells }
}

const KINDS = { text: ['s', undefined], integer: [undefined, undefined], day: [undefined, '1'] }

describe.each(['joined', 'rows'] as const)('a workbook with its classes %s', (layout) => {
  test('holds the facts of its marks, texts as shared strings, days and numbers as numbers', async () => {
    const { texts, cells } = await write([...marks, ODD], layout)
    const headers = cells.splice(0, columns(layout).length)
    expect(headers.map(({ value }) => texts[Number(value)])).toEqual(
      columns(layout).map(({ header }) => header),
    )
    const read = cells.map(({ reference, type, style, value }): [string, string] => {
      const { kind } = columns(layout)[reference.charCodeAt(0) - 65] ?? { kind: 'text' }
      expect([type, style]).toEqual(KINDS[kind])
      return [
        reference,
        kind === 'text' ? (texts[Number(value)] ?? '') : kind === 'day' ? dayOf(value) : value,
      ]
    })
    expect(new Map(read)).toEqual(expected([...marks, ODD], layout))
  })

  test('names each text once', async () => {
    const { texts } = await write(marks, layout)
    expect(new Set(texts).size).toBe(texts.length)
  })
})

test('every part of a workbook is XML, and says dd/mm/yyyy of days', async () => {
  const { files } = await write(marks, 'joined')
  for (const xml of files.values()) expect(() => elements(xml, 'none')).not.toThrow()
  expect(files.get('xl/styles.xml')).toContain('formatCode="dd/mm/yyyy"')
})

test('a worksheet has room for 1,048,575 rows and no more', () => {
  const empty = { ...ODD, clases: [], personas: [], denominacion: '', estadoOficina: '', tipoSigno: '' }
  let asked = 0
  const endless = function* () {
    for (;;) {
      asked++
      yield empty
    }
  }
  const drain = (): void => {
    for (const chunk of worksheetXml(endless(), 'joined', new Map())) expect(chunk).not.toBe('')
  }
  expect(drain).toThrow(RangeError)
  expect(asked).toBe(1_048_576)
})

test('what goes wrong while the rows are made is told, and leaves no half of a file', async () => {
  const path = join(folder, 'broken.xlsx')
  const broken = function* () {
    yield* marks
    throw new Error('no more marks')
  }
  await expect(writeWorkbook(path, broken())).rejects.toThrow('no more marks')
  expect(await readdir(folder)).not.toContain('broken.xlsx')
})

test('a file that cannot be made is told', async () => {
  await expect(writeWorkbook(join(folder, 'none', 'x.xlsx'), marks)).rejects.toMatchObject({ code: 'ENOENT' })
})
