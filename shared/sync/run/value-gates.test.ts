import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyCorpus } from '../../../test/support/empty-corpus.ts'
import { record, rowsOf, stagedPortal, stagedRun } from '../../../test/support/staged-run.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import type { Database } from '../../db/database.ts'
import type { RunReport } from '../run.ts'
import type { MarkRecord } from '../values/mark-record.ts'

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

/** An ordinary registered mark of two persons. */
const mark = (nro: number, facts: Partial<MarkRecord> = {}): MarkRecord =>
  record(String(nro), {
    nroRegistro: String(1_000_000 + nro),
    fechaPresentacion: '2025-03-04',
    fechaPublicacion: '2025-04-09',
    fechaRegistro: '2025-10-11',
    fechaVencimiento: '2035-10-11',
    clases: [
      { clase: 9, cobertura: null },
      { clase: 42, cobertura: null },
    ],
    personas: [
      { rol: 'REPRESENTANTE', nombre: 'Estudio Roble', pais: 'CL' },
      { rol: 'TITULAR', nombre: `Sociedad ${nro}`, pais: 'CL' },
    ],
    ...facts,
  })

/** Returns ordinary marks from `first` on, of which `suspects` differ. */
const marks = (
  count: number,
  suspects = 0,
  facts: (nro: number) => Partial<MarkRecord> = () => ({}),
  first = 1,
): MarkRecord[] =>
  Array.from({ length: count }, (_, place) =>
    mark(first + place, place < suspects ? facts(first + place) : {}),
  )

/** Loads a new sheet, so that it may lack the marks of earlier sheets. */
const load = (day: number, records: readonly MarkRecord[], accepts?: string): Promise<RunReport> => {
  const edition = `2026-11-0${day}`
  return stagedRun(ingest, rowsOf(records, { fechaFuente: edition }), {
    guarded: true,
    sheet: { name: `solicitudes ${day}`, edition },
    ...(accepts ? { accepts } : {}),
  })
}

const ask = (day: number, records: readonly MarkRecord[], accepts?: string): Promise<RunReport> =>
  stagedPortal(
    ingest,
    `2026-11-0${day}`,
    records.map((each) => ({ record: each })),
    { guarded: true, ...(accepts ? { accepts } : {}) },
  )

/** Returns marks of which the first `falls` pairs have a filing date that is more than a month before the previous one. */
const falling = (count: number, falls: number, first = 1): MarkRecord[] =>
  marks(
    count,
    2 * falls,
    (nro) => ((nro - first) % 2 === 0 ? { fechaPresentacion: '2025-05-10', fechaPublicacion: null } : {}),
    first,
  )

/** Returns facts with a name of `length` letters that differs between marks. */
const ofLength = (length: number) => (nro: number) => ({
  denominacion: [...String(nro)]
    .map((digit) => 'ABCDEFGHIJ'[Number(digit)])
    .join('')
    .padStart(length, 'X'),
})

const represented =
  (count: number, firm = 'Estudio') =>
  () => ({
    personas: Array.from({ length: count }, (_, place) => ({
      rol: 'REPRESENTANTE' as const,
      nombre: `${firm} ${place}`,
      pais: null,
    })),
  })

const holder = (pais: string) => (nro: number) => ({
  personas: [{ rol: 'TITULAR' as const, nombre: `Sociedad ${nro}`, pais }],
})

/** Returns the fingerprint that accepts the only held run. */
async function heldFingerprint(): Promise<string | undefined> {
  const runs = await owner.query<{ fingerprint: string }>({
    text: `select fingerprint from sync_run where status = 'held'`,
    parameters: [],
  })
  return runs[0]?.fingerprint
}

const heldFor = (code: string, message: string) => ({ status: 'held', error: { code, message } })
const succeeded = { status: 'succeeded', error: null }

