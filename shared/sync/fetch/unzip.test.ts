import { readdirSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { buildWorkbook, zip } from '../../../test/support/sheets/build-workbook.ts'
import { restate, restateCount } from '../../../test/support/sheets/damage.ts'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'
import { type Unzipped, unzipSingle } from './unzip.ts'

const temporary = await temporaryFolder()
const archive = join(temporary.path, 'archive.zip')
const folder = join(temporary.path, 'sheets')

beforeEach(async () => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
})
afterAll(() => temporary.remove())

async function unzip(bytes: Buffer, mostBytes = 1_000_000): Promise<Unzipped | undefined> {
  await writeFile(archive, bytes)
  return unzipSingle(archive, folder, mostBytes)
}

/** Expects an archive to be refused with this error and to leave no file. */
async function fails(bytes: Buffer, code: string, message: string, mostBytes?: number): Promise<void> {
  await expect(unzip(bytes, mostBytes)).rejects.toMatchObject({ name: 'SyncError', code, message })
  expect(await readdir(folder)).toEqual([])
}

const HOJA = 'N° Solicitud;Denominación\r\n'.repeat(1_000)
const packed = await zip([['hojas/solicitudes 2026-11-02.csv', HOJA]])
const DAMAGED = 'The zip archive is cut off or damaged.'
/** Returns the archive with another name of the same length, in the entry and in the directory. */
const renamed = (bytes: Buffer, from: string, to: string): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')

describe('the only sheet of an archive', () => {
  test('is extracted into a new file and keeps its name', async () => {
    const found = await unzip(packed)
    expect(found).toEqual({ path: expect.any(String), name: 'solicitudes 2026-11-02.csv' })
    expect(await readFile(found?.path ?? '', 'utf8')).toBe(HOJA)
    expect(dirname(found?.path ?? '')).toBe(folder)
  })

  test.each(['a.csv', 'a.TSV', 'a.txt', 'a.xlsx'])('may have any supported extension: %s', async (name) => {
    expect(await unzip(await zip([[name, 'x']], { isStored: true }))).toMatchObject({ name })
  })

  test('is distinguished from other files in the archive', async () => {
    const beside = [
      '__MACOSX/._hoja.csv',
      'datos/__MACOSX/x.csv',
      '.DS_Store',
      'datos/.hoja.csv',
      'LEEME.txt',
      'datos/Léeme primero.txt',
      'README.txt',
      'licencia.txt',
      'diccionario.pdf',
    ]
    const all = await zip([...beside.map((name) => [name, 'x'] as const), ['datos/hoja.csv', HOJA]])
    expect(await unzip(all)).toMatchObject({ name: 'hoja.csv' })
  })

  test.each(['../x/hoja.csv', '/etc/x/h.csv', 'C:/x/ho.csv', '..\\..\\h.csv'])(
    'is extracted into the folder whatever its name: %s',
    async (name) => {
      const safe = 'x'.repeat(name.length)
      const found = await unzip(renamed(await zip([[safe, 'x']]), safe, name))
      expect(found?.name).toBe(basename(name.replaceAll('\\', '/')))
      expect(await readdir(folder)).toEqual([basename(found?.path ?? '')])
    },
  )
})

describe('a file without a single sheet', () => {
  test('is not extracted when it is a workbook or not a zip archive', async () => {
    const workbook = await buildWorkbook({ rows: [['a']], parts: { '[Content_Types].xml': '<Types/>' } })
    for (const bytes of [
      workbook,
      Buffer.from(HOJA),
      Buffer.from(''),
      Buffer.from('PK'),
      Buffer.from('%PDF'),
    ]) {
      expect(await unzip(bytes)).toBeUndefined()
    }
    expect(await readdir(folder)).toEqual([])
  })

  test('is refused when the archive has no sheet or several', async () => {
    const none = 'The zip archive contains no sheet.'
    await fails(await zip([['a.pdf', 'x']]), 'not_a_sheet', none)
    await fails(await zip([['readme.txt', 'x']]), 'not_a_sheet', none)
    await fails(await zip([]), 'not_a_sheet', none)
    const two = await zip([
      ['2025/a.csv', 'x'],
      ['2026/a.csv', 'x'],
    ])
    const several = 'The zip archive contains 2 sheets; only one is allowed.'
    await fails(two, 'not_a_sheet', several)
  })
})

