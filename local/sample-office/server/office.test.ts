import { readFile, rm } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Means } from '../../../shared/sync/fetch/download.ts'
import type { DownloadOrder } from '../../../shared/sync/fetch/download-order.ts'
import { dayOf, isListing, type Link, readLinks } from '../../../shared/sync/fetch/listing.ts'
import { type DownloadFolder, downloadFolder } from '../../../shared/sync/fetch/testing/download-folder.ts'
import { until } from '../../../test/support/process.ts'
import type { Misbehaviour } from './misbehaviours.ts'
import { type Office, startOffice } from './office.ts'
import type { OfficeFile } from './office-file.ts'

const SHEET = 'N° Solicitud;Denominación\r\n'.repeat(20)
const file = (path: string, text = SHEET): OfficeFile => ({
  path,
  body: () => Buffer.from(text),
  type: path.endsWith('.pdf') ? 'application/pdf' : 'text/csv; charset=utf-8',
})
const FILES = [
  file('/hojas/solicitudes-2026-10-05.csv'),
  file('/hojas/solicitudes-2026-11-02.csv'),
  file('/estado-diario/2026/estado diario 04-09-2026.pdf', '%PDF-1.7 ñ'),
]
const NEWEST = '/hojas/solicitudes-2026-11-02.csv'

let folder: DownloadFolder
let office: Office
beforeAll(async () => {
  folder = await downloadFolder()
})
beforeEach(async () => {
  office = await startOffice(FILES)
})
afterEach(async () => {
  await until(async () => (await office.connections()) === 0) // whatever happened, they were let go of
  await office.stop()
  expect(await folder.names()).toEqual([])
})
afterAll(() => folder.remove())

/** What an address gives: its text and what is told of it. Nothing is left of it. */
async function fetched(url: string, order: Partial<DownloadOrder> = {}) {
  const found = await folder.fetch(url, order)
  if (found === 'not modified') {
    throw new Error(found)
  }
  const page = await isListing(found)
  const text = await readFile(found.path, 'utf8')
  await rm(found.path)
  return { ...found, text, isPage: page }
}

async function listed(url: string): Promise<Link[]> {
  const { text, url: pageUrl } = await fetched(url)
  return readLinks(text, pageUrl)
}

describe('the made-up office', () => {
  test('lists its sheets and editions, newest first, with their names and days in words', async () => {
    expect(await listed(office.sheetsUrl)).toEqual([
      {
        url: office.url + NEWEST,
        name: 'solicitudes-2026-11-02.csv',
        text: 'Solicitudes y registros de marcas al 2 de noviembre de 2026 (solicitudes-2026-11-02.csv)',
      },
      expect.objectContaining({ name: 'solicitudes-2026-10-05.csv' }),
    ])
    expect(await listed(office.bulletinUrl)).toEqual([
      {
        url: `${office.url}/estado-diario/2026/estado%20diario%2004-09-2026.pdf`,
        name: 'estado diario 04-09-2026.pdf',
        text: 'Estado Diario del viernes 4 de septiembre de 2026 (estado diario 04-09-2026.pdf)',
      },
    ])
  })

  test('gives the files that it lists, each of its day', async () => {
    const [link] = await listed(office.bulletinUrl)
    expect(link && dayOf(link)).toBe('2026-09-04')
    expect(await fetched(link?.url ?? '')).toMatchObject({
      text: '%PDF-1.7 ñ',
      contentType: 'application/pdf',
      isPage: false,
      validators: { etag: expect.any(String), lastModified: 'Fri, 04 Sep 2026 11:30:00 GMT' },
    })
  })

  test('does not send again what has not changed, and sends what has', async () => {
    const { validators } = await fetched(office.url + NEWEST)
    expect(await folder.fetch(office.url + NEWEST, { validators })).toBe('not modified')
    const onlyDate = { ...validators, etag: null }
    expect(await folder.fetch(office.url + NEWEST, { validators: onlyDate })).toBe('not modified')
    office.publish([file(NEWEST, 'otra')])
    expect(await fetched(office.url + NEWEST, { validators })).toMatchObject({ text: 'otra' })
  })

  test('publishes more while it runs, also what comes piece by piece', async () => {
    const pieces = async function* () {
      yield 'N°;'
      yield new TextEncoder().encode('año')
    }
    office.publish([{ path: '/hojas/solicitudes-2026-12-07.csv', body: pieces, type: 'text/csv' }])
    const [link] = await listed(office.sheetsUrl)
    expect(await fetched(link?.url ?? '')).toMatchObject({
      text: 'N°;año',
      name: 'solicitudes-2026-12-07.csv',
    })
  })

  test('remembers what it was asked for', async () => {
    await fetched(office.sheetsUrl)
    await expect(folder.fetch(`${office.url}/otra?x=1`)).rejects.toMatchObject({ code: 'not_published' })
    expect(office.requests).toEqual([
      { method: 'GET', path: '/hojas/', headers: expect.objectContaining({ accept: '*/*' }) },
      { method: 'GET', path: '/otra?x=1', headers: expect.anything() },
    ])
  })
})