describe('days out of order', () => {
  test.each<[string, Partial<MarkRecord>]>([
    ['registration date is before the filing date', { fechaRegistro: '2025-03-03', fechaPublicacion: null }],
    ['publication date is before the filing date', { fechaPublicacion: '2025-03-03' }],
    ['registration date is before the publication date', { fechaRegistro: '2025-04-08' }],
    ['expiry date is not after the registration date', { fechaVencimiento: '2025-10-11' }],
    [
      'expiry date is not after the filing date',
      { fechaVencimiento: '2025-03-04', fechaRegistro: null, fechaPublicacion: null },
    ],
  ])('hold a first load when in 20 records the %s', async (days, facts) => {
    const held = await load(
      1,
      marks(100, 20, () => facts),
    )
    expect(held).toMatchObject(
      heldFor(
        'days_out_of_order',
        `The ${days} in 20 of the 100 records that have both dates, such as application 1.`,
      ),
    )
    expect(
      await load(
        1,
        marks(100, 19, () => facts),
      ),
    ).toMatchObject(succeeded)
  })

  test('hold a run when the headers of two columns are swapped', async () => {
    await load(1, marks(30))
    const swapped = ({ fechaPresentacion, fechaRegistro, ...facts }: MarkRecord): MarkRecord => ({
      ...facts,
      fechaPresentacion: fechaRegistro ?? fechaPresentacion,
      fechaRegistro: fechaPresentacion,
    })
    const held = await load(2, marks(30).map(swapped))
    expect(held).toMatchObject({ status: 'held', error: { code: 'days_out_of_order' } })
  })

  test('do not hold a run if they are in 1 % of the records, equal, or incomplete', async () => {
    const early = { fechaRegistro: '2025-04-08' }
    expect(
      await load(
        1,
        marks(2_000, 20, () => early),
      ),
    ).toMatchObject(succeeded)
    expect(
      await load(
        2,
        marks(100, 100, () => ({ fechaPublicacion: '2025-03-04', fechaRegistro: '2025-03-04' }), 3_000),
      ),
    ).toMatchObject(succeeded)
    expect(
      await load(
        3,
        marks(100, 100, () => ({ ...early, fechaPublicacion: null }), 4_000),
      ),
    ).toMatchObject(succeeded)
  })

  test('that were accepted do not hold later changes of their marks, and neither does the same share of new marks', async () => {
    const early = () => ({ fechaRegistro: '2025-04-08' })
    expect(await load(1, marks(200, 30, early))).toMatchObject({ status: 'held' })
    expect(await load(1, marks(200, 30, early), 'staged')).toMatchObject(succeeded)
    const ended = (nro: number): Partial<MarkRecord> => ({
      ...early(),
      ...(nro % 2 === 0
        ? { estado: 'VENCIDA', estadoOficina: 'Vencida' }
        : { estado: 'CADUCADA', estadoOficina: 'Caducada' }),
    })
    expect(await load(2, marks(30, 30, ended))).toMatchObject({ ...succeeded, updated: 30 })
    expect(await load(3, marks(100, 25, early, 1_000))).toMatchObject(succeeded)
    expect(await load(4, marks(100, 90, early, 2_000))).toMatchObject({ status: 'held' })
  })

  test.each([
    ['four years earlier, as with the wrong epoch', 1_000, -4],
    ['later than the known applications with higher numbers', 1, 4],
  ])('hold a run when all days of new marks are %s', async (_, first, years) => {
    const moved = (facts: MarkRecord): MarkRecord => {
      const move = (day: string | null): string | null =>
        day && `${Number(day.slice(0, 4)) + years}${day.slice(4)}`
      return {
        ...facts,
        fechaPresentacion: move(facts.fechaPresentacion) as string,
        fechaPublicacion: null,
        fechaRegistro: move(facts.fechaRegistro),
        fechaVencimiento: move(facts.fechaVencimiento),
      }
    }
    await load(1, marks(30, 0, undefined, 500))
    const held = await load(2, marks(100, 0, undefined, first).map(moved))
    expect(held).toMatchObject({ status: 'held', error: { code: 'days_out_of_order' } })
    expect(held.error?.message).toContain(
      'The filing date is more than a year before the filing date of the next lower known application number, ' +
        'or more than a year after the filing date of the next higher number, ' +
        `in 100 of 100 new records, such as application ${first}.`,
    )
  })

  test('of 20 new marks hold a run if they are more than 5 % of the new marks', async () => {
    const old = () => ({ fechaPresentacion: '2019-03-04' })
    expect(await load(1, marks(200, 19, old, 300))).toMatchObject(succeeded)
    expect(await load(2, marks(30, 19, old, 1_000))).toMatchObject(succeeded)
    expect(await load(3, marks(100, 20, old, 2_000))).toMatchObject({ status: 'held' })
    expect(await load(3, marks(400, 20, old, 2_000))).toMatchObject(succeeded)
  })

  test('hold a run of the portal with at least five of them', async () => {
    const early = () => ({ fechaRegistro: '2025-03-03', fechaPublicacion: null })
    expect(await ask(1, marks(100, 4, early))).toMatchObject(succeeded)
    const held = await ask(1, marks(10, 5, early, 200))
    expect(held).toMatchObject({ status: 'held', error: { code: 'days_out_of_order' } })
  })
})

