import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Estado, Rol, TipoDeSigno } from '../../../schemas/catalogs.ts'
import { emptyCorpus } from '../../../test/support/empty-corpus.ts'
import { historyRuns } from '../../../test/support/history-runs.ts'
import {
  BLANK,
  carryOut,
  day,
  type Facts,
  type Run,
  type Served,
  served,
} from '../../../test/support/source-statements.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import type { Database } from '../../db/database.ts'
import { ensureSearchIndex, rebuildSearchIndex } from '../../search/index/rebuild-index.ts'

let database: TestDatabase
let owner: Database
let ingest: Database
beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
  ingest = database.open('trademark_ingest')
  await ensureSearchIndex(owner)
})
afterAll(() => database.drop())

const ask = <Row>(text: string): Promise<Row[]> => owner.query<Row>({ text, parameters: [] })

// Compares the corpus with a simple implementation of the rule in resolve-marks.sql.
describe('for any data from the sources, in any order,', () => {
  /** The record of a mark in a source, the day that last confirmed it, and the earlier values that are kept. */
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

  /** Returns the values of the first record, and those of the second one if the first has none. */
  function merged(first: Facts, second: Facts): Facts {
    const roles = new Set(first.personas.map(({ rol }) => rol))
    const alike = (person: Facts['personas'][number]) =>
      second.personas.find(({ rol, nombre }) => rol === person.rol && nombre === person.nombre)
    return {
      denominacion: first.denominacion || second.denominacion,
      nroRegistro: first.nroRegistro ?? second.nroRegistro,
      estado: first.estado ?? second.estado,
      tipoSigno: first.tipoSigno === 'OTRA' ? second.tipoSigno : first.tipoSigno,
      fechaPublicacion: first.fechaPublicacion ?? second.fechaPublicacion,
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

  /** Returns the values of an earlier record that the present one lacks. */
  const keptValues = (present: Facts, earlier: Facts): Facts => ({
    denominacion: present.denominacion ? '' : earlier.denominacion,
    nroRegistro: present.nroRegistro ? null : earlier.nroRegistro,
    estado: present.estado ? null : earlier.estado,
    tipoSigno: present.tipoSigno === 'OTRA' ? earlier.tipoSigno : 'OTRA',
    fechaPublicacion: present.fechaPublicacion ? null : earlier.fechaPublicacion,
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
      fuentes: [
        ...(ofSheets ? [['sheets', day(ofSheets.confirmed)]] : []),
        ...(entries[0] ? [['bulletin', day(entries[0].on)]] : []),
        ...(ofPortal ? [['portal', day(ofPortal.confirmed)]] : []),
      ],
      estado: estado ?? 'SIN_CLASIFICAR',
      estadoOficina: estado ?? '',
      anotaciones: entries.map((stated) =>
        expect.objectContaining({ fecha: day(stated.on), fuente: 'bulletin' }),
      ),
    } as unknown as Partial<Served>
  }

  const facts: fc.Arbitrary<Facts> = fc.record({
    denominacion: fc.constantFrom('', 'FIORDO', "ñ\\t'; --\n😀\\N"),
    nroRegistro: fc.constantFrom(null, '1', '2'),
    estado: fc.constantFrom<Estado | null>(null, 'EN_TRAMITE', 'PUBLICADA', 'REGISTRADA'),
    tipoSigno: fc.constantFrom<TipoDeSigno>('OTRA', 'MIXTA', 'FIGURATIVA'),
    fechaPublicacion: fc.constantFrom(null, '2026-02-02', '2026-02-03'),
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
          nombre: fc.constantFrom('Ana', 'ñandú', 'Zoé'),
          pais: fc.constantFrom(null, 'CL'),
        }),
        { selector: ({ rol, nombre }) => rol + nombre, maxLength: 2 },
      )
      .map((list) => list.sort((a, b) => (`${a.rol} ${a.nombre}` < `${b.rol} ${b.nombre}` ? -1 : 1))),
  })
  /** Each mark has its own history: one sequence of runs checks as many histories as it has marks. */
  const MARKS = 40
  const numbers = Array.from({ length: MARKS }, (_, place) => String(place + 1))
  /** Each history has only three different records, so that sources repeat each other and themselves. */
  const histories: fc.Arbitrary<Run[]> = fc.array(facts, { minLength: 3, maxLength: 3 }).chain((few) =>
    fc.array(
      fc.record({
        by: fc.constantFrom<Run['by']>('sheets', 'sheets', 'other sheets', 'portal', 'portal', 'bulletin'),
        on: fc.integer({ min: 1, max: 6 }),
        says: fc
          .array(fc.option(fc.constantFrom(...few), { freq: 2 }), { minLength: MARKS, maxLength: MARKS })
          .map(
            (all) => new Map(all.flatMap((each, place) => (each ? [[numbers[place] as string, each]] : []))),
          ),
      }),
      { minLength: 4, maxLength: 8 },
    ),
  )

  test('each mark has the values that a simple implementation of the precedence rules computes', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (runs) => {
        await emptyCorpus(owner)
        await ask('truncate search.mark, search.posting, search.word')
        const model: Model = { sheets: new Map(), portal: new Map(), bulletin: new Map() }
        for (const each of runs) {
          if (each.says.size === 0) continue
          const before = await version()
          const last = await served(owner)
          await carryOut(ingest, each)
          state(each, model)
          if ((await version()) === before) {
            expect(details(await served(owner))).toEqual(details(last))
          }
        }
        const found = await served(owner)
        for (const nro of numbers) {
          const expected = resolved(nro, model)
          expected
            ? expect([nro, found.get(nro)]).toMatchObject([nro, expected])
            : expect(found.has(nro)).toBe(false)
        }
        expect(await ask(LISTED)).toEqual(await ask(TO_BE_LISTED))
        const index = await searchIndex()
        await rebuildSearchIndex(owner)
        expect(index).toEqual(await searchIndex())
      }),
      historyRuns(400 / MARKS), // each run checks MARKS histories
    )
  })

  const searchIndex = () =>
    ask(`select (to_jsonb(e) - 'since' - 'until')::text as row from search.mark as e where until is null
          union all
         select (to_jsonb(e) - 'since' - 'until')::text from search.posting as e where until is null order by row`)

  const version = async () => (await ask<{ version: number }>('select version from corpus_state'))[0]?.version
  const details = (marks: Map<string, Served>) =>
    [...marks].map(([nro, { fuentes: _, ...detail }]) => [nro, detail])

  const LISTED = 'select clase, estado, tipo_signo, nro_solicitud from brand_listing order by 4, 1'
  const TO_BE_LISTED = `select coalesce(c.clase, 0)::smallint as clase, (d.detail ->> 'estado')::estado as estado,
                               (d.detail ->> 'tipoSigno')::tipo_signo as tipo_signo, d.nro_solicitud
                          from brand_detail as d
                         cross join lateral (
                                 select null::smallint as clase
                                  union all
                                 select clase from json_to_recordset(d.detail -> 'clases') as t (clase smallint)
                                  union all
                                 select -1 where json_array_length(d.detail -> 'clases') = 0) as c
                         order by 4, 1`
})