describe('an office that misbehaves makes a file fail', () => {
  const notPublic =
    'The source leads to an address that is not on the public internet, which is not followed.'
  const cutOff = 'The source ended the connection before all of the file had come.'
  const tooSlow = 'The source is too slow: the file did not come in the time that it has.'
  const circle = 'The source leads to one address after the other, more than 5 times, which is not followed.'
  const cases: readonly (readonly [Misbehaviour, string, string, Partial<Means>?])[] = [
    ['late', 'not_published', 'The source has not published it: it answered 404.'],
    ['serverError', 'source_answer', 'The source answered 500.'],
    ['cutOff', 'cut_off', cutOff],
    ['cutOffChunks', 'cut_off', cutOff],
    ['slowDrip', 'source_unreachable', tooSlow, { totalMs: 150 }],
    ['endless', 'too_large', 'The file is larger than 1,000,000 bytes.'],
    ['redirectToPrivate', 'redirect_refused', notPublic],
    ['redirectToOtherPort', 'redirect_refused', notPublic],
    ['redirectInCircle', 'redirect_refused', circle],
  ]

  test.each(cases)('%s: %s', async (how, code, message, means = {}) => {
    office.misbehave(how)
    const failing = folder.fetch(office.url + NEWEST, {}, means)
    await expect(failing).rejects.toMatchObject({ name: 'SyncError', code, message })
    office.misbehave(undefined)
    expect(await fetched(office.url + NEWEST)).toMatchObject({ text: SHEET })
  })
})

describe('an office that misbehaves', () => {
  const namesListed = async (): Promise<string[]> => (await listed(office.sheetsUrl)).map(({ name }) => name)

  test('lists files that are late, and has files that it does not list', async () => {
    office.misbehave('late')
    expect(await namesListed()).toEqual(['solicitudes-2026-11-02.csv', 'solicitudes-2026-10-05.csv'])
    office.misbehave('notListed')
    expect(await namesListed()).toEqual(['solicitudes-2026-10-05.csv'])
    expect(await fetched(office.url + NEWEST)).toMatchObject({ text: SHEET })
    office.misbehave('emptyListing')
    expect(await namesListed()).toEqual([])
  })

  test('sends a file without a byte, which is whole and tells nothing', async () => {
    office.misbehave('emptyFile')
    expect(await fetched(office.url + NEWEST)).toMatchObject({ bytes: 0, isPage: false })
  })

  test('sends an apology in the place of a file, and a file in the place of a page', async () => {
    office.misbehave('wrongType')
    expect(await fetched(office.url + NEWEST)).toMatchObject({ isPage: true, bytes: expect.any(Number) })
    expect(await fetched(office.sheetsUrl)).toMatchObject({ isPage: false, contentType: 'application/pdf' })
  })

  test('may lead to another address of its own', async () => {
    office.misbehave('redirectToItself')
    expect(await fetched(office.url + NEWEST)).toMatchObject({
      url: `${office.url}${NEWEST}?v=1`,
      text: SHEET,
    })
  })

  test('has accents on its pages that were encoded twice, and that are mended', async () => {
    office.misbehave('accentsTwice')
    office.publish([file('/estado-diario/ed-2026-09-02.pdf')])
    expect((await fetched(office.bulletinUrl)).text).toContain('miÃ©rcoles')
    const texts = (await listed(office.bulletinUrl)).map(({ text }) => text)
    expect(texts[1]).toBe('Estado Diario del miércoles 2 de septiembre de 2026 (ed-2026-09-02.pdf)')
  })

  test('may do so below one path alone', async () => {
    office.misbehave('serverError', '/estado-diario/')
    await expect(folder.fetch(office.bulletinUrl)).rejects.toMatchObject({ code: 'source_answer' })
    expect(await fetched(office.sheetsUrl)).toMatchObject({ isPage: true })
  })

  test('ends while somebody still waits for the end of a body', async () => {
    office.misbehave('endless')
    const failing = folder.fetch(office.url + NEWEST, { mostBytes: 2 ** 40 })
    await until(async () => (await folder.names()).length > 0)
    await office.stop()
    await expect(failing).rejects.toMatchObject({ code: 'cut_off' })
    office = await startOffice(FILES)
  })
})