describe('changed values', () => {
  const moved: Partial<MarkRecord> = {
    personas: [
      { rol: 'REPRESENTANTE', nombre: 'Sociedad', pais: 'CL' },
      { rol: 'TITULAR', nombre: 'Estudio Roble', pais: 'CL' },
    ],
  }

  test.each<[string, string, (nro: number) => Partial<MarkRecord>]>([
    ['a name', 'The name changes', () => ({ denominacion: 'OTRA MARCA' })],
    ['a kind of sign', 'The kind of sign changes', () => ({ tipoSigno: 'MIXTA' })],
    ['a filing date', 'The filing date changes', () => ({ fechaPresentacion: '2025-04-03' })],
    ['a publication date', 'The publication date changes', () => ({ fechaPublicacion: '2025-04-10' })],
    ['a registration date', 'The registration date changes', () => ({ fechaRegistro: '2025-10-12' })],
    [
      'an expiry date',
      'The expiry date changes, and not by whole years,',
      () => ({ fechaVencimiento: '2035-10-12' }),
    ],
    [
      'an earlier expiry date',
      'The expiry date changes, and not by whole years,',
      () => ({ fechaVencimiento: '2034-10-11' }),
    ],
    ['a registration number', 'The registration number changes', (nro) => ({ nroRegistro: String(nro) })],
    ['persons', 'A representative becomes applicant or holder, or the reverse,', () => moved],
    ['classes', 'No earlier class remains', () => ({ clases: [{ clase: 25, cobertura: null }] })],
    [
      'fewer of its classes',
      'Some classes are missing, and no class is new,',
      () => ({ clases: [{ clase: 42, cobertura: 'Programas' }] }),
    ],
  ])('hold a run when 20 known marks have another value: %s', async (_, change, facts) => {
    await load(1, marks(210))
    expect(await load(2, marks(210, 20, facts))).toMatchObject(
      heldFor('values_changed', `${change} in 20 of the 210 known marks, such as application 1.`),
    )
    expect(await load(2, marks(210, 19, facts))).toMatchObject(succeeded)
  })

  test('hold a run when they are in more than 1 % of the known marks, without the new marks', async () => {
    const renamed = () => ({ denominacion: 'OTRA MARCA' })
    const others = marks(300, 0, undefined, 5_000)
    await load(1, marks(1_900))
    expect(await load(2, [...marks(1_900, 20, renamed), ...others])).toMatchObject(
      heldFor('values_changed', 'The name changes in 20 of the 1,900 known marks, such as application 1.'),
    )
    expect(await load(3, marks(2_000))).toMatchObject(succeeded)
    expect(await load(4, marks(2_000, 20, renamed))).toMatchObject(succeeded)
  })

  test.each<[string, (nro: number) => Partial<MarkRecord>]>([
    ['a name in other letters of the same words', (nro) => ({ denominacion: `Marca ${nro}` })],
    [
      'owners in another spelling',
      (nro) => ({
        personas: [
          { rol: 'REPRESENTANTE', nombre: 'Estudio Roble', pais: 'CL' },
          { rol: 'TITULAR', nombre: `SOCIÉDAD. ${nro}`, pais: 'CL' },
        ],
      }),
    ],
    [
      'the registration of an applicant as the holder',
      (nro) => ({
        personas: [
          { rol: 'REPRESENTANTE', nombre: 'Estudio Roble', pais: 'CL' },
          { rol: 'SOLICITANTE', nombre: `Sociedad ${nro}`, pais: 'CL' },
        ],
      }),
    ],
    [
      'a further applicant of the same name and a country that was not known',
      (nro) => ({
        personas: [
          { rol: 'REPRESENTANTE', nombre: 'Estudio Roble', pais: null },
          { rol: 'SOLICITANTE', nombre: `Sociedad ${nro}`, pais: 'CL' },
          { rol: 'TITULAR', nombre: `Sociedad ${nro}`, pais: 'CL' },
        ],
      }),
    ],
    [
      'goods that were not described before',
      () => ({
        clases: [
          { clase: 9, cobertura: 'Aparatos' },
          { clase: 42, cobertura: null },
        ],
      }),
    ],
  ])('do not include %s', async (_, facts) => {
    await load(1, marks(30))
    expect(await load(2, marks(30, 30, facts))).toMatchObject({ ...succeeded, updated: 30 })
    expect(await load(3, marks(30))).toMatchObject({ ...succeeded, updated: 30 })
  })

  const persons = (holder: string, representative: string, pais: string): Partial<MarkRecord> => ({
    personas: [
      { rol: 'REPRESENTANTE', nombre: representative, pais: 'CL' },
      { rol: 'SOLICITANTE', nombre: 'Fundador', pais: 'CL' },
      { rol: 'TITULAR', nombre: holder, pais },
    ],
  })
  const goods = (cobertura: string): Partial<MarkRecord> => ({ clases: [{ clase: 9, cobertura }] })
  const usual = persons('Muñoz y Díaz', 'Estudio Roble', 'PE')
  const withHolder: Partial<MarkRecord> = {
    personas: [...(usual.personas ?? []), { rol: 'TITULAR', nombre: 'Zeta', pais: null }],
  }
  const classes = (...numbers: number[]): Partial<MarkRecord> => ({
    clases: numbers.map((clase) => ({ clase, cobertura: null })),
  })

  test.each<[string, string, Partial<MarkRecord>, Partial<MarkRecord>]>([
    ['holders', 'Applicants or holders change', usual, persons('Fiordo', 'Estudio Roble', 'PE')],
    ['lost letters', 'Applicants or holders change', usual, persons('Mu?oz y D?az', 'Estudio Roble', 'PE')],
    ['cut names', 'Applicants or holders change', usual, persons('Muñoz y', 'Estudio Roble', 'PE')],
    ['representatives', 'Representatives change', usual, persons('Muñoz y Díaz', 'Otro', 'PE')],
    ['countries', 'The country of a person changes', usual, persons('Muñoz y Díaz', 'Estudio Roble', 'CL')],
    ['further holders', 'Applicants or holders change', usual, withHolder],
    ['goods', 'The goods and services of a class change', goods('Vinos de aguja'), goods('Papel')],
    ['further classes', 'The classes change', classes(9, 42), classes(9, 25, 42)],
    ['a class for another one', 'The classes change', classes(9, 42), classes(9, 25)],
  ])(
    'hold a run when more than a tenth of the known marks that had a value, and at least 20, have another one: %s',
    async (_, change, before, after) => {
      const others = marks(30, 30, () => ({ personas: [], clases: [] }), 5_000)
      const edition = (suspects: number) => [
        ...marks(210, 210, (nro) => (nro <= suspects ? after : before)),
        ...others,
      ]
      await load(1, edition(0))
      expect(await load(2, edition(22))).toMatchObject(
        heldFor(
          'values_changed',
          `${change} in 22 of the 210 known marks that had a value, such as application 1.`,
        ),
      )
      expect(await load(2, edition(21))).toMatchObject(succeeded)
    },
  )

  test('hold a run when 20 marks have another value in any of their fields', async () => {
    const moved = (suspects: number) =>
      marks(200, suspects, (nro) =>
        nro % 2 ? { denominacion: 'OTRA MARCA' } : { fechaVencimiento: '2035-10-12' },
      )
    await load(1, marks(200))
    expect(await load(2, moved(20))).toMatchObject(
      heldFor(
        'values_changed',
        'A name, kind of sign, day, registration number, role or class changes in 20 of the 200 known marks, such as application 1.',
      ),
    )
    expect(await load(2, moved(19))).toMatchObject(succeeded)
  })

  test('do not include a holder who is a further representative of a tenth of the marks', async () => {
    await load(1, marks(300))
    const both = (nro: number): Partial<MarkRecord> => ({
      personas: [
        { rol: 'REPRESENTANTE', nombre: 'Estudio Roble', pais: 'CL' },
        { rol: 'REPRESENTANTE', nombre: `Sociedad ${nro}`, pais: 'CL' },
        { rol: 'TITULAR', nombre: `Sociedad ${nro}`, pais: 'CL' },
      ],
    })
    expect(await load(2, marks(300, 30, both))).toMatchObject(succeeded)
  })

  test('do not include a renewal', async () => {
    await load(1, marks(30))
    const renewed = (nro: number) => ({
      fechaVencimiento: '2045-10-11',
      nroRegistro: String(2_000_000 + nro),
    })
    expect(await load(2, marks(30, 30, renewed))).toMatchObject({ ...succeeded, updated: 30 })
  })

  test('do not include values that an application gets for the first time', async () => {
    const filed = { nroRegistro: null, fechaPublicacion: null, fechaRegistro: null, fechaVencimiento: null }
    await load(
      1,
      marks(30, 30, () => ({ ...filed, tipoSigno: 'OTRA', clases: [] })),
    )
    expect(await load(2, marks(30))).toMatchObject({ ...succeeded, updated: 30 })
  })

  test('hold an edition whose names are shifted by one row', async () => {
    await load(1, marks(30))
    expect(
      await load(
        2,
        marks(30, 30, (nro) => ({ denominacion: `MARCA ${nro + 1}` })),
      ),
    ).toMatchObject(
      heldFor('values_changed', 'The name changes in 30 of the 30 known marks, such as application 1.'),
    )
  })

  test('hold a run of the portal with at least five such marks, until an operator accepts these marks', async () => {
    const renamed = marks(10, 5, () => ({ denominacion: 'OTRA MARCA' }))
    await ask(1, marks(10))
    expect(
      await ask(
        2,
        marks(10, 4, () => ({ denominacion: 'OTRA MARCA' })),
      ),
    ).toMatchObject(succeeded)
    await ask(3, marks(10))
    expect(await ask(4, renamed)).toMatchObject({ status: 'held', error: { code: 'values_changed' } })
    const fingerprint = await heldFingerprint()
    const more = marks(20, 0, undefined, 100)
    expect(await ask(4, [...renamed, ...more], fingerprint)).toMatchObject(succeeded)
  })
})

