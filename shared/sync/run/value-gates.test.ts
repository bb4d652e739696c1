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

/** Returns facts of the `kinds` in turn, `each` marks per kind. */
const inBlocks =
  (each: number, kinds: readonly ((nro: number) => Partial<MarkRecord>)[]) =>
  (nro: number): Partial<MarkRecord> =>
    kinds[Math.floor((nro - 1) / each)]?.(nro) ?? {}

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
  const pairs: [string, Partial<MarkRecord>][] = [
    ['registration date is before the filing date', { fechaRegistro: '2025-03-03', fechaPublicacion: null }],
    ['publication date is before the filing date', { fechaPublicacion: '2025-03-03' }],
    ['registration date is before the publication date', { fechaRegistro: '2025-04-08' }],
    ['expiry date is not after the registration date', { fechaVencimiento: '2025-10-11' }],
    [
      'expiry date is not after the filing date',
      { fechaVencimiento: '2025-03-04', fechaRegistro: null, fechaPublicacion: null },
    ],
  ]
  const early = () => ({ fechaRegistro: '2025-04-08' })

  test('hold a first load when a pair of days is in the wrong order in 20 records', async () => {
    const edition = (each: number) =>
      marks(
        120,
        5 * each,
        inBlocks(
          each,
          pairs.map(
            ([, facts]) =>
              () =>
                facts,
          ),
        ),
      )
    const held = await load(1, edition(20))
    expect(held).toMatchObject({ status: 'held', error: { code: 'days_out_of_order' } })
    for (const [days] of pairs) {
      expect(held.error?.message).toContain(`The ${days} in 20 of the `)
    }
    expect(await load(1, edition(19))).toMatchObject(succeeded)
  })

  test('that were accepted do not hold the same share of new marks', async () => {
    expect(await load(1, marks(100, 30, early))).toMatchObject({ status: 'held' })
    expect(await load(1, marks(100, 30, early), 'staged')).toMatchObject(succeeded)
    expect(await load(2, marks(50, 25, early, 1_000))).toMatchObject(succeeded)
    expect(await load(3, marks(50, 45, early, 2_000))).toMatchObject({ status: 'held' })
  })

  test('hold a run of sheets where the days of more than 5 % of the new marks, and at least 20, are far from those of their neighbours', async () => {
    const old = () => ({ fechaPresentacion: '2019-03-04' })
    await load(1, marks(30))
    expect(await load(2, marks(30, 19, old, 1_000))).toMatchObject(succeeded)
    const held = await load(3, marks(100, 20, old, 2_000))
    expect(held).toMatchObject({ status: 'held', error: { code: 'days_out_of_order' } })
    expect(held.error?.message).toContain(
      'The filing date is more than a year before the filing date of the next lower known application number, ' +
        'or more than a year after the filing date of the next higher number, ' +
        'in 20 of 100 new records, such as application 2000.',
    )
  })

  test('hold a run of the portal with at least five of them', async () => {
    expect(await ask(1, marks(50, 4, early))).toMatchObject(succeeded)
    const held = await ask(1, marks(10, 5, early, 200))
    expect(held).toMatchObject({ status: 'held', error: { code: 'days_out_of_order' } })
  })

  test('hold a run where the filing dates go down from number to number, at least 3 times and in more than 5 %', async () => {
    expect(await load(1, falling(10, 2))).toMatchObject(succeeded)
    expect(await load(2, falling(10, 3, 3_000))).toMatchObject(
      heldFor(
        'days_out_of_order',
        'The filing date is more than a month before the filing date of the previous application number in 3 of 10 records, ' +
          'such as application 3001: days and months may be swapped.',
      ),
    )
  })
})

