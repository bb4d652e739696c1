import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { isOfficeDay } from '../../../bench/corpus/days.ts'
import { ESTADOS } from '../../../schemas/catalogs.ts'
import type { MarkRecord } from '../../../shared/sync/mark-record.ts'
import { readEstado } from '../../../shared/sync/office-words.ts'
import { readMarca } from '../../../shared/sync/portal/read/read-marca.ts'
import { editionSections } from '../editions/edition-entries.ts'
import { sampleEditions } from '../editions/editions.ts'
import { SHEETS_OF, sampleMarks } from '../marks.ts'
import { published } from '../publish.ts'
import { sampleSheet } from '../sample-sheet.ts'
import { marcaOf } from './marca.ts'
import { portalMarks } from './portal-marks.ts'
import type { ToldMark } from './told-mark.ts'

const TODAY = '2026-11-23'
const NOW = new Date(`${TODAY}T18:00:00Z`)
const told = portalMarks(NOW)
const byNumber = new Map(told.map((mark) => [mark.nroSolicitud, mark]))
const sheet = new Map(sampleSheet().marks.map((mark) => [mark.nroSolicitud, mark]))
const isNew = ({ nroSolicitud }: { nroSolicitud: string }) => !sheet.has(nroSolicitud)
const added = told.filter(isNew)

/** What the published editions tell of the sheet's marks from the day on which those were filed, by their files. */
function toldByPublished(now: Date) {
  const finished = sampleEditions().map(({ path }) => readFileSync(path))
  const sections = editionSections()
  return published(now).flatMap(({ path, body }) => {
    const [, fecha = ''] = /ED_MD_(.*)\.pdf$/.exec(path) ?? []
    const turn = fecha === '' ? -1 : finished.findIndex((bytes) => bytes.equals(body() as Buffer))
    const entries = (sections[turn] ?? []).flatMap((section) => section.entries)
    return entries
      .map((entry) => ({ fecha, mark: sheet.get(entry.numero.replaceAll('.', '')), ...entry }))
      .filter(({ mark }) => mark && mark.fechaPresentacion <= fecha)
  })
}

const isSame = (record: MarkRecord, mark: ToldMark): boolean =>
  record.nroSolicitud === mark.nroSolicitud &&
  record.denominacion === mark.denominacion &&
  record.fechaPresentacion === mark.fechaPresentacion &&
  record.estado === readEstado(mark.estadoOficina)

describe('what the made-up portal tells', () => {
  test('is all marks of the sheet and forty more, by number, none twice', () => {
    expect(told).toHaveLength(sheet.size + 40)
    const numbers = told.map(({ nroSolicitud }) => Number(nroSolicitud))
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  })

  test('has the facts of the sheet, and its status in these or other words', () => {
    for (const [number, { estadoOficina, ...facts }] of sheet) {
      const mark = byNumber.get(number)
      expect(mark).toMatchObject(facts)
      expect(readEstado(mark?.estadoOficina ?? '')).toBe(readEstado(estadoOficina))
    }
  })

  test('has every event that the editions told, on its day and with its resolution', () => {
    const entries = toldByPublished(NOW)
    expect(entries.length).toBeGreaterThan(200)
    for (const { fecha, mark, evento, resolucion } of entries) {
      const { eventos = [] } = byNumber.get(mark?.nroSolicitud ?? '') ?? {}
      expect(eventos).toContainEqual({
        fecha,
        descripcion: evento === '' ? expect.stringMatching(/^Resolución/) : evento.replace(/^\d+ /, ''),
        resolucion: resolucion || null,
      })
    }
  })

  test('has no event of an edition that is not out yet', () => {
    const early = new Date(`${TODAY}T11:00:00Z`)
    expect(toldByPublished(early).some(({ fecha }) => fecha === TODAY)).toBe(false)
    expect(toldByPublished(NOW).some(({ fecha }) => fecha === TODAY)).toBe(true)
    const events = portalMarks(early).flatMap((mark) => (isNew(mark) ? [] : mark.eventos))
    expect(events.filter(({ fecha }) => fecha >= TODAY)).toEqual([])
  })

  test('has the annotations of the hand-made marks as the archive tells them', () => {
    for (const { nroSolicitud, anotaciones } of sampleMarks()) {
      const { eventos = [] } = byNumber.get(nroSolicitud) ?? {}
      const events = anotaciones.map(({ fecha, descripcion, resolucion }) => ({
        ...{ fecha, descripcion, resolucion },
      }))
      expect(eventos.slice(0, events.length)).toEqual(events)
    }
  })

  test('has events oldest first, none before the filing and none after today', () => {
    for (const { fechaPresentacion, eventos } of told) {
      const days = eventos.map(({ fecha }) => fecha)
      expect(days).toEqual([...days].sort())
      expect(days.filter((day) => day < fechaPresentacion || day > TODAY)).toEqual([])
    }
  })

  test('is read back as it was meant', () => {
    const misread = told.filter((mark) => {
      const read = readMarca(JSON.parse(JSON.stringify(marcaOf(mark))), mark.nroSolicitud)
      return 'reason' in read || !isSame(read.record, mark) || read.undated > 0
    })
    expect(misread).toEqual([])
  })
})

describe('the marks that are newer than the sheet', () => {
  test('were filed on office days from the day after it, in the order of their numbers', () => {
    const days = added.map(({ fechaPresentacion }) => fechaPresentacion)
    expect([days.at(0), days.at(-1)]).toEqual(['2026-11-03', '2026-11-20'])
    expect(days).toEqual([...days].sort())
    expect(days.filter((day) => day <= SHEETS_OF || !isOfficeDay(day))).toEqual([])
    expect(Number(added[0]?.nroSolicitud)).toBeGreaterThan(Math.max(...[...sheet.keys()].map(Number)))
  })

  test('are pending, each called as its last event is', () => {
    for (const { estadoOficina, eventos, fechaPublicacion } of added) {
      expect(ESTADOS[readEstado(estadoOficina)].phase).toBe('pending')
      const { descripcion = '', fecha } = eventos.at(-1) ?? {}
      expect(['Solicitada', 'Pendiente', descripcion]).toContain(estadoOficina)
      expect(fechaPublicacion).toBe(descripcion.startsWith('Publicación') ? fecha : null)
    }
    const statuses = new Set(added.map(({ estadoOficina }) => readEstado(estadoOficina)))
    expect([...statuses].sort()).toEqual(['ACEPTADA_TRAMITE', 'EN_TRAMITE', 'OBSERVADA', 'PUBLICADA'])
  })

  test('come day by day, and go on as the days do', () => {
    const week = portalMarks(new Date('2026-11-10T18:00:00Z')).filter(isNew)
    expect(week.length).toBeLessThan(added.length)
    for (const { nroSolicitud, eventos } of week) {
      expect(byNumber.get(nroSolicitud)?.eventos.slice(0, eventos.length)).toEqual(eventos)
    }
    expect(portalMarks(new Date('2026-11-01T18:00:00Z')).filter(isNew)).toEqual([])
  })

  test('are the same at every call', () => {
    expect(portalMarks(NOW)).toEqual(told)
  })
})