describe('one name for most marks', () => {
  const same = () => ({ denominacion: 'FIORDO' })

  test('holds a first load and a later edition of at least 100 marks', async () => {
    const message = '51 of the 100 marks have the same name, "FIORDO".'
    expect(await load(1, marks(100, 51, same))).toMatchObject(heldFor('names_alike', message))
    expect(await load(1, marks(100, 50, same))).toMatchObject(succeeded)
    expect(await load(2, marks(49, 0, same, 1_000))).toMatchObject(succeeded)
    const others = marks(51, 51, same, 2_000)
    expect(await load(3, [...marks(49, 0, same, 1_000), ...others])).toMatchObject(
      heldFor('names_alike', message),
    )
  })

  test('holds a run of the portal of at least 30 marks, because its runs are small', async () => {
    expect(await ask(1, marks(30, 16, same))).toMatchObject(
      heldFor('names_alike', '16 of the 30 marks have the same name, "FIORDO".'),
    )
    expect(await ask(1, marks(29, 29, same))).toMatchObject(succeeded)
  })

  test('does not hold small sheets, marks without words, or large sheets where few marks have it', async () => {
    expect(await load(1, marks(99, 99, same))).toMatchObject(succeeded)
    expect(
      await load(
        2,
        marks(200, 200, () => ({ denominacion: '' }), 1_000),
      ),
    ).toMatchObject(succeeded)
    const known = marks(300, 0, undefined, 2_000)
    expect(await load(3, known)).toMatchObject(succeeded)
    expect(await load(4, [...known, ...marks(120, 120, same, 5_000)])).toMatchObject(succeeded)
  })
})

