import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listRejections } from '../../shared/sync/run/rejections.ts'
import type { RunReport } from '../../shared/sync/run.ts'
import { syncSheets } from '../../shared/sync/sources/sheets/sync-sheets.ts'
import { type PlainRow, plainRows } from '../support/plain-reading.ts'
import { ask, startTestService, type TestService } from '../support/service.ts'

// Real records, if present, are outside the project, because they may not be distributed with it.
const FOLDER = fileURLToPath(new URL('../../../shared/realdata/sheets/', import.meta.url))
const FILES = ['solicitudes-2019-1.csv', 'solicitudes-2019-2.xlsx', 'solicitudes-2020-clases.xlsx']
const onRealSheets = existsSync(FOLDER) ? describe : describe.skip

onRealSheets('the real sheets, loaded in one run', () => {
  let service: TestService
  let key: string
  let report: RunReport
  let applications: Application[]

  beforeAll(async () => {
    service = await startTestService()
    key = await service.key()
    const files = FILES.map((file) => FOLDER + file)
    report = await syncSheets(service.database.open('trademark_ingest'), {
      from: { files },
      trigger: 'manual',
      date: '2026-11-02',
    })
    applications = byApplication(files.flatMap((file) => plainRows(file)))
  })
  afterAll(() => service.stop())

  test('are applied except for one application without a filing date', async () => {
    expect(report).toMatchObject({
      status: 'succeeded',
      becameRegister: true,
      rowsRead: 24_872 + 32_767 + 1_892,
      inserted: applications.length,
      updated: 0,
      rejected: 3,
    })
    const kept = (await listRejections(service.owner, report.id)) ?? []
    expect(kept.map(({ sheet, rowNumber, nroSolicitud }) => [sheet, rowNumber, nroSolicitud])).toEqual(
      [1703, 1704, 1705].map((row) => ['solicitudes-2020-clases.xlsx', row, '18229614']),
    )
    expect(new Set(kept.map(({ reason }) => reason)).size).toBe(1)
  })

  test.each([
    ['everything', '', () => true],
    ['clase=9', 'clase=9', ({ clases }: Application) => clases.includes(9)],
    ['fechaDesde', 'fechaDesde=2019-12-01', ({ fecha }: Application) => fecha >= '2019-12-01'],
    [
      'clase, estado, tipoSigno and both dates',
      'clase=35&estado=REGISTRADA&tipoSigno=MIXTA&fechaDesde=2020-04-10&fechaHasta=2020-04-20',
      (each: Application) =>
        each.clases.includes(35) &&
        each.estado === 'Registrada' &&
        each.tipo === 'Mixta' &&
        each.fecha >= '2020-04-10' &&
        each.fecha <= '2020-04-20',
    ],
  ])('pagination with %s returns exactly the matching applications, in order', async (_, query, passes) => {
    const walked = await walk(query)
    const held = applications.filter(passes).sort(newestFirst)
    expect(held.length).toBeGreaterThan(0)
    expect(walked.map(({ nroSolicitud }) => nroSolicitud)).toEqual(held.map(({ numero }) => numero))
    expect(walked).toEqual(held.map(asSummary))
  })

  test('change nothing if they are loaded again', async () => {
    const version = () => service.owner.query({ text: 'select version from corpus_state', parameters: [] })
    const before = await version()
    const files = FILES.map((file) => FOLDER + file)
    const again = await syncSheets(service.database.open('trademark_ingest'), {
      from: { files },
      trigger: 'manual',
      date: '2026-11-02',
    })
    expect(again).toMatchObject({ inserted: 0, updated: 0, unchanged: applications.length })
    expect(await version()).toEqual(before)
  })

  /** Returns all items of a listing, with the largest pages. */
  async function walk(query: string): Promise<{ nroSolicitud: string }[]> {
    const items = []
    let cursor: string | null = ''
    do {
      const page = await ask(service, `/v1/brands?limit=100&${query}${cursor ? `&cursor=${cursor}` : ''}`, {
        key,
      })
      expect(page.status).toBe(200)
      items.push(...page.body.items)
      cursor = page.body.nextCursor
    } while (cursor !== null)
    return items
  }
})

interface Application {
  numero: string
  registro: string
  nombre: string
  estado: string
  tipo: string
  fecha: string
  vencimiento: string
  clases: number[]
}

/** Returns an application from all its rows; without a filing date it is not served (docs/decisions.md#records). */
function byApplication(rows: readonly PlainRow[]): Application[] {
  const found = new Map<string, Application>()
  for (const row of rows) {
    const numero = row['N° Solicitud'] ?? ''
    const clase = Number(row.Clase ?? row.Clases)
    const before = found.get(numero)?.clases ?? []
    found.set(numero, {
      numero,
      registro: row['N° Registro'] ?? '',
      nombre: row.Denominación ?? '',
      estado: row.Estado ?? '',
      tipo: row['Tipo de Signo'] ?? '',
      fecha: row['Fecha de Presentación'] ?? '',
      vencimiento: row['Fecha de Vencimiento'] ?? '',
      clases: clase > 0 ? [...before, clase] : before,
    })
  }
  return [...found.values()].filter(({ fecha }) => fecha !== '')
}

const newestFirst = (a: Application, b: Application): number =>
  b.fecha.localeCompare(a.fecha) || Number(b.numero) - Number(a.numero)

/** The statuses and types in these files, and their codes (docs/decisions.md#records). */
const CODES: Readonly<Record<string, string>> = {
  Registrada: 'REGISTRADA',
  Oposición: 'EN_OPOSICION',
  'En Trámite': 'EN_TRAMITE',
  Publicada: 'PUBLICADA',
  Desistida: 'DESISTIDA',
  Denegada: 'DENEGADA',
  'Recurso de apelación': 'EN_APELACION',
  Solicitada: 'SOLICITADA',
  'VER INSTANCIA': 'SIN_CLASIFICAR',
}

const asSummary = (each: Application): unknown => ({
  nroSolicitud: each.numero,
  nroRegistro: each.registro || null,
  denominacion: each.nombre.normalize('NFC').replaceAll(/\s+/g, ' ').trim(),
  estado: CODES[each.estado],
  tipoSigno: each.tipo.toUpperCase(),
  fechaPresentacion: each.fecha,
  fechaVencimiento: each.vencimiento || null,
})
