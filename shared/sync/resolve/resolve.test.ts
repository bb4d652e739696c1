import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { BrandDetail } from '../../../schemas/brand.ts'
import type { Estado, Rol } from '../../../schemas/catalogs.ts'
import { emptyCorpus } from '../../../test/support/empty-corpus.ts'
import {
  entry,
  record,
  rowsOf,
  stagedEdition,
  stagedPortal,
  stagedRun,
} from '../../../test/support/staged-run.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import type { Database } from '../../db/database.ts'

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

const ask = <Row>(text: string): Promise<Row[]> => owner.query<Row>({ text, parameters: [] })

const day = (number: number): string => `2026-11-${String(number).padStart(2, '0')}`

/** What a source may state about a mark; a blank is '' or null, of a list []. */
interface Facts {
  denominacion: string
  nroRegistro: string | null
  /** Null: a blank status. */
  estado: Estado | null
  clases: { clase: number; cobertura: string | null }[]
  personas: { rol: Rol; nombre: string; pais: string | null }[]
}

const BLANK: Facts = { denominacion: '', nroRegistro: null, estado: null, clases: [], personas: [] }

const markOf = (nro: string, { estado, ...facts }: Facts) =>
  record(nro, { ...facts, estado: estado ?? 'SIN_CLASIFICAR', estadoOficina: estado ?? '' })

type Statements = ReadonlyMap<string, Facts>

/** One run of a source: of the bulletin, entries with a status or none. */
interface Run {
  by: 'sheets' | 'other sheets' | 'portal' | 'bulletin'
  on: number
  says: Statements
}

async function carryOut({ by, on, says }: Run): Promise<void> {
  const marks = [...says].map(([nro, facts]) => markOf(nro, facts))
  const report = await (by === 'bulletin'
    ? stagedEdition(
        ingest,
        day(on),
        [...says].map(([nro, { estado }]) => entry(nro, { estado, descripcion: `${estado}` })),
      )
    : by === 'portal'
      ? stagedPortal(
          ingest,
          day(on),
          marks.map((mark) => ({ record: mark })),
        )
      : stagedRun(ingest, rowsOf(marks, { fechaFuente: day(on) }), { sheet: { name: by, edition: day(on) } }))
  expect([report.status, report.error]).toEqual(['succeeded', null])
}

type Served = Pick<BrandDetail, keyof Facts | 'estadoOficina' | 'anotaciones'>

const served = async (): Promise<Map<string, Served>> =>
  new Map(
    (
      await ask<{ nro: string; detail: Served }>(
        'select nro_solicitud::text as nro, detail from brand_detail order by nro_solicitud',
      )
    ).map(({ nro, detail }) => [nro, detail]),
  )