describe('filing dates that go up and down from number to number', () => {
  test('hold a run of sheets', async () => {
    const filed = (nro: number): string =>
      `2024-${String(1 + Math.floor(nro / 28)).padStart(2, '0')}-${String(1 + (nro % 28)).padStart(2, '0')}`
    const swapped = (nro: number): Partial<MarkRecord> => {
      const [year, month, day = ''] = filed(nro).split('-')
      return { fechaPresentacion: Number(day) <= 12 ? `${year}-${day}-${month}` : filed(nro) }
    }
    for (const records of [marks(120, 120, swapped), marks(30, 30, (nro) => swapped(nro * 9))]) {
      expect(await load(1, records)).toMatchObject({ status: 'held', error: { code: 'days_out_of_order' } })
    }
  })

  test('hold a run of at least 10 marks, if there are at least 3 falls, and more than 5 %', async () => {
    expect(await load(1, falling(9, 4))).toMatchObject(succeeded)
    expect(await load(2, falling(10, 2, 1_000))).toMatchObject(succeeded)
    expect(await load(3, falling(100, 5, 2_000))).toMatchObject(succeeded)
    expect(await load(4, falling(10, 3, 3_000))).toMatchObject(
      heldFor(
        'days_out_of_order',
        'The filing date is more than a month before the filing date of the previous application number in 3 of 10 records, ' +
          'such as application 3001: days and months may be swapped.',
      ),
    )
  })
})

