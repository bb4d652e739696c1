import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as output from '../../scripts/sync/output.ts'
import type { Database } from '../../shared/db/database.ts'
import { typedCommand } from '../../shared/platform/typed-command.ts'
import type { RunReport } from '../../shared/sync/run.ts'
import { type Run, runScript } from '../support/run-script.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { makeKey } from '../support/test-keys.ts'

let database: TestDatabase
let owner: Database
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
  folder = await mkdtemp(join(tmpdir(), 'sync-'))
  await mkdir(join(folder, 'data'))
  await symlink('nowhere.csv', join(folder, 'dangling.csv'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Runs the command in the folder of the test, as npm does. */
const sync = (...args: string[]): Promise<Run> =>
  runScript('sync.ts', args, {
    env: { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data'), INIT_CWD: folder },
  })

const HEADERS = 'N° Solicitud;Denominación;Estado;Fecha de Presentación'

async function sheet(name: string, ...rows: string[]): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, [HEADERS, ...rows].join('\n'))
  return path
}

const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

describe('sync sheets', () => {
  test('loads a sheet, logs one line, and ends the sample with its key', async () => {
    await makeKey(owner, { consumer: 'sample' })
    await writeFile(join(folder, 'data', 'sample-key'), 'tmk_…\n')
    const file = await sheet(
      'a-2026-11-02.csv',
      '1;UNO;Registrada;02/01/2026',
      '2;DOS;Estado Nuevo;02/01/2026',
    )
    const { code, out, err } = await sync('sheets', '--file', file)
    expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/^Nothing is backed up: .*\.\n$/) })
    expect(JSON.parse(out)).toMatchObject({
      message: 'sync run',
      source: 'sheets',
      status: 'succeeded',
      sourceDate: '2026-11-02',
      rowsRead: 2,
      inserted: 2,
      unclassifiedEstados: 1,
      unclassifiedTipos: 2,
      becameRegister: true,
    })
    const ready = await sync('status', '--json')
    expect(JSON.parse(ready.out).freshness.sample).toBeUndefined()
    await expect(rm(join(folder, 'data', 'sample-key'))).rejects.toThrow('ENOENT')
  })

  test('prints one object with --json, and takes several files and an edition for all', async () => {
    const files = [
      await sheet('b.csv', '1;UNO;Registrada;02/01/2026'),
      await sheet('c.csv', '3;TRES;Vencida;02/01/2026'),
    ]
    const { code, out } = await sync(
      'sheets',
      '--file',
      files[0] ?? '',
      '--file',
      files[1] ?? '',
      '--date',
      '2026-11-03',
      '--json',
    )
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      status: 'succeeded',
      rowsRead: 2,
      inserted: 1,
      unchanged: 1,
      sourceDate: '2026-11-03',
    })
    expect(out.trim().split('\n')).toHaveLength(1)
  })

  test('reports why a sheet is refused, and stores the rejected rows', async () => {
    const { code, err } = await sync(
      'sheets',
      '--file',
      await sheet('bad.csv', '1;UNO;Registrada;', '2;DOS;Registrada;02/01/2026'),
      '--date',
      '2026-11-03',
    )
    const [line = '', ...sentence] = err.split('\n')
    expect({ code, log: JSON.parse(line) }).toMatchObject({ code: 1, log: { level: 'ERROR', rejected: 1 } })
    expect(sentence.join('\n')).toBe(
      'bad.csv: 1 of its 2 rows cannot be used, which is over the limit of 5 %. ' +
        'The first rejected rows: 2 (has no filing date).\n',
    )
    const [{ run_id: run } = { run_id: 0 }] = await owner.query<{ run_id: number }>({
      text: 'select max(run_id) as run_id from sync_run',
      parameters: [],
    })
    const rejected = await sync('rejected', String(run))
    expect(rejected.out).toMatch(/^SHEET +ROW +APPLICATION +REASON\nbad\.csv +2 +1 +has no filing date\n$/)
    const json = await sync('rejected', String(run), '--json')
    expect(JSON.parse(json.out)).toEqual({
      rejections: [{ sheet: 'bad.csv', rowNumber: 2, nroSolicitud: '1', reason: 'has no filing date' }],
    })
  })

  test('resolves a path against the working directory, with or without --file', async () => {
    await sheet('here.csv', '1;UNO;Registrada;02/01/2026')
    for (const args of [['--file', 'here.csv'], ['here.csv']]) {
      const { code, out } = await sync('sheets', ...args, '--date', '2026-11-03', '--json')
      expect({ code, report: JSON.parse(out) }).toMatchObject({ code: 0, report: { unchanged: 1 } })
    }
  })

  test('counts marks that differ but have a newer edition in the corpus', async () => {
    const file = await sheet('older.csv', '1;OTRO;Registrada;02/01/2026')
    const { out } = await sync('sheets', '--file', file, '--date', '2026-01-01', '--json')
    expect(JSON.parse(out)).toMatchObject({ updated: 0, unchanged: 0, outdated: 1 })
  })

  test('reports that another run has the lease of the source', async () => {
    const holding = `insert into sync_run (source, trigger, status, lease_owner, heartbeat_at)
                     values ('sheets', 'manual', 'running', '1 x elsewhere', clock_timestamp())`
    await owner.query({ text: holding, parameters: [] })
    const { code, err } = await sync('sheets', '--file', await sheet('a.csv', '1;UNO;Registrada;02/01/2026'))
    expect(code).toBe(1)
    expect(err).toMatch(
      /\nRun \d+ of sheets has been running since \S+Z; a run without a heartbeat for 60 s is closed\.\n$/,
    )
    await owner.query({ text: `delete from sync_run where status = 'running'`, parameters: [] })
  })
})

