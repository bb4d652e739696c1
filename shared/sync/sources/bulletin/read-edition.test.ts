import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inflatingPdf, largeArrayPdf, nestedFormsPdf } from '../../../../test/support/bulletin/hostile-pdf.ts'
import type { ProcessLimits } from '../../limited-process.ts'
import type { SyncErrorCode } from '../../sync-error.ts'
import { readEdition } from './read-edition.ts'

const FIXTURE = fileURLToPath(new URL('fixtures/pdfkit-table.pdf', import.meta.url))
const never = new AbortController().signal

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bulletin-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function read(content: string | Uint8Array, limits?: ProcessLimits) {
  const path = join(folder, 'edition')
  await writeFile(path, content)
  return readEdition(path, never, limits)
}

const refusal = (code: SyncErrorCode) => expect.objectContaining({ name: 'SyncError', code })

test('the process that reads a PDF returns its entries and rejections', async () => {
  const { entries, rejections, rows } = await readEdition(FIXTURE, never)
  expect([entries.length, rejections.length]).toEqual([rows - 1, 1])
})

describe('an unreadable edition is rejected', () => {
  test('an empty file, a web page, a picture, prose, a folder, or no file', async () => {
    const page = '<!DOCTYPE html><html><body>Error 500: %PDF-1.4 no disponible</body></html>'
    const files = [
      '',
      page,
      `\n${page}`,
      Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
      'Hola.\nAdiós.\n',
    ]
    for (const file of files) {
      await expect(read(file)).rejects.toEqual(refusal('not_a_bulletin'))
    }
    await expect(readEdition(folder, never)).rejects.toEqual(refusal('file_unreadable'))
    await expect(readEdition(join(folder, 'nothing'), never)).rejects.toEqual(refusal('file_unreadable'))
  })

  test.each([
    [
      'content that is a thousand times larger than the file',
      inflatingPdf(100 * 1024 ** 2),
      { megabytes: 160, seconds: 30 },
      'The file takes more than 160 MB of memory to read.',
    ],
    [
      'objects that are a hundred times larger in memory than in the file',
      largeArrayPdf(2_000_000),
      { megabytes: 160, seconds: 30 },
      'The file takes more than 160 MB of memory to read.',
    ],
    [
      'six forms, each of which draws the next one ten times',
      nestedFormsPdf(6),
      { megabytes: 4_096, seconds: 1 },
      'The file takes more than 1 s to read.',
    ],
  ])('a hostile PDF: %s', async (_, bytes, limits, message) => {
    await expect(read(bytes, limits)).rejects.toMatchObject({ name: 'SyncError', code: 'too_large', message })
  })
})

test('an aborted read stops', async () => {
  const off = AbortSignal.abort(new Error('called off'))
  await expect(readEdition(FIXTURE, off)).rejects.toThrow('called off')
  const later = new AbortController()
  const reading = readEdition(FIXTURE, later.signal)
  later.abort(new Error('called off meanwhile'))
  await expect(reading).rejects.toThrow('called off meanwhile')
})