describe('values of many marks that are alike', () => {
  test('hold a run where at least 8 names have the maximum length, and fewer than half as many are slightly shorter', async () => {
    const names = (longest: number, shorter: number) => [
      ...marks(longest, longest, ofLength(18)),
      ...marks(shorter, shorter, ofLength(16), 1_000),
    ]
    const message = (count: number) =>
      `${count} names have 18 characters, such as "XXXXXXXXXXXXXXXXXB", and no name has more: longer names may be cut off.`
    expect(await load(1, names(8, 3))).toMatchObject(heldFor('values_alike', message(8)))
    expect(await load(1, names(7, 0))).toMatchObject(succeeded)
    expect(await load(2, names(30, 15))).toMatchObject(succeeded)
    const longer = marks(1, 1, ofLength(19), 2_000)
    expect(await load(3, [...names(30, 0), ...longer])).toMatchObject(succeeded)
  })

  test('hold a run where most marks have the same group of representatives', async () => {
    expect(await load(1, marks(100, 51, represented(2)))).toMatchObject(
      heldFor('values_alike', '51 of the 100 marks have the same 2 representatives.'),
    )
    expect(await load(1, marks(100, 50, represented(2)))).toMatchObject(succeeded)
    expect(await load(2, marks(100, 100, represented(1), 1_000))).toMatchObject(succeeded)
    expect(await load(3, marks(99, 99, represented(2), 2_000))).toMatchObject(succeeded)
  })

  test('hold a run where the classes of most marks are numbered like positions in a list', async () => {
    const numbered = () => ({ clases: [1, 2, 3].map((clase) => ({ clase, cobertura: null })) })
    expect(await ask(1, marks(20, 11, numbered))).toMatchObject(
      heldFor(
        'values_alike',
        'The classes of 11 of the 20 marks with several classes are 1, 2 and so on, like positions in a list.',
      ),
    )
    expect(await ask(1, marks(20, 10, numbered))).toMatchObject(succeeded)
    expect(await ask(1, marks(19, 19, numbered, 1_000))).toMatchObject(succeeded)
  })

  test.each<[string, string, (nro: number) => Partial<MarkRecord>]>([
    [
      'a column was sorted alone',
      'There is a registration number without a registration date, or the reverse,',
      (nro) => (nro % 2 === 0 ? { nroRegistro: null } : { fechaRegistro: null }),
    ],
    [
      'numbers were filled down',
      'Another application has the same registration number',
      () => ({ nroRegistro: '7' }),
    ],
    [
      'an application was refused, and is registered',
      'There is a registration number, but the application ended without registration,',
      () => ({ estado: 'DENEGADA', estadoOficina: 'Denegada' }),
    ],
    [
      'days count from another year',
      'The publication or registration is more than 40 years after the filing',
      () => ({ fechaPresentacion: '1954-01-03' }),
    ],
    [
      'a column has name and kind of sign',
      'The name ends with a kind of sign in brackets, and the kind of sign is not known,',
      (nro) => ({ denominacion: `Vi${'ñ'.repeat(nro % 9)}a (Denominativa)`, tipoSigno: 'OTRA' }),
    ],
    [
      'names and holders have changed places',
      'The name is a company name, and no applicant or holder is a company,',
      (nro) => ({
        denominacion: `Vi${'ñ'.repeat(nro % 9)}a S.A.`,
        personas: [{ rol: 'TITULAR', nombre: `SOL ${nro}`, pais: null }],
      }),
    ],
  ])('hold a run of at least 10 such records, and more than 5 %%, where %s', async (what, finding, facts) => {
    const suspects = what.includes('filled') ? 11 : 10
    expect(await load(1, marks(190, suspects, facts))).toMatchObject(
      heldFor('values_alike', `${finding} in 10 of 190 records.`),
    )
    expect(await load(1, marks(100, suspects - 1, facts))).toMatchObject(succeeded)
    expect(await load(2, marks(200, suspects, facts, 1_000))).toMatchObject(succeeded)
  })

  test('hold a run where an unknown status is also a name, in 2 records', async () => {
    const trial = () => ({ estado: 'SIN_CLASIFICAR' as const, estadoOficina: 'TRIAL', denominacion: 'TRIAL' })
    expect(await load(1, marks(60, 2, trial))).toMatchObject(
      heldFor(
        'values_alike',
        'The status is not known, and is also the name of a mark or person, in 2 of 60 records.',
      ),
    )
    expect(await load(1, marks(60, 1, trial))).toMatchObject(succeeded)
  })

  test('do not include sheets without registration dates or numbers, names and holders of companies, and the portal', async () => {
    const undated = { fechaRegistro: null, fechaPublicacion: null }
    const company = (nro: number): Partial<MarkRecord> => ({
      ...undated,
      denominacion: `Vi${'ñ'.repeat(nro % 9)}a S.A.`,
      personas: [{ rol: 'TITULAR', nombre: `Viña ${nro} SpA`, pais: null }],
    })
    expect(await load(1, marks(50, 50, company))).toMatchObject(succeeded)
    const unnumbered = marks(50, 50, () => ({ nroRegistro: null }), 1_000)
    expect(await load(2, unnumbered)).toMatchObject(succeeded)
    const filled = () => ({ nroRegistro: '7' })
    expect(await ask(3, marks(20, 20, filled, 2_000))).toMatchObject(succeeded)
  })

  test('hold a run of the portal where all applicants and holders are of one country, and not of Chile', async () => {
    expect(await ask(1, marks(30, 30, holder('AF')))).toMatchObject(
      heldFor('values_alike', 'All 30 applicants and holders are of one country, AF.'),
    )
    expect(await ask(1, marks(30, 29, holder('AF')))).toMatchObject(succeeded)
    expect(await ask(2, marks(29, 29, holder('AF'), 1_000))).toMatchObject(succeeded)
    expect(await ask(2, marks(30, 30, holder('CL'), 2_000))).toMatchObject(succeeded)
    expect(await load(3, marks(30, 30, holder('AF'), 3_000))).toMatchObject(succeeded)
  })
})

