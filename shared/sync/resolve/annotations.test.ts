import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyCorpus } from '../../../test/support/empty-corpus.ts'
import { day } from '../../../test/support/source-statements.ts'
import {
  entry,
  record,
  rowsOf,
  stagedEdition,
  stagedPortal,
  stagedRun,
} from '../../../test/support/staged-run.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import { getBrand } from '../../brands/get-brand.ts'
import type { Database } from '../../db/database.ts'
import type { BulletinEntry } from '../values/bulletin-entry.ts'
import type { PortalEvent } from '../values/portal-event.ts'

let database: TestDatabase
let owner: Database
let ingest: Database
beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
  ingest = database.open('trademark_ingest')
})
afterAll(() => database.drop())
beforeEach(() => emptyCorpus(owner))

type Act = Pick<PortalEvent, 'tipo' | 'descripcion' | 'resolucion'>
/** An event, or an entry of an edition: the day, its kind, words and resolution. */
type Dated = [on: number, tipo: Act['tipo'], descripcion: string, resolucion?: string]

const actOf = ([, tipo, descripcion, resolucion]: Dated): Act => ({
  tipo,
  descripcion,
  resolucion: resolucion ?? null,
})

const portal = (on: number, events: readonly Dated[] = []) =>
  stagedPortal(ingest, day(on), [
    { record: record('7'), events: events.map((each) => ({ fecha: day(each[0]), ...actOf(each) })) },
  ])

const edition = (on: number, entries: readonly (Dated | Partial<BulletinEntry>)[]) =>
  stagedEdition(
    ingest,
    day(on),
    entries.map((each) => entry('7', Array.isArray(each) ? { estado: null, ...actOf(each) } : each)),
  )

const annotations = async () =>
  ((await getBrand(owner, { nroSolicitud: '7' }))?.anotaciones ?? []).map(
    ({ fecha, descripcion, fuente }) => `${Number(fecha.slice(-2))} ${fuente}: ${descripcion}`,
  )

describe('of the events of the portal', () => {
  test.each<[rule: string, entries: Dated[], events: Dated[], shown: string[]]>([
    [
      'those that the bulletin does not have are shown, newest first',
      [[3, 'LICENCIA', 'Licencia']],
      [
        [1, 'PRESENTACION', 'Presentación'],
        [3, 'PRENDA', 'Prenda'],
        [5, 'PUBLICACION', 'Publicación'],
      ],
      ['5 portal: Publicación', '3 portal: Prenda', '3 bulletin: Licencia', '1 portal: Presentación'],
    ],
    [
      'one of the same kind and day is not repeated, whatever its words and resolution',
      [[3, 'FALLO', 'Fallo en el boletín', '2026/1']],
      [
        [3, 'FALLO', 'Fallo', '2026/2'],
        [4, 'FALLO', 'Otro fallo'],
      ],
      ['4 portal: Otro fallo', '3 bulletin: Fallo en el boletín'],
    ],
    [
      'one of the kind OTRA is not repeated if it has the same words, in upper or lower case',
      [[3, 'OTRA', 'Otra cosa']],
      [
        [3, 'OTRA', 'Y otra'],
        [3, 'OTRA', 'OTRA COSA'],
      ],
      ['3 portal: Y otra', '3 bulletin: Otra cosa'],
    ],
    [
      'one of the same kind and resolution is not repeated, also on another day',
      [[4, 'FALLO', 'Fallo', '2026/100']],
      [
        [3, 'FALLO', 'De antes', '2026/100'],
        [3, 'FALLO', 'De otra resolución', '2026/101'],
      ],
      ['4 bulletin: Fallo', '3 portal: De otra resolución'],
    ],
    [
      'one of the same day and resolution is not repeated if its kind in the bulletin is unknown',
      [[4, 'OTRA', 'M3', '2026/100']],
      [[4, 'OBSERVACION_FONDO', 'De fondo', '2026/100']],
      ['4 bulletin: M3'],
    ],
    [
      'one of the same day and resolution is not repeated if its own kind is unknown',
      [[4, 'OBSERVACION_FONDO', 'De fondo', '2026/100']],
      [[4, 'OTRA', 'Resolución', '2026/100']],
      ['4 bulletin: De fondo'],
    ],
    [
      'another kind of the same resolution is shown, and so is a second one of the same kind',
      [[4, 'FALLO', 'Fallo', '2026/9']],
      [
        [4, 'FALLO', 'Primero', '2026/9'],
        [4, 'CONCESION', 'Concesión', '2026/9'],
        [5, 'FALLO', 'Segundo', '2026/9'],
      ],
      ['5 portal: Segundo', '4 portal: Concesión', '4 bulletin: Fallo'],
    ],
    [
      'one of two of the same kind and day is not repeated, if the bulletin has one entry',
      [[4, 'OPOSICION', 'Oposición']],
      [
        [4, 'OPOSICION', 'Demanda'],
        [4, 'OPOSICION', 'Segunda demanda'],
      ],
      ['4 portal: Segunda demanda', '4 bulletin: Oposición'],
    ],
  ])('%s', async (_, entries, events, shown) => {
    const runs = [() => edition(entries[0]?.[0] ?? 0, entries), () => portal(6, events)]
    for (const inOrder of [runs, runs.toReversed()]) {
      await emptyCorpus(owner)
      await portal(1)
      for (const run of inOrder) await run()
      expect(await annotations()).toEqual(shown)
    }
  })

  test('a newer answer replaces all, and one without events or of an older day removes none', async () => {
    await portal(4, [
      [1, 'FALLO', 'Uno'],
      [3, 'FALLO', 'Dos'],
    ])
    await portal(7, [
      [3, 'FALLO', 'Dos'],
      [6, 'FALLO', 'Tres'],
    ])
    const shown = ['6 portal: Tres', '3 portal: Dos']
    expect(await annotations()).toEqual(shown)
    await portal(8)
    await portal(5, [[1, 'FALLO', 'Uno']])
    expect(await annotations()).toEqual(shown)
  })
})

describe('of the entries of an edition', () => {
  test('the last one with a status counts, and all are shown, the last one first', async () => {
    await stagedRun(ingest, rowsOf([record('7')], { fechaFuente: day(2) }))
    await edition(4, [
      { estado: 'OBSERVADA', descripcion: 'Observaciones' },
      { estado: 'PUBLICADA', descripcion: 'Publicada' },
      { estado: null, tipo: 'OTRA', descripcion: 'Otra cosa' },
    ])
    expect(await getBrand(owner, { nroSolicitud: '7' })).toMatchObject({ estado: 'PUBLICADA' })
    expect(await annotations()).toEqual([
      '4 bulletin: Otra cosa',
      '4 bulletin: Publicada',
      '4 bulletin: Observaciones',
    ])
  })

  test('those of a corrected edition replace them, and the events of the portal of that day remain', async () => {
    await portal(6, [[4, 'FALLO', 'Fallo']])
    await edition(4, [{ estado: 'PUBLICADA', descripcion: 'Publicada' }])
    await edition(4, [[4, 'PRENDA', 'Prenda']])
    expect(await getBrand(owner, { nroSolicitud: '7' })).toMatchObject({ estado: 'SOLICITADA' })
    expect(await annotations()).toEqual(['4 portal: Fallo', '4 bulletin: Prenda'])
  })
})
