import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { zip } from '../../../../test/support/sheets/build-workbook.ts'
import { restate, restateCount } from '../../../../test/support/sheets/damage.ts'
import { withFile } from '../../../../test/support/sheets/read-workbook.ts'
import { openArchive } from './archive.ts'

/** Returns a part of an archive as text; undefined if it is missing. */
const readPart = (bytes: Buffer, name: string): Promise<string | undefined> =>
  withFile(bytes, async (path) => {
    const archive = await openArchive(path)
    try {
      const chunks: Buffer[] = []
      for await (const chunk of archive.part(name)?.bytes() ?? []) {
        chunks.push(chunk)
      }
      return archive.part(name) && Buffer.concat(chunks).toString()
    } finally {
      await archive.close()
    }
  })

const TEXT = 'a few words. '.repeat(10_000)
const packed = await zip([['folder/Part.xml', TEXT]])
const stored = await zip([['folder/Part.xml', TEXT]], { isStored: true })

test.each([
  ['deflated', packed],
  ['stored', stored],
])('a part that is %s is read whole', async (_, bytes) => {
  expect(await readPart(bytes, 'folder/Part.xml')).toBe(TEXT)
})

test('an empty part has no bytes', async () => {
  expect(await readPart(await zip([['a', '']], { isStored: true }), 'a')).toBe('')
  expect(await readPart(await zip([['a', '']]), 'a')).toBe('')
})

test('a part is found case-insensitively, and a missing part is not', async () => {
  expect(await readPart(packed, 'Folder/part.XML')).toBe(TEXT)
  expect(await readPart(packed, 'folder')).toBeUndefined()
})

describe('a part is refused as cut off', () => {
  test.each([
    ['another checksum', 'checksum', 1],
    ['more bytes than it has', 'size', TEXT.length + 1],
    ['fewer bytes than it has', 'size', TEXT.length - 1],
    ['no bytes', 'size', 0],
    ['fewer packed bytes than it has', 'packedSize', 20],
    ['more packed bytes than there are', 'packedSize', 2 ** 31],
  ] as const)('when the directory declares %s', async (_, field, value) => {
    const bytes = restate(packed, 'folder/Part.xml', field, value)
    await expect(readPart(bytes, 'folder/Part.xml')).rejects.toMatchObject({ code: 'cut_off' })
  })

  test('when the two sizes of a stored part differ', async () => {
    const bytes = restate(stored, 'folder/Part.xml', 'size', 5)
    await expect(readPart(bytes, 'folder/Part.xml')).rejects.toMatchObject({ code: 'cut_off' })
  })

  test.each([
    ['deflated', packed],
    ['stored', stored],
  ])('when a byte of a %s part is changed', async (_, bytes) => {
    const changed = Buffer.from(bytes)
    changed.writeUInt8((changed.readUInt8(60) + 1) % 256, 60)
    await expect(readPart(changed, 'folder/Part.xml')).rejects.toMatchObject({ code: 'cut_off' })
  })
})

test('an archive with an encrypted part is refused with a clear message', async () => {
  await expect(readPart(restate(packed, 'folder/Part.xml', 'flags', 1), 'x')).rejects.toMatchObject({
    code: 'not_a_sheet',
    message: 'The workbook is encrypted: save it without a password',
  })
})

test('a part with an unknown compression method is refused with a clear message', async () => {
  await expect(
    readPart(restate(packed, 'folder/Part.xml', 'method', 12), 'folder/Part.xml'),
  ).rejects.toMatchObject({
    code: 'not_a_sheet',
    message: expect.stringContaining('a part has an unknown compression method (12)'),
  })
})

test('an archive with more than 10,000 parts is refused before its parts are listed', async () => {
  await expect(readPart(restateCount(packed, 10_000), 'x')).rejects.toMatchObject({ code: 'cut_off' })
  await expect(readPart(restateCount(packed, 10_001), 'x')).rejects.toMatchObject({ code: 'too_large' })
})

test('an archive that declares gigabytes is refused before a part is read', async () => {
  const two = await zip([
    ['a', TEXT],
    ['b', TEXT],
  ])
  const bytes = restate(restate(two, 'a', 'size', 2 ** 32 - 2), 'b', 'size', 2 ** 32 - 2)
  await expect(readPart(bytes, 'a')).rejects.toMatchObject({ code: 'too_large' })
})

describe('a file that is not an archive', () => {
  test.each([
    ['a text', 'N° Solicitud;Denominación\n', 'not_a_sheet'],
    ['an old workbook (.xls)', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'not_a_sheet'],
    ['an empty file', '', 'cut_off'],
    ['the start of an archive', 'PK\u0003\u0004', 'cut_off'],
  ])('is refused: %s', async (_, content, code) => {
    await expect(readPart(Buffer.from(content, 'latin1'), 'x')).rejects.toMatchObject({
      name: 'SyncError',
      code,
    })
  })

  test('is refused without its path in the message when it is missing or a folder', async () => {
    for (const path of ['/nowhere/at-all.xlsx', '/']) {
      await expect(openArchive(path)).rejects.toMatchObject({
        code: 'file_unreadable',
        message: 'The file cannot be read',
      })
    }
  })
})

test('no file stays open after a failure or after a part is read halfway', async () => {
  const openFiles = (): number => readdirSync('/dev/fd').length
  const before = openFiles()
  for (let turn = 0; turn < 50; turn++) {
    await withFile(packed, async (path) => {
      const archive = await openArchive(path)
      for await (const _ of archive.part('folder/part.xml')?.bytes() ?? []) {
        break
      }
      await archive.close()
      await archive.close()
    })
    await expect(readPart(packed.subarray(0, 100), 'x')).rejects.toMatchObject({ code: 'cut_off' })
  }
  expect(openFiles()).toBe(before)
})