describe('sync bulletin', () => {
  const edition = async (name: string, ...rows: string[]): Promise<string> => {
    const path = join(folder, name)
    await writeFile(
      path,
      ['nroSolicitud\tdenominacion\tseccion\tcodigo_evento\tresolucion', ...rows, ''].join('\n'),
    )
    return path
  }

  test('applies editions in the order of their days, each as a run', async () => {
    const registered = ['11', '12'].map((nro) => `${nro};MARCA ${nro};Registrada;02/01/2026`)
    const more = await sheet('more.csv', ...registered)
    expect((await sync('sheets', '--file', more, '--date', '2026-11-02')).code).toBe(0)
    const files = [
      await edition('ed_2026-11-06.tsv', '1\tUNO\tM2\t009\t2026/2', '99\tNUEVA\tM2\t009\t2026/3'),
      await edition('ed_2026-11-05.tsv', ...['1', '11', '12'].map((nro) => `${nro}\tMARCA\tM3\t647\t2026/1`)),
    ]
    const { out } = await sync('bulletin', ...files, '--accept', await heldBulletin(files), '--json')
    const { runs } = JSON.parse(out)
    expect(runs.map(({ sourceDate }: { sourceDate: string }) => sourceDate)).toEqual([
      '2026-11-05',
      '2026-11-06',
    ])
  })

  /** Expects the second edition to be held, because statuses go back from REGISTRADA, and returns the id of its run. */
  async function heldBulletin(files: string[]): Promise<string> {
    const { code, out, err } = await sync('bulletin', '--file', files[1] ?? '', '--json')
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/would go back, such as 1 from REGISTRADA/),
    })
    const [held] = JSON.parse(out).runs
    expect(held).toMatchObject({ status: 'held', error: { code: 'statuses_backwards' } })
    return held.id
  }

  test('an edition without a day requires --date', async () => {
    const file = await edition('edition.tsv', '99\tNUEVA\tM2\t009\t2026/3')
    expect((await sync('bulletin', file)).err).toMatch(/The edition contains no day: set the day with --date/)
    const { out } = await sync('bulletin', file, '--date', '2026-11-04', '--json')
    expect(JSON.parse(out).runs).toMatchObject([
      { status: 'succeeded', sourceDate: '2026-11-04', waiting: 1 },
    ])
  })
})

describe('a held run', () => {
  test('is applied with --accept from the same files while they are unchanged', async () => {
    const path = await sheet('many.csv', '1;UNO;Registrada;02/01/2026', '5;CINCO;Registrada;02/01/2026')
    await sync('sheets', '--file', path, '--date', '2026-11-10')
    await sheet('many.csv', '5;CINCO;Registrada;02/01/2026')
    const held = await sync('sheets', '--file', path, '--date', '2026-11-11', '--json')
    expect(JSON.parse(held.out)).toMatchObject({ status: 'held', error: { code: 'marks_vanished' } })
    const { id } = JSON.parse(held.out)
    await sheet('many.csv', '6;SEIS;Registrada;02/01/2026')
    const changed = await sync('sheets', '--accept', id, '--json')
    expect(JSON.parse(changed.out).error.message).toMatch(
      /This is not the data that was accepted: the source has changed since/,
    )
    await sheet('many.csv', '5;CINCO;Registrada;02/01/2026')
    const accepted = await sync('sheets', '--accept', id, '--json')
    expect(JSON.parse(accepted.out)).toMatchObject({
      status: 'succeeded',
      unchanged: 1,
      sourceDate: '2026-11-11',
    })
  })
})

