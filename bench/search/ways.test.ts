import { describe, expect, test } from '@jest/globals'
import { rankOf, timed } from './ways.ts'

const query = { kind: 'identical', q: 'condor', wanted: 'condor', filters: {} } as const

describe('an answer', () => {
  test('tells the place of the wanted name, whatever its case and accents', () => {
    expect(rankOf('condor', ['CONDORES', 'Cóndor', 'condor'])).toBe(2)
    expect([rankOf('condor', ['CONDORES']), rankOf('condor', []), rankOf(null, ['', 'condor'])]).toEqual([
      null,
      null,
      null,
    ])
  })

  test('is one with its time, also where the way fails', async () => {
    const ms = expect.any(Number)
    expect(await timed({ ask: async () => ['x', 'CÓNDOR'] }, query)).toEqual({ ms, rank: 2, hits: 2 })
    const failing = { ask: () => Promise.reject(new Error('too slow')) }
    expect(await timed(failing, query)).toEqual({ ms, rank: null, hits: 0, failed: 'too slow' })
  })
})