describe('changed values', () => {
  const renamed = () => ({ denominacion: 'OTRA MARCA' })
  const moved: Partial<MarkRecord> = {
    personas: [
      { rol: 'REPRESENTANTE', nombre: 'Sociedad', pais: 'CL' },
      { rol: 'TITULAR', nombre: 'Estudio Roble', pais: 'CL' },
    ],
  }

  test('hold a run when 20 known marks have another value', async () => {
    const changes: [string, (nro: number) => Partial<MarkRecord>][] = [
      ['The name changes', renamed],
      ['The kind of sign changes', () => ({ tipoSigno: 'MIXTA' })],
      ['The filing date changes', () => ({ fechaPresentacion: '2025-04-03' })],
      ['The publication date changes', () => ({ fechaPublicacion: '2025-04-10' })],
      ['The registration date changes', () => ({ fechaRegistro: '2025-10-12' })],
      ['The expiry date changes, and not by whole years,', () => ({ fechaVencimiento: '2034-10-12' })],
      ['The registration number changes', (nro) => ({ nroRegistro: String(nro) })],
      ['A representative becomes applicant or holder, or the reverse,', () => moved],
      ['No earlier class remains', () => ({ clases: [{ clase: 25, cobertura: null }] })],
      [
        'Some classes are missing, and no class is new,',
        () => ({ clases: [{ clase: 42, cobertura: 'Programas' }] }),
      ],
    ]
    await load(1, marks(210))
    const facts = changes.map(([, change]) => change)
    const held = await load(2, marks(210, 200, inBlocks(20, facts)))
    expect(held).toMatchObject({ status: 'held', error: { code: 'values_changed' } })
    for (const [place, [change]] of changes.entries()) {
      expect(held.error?.message).toContain(
        `${change} in 20 of the 210 known marks, such as application ${20 * place + 1}.`,
      )
    }
  })

  test('hold a run when 20 marks have another value in any of their fields', async () => {
    const moved = (suspects: number) =>
      marks(100, suspects, (nro) => (nro % 2 ? renamed() : { fechaVencimiento: '2035-10-12' }))
    await load(1, marks(100))
    expect(await load(2, moved(20))).toMatchObject(
      heldFor(
        'values_changed',
        'A name, kind of sign, day, registration number, role or class changes in 20 of the 100 known marks, such as application 1.',
      ),
    )
    expect(await load(2, moved(19))).toMatchObject(succeeded)
  })

  test('do not include other spellings, a registration, new descriptions of goods, renewals and first values', async () => {
    const persons =
      (...personas: MarkRecord['personas']) =>
      () => ({ personas })
    const roble = { rol: 'REPRESENTANTE', nombre: 'Estudio Roble', pais: 'CL' } as const
    const filed = { nroRegistro: null, fechaPublicacion: null, fechaRegistro: null, fechaVencimiento: null }
    const before = marks(120, 20, inBlocks(20, [() => ({ ...filed, tipoSigno: 'OTRA', clases: [] })]))
    const after = marks(
      120,
      120,
      inBlocks(20, [
        () => ({}),
        (nro) => ({ denominacion: `Marca ${nro}` }),
        (nro) => persons(roble, { rol: 'TITULAR', nombre: `SOCIÉDAD. ${nro}`, pais: 'CL' })(),
        (nro) => persons(roble, { rol: 'SOLICITANTE', nombre: `Sociedad ${nro}`, pais: 'CL' })(),
        () => ({
          clases: [
            { clase: 9, cobertura: 'Aparatos' },
            { clase: 42, cobertura: null },
          ],
        }),
        (nro) => ({ fechaVencimiento: '2045-10-11', nroRegistro: String(2_000_000 + nro) }),
      ]),
    )
    await load(1, before)
    expect(await load(2, after)).toMatchObject({ ...succeeded, updated: 120 })
  })

  test('hold a run when more than a tenth of the known marks that had a value, and at least 20, have another one', async () => {
    const persons = (holder: string, representative: string, pais: string): Partial<MarkRecord> => ({
      personas: [
        { rol: 'REPRESENTANTE', nombre: representative, pais: 'CL' },
        { rol: 'SOLICITANTE', nombre: 'Fundador', pais: 'CL' },
        { rol: 'TITULAR', nombre: holder, pais },
      ],
    })
    const goods = (cobertura: string, ...others: number[]): Partial<MarkRecord> => ({
      clases: [{ clase: 9, cobertura }, ...others.map((clase) => ({ clase, cobertura: null }))],
    })
    const usual = { ...persons('Muñoz y Díaz', 'Estudio Roble', 'PE'), ...goods('Vinos') }
    const changes: [string, Partial<MarkRecord>][] = [
      ['Applicants or holders change', persons('Mu?oz y D?az', 'Estudio Roble', 'PE')],
      ['Representatives change', persons('Muñoz y Díaz', 'Otro', 'PE')],
      ['The country of a person changes', persons('Muñoz y Díaz', 'Estudio Roble', 'AR')],
      ['The goods and services of a class change', goods('Papel')],
      ['The classes change', goods('Vinos', 25)],
    ]
    const others = marks(30, 30, () => ({ personas: [], clases: [] }), 5_000)
    const edition = (each: number) => {
      const facts = inBlocks(
        each,
        changes.map(
          ([, change]) =>
            () =>
              change,
        ),
      )
      return [...marks(210, 210, (nro) => ({ ...usual, ...(each ? facts(nro) : {}) })), ...others]
    }
    await load(1, edition(0))
    const held = await load(2, edition(22))
    expect(held).toMatchObject({ status: 'held', error: { code: 'values_changed' } })
    for (const [place, [change]] of changes.entries()) {
      expect(held.error?.message).toContain(
        `${change} in 22 of the 210 known marks that had a value, such as application ${22 * place + 1}.`,
      )
    }
    expect(await load(2, edition(21))).toMatchObject(succeeded)
  })

  test('hold a run of the portal with at least five such marks, until an operator accepts these marks', async () => {
    await ask(1, marks(10))
    expect(await ask(2, marks(10, 4, renamed))).toMatchObject(succeeded)
    await ask(3, marks(10))
    const changed = marks(10, 5, renamed)
    expect(await ask(4, changed)).toMatchObject({ status: 'held', error: { code: 'values_changed' } })
    const fingerprint = await heldFingerprint()
    expect(await ask(4, marks(20, 5, renamed, 6), fingerprint)).toMatchObject({ status: 'held' })
    const more = marks(20, 0, undefined, 100)
    expect(await ask(4, [...changed, ...more], fingerprint)).toMatchObject(succeeded)
  })
})

