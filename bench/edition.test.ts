import { expect, test } from '@jest/globals'
import { codes, ESTADOS, type Estado, type Phase } from '../schemas/catalogs.ts'
import { meaningOf, readEvent } from '../shared/sync/office-events.ts'
import { editionSections, lastEntry, MOST_ENTRIES } from './edition.ts'

const STATUSES = codes(ESTADOS)
/** Marks of every status, each many times. */
const marks = Array.from({ length: MOST_ENTRIES }, (_, place) => ({
  nroSolicitud: String(1_000_000 + place),
  denominacion: place % 5 === 0 ? '' : `Marca ${place}`,
  estado: STATUSES[place % STATUSES.length] as Estado,
}))
const sections = editionSections('2026-09-04', marks)
const entries = sections.flatMap((section) => section.entries)
const resolutions = (day: string) =>
  editionSections(day, marks).flatMap((section) => section.entries.map(({ resolucion }) => resolucion))

const ORDER: readonly Phase[] = ['pending', 'in force', 'ended']
const placeOf = (estado: Estado): number => ORDER.indexOf(ESTADOS[estado].phase)

test('an edition tells of each mark once, by its number and name', () => {
  const told = entries.map(({ numero, nombre }) => [numero, nombre])
  expect(told.sort()).toEqual(
    marks.map(({ nroSolicitud, denominacion }) => [nroSolicitud, denominacion]).sort(),
  )
})

test('an edition leads no mark back, and many on', () => {
  const told = entries.map(({ numero, evento }) => {
    const { estado: before = 'SOLICITADA' } = marks[Number(numero) - 1_000_000] ?? {}
    const { estado } = meaningOf(readEvent(evento), null)
    return { numero, before, estado }
  })
  const moved = told.flatMap(({ estado, ...rest }) => (estado === null ? [] : [{ ...rest, estado }]))
  expect(moved.filter(({ before, estado }) => placeOf(estado) < placeOf(before))).toEqual([])
  expect(moved.length).toBeGreaterThan(MOST_ENTRIES / 4)
  expect(moved.filter(({ before }) => ESTADOS[before].phase === 'unknown')).toEqual([])
})

test('numbers of resolutions are an edition’s own', () => {
  const days = ['2026-09-03', '2026-09-04', '2026-09-07']
  const all = days.flatMap(resolutions)
  expect(new Set(all).size).toBe(MOST_ENTRIES * days.length)
  expect(all.filter((resolucion) => !/^2026\/\d{6}$/.test(resolucion))).toEqual([])
})

test('the last entry is the one that is printed last', () => {
  expect(lastEntry(sections)).toBe(entries.at(-1))
  expect(lastEntry([])).toBeUndefined()
})