describe('an acceptance of a run of the portal', () => {
  const early = () => ({ fechaRegistro: '2025-03-03', fechaPublicacion: null })
  const old = () => ({ fechaPresentacion: '2019-03-04' })
  const renamed = () => ({ denominacion: 'OTRA MARCA' })

  test.each<[string, MarkRecord[], MarkRecord[]]>([
    ['dates in the wrong order', marks(10, 5, early), marks(10, 5, early, 100)],
    ['filing dates that fall', falling(20, 5), falling(20, 6)],
    ['distant filing dates', marks(20, 20, old, 1_000), marks(20, 20, old, 2_000)],
    ['other names', marks(10, 5, renamed, 500), marks(10, 5, renamed, 510)],
    ['names that may be cut off', marks(9, 9, ofLength(18)), marks(9, 9, ofLength(20))],
    [
      'the same representatives',
      marks(30, 30, represented(2, 'Roble')),
      marks(30, 30, represented(2, 'Olmo')),
    ],
    ['one country', marks(30, 30, holder('AF')), marks(30, 30, holder('PE'))],
  ])('does not apply to the same finding about other values: %s', async (_, accepted, others) => {
    await ask(1, marks(30, 0, undefined, 500))
    expect(await ask(2, accepted)).toMatchObject({ status: 'held' })
    const fingerprint = await heldFingerprint()
    expect(await ask(3, others, fingerprint)).toMatchObject({ status: 'held' })
    expect(await ask(4, accepted, fingerprint)).toMatchObject(succeeded)
  })
})
