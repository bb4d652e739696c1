import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyCorpus } from '../../../test/support/empty-corpus.ts'
import { record, type StagedAnswer, stagedPortal } from '../../../test/support/staged-run.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import { getBrand } from '../../brands/get-brand.ts'
import type { Database } from '../../db/database.ts'
import type { RunReport } from '../run.ts'
import type { MarkRecord } from '../values/mark-record.ts'
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

const registered = { estado: 'REGISTRADA', estadoOficina: 'Registrada' } as const
const pending = { estado: 'EN_TRAMITE', estadoOficina: 'En trámite' } as const
const answers = (first: number, count: number, facts: Partial<MarkRecord>): StagedAnswer[] =>
  Array.from({ length: count }, (_, place) => ({ record: record(String(first + place), facts) }))

/** Runs the portal on a day of November. */
const ask = (day: number, asked: readonly StagedAnswer[], accepts?: string): Promise<RunReport> =>
  stagedPortal(ingest, `2026-11-0${day}`, asked, { guarded: true, ...(accepts ? { accepts } : {}) })

const fingerprintOf = async ({ id }: RunReport): Promise<string | undefined> => {
  const runs = await owner.query<{ fingerprint: string }>({
    text: `select fingerprint from sync_run where run_id = ${id}`,
    parameters: [],
  })
  return runs[0]?.fingerprint
}

const succeeded = { status: 'succeeded', error: null }
const heldFor = (code: string, message: string) => ({ status: 'held', updated: 0, error: { code, message } })

describe('statuses that move back in the portal', () => {
  test('hold a run with at least five of them, until an operator accepts these records, whatever else is new', async () => {
    await ask(2, answers(1, 20, registered))
    expect(await ask(3, answers(1, 4, pending))).toMatchObject(succeeded)
    const suspects = answers(5, 6, pending)
    const held = await ask(4, suspects)
    expect(held).toMatchObject({ status: 'held', updated: 0, error: { code: 'statuses_backwards' } })
    const fingerprint = await fingerprintOf(held)
    const others = [...suspects, { record: record('99') }]
    expect(await ask(4, others.slice(0, 5), fingerprint)).toMatchObject({ status: 'held' })
    expect(await ask(4, others, fingerprint)).toMatchObject({ ...succeeded, inserted: 1, updated: 6 })
  })

  test('do not hold a run if the portal has one word for all pending applications', async () => {
    await ask(2, answers(1, 20, { estado: 'PUBLICADA', estadoOficina: 'Publicada' }))
    const vague = answers(1, 20, { estado: 'SOLICITADA', estadoOficina: 'Pendiente' })
    expect(await ask(4, vague)).toMatchObject(succeeded)
  })
})

test('future days hold a run of the portal, and future events are left out and counted', async () => {
  const day = '2999-01-02'
  const report = await stagedPortal(ingest, day, answers(1, 1, pending), { guarded: true })
  expect(report).toMatchObject({ status: 'held', error: { code: 'dates_in_future' } })
  const accepts = (await fingerprintOf(report)) ?? ''
  const other = await stagedPortal(ingest, '2999-01-03', answers(1, 1, pending), { guarded: true, accepts })
  expect(other).toMatchObject({ status: 'held' })
  const event = (fecha: string): PortalEvent => ({
    fecha,
    tipo: 'OTRA',
    descripcion: 'Audiencia',
    resolucion: null,
  })
  const hearings = [{ record: record('7'), events: [event('2026-11-01'), event(day)] }]
  expect(await ask(4, hearings)).toMatchObject({
    ...succeeded,
    ignored: { 'events on a day still to come': 1 },
  })
  expect((await getBrand(owner, { nroSolicitud: '7' }))?.anotaciones).toMatchObject([{ fecha: '2026-11-01' }])
})

describe('a field that portal answers lose', () => {
  const full: Partial<MarkRecord> = { ...registered, clases: [{ clase: 9, cobertura: null }] }
  const lacking: Partial<MarkRecord> = { ...registered, clases: [] }

  test('is counted over its last 1,000 records', async () => {
    await ask(1, answers(1, 400, full))
    await ask(2, [...answers(1, 10, lacking), ...answers(401, 40, full)])
    expect(await ask(3, [...answers(11, 10, lacking), ...answers(401, 40, full)])).toMatchObject(
      heldFor('fields_lost', '20 of the 500 marks that had classes no longer have it.'),
    )
    expect(await ask(3, answers(21, 9, lacking))).toMatchObject(succeeded)
  })

  test('holds a run whose answers all lack it, if nine tenths of the last records had it', async () => {
    await ask(1, answers(1, 50, full))
    expect(await ask(2, answers(100, 20, lacking))).toMatchObject(
      heldFor('fields_lost', 'None of the 20 portal answers has classes, which 50 of the last 50 had.'),
    )
  })

  test('is expected again only after an accepted run, when answers have it again', async () => {
    await ask(1, answers(1, 50, full))
    const held = await ask(2, answers(1, 25, lacking))
    expect(held).toMatchObject({ status: 'held' })
    expect(await ask(2, answers(1, 25, lacking), await fingerprintOf(held))).toMatchObject(succeeded)
    expect(await ask(2, answers(26, 25, lacking))).toMatchObject(succeeded)
    expect(await ask(3, answers(1, 50, full))).toMatchObject(succeeded)
    expect(await ask(4, answers(1, 50, lacking))).toMatchObject({ status: 'held' })
  })
})
