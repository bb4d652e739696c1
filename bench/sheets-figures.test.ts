import { expect, test } from '@jest/globals'
import { addressGoals, bareRow, type LoadRow, loadGoals, loadsTable } from './sheets-figures.ts'

const LIMITS = { firstSeconds: 180, againSeconds: 60, megabytes: 600, statedAt: 1_000_000 }
const row = (load: string, some: Partial<LoadRow> = {}): LoadRow => ({
  sheet: 'CSV',
  load,
  seconds: 50,
  searchableSeconds: null,
  status: 'succeeded',
  rowsRead: 1_000_000,
  rowsPerSecond: 20_000,
  peakMegabytes: 400,
  marks: { inserted: 0, updated: 0, unchanged: 1_000_000, rejected: 0 },
  versionMoved: false,
  ...some,
})
const first = row('first', { versionMoved: true })
const verdicts = (rows: LoadRow[], marks = 1_000_000) =>
  loadGoals('CSV', rows, LIMITS, marks).map(({ met }) => met)

test('a sheet meets its goals by time and memory, and by writing nothing when it says the same again', () => {
  expect(verdicts([bareRow('CSV', 9, 1), first, row('again')])).toEqual([true, true, true, true])
  expect(
    verdicts([row('first', { seconds: 180.1, peakMegabytes: 600 }), row('again', { seconds: 60.1 })]),
  ).toEqual([false, false, false, true])
})

test.each([
  ['a brand that is inserted', { marks: { inserted: 1, updated: 0, unchanged: 9, rejected: 0 } }],
  ['a brand that is updated', { marks: { inserted: 0, updated: 1, unchanged: 9, rejected: 0 } }],
  ['a version that moves', { versionMoved: true }],
])('%s breaks the promise of writing nothing, whatever the size', (_, some) => {
  expect(verdicts([first, row('again', some)], 5_000)).toEqual([null, null, null, false])
})

test('memory that the system does not tell is neither met nor missed', () => {
  expect(verdicts([row('first', { peakMegabytes: null }), row('again')])).toEqual([true, null, true, true])
})

test('what has no marks and no process shows no figures of them', () => {
  expect(loadsTable([bareRow('CSV', 1_000, 2)]).lines[1]).toEqual([
    'CSV: bare copy',
    '2.00',
    '-',
    '500',
    '-',
    '-',
    '-',
    '-',
    '-',
  ])
})

const AT_ADDRESS = { searchableSeconds: 240, againSeconds: 5, statedAt: 1_000_000 }
const published = row('first', { searchableSeconds: 239.9, versionMoved: true })
const skipped = { status: 'skipped', rowsRead: 0, seconds: 1 } as const
const addressVerdicts = (rows: LoadRow[], marks = 1_000_000) =>
  addressGoals('XLSX by URL', rows, AT_ADDRESS, marks).map(({ met }) => met)

test('a sheet at an address is judged by when it can be searched, and by being skipped while it is the same', () => {
  expect(addressVerdicts([published, row('again', skipped)])).toEqual([true, true, true, true])
  expect(
    addressVerdicts([{ ...published, searchableSeconds: 240.1 }, row('again', { ...skipped, seconds: 5.1 })]),
  ).toEqual([false, false, true, true])
})

test.each([
  ['that is read again', { ...skipped, rowsRead: 1 }],
  ['that is not told as skipped', { ...skipped, status: 'succeeded' }],
] as const)('a sheet %s was not skipped, whatever the size', (_, some) => {
  expect(addressVerdicts([published, row('again', some)], 5_000)).toEqual([null, null, false, true])
})

test('a sheet that nobody could search for is neither in time nor late', () => {
  expect(addressVerdicts([{ ...published, searchableSeconds: null }, row('again', skipped)])[0]).toBeNull()
})
