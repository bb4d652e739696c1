import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyCorpus } from '../../../../test/support/empty-corpus.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts'
import type { Database } from '../../../db/database.ts'
import type { RunReport } from '../../run.ts'
import { syncSheets } from './sync-sheets.ts'

let database: TestDatabase
let owner: Database
let ingest: Database
beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
  ingest = database.open('trademark_ingest')
})
afterAll(() => database.drop())
beforeEach(async () => {
  await emptyCorpus(owner)
  await ask(`update corpus_state set kind = 'register'`)
})

const ask = <Row>(text: string): Promise<Row[]> => owner.query<Row>({ text, parameters: [] })

const csv = (...numbers: number[]): string =>
  [
    'N° Solicitud;Denominación;Estado;Fecha de Presentación',
    ...numbers.map((nro) => `${nro};MARCA ${nro};En trámite;02/01/2026`),
    '',
  ].join('\r\n')

/** Loads the sheets at `path` of a scripted office. */
async function sync(answer: RequestListener, path: string, user = ''): Promise<RunReport> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    return await syncSheets(ingest, {
      from: { url: `http://${user}127.0.0.1:${port}${path}` },
      trigger: 'schedule',
    })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const LAST_MODIFIED = 'Mon, 02 Nov 2026 02:30:00 GMT'

/** Returns an office with the page `html` at `/`, and `files` that have a header `Last-Modified`. */
const office =
  (html: string, files: Record<string, string>, names: Record<string, string> = {}): RequestListener =>
  ({ url = '' }, response) => {
    if (url === '/') {
      response.setHeader('content-type', 'text/html').end(`<!doctype html>${html}`)
      return
    }
    if (names[url] !== undefined) {
      response.setHeader('content-disposition', `attachment; filename="${names[url]}"`)
    }
    response.setHeader('last-modified', LAST_MODIFIED).end(files[url])
  }

const page = (files: Record<string, string>): RequestListener =>
  office(
    Object.keys(files)
      .map((path) => `<a href="${path}">hoja</a>`)
      .join(''),
    files,
  )

const sheets = (): Promise<unknown> => ask('select name, edition from sheet order by name')

const numbers = async (): Promise<string[]> =>
  (await ask<{ nro: string }>('select nro_solicitud::text as nro from brand order by nro_solicitud')).map(
    ({ nro }) => nro,
  )

test('the file name in the URL of a sheet may be percent-encoded in Latin-1', async () => {
  expect(
    await sync((_, response) => void response.end(csv(1)), '/solicitudes%F3-2026-11-02.csv'),
  ).toMatchObject({
    status: 'succeeded',
    inserted: 1,
  })
})

test('a password in the URL is not stored with the source file', async () => {
  await sync((_, response) => void response.end(csv(1)), '/solicitudes-2026-11-02.csv', 'operator:secret@')
  const [kept] = await ask<{ url: string }>('select url from source_file')
  expect(kept?.url).not.toContain('secret')
})

describe('on a page that lists sheets,', () => {
  test('two sheets of one name in different folders are both loaded', async () => {
    await sync(
      page({ '/a/solicitudes-2026-11-02.csv': csv(1), '/b/solicitudes-2026-11-02.csv': csv(2) }),
      '/',
    )
    expect(await numbers()).toEqual(['1', '2'])
  })

  test('parts of a year are separate sheets', async () => {
    await sync(page({ '/solicitudes-2019-1.csv': csv(1), '/solicitudes-2019-2.csv': csv(2) }), '/')
    expect(await numbers()).toEqual(['1', '2'])
    expect(
      (await ask<{ name: string }>('select name from sheet order by name')).map(({ name }) => name),
    ).toEqual(['solicitudes-2019-1', 'solicitudes-2019-2'])
  })

  test('a day may be written in words, and of two editions the newest counts', async () => {
    await sync(
      page({
        '/Solicitudes%202%20de%20noviembre%20de%202026.csv': csv(1),
        '/Solicitudes%203%20de%20noviembre%20de%202026.csv': csv(2),
      }),
      '/',
    )
    expect(await ask('select name, edition from sheet')).toEqual([
      { name: 'solicitudes', edition: '2026-11-03' },
    ])
  })

  test('a sheet without a day has the day of the header Last-Modified, in Chile', async () => {
    await sync(page({ '/solicitudes.csv': csv(1) }), '/')
    expect(await sheets()).toEqual([{ name: 'solicitudes', edition: '2026-11-01' }])
  })

  test('a sheet without a day and without that header fails the run', async () => {
    const { error } = await sync((_, response) => void response.end(csv(1)), '/solicitudes.csv')
    expect(error).toEqual({
      code: 'edition_unknown',
      message:
        'solicitudes.csv: The name, the link and the header Last-Modified of the file contain no day. Give the edition of the file with --date YYYY-MM-DD.',
    })
  })

  test('a sheet may have its day beside its link', async () => {
    const rows = ['01-11-2026', '02-11-2026'].map(
      (day, index) => `<tr><td>${day}</td><td><a href="/${index}/solicitudes.csv">CSV</a></td></tr>`,
    )
    const files = { '/0/solicitudes.csv': csv(1), '/1/solicitudes.csv': csv(2) }
    await sync(office(`<table>${rows.join('')}</table>`, files), '/')
    expect([await sheets(), await numbers()]).toEqual([
      [{ name: 'solicitudes', edition: '2026-11-02' }],
      ['2'],
    ])
  })

  test('a sheet behind a download link has the file name of its response, and other files are ignored', async () => {
    const html = `<li>Solicitudes 01-11-2026 <a href="/descarga.aspx?id=1">Descargar</a></li>
      <li>Solicitudes 02-11-2026 <a href="/descarga.aspx?id=2">Descargar</a></li>
      <li>Manual 03-11-2026 <a href="/descarga.aspx?id=3">Descargar</a></li>`
    const files = {
      '/descarga.aspx?id=1': csv(1),
      '/descarga.aspx?id=2': csv(2),
      '/descarga.aspx?id=3': '%PDF-1.7',
    }
    const names = { '/descarga.aspx?id=2': 'solicitudes.csv', '/descarga.aspx?id=3': 'manual.pdf' }
    expect(await sync(office(html, files, names), '/')).toMatchObject({ status: 'succeeded', inserted: 1 })
    expect([await sheets(), await numbers()]).toEqual([
      [{ name: 'solicitudes', edition: '2026-11-02' }],
      ['2'],
    ])
    const { error } = await sync(office(html, files), '/')
    expect(error).toMatchObject({ code: 'no_editions' })
  })

  test('two sheets of the same edition fail the run, except in two formats', async () => {
    const { error } = await sync(
      page({ '/solicitudes-2026-11-02.csv': csv(1), '/solicitudes-2026-11-02%20(1).csv': csv(2) }),
      '/',
    )
    expect(error).toEqual({
      code: 'edition_unknown',
      message:
        'solicitudes-2026-11-02.csv and solicitudes-2026-11-02 (1).csv are both the edition of 2026-11-02. Load one of them with --file.',
    })
    await sync(page({ '/solicitudes-2026-11-02.csv': csv(1), '/solicitudes-2026-11-02.txt': csv(2) }), '/')
    expect(await numbers()).toEqual(['1'])
  })
})
