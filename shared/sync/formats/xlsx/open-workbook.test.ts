import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../../test/support/any-character.ts'
import { buildWorkbook, styled } from '../../../../test/support/sheets/build-workbook.ts'
import { restate } from '../../../../test/support/sheets/damage.ts'
import { allRows, firstRows, readRows, withFile } from '../../../../test/support/sheets/read-workbook.ts'
import { SyncError } from '../../sync-error.ts'
import type { Cell } from '../../values/cell.ts'
import type { SheetRow } from '../sheet.ts'
import { openWorkbook } from './open-workbook.ts'

const small = await buildWorkbook({
  rows: [
    ['N° Solicitud', 'Denominación', 'Fecha'],
    [1_000_001, 'Viña', styled(43_640)],
    [1_000_002, 'Fjord & Ø', null],
  ],
  formats: ['dd/mm/yyyy'],
  merged: ['C2:C3'],
})
const smallRows: SheetRow[] = [
  { number: 1, cells: ['N° Solicitud', 'Denominación', 'Fecha'] },
  { number: 2, cells: [1_000_001, 'Viña', '2019-06-24'], formatted: new Map([[2, 'date']]) },
  { number: 3, cells: [1_000_002, 'Fjord & Ø', '2019-06-24'], formatted: new Map([[2, 'date']]) },
]

const MANY = 20_000
const large = await buildWorkbook({
  rows: Array.from({ length: MANY }, (_, place) => [place, `mark ${place}`, place * 7]),
})

/** Returns the rows of a workbook, or the error of the read. */
const outcome = (bytes: Buffer): Promise<unknown> => readRows(bytes).catch((error: unknown) => error)

test('a workbook is read with its numbers, texts, days and merged cells', async () => {
  expect(await readRows(small)).toEqual(smallRows)
})

test('the sheet has the epoch of the workbook', async () => {
  const epoch = async (date1904: boolean) =>
    withFile(await buildWorkbook({ rows: [[1]], date1904 }), async (path) => {
      const sheet = await openWorkbook(path)
      await sheet.close()
      return sheet.epoch
    })
  expect([await epoch(false), await epoch(true)]).toEqual([1900, 1904])
})

test('rows come in batches, and progress goes from 0 to 1 with them', async () => {
  await withFile(large, async (path) => {
    const sheet = await openWorkbook(path)
    const steps = [sheet.progress()]
    let count = 0
    for await (const rows of firstRows(sheet)) {
      count += rows.length
      steps.push(sheet.progress())
      expect(rows.length).toBeLessThan(1_000)
    }
    await sheet.close()
    expect(count).toBe(MANY)
    expect(steps).toEqual([...steps].sort((one, other) => one - other))
    expect([steps.at(0), sheet.progress()]).toEqual([0, 1])
  })
})

test('rows are read only on demand', async () => {
  await withFile(large, async (path) => {
    const sheet = await openWorkbook(path)
    await firstRows(sheet)[Symbol.asyncIterator]().next()
    await new Promise(setImmediate)
    expect(sheet.progress()).toBeLessThan(0.2)
    await sheet.close()
  })
})

describe('closing', () => {
  const openFiles = (): number => readdirSync('/dev/fd').length

  test('releases the file, whether no, some or all rows were read, and may be repeated', async () => {
    const before = openFiles()
    await withFile(large, async (path) => {
      for (let turn = 0; turn < 6; turn++) {
        const sheet = await openWorkbook(path)
        for await (const _ of turn % 3 === 0 ? [] : firstRows(sheet)) {
          if (turn % 3 === 1) {
            break
          }
        }
        await sheet.close()
        await sheet.close()
      }
    })
    expect(openFiles()).toBe(before)
  })

  test('during the read of a batch waits for that batch, and then ends the rows', async () => {
    await withFile(large, async (path) => {
      const sheet = await openWorkbook(path)
      const rows = firstRows(sheet)[Symbol.asyncIterator]()
      const first = rows.next()
      await sheet.close()
      expect((await first).done).toBe(false)
      expect((await rows.next()).done).toBe(true)
    })
  })

  test('is automatic when a workbook cannot be opened', async () => {
    const before = openFiles()
    const broken = await buildWorkbook({ rows: [[1]], parts: { 'xl/styles.xml': '<styles' } })
    for (let turn = 0; turn < 3; turn++) {
      await expect(withFile(broken, openWorkbook)).rejects.toThrow('its styles are not valid XML')
    }
    expect(openFiles()).toBe(before)
  })

  test('is possible after the rows have failed', async () => {
    const sheetXml = '<worksheet><sheetData><row><c t="s"><v>99</v></c></row></sheetData></worksheet>'
    const broken = await buildWorkbook({ parts: { 'xl/worksheets/sheet1.xml': sheetXml } })
    await withFile(broken, async (path) => {
      const sheet = await openWorkbook(path)
      await expect(firstRows(sheet)[Symbol.asyncIterator]().next()).rejects.toThrow(SyncError)
      await sheet.close()
    })
  })
})

