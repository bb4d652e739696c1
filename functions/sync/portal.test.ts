import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateMarks } from '../../bench/corpus/generate-marks.ts'
import type { BrandDetail } from '../../schemas/brand.ts'
import { chileanDay } from '../../shared/platform/time/chilean-day.ts'
import type { RunReport } from '../../shared/sync/run.ts'
import { SAMPLE_RATE_LIMIT } from '../../shared/sync/sources/portal/rate-limit.ts'
import { syncPortal } from '../../shared/sync/sources/portal/sync-portal.ts'
import { readEstado } from '../../shared/sync/values/office-words.ts'
import { type OfficeMark, officeMarkOf } from '../../test/support/office/marca.ts'
import { type Office, startOffice } from '../../test/support/office/office.ts'
import { type Answer, ask, startTestService, type TestService } from '../../test/support/service.ts'

const MARKS = 200

let service: TestService
let office: Office
let key: string
let marks: OfficeMark[]
let report: RunReport
beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  office = await startOffice([])
  marks = [...generateMarks(MARKS)].map((mark) => officeMarkOf(mark))
  office.portal.enter(marks)
  report = await run()
})
afterAll(async () => {
  await office.stop()
  await service.stop()
})

const run = (): Promise<RunReport> =>
  syncPortal(service.database.open('trademark_ingest'), {
    from: { url: office.portalUrl },
    trigger: 'schedule',
    rateLimit: { ...SAMPLE_RATE_LIMIT, recordsPerRun: MARKS },
  })

const read = (path: string): Promise<Answer> => ask(service, path, { key })

/** Returns the persons as the portal reports them: if a mark has no holder, its applicant counts as the holder. */
function personsOf({ personas }: OfficeMark): unknown[] {
  const holders = personas.some(({ rol }) => rol === 'TITULAR') ? 'TITULAR' : 'SOLICITANTE'
  return personas
    .filter(({ rol }) => rol === holders || rol === 'REPRESENTANTE')
    .map(({ rol, nombre, pais }) => ({ rol: rol === 'SOLICITANTE' ? 'TITULAR' : rol, nombre, pais }))
}

const inAnyOrder = (list: readonly unknown[]): string[] => list.map((each) => JSON.stringify(each)).sort()

test('a run of 200 applications serves each of them as the portal describes it', async () => {
  expect(report).toMatchObject({
    status: 'succeeded',
    rowsRead: MARKS,
    inserted: MARKS,
    rejected: 0,
    error: null,
  })
  for (const mark of marks) {
    const { body } = (await read(`/v1/brands/${mark.nroSolicitud}`)) as { body: BrandDetail }
    const { nroRegistro, denominacion, estadoOficina, fechaPresentacion, fechaPublicacion, fechaRegistro } =
      body
    expect({ nroRegistro, denominacion, fechaPresentacion, fechaPublicacion, fechaRegistro }).toEqual({
      nroRegistro: mark.nroRegistro,
      denominacion: mark.denominacion,
      fechaPresentacion: mark.fechaPresentacion,
      fechaPublicacion: mark.fechaPublicacion,
      fechaRegistro: mark.fechaRegistro,
    })
    expect(body.fechaVencimiento).toBe(mark.fechaVencimiento)
    expect(estadoOficina === mark.estadoOficina || /^ver instancia$/i.test(mark.estadoOficina)).toBe(true)
    expect(body.estado).toBe(readEstado(body.estadoOficina))
    expect(body.clases).toEqual(mark.clases)
    expect(inAnyOrder(body.personas)).toEqual(inAnyOrder(personsOf(mark)))
    expect(body.fuentes).toMatchObject([{ fuente: 'portal', fechaFuente: chileanDay(new Date()) }])
    expect(body.anotaciones.map(({ fecha, descripcion }) => `${fecha} ${descripcion}`).sort()).toEqual(
      mark.eventos.map(({ fecha, descripcion }) => `${fecha} ${descripcion}`).sort(),
    )
  }
})

test('national ids in the portal’s answers are not stored', async () => {
  const calls = JSON.stringify(office.portal.calls)
  const { body } = await read(`/v1/brands/${marks[0]?.nroSolicitud}`)
  expect(JSON.stringify(body)).not.toMatch(/\d{1,2}\.\d{3}\.\d{3}-[\dk]/i)
  const ids = await service.owner.query({
    text: `select from brand_detail where detail::text ~ '[0-9]{1,2}[.]?[0-9]{3}[.]?[0-9]{3}-[0-9kK]'
           union all select from source_record where record::text ~ '[0-9]{1,2}[.][0-9]{3}[.][0-9]{3}-[0-9kK]'`,
    parameters: [],
  })
  expect(ids).toEqual([])
  expect(calls).not.toMatch(/"Rut\w*":/) // answers contain it, requests do not
})

test('a second run on the same day does not request the same marks', async () => {
  const before = office.portal.calls.length
  expect(await run()).toMatchObject({ status: 'skipped', error: null })
  expect(office.portal.calls.slice(before).filter(({ path }) => path.endsWith('NumeroSolicitud'))).toEqual([])
})