describe('a mark', () => {
  const fiordo: Facts = {
    denominacion: 'FIORDO',
    nroRegistro: '900',
    estado: 'EN_TRAMITE',
    clases: [{ clase: 9, cobertura: 'Computadores' }],
    personas: [{ rol: 'TITULAR', nombre: 'Ana', pais: 'CL' }],
  }
  const portal: Facts = { ...fiordo, denominacion: 'FIORDO AUSTRAL', nroRegistro: '901', estado: 'PUBLICADA' }
  const one = (by: Run['by'], on: number, facts: Facts): Run => ({ by, on, says: new Map([['7', facts]]) })

  test.each<[rule: string, runs: Run[], expected: Partial<Served> | undefined]>([
    ['of one source is what that states', [one('sheets', 2, fiordo)], { ...fiordo, estado: 'EN_TRAMITE' }],
    ['of which only the bulletin has an entry is not served', [one('bulletin', 2, fiordo)], undefined],
    [
      'has the values of the newer source',
      [one('portal', 4, portal), one('sheets', 2, fiordo)],
      { denominacion: 'FIORDO AUSTRAL', nroRegistro: '901', estado: 'PUBLICADA' },
    ],
    [
      'has the values of the portal where both have the same day',
      [one('portal', 4, portal), one('sheets', 4, fiordo)],
      { denominacion: 'FIORDO AUSTRAL', estado: 'PUBLICADA' },
    ],
    [
      'has the values of sheets again when a newer edition confirms them',
      [one('sheets', 2, fiordo), one('portal', 4, portal), one('sheets', 5, fiordo)],
      { denominacion: 'FIORDO', estado: 'EN_TRAMITE' },
    ],
    [
      'has a value of the older source where the newer one has none',
      [one('sheets', 2, fiordo), one('portal', 4, { ...portal, nroRegistro: null, clases: [] })],
      { denominacion: 'FIORDO AUSTRAL', nroRegistro: '900', clases: fiordo.clases },
    ],
    [
      'keeps the values that a later edition of its only source leaves blank',
      [one('sheets', 2, fiordo), one('sheets', 4, BLANK)],
      { ...fiordo, estado: 'EN_TRAMITE' },
    ],
    [
      'has the present value of the older source before the earlier value of the newer one',
      [
        one('sheets', 2, fiordo),
        one('portal', 3, portal),
        one('sheets', 4, { ...BLANK, estado: 'REGISTRADA' }),
      ],
      { denominacion: 'FIORDO AUSTRAL', nroRegistro: '901', estado: 'REGISTRADA' },
    ],
    [
      'has the status of the bulletin from its day on',
      [one('sheets', 4, fiordo), one('bulletin', 4, { ...BLANK, estado: 'DENEGADA' })],
      { estado: 'DENEGADA', estadoOficina: 'DENEGADA' },
    ],
    [
      'has the newest status that a source states, whatever is blank after it',
      [
        one('sheets', 2, fiordo),
        one('bulletin', 3, { ...BLANK, estado: 'DENEGADA' }),
        one('sheets', 4, BLANK),
      ],
      { estado: 'DENEGADA' },
    ],
    [
      'keeps a status that its source leaves blank later, before an older entry of the bulletin',
      [
        one('bulletin', 2, { ...BLANK, estado: 'OBSERVADA' }),
        one('sheets', 4, { ...fiordo, estado: 'REGISTRADA' }),
        one('sheets', 5, BLANK),
      ],
      { estado: 'REGISTRADA', estadoOficina: 'REGISTRADA' },
    ],
    [
      'keeps the description of a class and the country of a person that a later edition leaves blank',
      [
        one('sheets', 2, fiordo),
        one('sheets', 4, {
          ...fiordo,
          clases: [
            { clase: 9, cobertura: null },
            { clase: 35, cobertura: null },
          ],
          personas: [{ rol: 'TITULAR', nombre: 'Ana', pais: null }],
        }),
      ],
      { clases: [...fiordo.clases, { clase: 35, cobertura: null }], personas: fiordo.personas },
    ],
    [
      'loses the classes and persons that a later edition removes from their lists',
      [
        one('sheets', 2, {
          ...fiordo,
          clases: [...fiordo.clases, { clase: 35, cobertura: 'Ventas' }],
          personas: [...fiordo.personas, { rol: 'TITULAR', nombre: 'Berta', pais: 'CL' }],
        }),
        one('sheets', 4, fiordo),
      ],
      { clases: fiordo.clases, personas: fiordo.personas },
    ],
    [
      'loses the status of an entry that a corrected edition withdraws',
      [
        one('sheets', 2, fiordo),
        one('bulletin', 3, { ...BLANK, estado: 'DENEGADA' }),
        { by: 'bulletin', on: 3, says: new Map([['8', fiordo]]) },
      ],
      { estado: 'EN_TRAMITE', anotaciones: [] },
    ],
  ])('%s', async (_, runs, expected) => {
    for (const run of runs) await carryOut(run)
    const mark = (await served()).get('7')
    expected === undefined ? expect(mark).toBeUndefined() : expect(mark).toMatchObject(expected)
  })
})

test('a corrected edition withdraws entries, and its run counts the applications', async () => {
  await stagedRun(ingest, rowsOf([record('7'), record('8'), record('9')]))
  await stagedEdition(ingest, day(4), [entry('7'), entry('8'), entry('9')])
  const corrected = await stagedEdition(ingest, day(4), [entry('8')])
  expect(corrected).toMatchObject({ withdrawn: 2, updated: 0, unchanged: 1, waiting: 0 })
  expect([...(await served()).values()].map(({ anotaciones }) => anotaciones.length)).toEqual([0, 1, 0])
  expect(await ask(`select nro_solicitud from source_record where fuente = 'bulletin'`)).toEqual([
    { nro_solicitud: 8 },
  ])
})

