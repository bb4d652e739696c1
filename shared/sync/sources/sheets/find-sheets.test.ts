import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
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
  await ask(
    'truncate brand, source_record, brand_annotation, brand_listing, sync_rejection, sync_run, sheet, source_file cascade',
  )
  await ask(`update corpus_state set kind = 'register'`)
})

const ask = <Row>(text: string): Promise<Row[]> => owner.query<Row>({ text, parameters: [] })

const csv = (...numbers: number[]): string =>
  [
    'N° Solicitud;Denominación;Estado;Fecha de Presentación',
    ...numbers.map((nro) => `${nro};MARCA ${nro};En trámite;02/01/2026`),
    '',
  ].join('\r\n')

/** Runs the sheets at `path` of a scripted office. */
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

const page =
  (files: Record<string, string>): RequestListener =>
  ({ url = '' }, response) =>
    void (url === '/'
      ? response.setHeader('content-type', 'text/html').end(
          `<!doctype html>${Object.keys(files)
            .map((path) => `<a href="${path}">hoja</a>`)
            .join('')}`,
        )
      : response.end(files[url]))

const numbers = async (): Promise<string[]> =>
  (await ask<{ nro: string }>('select nro_solicitud::text as nro from brand order by nro_solicitud')).map(
    ({ nro }) => nro,
  )

test('the address of a sheet may have percents of an old encoding in its name', async () => {
  expect(await sync((_, response) => void response.end(csv(1)), '/solicitudes%F3.csv')).toMatchObject({
    status: 'succeeded',
    inserted: 1,
  })
})

test('a password of the address is kept nowhere', async () => {
  await sync((_, response) => void response.end(csv(1)), '/solicitudes.csv', 'operator:secret@')
  const [kept] = await ask<{ url: string }>('select url from source_file')
  expect(kept?.url).not.toContain('secret')
})

describe('of a page that lists sheets', () => {
  test('two of one name in different folders are two, and none of them is left out in silence', async () => {
    await sync(page({ '/2019/solicitudes.csv': csv(1), '/2020/solicitudes.csv': csv(2) }), '/')
    expect(await numbers()).toEqual(['1', '2'])
  })

  test('parts of a year are sheets of their own', async () => {
    await sync(page({ '/solicitudes-2019-1.csv': csv(1), '/solicitudes-2019-2.csv': csv(2) }), '/')
    expect(await numbers()).toEqual(['1', '2'])
    expect(
      (await ask<{ name: string }>('select name from sheet order by name')).map(({ name }) => name),
    ).toEqual(['solicitudes-2019-1', 'solicitudes-2019-2'])
  })

  test('a day in words is a day, too: of two editions the newest counts, and it is guarded by the last one', async () => {
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
})
