import { pathToFileURL } from 'node:url'
import { expect, test } from '@jest/globals'
import { readPairs, readRealNames } from './real-names.ts'

test('real names that are not there are none', async () => {
  expect(await readRealNames(pathToFileURL('/nowhere/at/all/'))).toBeNull()
})

test('the pairs are the first two columns below the headers', () => {
  expect(readPairs('query\tmark\tsource\nTHOMSON LIFE\tLIFE\tCJEU\tconfusing\nA\tB\t\n')).toEqual([
    { query: 'THOMSON LIFE', mark: 'LIFE' },
    { query: 'A', mark: 'B' },
  ])
})