test('a run counts the marks that keep a value which their new record lacks', async () => {
  const named = ['1', '2', '3'].map((nro) => record(nro, { nroRegistro: nro }))
  await stagedRun(ingest, rowsOf(named, { fechaFuente: day(2) }))
  const without = named.map((mark) => (mark.nroSolicitud === '3' ? mark : { ...mark, nroRegistro: null }))
  expect(await stagedRun(ingest, rowsOf(without, { fechaFuente: day(3) }))).toMatchObject({
    updated: 2,
    kept: 2,
  })
  expect(await ask('select nro_registro from brand order by 1')).toEqual(
    named.map(({ nroRegistro }) => ({ nro_registro: nroRegistro })),
  )
})

// A plain reading of the rule in resolve-marks.sql.
describe('whatever the sources state, in whatever order', () => {
  /** What a source states about a mark, since when, and what it stated before. */
  interface Stated {
    confirmed: number
    facts: Facts
    kept: Facts
    /** The day of the kept status. */
    estadoOn?: number | undefined
  }

  interface Model {
    sheets: Map<string, Stated>
    portal: Map<string, Stated>
    /** The entries of each day, in their order of arrival. */
    bulletin: Map<number, Map<string, Estado | null>>
  }

  /** The values of the first record, and those of the second one where it has none. */
  function merged(first: Facts, second: Facts): Facts {
    const roles = new Set(first.personas.map(({ rol }) => rol))
    const alike = (person: Facts['personas'][number]) =>
      second.personas.find(({ rol, nombre }) => rol === person.rol && nombre === person.nombre)
    return {
      denominacion: first.denominacion || second.denominacion,
      nroRegistro: first.nroRegistro ?? second.nroRegistro,
      estado: first.estado ?? second.estado,
      clases:
        first.clases.length === 0
          ? second.clases
          : first.clases.map(({ clase, cobertura }) => ({
              clase,
              cobertura: cobertura ?? second.clases.find((other) => other.clase === clase)?.cobertura ?? null,
            })),
      personas: [
        ...first.personas.map((person) => ({ ...person, pais: person.pais ?? alike(person)?.pais ?? null })),
        ...second.personas.filter(({ rol }) => !roles.has(rol)),
      ].sort((a, b) => (`${a.rol} ${a.nombre}` < `${b.rol} ${b.nombre}` ? -1 : 1)),
    }
  }

  /** The values of an earlier record that the present one lacks. */
  const keptValues = (present: Facts, earlier: Facts): Facts => ({
    denominacion: present.denominacion ? '' : earlier.denominacion,
    nroRegistro: present.nroRegistro ? null : earlier.nroRegistro,
    estado: present.estado ? null : earlier.estado,
    clases:
      present.clases.length === 0 ||
      present.clases.some(
        ({ clase, cobertura }) =>
          cobertura === null &&
          earlier.clases.some((each) => each.clase === clase && each.cobertura !== null),
      )
        ? earlier.clases
        : [],
    personas:
      present.personas.length === 0
        ? earlier.personas
        : earlier.personas.filter(
            ({ rol, nombre, pais }) =>
              pais !== null &&
              present.personas.some(
                (each) => each.rol === rol && each.nombre === nombre && each.pais === null,
              ),
          ),
  })

  function state({ by, on, says }: Run, model: Model): void {
    if (by === 'bulletin') {
      model.bulletin.set(on, new Map([...says].map(([nro, { estado }]) => [nro, estado])))
      return
    }
    const source = by === 'portal' ? model.portal : model.sheets
    for (const [nro, facts] of says) {
      const before = source.get(nro)
      if (before && JSON.stringify(before.facts) === JSON.stringify(facts)) {
        source.set(nro, { ...before, confirmed: Math.max(before.confirmed, on) })
      } else if (!before || before.confirmed <= on) {
        const kept = before ? keptValues(facts, merged(before.facts, before.kept)) : BLANK
        const estadoOn = before?.facts.estado ? before.confirmed : before?.estadoOn
        source.set(nro, { confirmed: on, facts, kept, estadoOn: facts.estado ? undefined : estadoOn })
      }
    }
  }

  const statusOf = ({ facts, kept, confirmed, estadoOn }: Stated) =>
    facts.estado ? { on: confirmed, estado: facts.estado } : { on: estadoOn ?? 0, estado: kept.estado }

  function resolved(nro: string, { sheets, portal, bulletin }: Model): Partial<Served> | undefined {
    const [ofSheets, ofPortal] = [sheets.get(nro), portal.get(nro)]
    const newestFirst = [ofPortal, ofSheets]
      .filter((stated) => stated !== undefined)
      .sort((a, b) => b.confirmed - a.confirmed)
    const [newer, older = newer] = newestFirst
    if (!newer || !older) {
      return undefined
    }
    const facts = merged(merged(newer.facts, older.facts), merged(newer.kept, older.kept))
    const entries = [...bulletin]
      .filter(([, says]) => says.has(nro))
      .map(([on, says]) => ({ on, estado: says.get(nro) ?? null }))
      .sort((a, b) => b.on - a.on)
    const newest = [
      entries.find(({ estado }) => estado !== null),
      ofPortal && statusOf(ofPortal),
      ofSheets && statusOf(ofSheets),
    ]
      .filter((stated) => stated?.estado)
      .sort((a, b) => (b?.on ?? 0) - (a?.on ?? 0))[0]
    const estado = newest?.estado
    return {
      ...facts,
      estado: estado ?? 'SIN_CLASIFICAR',
      estadoOficina: estado ?? '',
      anotaciones: entries.map((stated) =>
        expect.objectContaining({ fecha: day(stated.on), fuente: 'bulletin' }),
      ),
    } as unknown as Partial<Served>
  }

  const facts: fc.Arbitrary<Facts> = fc.record({
    denominacion: fc.constantFrom('', 'FIORDO', 'VENTISQUERO'),
    nroRegistro: fc.constantFrom(null, '1', '2'),
    estado: fc.constantFrom<Estado | null>(null, 'EN_TRAMITE', 'PUBLICADA', 'REGISTRADA'),
    clases: fc
      .uniqueArray(
        fc.record({ clase: fc.integer({ min: 1, max: 3 }), cobertura: fc.constantFrom(null, 'a', 'b') }),
        { selector: ({ clase }) => clase, maxLength: 2 },
      )
      .map((list) => list.sort((a, b) => a.clase - b.clase)),
    personas: fc
      .uniqueArray(
        fc.record({
          rol: fc.constantFrom<Rol>('SOLICITANTE', 'TITULAR'),
          nombre: fc.constantFrom('Ana', 'Berta'),
          pais: fc.constantFrom(null, 'CL'),
        }),
        { selector: ({ rol, nombre }) => rol + nombre, maxLength: 2 },
      )
      .map((list) => list.sort((a, b) => (`${a.rol} ${a.nombre}` < `${b.rol} ${b.nombre}` ? -1 : 1))),
  })
  /** Each mark has a history of its own: one sequence of runs checks as many histories as it has marks. */
  const MARKS = 40
  const numbers = Array.from({ length: MARKS }, (_, place) => String(place + 1))
  const run: fc.Arbitrary<Run> = fc.record({
    by: fc.constantFrom<Run['by']>('sheets', 'sheets', 'other sheets', 'portal', 'portal', 'bulletin'),
    on: fc.integer({ min: 1, max: 6 }),
    says: fc
      .array(fc.option(facts, { freq: 2 }), { minLength: MARKS, maxLength: MARKS })
      .map((all) => new Map(all.flatMap((each, place) => (each ? [[numbers[place] as string, each]] : [])))),
  })

  test('each mark is what a plain reading of their statements comes to, in 1,000 histories', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 4, maxLength: 8 }), async (runs) => {
        await emptyCorpus(owner)
        const model: Model = { sheets: new Map(), portal: new Map(), bulletin: new Map() }
        for (const each of runs) {
          if (each.says.size === 0) continue
          await carryOut(each)
          state(each, model)
        }
        const found = await served()
        for (const nro of numbers) {
          const expected = resolved(nro, model)
          expected
            ? expect([nro, found.get(nro)]).toMatchObject([nro, expected])
            : expect(found.has(nro)).toBe(false)
        }
        expect(await ask(LISTED)).toEqual(await ask(TO_BE_LISTED))
      }),
      { numRuns: 1_000 / MARKS },
    )
  })

  const LISTED = 'select clase, estado, tipo_signo, nro_solicitud from brand_listing order by 4, 1'
  const TO_BE_LISTED = `select coalesce(c.clase, 0)::smallint as clase, (d.detail ->> 'estado')::estado as estado,
                               (d.detail ->> 'tipoSigno')::tipo_signo as tipo_signo, d.nro_solicitud
                          from brand_detail as d
                         cross join lateral (
                                 select null::smallint as clase
                                  union all
                                 select clase from json_to_recordset(d.detail -> 'clases') as t (clase smallint)) as c
                         order by 4, 1`
})