describe('sync status', () => {
  test('lists the freshness of each source and the newest runs', async () => {
    const { code, out } = await sync('status')
    expect(code).toBe(0)
    expect(out).toMatch(
      /^SOURCE +STATE +LAG +ALLOWED +EDITION +LAST SUCCESS +LAST RUN +NEXT RUN\nsheets +current +\d+ s +2 d +2026-11-11 +\S+Z +succeeded +-\nbulletin +stale +\d+ .* +1 d +2026-11-06 +\S+Z +succeeded +-\nportal +not_configured +- +6 h +- +never +- +-\n\nRUN +SOURCE +STATUS/,
    )
    expect(out).toMatch(/held .*no longer has 1 of the 2 marks/)
  })

  test('is one object with --json', async () => {
    const { out } = await sync('status', '--json')
    const { freshness, runs } = JSON.parse(out)
    expect(freshness.sources).toHaveLength(3)
    expect(runs[0]).toMatchObject({ source: 'sheets', startedAt: INSTANT })
  })
})

describe('the text report of a run', () => {
  const run: RunReport = {
    id: '12',
    status: 'succeeded',
    rowsRead: 1_000,
    rejected: 3,
    sourceDate: '2026-11-02',
    inserted: 900,
    updated: 7,
    unchanged: 79,
    outdated: 2,
    waiting: 4,
    kept: 6,
    withdrawn: 8,
    repeated: 5,
    unclassifiedEstados: 1,
    unclassifiedTipos: 0,
    becameRegister: true,
    error: null,
  }

  test('has its counts, the command that lists rejections, and remarks', () => {
    expect(output.reports('sheets', [run], {}).split('\n')).toEqual([
      'Run 12 succeeded, edition 2026-11-02: 1,000 rows read, 3 rejected.',
      `List the rejected rows with ${typedCommand('sync', 'rejected 12')}`,
      'Marks: 900 inserted, 7 updated, 79 unchanged.',
      '  4 applications that are not in the corpus yet: their entries are stored for later',
      '  2 not changed, because their data in the corpus is from a newer edition',
      '  5 repeated rows: the run had already read a row of the same application',
      '  6 that keep an earlier value, because the new record lacks that value',
      '  8 applications that a corrected edition no longer contains: their entries were removed',
      '  1 with an unknown status: estado=SIN_CLASIFICAR lists them',
      'The corpus is now the register. The sample marks and the sample key were deleted.',
    ])
  })

  test('names ignored columns, also of a held run', () => {
    const held: RunReport = { ...run, status: 'held', inserted: 0, updated: 0, unchanged: 0, rejected: 0 }
    const report = output.reports('sheets', [{ ...held, ignored: { 'column "Reg. INAPI"': 1_000 } }], {})
    expect(report.split('\n').at(-1)).toBe('  not read: column "Reg. INAPI" (1,000 times)')
  })

  test('lists the edition of each sheet, and its origin', () => {
    const edition = (from: 'given' | 'name' | 'header') => ({
      name: 'a.csv',
      edition: { day: '2026-11-02', from },
    })
    expect(output.sheets([edition('given'), edition('name'), edition('header')])).toBe(
      'a.csv: edition 2026-11-02, as given by --date.\n' +
        'a.csv: edition 2026-11-02, from its name.\n' +
        'a.csv: edition 2026-11-02, from the header Last-Modified; --date sets another day.\n',
    )
  })
})

describe('a usage error is reported before a run starts:', () => {
  test.each([
    ['an unknown command', ['sheet'], /Unknown command 'sheet'/],
    ['no file', ['sheets'], /No sheets given\. Name them with --file PATH, or set SHEETS_URL/],
    ['an edition of the future', ['sheets', '--file', 'a.csv', '--date', '2999-01-01'], /is in the future/],
    [
      'a file with a typing error',
      ['sheets', '--file', 'a-2026-11-02.cvs'],
      /^There is no file: .*\. Did you mean a-2026-11-02\.csv\?/,
    ],
    ['no edition', ['bulletin'], /No editions given\. Name them with --file PATH, or set BULLETIN_URL/],
    ['a missing run to accept', ['sheets', '--accept', '99999'], /There is no run 99999/],
    [
      'a run to accept that is not held',
      ['sheets', '--accept', '1'],
      /Run 1 \(sheets\) has the status succeeded; only held runs of sheets can be accepted/,
    ],
    [
      'a link to no file',
      ['sheets', 'dangling.csv'],
      /^The target of the link does not exist: .*dangling\.csv\.\n/,
    ],
    ['a folder', ['sheets', tmpdir()], /Not a file: /],
    ['a missing run', ['rejected', '99999'], /There is no run 99999/],
  ])('%s', async (_, args, sentence) => {
    const before = await owner.query({ text: 'select count(*) from sync_run', parameters: [] })
    const { code, out, err } = await sync(...args)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(sentence)
    expect(await owner.query({ text: 'select count(*) from sync_run', parameters: [] })).toEqual(before)
  })
})