describe('values of many marks that are alike', () => {
  const same = () => ({ denominacion: 'FIORDO' })

  test('hold a run of at least 100 marks (portal: 30) where more than half have the same name', async () => {
    expect(await load(1, marks(100, 51, same))).toMatchObject(
      heldFor('names_alike', '51 of the 100 marks have the same name, "FIORDO".'),
    )
    expect(await load(1, marks(100, 50, same))).toMatchObject(succeeded)
    expect(await load(2, marks(99, 99, same, 1_000))).toMatchObject(succeeded)
    expect(await ask(3, marks(30, 16, same, 2_000))).toMatchObject(
      heldFor('names_alike', '16 of the 30 marks have the same name, "FIORDO".'),
    )
  })

  test('hold a run where at least 8 names have the maximum length, and fewer than half as many are slightly shorter', async () => {
    const names = (longest: number, shorter: number) => [
      ...marks(longest, longest, ofLength(18)),
      ...marks(shorter, shorter, ofLength(16), 1_000),
    ]
    const message =
      '8 names have 18 characters, such as "XXXXXXXXXXXXXXXXXB", and no name has more: longer names may be cut off.'
    expect(await load(1, names(8, 3))).toMatchObject(heldFor('values_alike', message))
    expect(await load(1, names(7, 0))).toMatchObject(succeeded)
    expect(await load(2, names(30, 15))).toMatchObject(succeeded)
  })

  test('hold a run where most marks have the same group of representatives', async () => {
    expect(await load(1, marks(100, 51, represented(2)))).toMatchObject(
      heldFor('values_alike', '51 of the 100 marks have the same 2 representatives.'),
    )
    expect(await load(1, marks(100, 50, represented(2)))).toMatchObject(succeeded)
    expect(await load(2, marks(100, 100, represented(1), 1_000))).toMatchObject(succeeded)
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
  })

  test('hold a run of sheets where at least 10 records, and more than 5 %, show the same symptom of shifted rows or columns', async () => {
    const symptoms: [string, (nro: number) => Partial<MarkRecord>][] = [
      [
        'There is a registration number without a registration date, or the reverse,',
        (nro) => (nro % 2 === 0 ? { nroRegistro: null } : { fechaRegistro: null }),
      ],
      ['Another application has the same registration number', () => ({ nroRegistro: '7' })],
      [
        'There is a registration number, but the application ended without registration,',
        () => ({ estado: 'DENEGADA', estadoOficina: 'Denegada' }),
      ],
      [
        'The publication or registration is more than 40 years after the filing',
        () => ({ fechaPresentacion: '1954-01-03' }),
      ],
      [
        'The name ends with a kind of sign in brackets, and the kind of sign is not known,',
        (nro) => ({ denominacion: `Vi${'ñ'.repeat(nro % 9)}a (Denominativa)`, tipoSigno: 'OTRA' }),
      ],
      [
        'The name is a company name, and no applicant or holder is a company,',
        (nro) => ({
          denominacion: `Vi${'ñ'.repeat(nro % 9)}a S.A.`,
          personas: [{ rol: 'TITULAR', nombre: `SOL ${nro}`, pais: null }],
        }),
      ],
    ]
    const facts = symptoms.map(([, symptom]) => symptom)
    const held = await load(1, marks(200, 72, inBlocks(12, facts)))
    expect(held).toMatchObject({ status: 'held', error: { code: 'values_alike' } })
    for (const [finding] of symptoms) {
      expect(held.error?.message).toMatch(new RegExp(`${finding} in 1[12] of 200 records\\.`))
    }
    expect(await load(1, marks(200, 60, inBlocks(10, facts)))).toMatchObject(succeeded)
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

  test('hold a run of the portal where all applicants and holders are of one country, and not of Chile', async () => {
    expect(await ask(1, marks(30, 30, holder('AF')))).toMatchObject(
      heldFor('values_alike', 'All 30 applicants and holders are of one country, AF.'),
    )
    expect(await ask(1, marks(29, 29, holder('AF')))).toMatchObject(succeeded)
    expect(await ask(2, marks(30, 30, holder('CL'), 2_000))).toMatchObject(succeeded)
    expect(await load(3, marks(30, 30, holder('AF'), 3_000))).toMatchObject(succeeded)
  })
})
