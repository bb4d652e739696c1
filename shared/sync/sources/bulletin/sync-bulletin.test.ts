import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { printPdf } from '../../../../test/support/bulletin/print-pdf.ts'
import { emptyCorpus } from '../../../../test/support/empty-corpus.ts'
import { record, rowsOf, stagedRun } from '../../../../test/support/staged-run.ts'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts'
import { getBrand } from '../../../brands/get-brand.ts'
import type { Database } from '../../../db/database.ts'
import { chileanDay } from '../../../platform/time/chilean-day.ts'
import { addDays } from '../../../platform/time/chilean-time.ts'
import { publicationDays } from '../../../platform/time/publication-calendar.ts'
import type { RunReport } from '../../run.ts'
import type { SourceOrder } from '../source-order.ts'
import { syncBulletin } from './sync-bulletin.ts'

let database: TestDatabase
let owner: Database
let ingest: Database
let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
  ingest = database.open('trademark_ingest')
  folder = await temporaryFolder()
})
afterAll(async () => {
  await database.drop()
  await folder.remove()
})
beforeEach(async () => {
  await emptyCorpus(owner)
  await ask(`update corpus_state set kind = 'register'`)
  await rm(inFolder(), { recursive: true, force: true })
  await mkdir(inFolder())
})

const ask = <Row>(text: string): Promise<Row[]> => owner.query<Row>({ text, parameters: [] })
const today = chileanDay(new Date())
/** The newest days on which the bulletin appeared, oldest first. */
const [first = '', second = '', third = ''] = publicationDays(addDays(today, -20), addDays(today, -1)).slice(
  -3,
)

const inFolder = (...path: string[]): string => join(folder.path, 'editions', ...path)
const folderUrl = (): string => pathToFileURL(inFolder()).href
const text = (rows: readonly string[]): string =>
  ['nroSolicitud\tdenominacion\tseccion\tcodigo_evento\tresolucion', ...rows, ''].join('\n')
const row = (nro: number | string, resolution: string): string => `${nro}\tMARCA\tM2\t009\t2026/${resolution}`
const nameOf = (day: string, part = ''): string => `ED_MD_${day}${part}.tsv`
const put = (day: string, rows: readonly string[], part = ''): Promise<void> =>
  writeFile(inFolder(nameOf(day, part)), text(rows))

const take = (order: Partial<SourceOrder> = {}): Promise<RunReport[]> =>
  syncBulletin(ingest, { from: { url: folderUrl() }, trigger: 'schedule', ...order })
const days = (reports: readonly RunReport[]): unknown[] =>
  reports.map(({ sourceDate, status, error }) => [sourceDate, status, error?.code ?? null])
const resolutions = async (nroSolicitud: string): Promise<(string | null)[] | undefined> =>
  (await getBrand(owner, { nroSolicitud }))?.anotaciones.map(({ resolucion }) => resolucion).sort()

