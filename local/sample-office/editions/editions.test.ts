import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { readEdition } from '../../../shared/sync/bulletin/read-edition.ts'
import { readEstado } from '../../../shared/sync/office-words.ts'
import { sampleMarks } from '../marks.ts'
import { sampleSheet } from '../sample-sheet.ts'
import { archiveTable } from './archive.ts'
import { EDITIONS, editionSections } from './edition-entries.ts'
import { sampleEditions } from './editions.ts'

const { signal } = new AbortController()
const reading = Promise.all(sampleEditions().map(({ path }) => readEdition(path, signal)))
const read = () => reading
const sections = editionSections()

describe('the finished editions', () => {
  test('tell what make-editions.ts would make of them, each entry in its place', async () => {
    const editions = await read()
    expect(editions).toHaveLength(EDITIONS)
    const told = editions.map(({ entries }) => entries.map((each) => [each.nroSolicitud, each.resolucion]))
    expect(told).toEqual(
      sections.map((edition) =>
        edition.flatMap(({ entries }) =>
          entries.map(({ numero, resolucion }) => [numero.replaceAll('.', ''), resolucion || null]),
        ),
      ),
    )
  })

  test('tell every event in the words that were printed, or in those of its section', async () => {
    const said = (await read()).map(({ entries }) => entries.map(({ descripcion }) => descripcion))
    expect(said).toEqual(
      sections.map((edition) =>
        edition.flatMap(({ heading, entries }) =>
          entries.map(({ evento }) => evento.replace(/^\d+ /, '') || heading?.replace(/^M\d\. /, '')),
        ),
      ),
    )
  })

  test('have 10 to 25 entries each, and are small', async () => {
    const editions = await read()
    expect(editions.filter(({ entries, rows }) => entries.length !== rows || rows < 10 || rows > 25)).toEqual(
      [],
    )
    const sizes = await Promise.all(sampleEditions().map(async ({ path }) => (await stat(path)).size))
    expect(sizes.reduce((all, size) => all + size, 0)).toBeLessThan(300 * 1024)
  })

  test('agree with the status that the sheet tells, and know a few numbers that it does not', async () => {
    const statuses = new Map(
      sampleSheet().marks.map(({ nroSolicitud, estadoOficina }) => [nroSolicitud, readEstado(estadoOficina)]),
    )
    const editions = await read()
    const entries = editions.flatMap((edition) => edition.entries)
    const known = entries.filter(({ nroSolicitud }) => statuses.has(nroSolicitud))
    expect(
      known.filter(({ estado, nroSolicitud }) => estado !== null && estado !== statuses.get(nroSolicitud)),
    ).toEqual([])
    expect(known.filter(({ estado }) => estado !== null).length).toBeGreaterThan(known.length / 5)
    for (const { entries: own } of editions) {
      const fresh = own.filter(({ nroSolicitud }) => !statuses.has(nroSolicitud)).length
      expect([1, 2]).toContain(fresh)
    }
  })
})

describe('the archive', () => {
  test('reads back to every annotation of the hand-made marks, in order', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'archive-'))
    try {
      const path = join(folder, 'archivo.tsv')
      await writeFile(path, archiveTable())
      const { entries, rejections } = await readEdition(path, signal)
      expect(rejections).toEqual([])
      const days = entries.map(({ fecha }) => fecha ?? '')
      expect(days).toEqual([...days].sort())
      const byMark = Map.groupBy(entries, ({ nroSolicitud }) => nroSolicitud)
      for (const { nroSolicitud, anotaciones } of sampleMarks()) {
        const told = byMark.get(nroSolicitud) ?? []
        expect(
          told.map(({ fecha, tipo, descripcion, resolucion }) => ({ fecha, tipo, descripcion, resolucion })),
        ).toEqual(anotaciones)
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