describe('a malicious or damaged archive', () => {
  const NAME = 'hojas/solicitudes 2026-11-02.csv'

  test('is refused when its sheet is too large, by declared or by actual size', async () => {
    const bomb = await zip([['a.csv', 'x'.repeat(20_000_000)]])
    expect(bomb.length).toBeLessThan(50_000)
    await fails(bomb, 'too_large', 'The file is larger than 1,000,000 bytes.')
    await fails(restate(bomb, 'a.csv', 'size', 1_000_000), 'cut_off', DAMAGED)
    expect(await unzip(packed, Buffer.byteLength(HOJA))).toBeDefined()
  })

  test('is refused when it has too many entries', async () => {
    await fails(restateCount(packed, 1_001), 'too_large', 'The zip archive has more than 1,000 files.')
  })

  test('is refused when it is encrypted, its directory included', async () => {
    const message = 'The sheet in the zip archive is encrypted.'
    await fails(restate(packed, NAME, 'flags', 1), 'encrypted', message)
    await fails(restate(packed, NAME, 'flags', 0x41), 'encrypted', message)
  })

  test('is refused when its compression method is unknown', async () => {
    const message = 'The zip archive uses an unknown compression method.'
    await fails(restate(packed, NAME, 'method', 12), 'not_a_sheet', message)
  })

  test.each([
    ['another checksum', 'checksum', 1],
    ['more bytes than it has', 'size', Buffer.byteLength(HOJA) + 1],
    ['fewer bytes than it has', 'size', 10],
    ['fewer packed bytes than it has', 'packedSize', 10],
    ['more packed bytes than there are', 'packedSize', 2 ** 31],
  ] as const)('is refused when its directory declares %s', async (_, field, value) => {
    await fails(restate(packed, NAME, field, value), 'cut_off', DAMAGED)
  })

  test('is refused when it is truncated at any byte', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 4, max: packed.length - 1 }), async (length) => {
        await fails(packed.subarray(0, length), 'cut_off', DAMAGED)
      }),
      { numRuns: 50 },
    )
  })

  test('is refused or read correctly after a change to any byte', async () => {
    const byte = fc.tuple(fc.nat({ max: packed.length - 1 }), fc.integer({ min: 1, max: 255 }))
    await fc.assert(
      fc.asyncProperty(byte, async ([at, change]) => {
        const bytes = Buffer.from(packed)
        bytes.writeUInt8((bytes.readUInt8(at) + change) % 256, at)
        const found = await unzip(bytes).catch(
          (error) => void expect(error).toMatchObject({ name: 'SyncError' }),
        )
        if (found) {
          expect(await readFile(found.path, 'utf8')).toBe(HOJA)
          await rm(found.path)
        }
        expect(await readdir(folder)).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  test('is refused when its directory offset is beyond the file', async () => {
    const locator = Buffer.alloc(20)
    locator.write('PK\x06\x07', 'latin1')
    locator.writeBigUInt64LE(2n ** 63n, 8)
    const end = packed.subarray(packed.length - 22)
    await fails(Buffer.concat([packed.subarray(0, 100), locator, end]), 'cut_off', DAMAGED)
  })

  test('leaves no file open', async () => {
    const open = () => readdirSync('/dev/fd').length
    const before = open()
    for (let turn = 0; turn < 20; turn++) {
      await unzip(packed)
      await unzip(restate(packed, NAME, 'checksum', 1)).catch(() => {})
      await unzip(packed.subarray(0, 100)).catch(() => {})
    }
    expect(open()).toBeLessThanOrEqual(before)
  })
})