/** An office that answers every path with `body`, or the paths of `files` with these. */
async function office(
  body: string,
  files: Readonly<Record<string, string>> = {},
): Promise<{ server: Server; at: (path: string, user?: string) => string }> {
  const server = createServer(({ url = '' }, response) => response.end(files[url] ?? body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { server, at: (path, user = '') => `http://${user}127.0.0.1:${port}${path}` }
}

test('a PDF that states another day than its file name is applied only if the operator gives the day', async () => {
  const entries = [{ numero: '1600100', nombre: 'CASA', evento: '009', resolucion: '2026/1' }]
  const look = { title: `Estado Diario ${first}` }
  await writeFile(inFolder(`ED_MD_${second}.pdf`), await printPdf([{ heading: 'M2', entries }], look))
  const files = [inFolder(`ED_MD_${second}.pdf`)]
  expect(days(await take({ from: { files } }))).toEqual([[second, 'failed', 'edition_unknown']])
  expect(days(await take({ from: { files }, date: second }))).toEqual([[second, 'succeeded', null]])
})

test('an edition may have a download link without a file name, with its day beside the link', async () => {
  const rows = [first, second].map(
    (day, index) => `<li>Estado Diario ${day} <a href="/descarga.aspx?id=${index}">PDF</a></li>`,
  )
  const { server, at } = await office(`<!doctype html><ul>${rows.join('')}</ul>`, {
    '/descarga.aspx?id=0': text([row(1, '1')]),
    '/descarga.aspx?id=1': text([row(1, '2')]),
  })
  const reports = await take({ from: { url: at('/') } })
  server.close()
  expect(days(reports)).toEqual([
    [first, 'succeeded', null],
    [second, 'succeeded', null],
  ])
})

// Otherwise this process would write one skipped run after another while the other one has the lease.
test('if another process takes the lease of the source between two editions, the pass ends with one skipped run', async () => {
  await put(first, [row(1, '1')])
  await put(second, [row(1, '2')])
  await ask(`create function another_process() returns trigger language plpgsql as $$
    begin
      if (select count(*) from sync_run where status = 'skipped') > 20 then
        raise 'skipped without end';
      end if;
      if new.status = 'succeeded' then
        insert into sync_run (source, trigger, status, lease_owner, heartbeat_at)
        values ('bulletin', 'manual', 'running', 'another', clock_timestamp());
      end if;
      return null;
    end $$`)
  await ask(
    `create trigger another after insert or update on sync_run for each row execute function another_process()`,
  )
  try {
    const reports = await take()
    expect(days(reports)).toEqual([
      [first, 'succeeded', null],
      [null, 'skipped', 'already_running'],
    ])
  } finally {
    await ask('drop trigger another on sync_run')
    await ask('drop function another_process')
  }
})

// The contents of an edition must not block the later ones.
test('an edition that causes an unexpected error does not block the others, and the others are reported', async () => {
  await put(first, [row(1, '1')])
  await put(second, [row(1, '2')])
  await put(third, [row(1, '3')])
  await ask(
    `create function refuse_edition() returns trigger language plpgsql as $$ begin raise 'unexpected'; end $$`,
  )
  await ask(`create trigger refused before insert or update on bulletin_edition for each row
             when (new.taken_at is not null and new.day = '${second}') execute function refuse_edition()`)
  const reports: RunReport[] = []
  try {
    const from = { from: { url: folderUrl() }, trigger: 'schedule' } as const
    const pass = syncBulletin(ingest, from, { onReport: (report) => void reports.push(report) })
    await expect(pass).rejects.toThrow('unexpected')
  } finally {
    await ask('drop trigger refused on bulletin_edition')
    await ask('drop function refuse_edition')
  }
  expect(days(reports)).toEqual([
    [first, 'succeeded', null],
    [third, 'succeeded', null],
  ])
})

test('an edition of too many rows fails, and does not block the others', async () => {
  await put(first, [row(1, '1')])
  for (let part = 1; part <= 216; part++) {
    await put(second, [row(part, '2')], `_${part}`) // the row numbers of so many parts exceed an integer
  }
  await put(third, [row(1, '3')])
  expect(days(await take())).toEqual([
    [first, 'succeeded', null],
    [second, 'failed', 'too_large'],
    [third, 'succeeded', null],
  ])
})

test('an edition with the same entries as the previous one is refused, also if one pass reads both', async () => {
  await put(first, [row(1, '1'), row(2, '2')])
  await put(second, [row(1, '1'), row(2, '2')])
  expect(days(await take())).toEqual([
    [first, 'succeeded', null],
    [second, 'failed', 'edition_repeated'],
  ])
})

test('an unreadable edition is recorded as missing, also if the pass replaces the sample', async () => {
  await ask(`update corpus_state set kind = 'sample'`)
  await put(first, [row(1, '1')])
  await writeFile(inFolder(nameOf(second)), 'no edition')
  await put(third, [row(1, '3')])
  const reports = await take()
  expect(reports.map(({ status, becameRegister }) => [status, becameRegister])).toEqual([
    ['succeeded', true],
    ['failed', false],
    ['succeeded', false],
  ])
  const missing = await ask(`select day from bulletin_edition where taken_at is null`)
  expect(missing).toEqual([{ day: second }])
})

describe('files that an operator names', () => {
  test('that are parts of one day form one edition, like listed files', async () => {
    await stagedRun(ingest, rowsOf([record('7')]))
    await put(first, [row(7, '1')], '_1')
    await put(first, [row(7, '2')], '_2')
    await take({
      from: { files: [inFolder(nameOf(first, '_1')), inFolder(nameOf(first, '_2'))] },
      trigger: 'manual',
    })
    expect(await resolutions('7')).toEqual(['2026/1', '2026/2'])
  })

  test('do not count as the daily check for corrections of the office', async () => {
    await stagedRun(ingest, rowsOf([record('7')]))
    await put(first, [row(7, '1')])
    await take()
    await ask(
      `update sync_run set started_at = started_at - interval '1 day', finished_at = finished_at - interval '1 day'`,
    )
    await writeFile(join(folder.path, nameOf(second)), text([row(8, '8')]))
    await take({ from: { files: [join(folder.path, nameOf(second))] }, trigger: 'manual' })
    await put(first, [row(7, '9')])
    await take()
    expect(await resolutions('7')).toEqual(['2026/9'])
  })
})

describe('a URL with a placeholder for the day', () => {
  test('may be a file URL', async () => {
    await put(first, [row(1, '1')])
    const url = `${folderUrl()}/ED_MD_{date}.tsv`
    expect(days(await take({ from: { url } }))).toEqual([[first, 'succeeded', null]])
  })

  test('is requested for an older day if the operator gives the day', async () => {
    const { server, at } = await office(text([row(1, '1')]))
    try {
      const date = '2026-03-02'
      const reports = await take({ from: { url: at('/ED_MD_{date}.tsv') }, date, trigger: 'manual' })
      expect(days(reports)).toEqual([[date, 'succeeded', null]])
    } finally {
      server.close()
    }
  })

  test('records an edition that exists but cannot be read as missing', async () => {
    const server = createServer((request, response) =>
      request.url?.includes(first)
        ? response.end('no edition')
        : request.url?.includes(second)
          ? response.end(text([row(1, '1')]))
          : response.writeHead(404).end(),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ED_MD_{date}.tsv`
      const reports = await take({ from: { url } })
      expect(reports.map(({ status }) => status)).toEqual(['failed', 'succeeded'])
      expect(await editions()).toEqual([`${first} missing`, `${second} in`])
    } finally {
      server.close()
    }
  })
})

/** The stored state of each edition, by day. */
const editions = async (): Promise<string[]> =>
  (
    await ask<{ state: string }>(
      `select day || case when taken_at is not null then ' in' when absent then ' none' else ' missing' end as state
         from bulletin_edition order by day`,
    )
  ).map(({ state }) => state)

describe('a day without an edition, between days with one,', () => {
  test('is recorded as such until its edition appears', async () => {
    await put(first, [row(1, '1')])
    await put(third, [row(1, '3')])
    await take()
    expect(await editions()).toEqual([`${first} in`, `${second} none`, `${third} in`])
    await put(second, [row(1, '2')])
    await take({ trigger: 'manual' })
    expect(await editions()).toEqual([`${first} in`, `${second} in`, `${third} in`])
  })

  test('is no longer recorded as missing after its unreadable edition is withdrawn', async () => {
    await put(first, [row(1, '1')])
    await writeFile(inFolder(nameOf(second)), 'no edition')
    await put(third, [row(1, '3')])
    await take()
    expect(await editions()).toEqual([`${first} in`, `${second} missing`, `${third} in`])
    await rm(inFolder(nameOf(second)))
    await take({ trigger: 'manual' })
    expect(await editions()).toEqual([`${first} in`, `${second} none`, `${third} in`])
  })

  test('is not recorded if the office was unreachable when its URL was requested', async () => {
    const server = createServer((request, response) => {
      if (request.url?.includes(second)) {
        request.socket.destroy()
      } else if (request.url?.includes(first) || request.url?.includes(third)) {
        response.end(text([row(1, request.url.replace(/\D/g, ''))]))
      } else {
        response.writeHead(404).end()
      }
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ED_MD_{date}.tsv`
      expect((await take({ from: { url } })).map(({ status }) => status)).toEqual([
        'succeeded',
        'failed',
        'succeeded',
      ])
      expect(await editions()).toEqual([`${first} in`, `${third} in`])
    } finally {
      server.close()
    }
  })
})

test('an unreachable office is not asked for each of its editions', async () => {
  const asked: string[] = []
  const server = createServer((request) => {
    asked.push(request.url ?? '')
    request.socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ED_MD_{date}.tsv`
    const reports = await take({ from: { url } })
    expect(reports.map(({ error }) => error?.code)).toEqual(['source_unreachable', 'source_unreachable'])
    expect(asked).toHaveLength(2)
    expect(await editions()).toEqual([])
  } finally {
    server.close()
  }
})

test('a file is rejected if it is loaded a second time with another day', async () => {
  await put(first, [row(1, '1')])
  const files = [inFolder(nameOf(first))]
  await take({ from: { files }, date: first })
  const [again] = await take({ from: { files }, date: second })
  expect(again?.error).toEqual({
    code: 'edition_repeated',
    message: `The edition of ${second} has the entries of the edition of ${first}.`,
  })
})

test('an edition with the entries of another day is rejected, also if one entry differs', async () => {
  const rows = Array.from({ length: 20 }, (_, place) => row(place + 1, String(place + 1)))
  await put(first, rows)
  await take({ from: { files: [inFolder(nameOf(first))] } })
  await put(second, [...rows.slice(1), row(1, '999')])
  const [again] = await take({ from: { files: [inFolder(nameOf(second))] } })
  expect(again).toMatchObject({ status: 'failed', error: { code: 'edition_repeated' } })
})

test('the URL of an edition may have a query after the file name', async () => {
  const { server, at } = await office(text([row(1, '1')]))
  try {
    expect(days(await take({ from: { url: at(`/${nameOf(first)}?version=1`) } }))).toEqual([
      [first, 'succeeded', null],
    ])
  } finally {
    server.close()
  }
})

test('a password in the URL is not stored with the source file', async () => {
  const { server, at } = await office(text([row(1, '1')]))
  try {
    await take({ from: { url: at(`/${nameOf(first)}`, 'operator:secret@') } })
    const [kept] = await ask<{ url: string }>('select url from source_file')
    expect(kept?.url).not.toContain('secret')
  } finally {
    server.close()
  }
})

test('of several held editions only the accepted one is read and applied', async () => {
  const [tomorrow, later] = [addDays(today, 1), addDays(today, 2)]
  await put(tomorrow, [row(1, '1')])
  await put(later, [row(1, '2')])
  const held = await take({ trigger: 'manual' })
  expect(held.map(({ status }) => status)).toEqual(['held', 'held'])
  const [{ fingerprint }] = (await ask(`select fingerprint from sync_run where run_id = ${held[0]?.id}`)) as [
    { fingerprint: string },
  ]
  const reports = await take({ trigger: 'manual', accepts: fingerprint, date: tomorrow })
  expect(days(reports)).toEqual([[tomorrow, 'succeeded', null]])
})
