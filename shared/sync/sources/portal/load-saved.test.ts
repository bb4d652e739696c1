import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyCorpus } from '../../../../test/support/empty-corpus.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts'
import type { Database } from '../../../db/database.ts'
import { listRejections } from '../../run/rejections.ts'
import { syncPortal } from './sync-portal.ts'

let database: TestDatabase
let owner: Database
let ingest: Database
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
  ingest = database.open('trademark_ingest')
  folder = await mkdtemp(join(tmpdir(), 'load-saved-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => emptyCorpus(owner))

const answer = (number: number, facts: object = {}): object => ({
  NumeroSolicitud: number,
  Denominacion: `Marca ${number}`,
  EstadoDescripcion: 'Registrada',
  FechaPresentacion: '24/06/2019',
  FechaRegistro: '24/01/2020',
  ...facts,
})
const answers = (first: number, count: number, facts?: object): object[] =>
  Array.from({ length: count }, (_, place) => answer(first + place, facts))

/** Loads saved answers, and returns the status and the reasons of the rejected ones. */
async function rejected(...all: object[]): Promise<[string, number, string[]]> {
  const path = join(folder, 'portal-2026-11-18.json')
  await writeFile(path, JSON.stringify(all))
  const { id, status, rejected } = await syncPortal(ingest, {
    from: { files: [path] },
    trigger: 'manual',
    rateLimit: { pauseMs: 0, callsPerDay: 1, recordsPerRun: 1, contact: undefined },
  })
  return [status, rejected, ((await listRejections(ingest, id)) ?? []).map(({ reason }) => reason)]
}

const numbersKnown = async (): Promise<number> =>
  (await owner.query({ text: 'select from portal_number', parameters: [] })).length

describe('a saved answer is rejected', () => {
  test('when its number has more or fewer digits than the others', async () => {
    expect(await rejected(...answers(1_404_201, 30), answer(99_999_999_999))).toEqual([
      'succeeded',
      1,
      ['the application number 99999999999 has more or fewer digits than the others'],
    ])
    expect(await numbersKnown()).toBe(30)
  })

  test('when its registration is before its filing, which holds the run from five answers on', async () => {
    const early = { FechaRegistro: '24/01/2018' }
    expect(await rejected(...answers(1_404_201, 30), ...answers(1_500_001, 4, early))).toEqual([
      'succeeded',
      4,
      Array(4).fill('the registration date 2018-01-24 is before the filing date 2019-06-24'),
    ])
    expect(await rejected(...answers(1_404_201, 30), ...answers(1_500_001, 5, early))).toEqual([
      'held',
      0,
      [],
    ])
  })
})

test('an answer that differs from another one only in its number is rejected', async () => {
  const same = { Denominacion: 'ÑANDÚ', Clases: [39], Titulares: ['Viña Sur S.A.'] }
  expect(await rejected(...answers(1_600_000, 60), answer(1_700_000, same), answer(1_700_001, same))).toEqual(
    ['succeeded', 1, ['the answer differs from the answer about application 1700000 only in its number']],
  )
})