test('a sheet that declares more than 3 GiB is refused before it is read', async () => {
  const stating = (size: number): Buffer => restate(small, 'xl/worksheets/sheet1.xml', 'size', size)
  expect(await outcome(stating(3 * 2 ** 30 + 1))).toMatchObject({ name: 'SyncError', code: 'too_large' })
  expect(await outcome(stating(3 * 2 ** 30))).toMatchObject({ name: 'SyncError', code: 'cut_off' })
})

test('a sheet whose XML ends too early is refused before its first row is returned', async () => {
  const cut = '<worksheet><sheetData><row><c><v>1</v></c></row>'
  const bytes = await buildWorkbook({ parts: { 'xl/worksheets/sheet1.xml': cut } })
  await expect(readRows(bytes)).rejects.toMatchObject({ code: 'not_a_sheet' })
})

test('any table is read back unchanged', async () => {
  const text = fc
    .string({ unit: anyCharacter, minLength: 1, maxLength: 40 })
    .filter((one) => one.isWellFormed())
  const number = fc
    .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
    .filter((one) => Math.abs(one) < 1e15)
    .map((one) => one + 0) // a workbook has no negative zero
  const cell = fc.oneof(fc.constant(null), text, number) as fc.Arbitrary<Cell>
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(cell, { maxLength: 30 }), { maxLength: 20 }), async (rows) => {
      const wanted = rows
        .map((cells, place) => ({ number: place + 1, cells: cells.slice(0, lengthOf(cells)) }))
        .filter(({ cells }) => cells.length > 0)
      expect(await readRows(await buildWorkbook({ rows }))).toEqual(wanted)
    }),
    { numRuns: 40 },
  )
})

/** Returns the number of cells without the empty cells at the end. */
const lengthOf = (cells: readonly Cell[]): number => cells.findLastIndex((cell) => cell !== null) + 1

describe('a damaged workbook', () => {
  test.each([
    ['small', small],
    ['large', large],
  ])('is refused if it is cut off at any byte: %s', async (_, bytes) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: bytes.length - 1 }), async (length) => {
        const found = await outcome(bytes.subarray(0, length))
        expect(found).toBeInstanceOf(SyncError)
        expect(found).toMatchObject({ code: 'cut_off' })
      }),
      { numRuns: 40 },
    )
  })

  test('is read, or refused with a SyncError, if any bytes are changed', async () => {
    const flip = fc.tuple(fc.integer({ min: 0, max: small.length - 1 }), fc.integer({ min: 1, max: 255 }))
    await fc.assert(
      fc.asyncProperty(fc.array(flip, { minLength: 1, maxLength: 4 }), async (flips) => {
        const bytes = Buffer.from(small)
        for (const [place, mask] of flips) {
          bytes.writeUInt8(bytes.readUInt8(place) ^ mask, place)
        }
        const found = await outcome(bytes)
        expect(Array.isArray(found) ? found : (found as Error).name).toEqual(
          Array.isArray(found) ? expect.any(Array) : 'SyncError',
        )
      }),
      { numRuns: 100 },
    )
  })
})

const REAL = fileURLToPath(new URL('../../../../../shared/realdata/sheets/', import.meta.url))
const testReal = existsSync(REAL) ? test : test.skip

/** Reads real files of the office, which are not in the repository. Skipped if they are missing. */
describe('a real workbook', () => {
  testReal('of one row for each application is read whole', async () => {
    const rows = await allRows(await openWorkbook(`${REAL}solicitudes-2019-2.xlsx`))
    expect(rows).toHaveLength(1 + 32_767)
    expect(rows[1]).toEqual({
      number: 2,
      cells: [
        18013396,
        18013396,
        'XESKA',
        'Registrada',
        'Denominativa',
        '2019-06-10',
        '2019-09-20',
        '2029-06-10',
      ],
      formatted: new Map([5, 6, 7].map((column) => [column, 'date'])),
    })
    expect(rows.slice(1).every(({ cells }) => /^20(19|20)-\d\d-\d\d$/.test(String(cells[5])))).toBe(true)
  })

  testReal('of one row for each class is read whole', async () => {
    expect(await allRows(await openWorkbook(`${REAL}solicitudes-2020-clases.xlsx`))).toHaveLength(1 + 1_892)
  })
})
