import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { lagOf, type Sample } from './lag.ts'

/** Samples of the primary every two seconds; its position equals the time. */
const samples: Sample[] = [0, 2_000, 4_000, 6_000].map((at) => ({ at, position: at, state: at }))

describe('the lag of a replica', () => {
  test.each([
    ['has replayed the last sample', 6_000, { ms: 0, atLeast: false }],
    ['is ahead of the last sample', 6_001, { ms: 0, atLeast: false }],
    ['has not replayed all of the last sample', 5_999, { ms: 2_010, atLeast: false }],
    ['stopped after the second sample', 2_500, { ms: 4_010, atLeast: false }],
    ['has not replayed the first sample', -1, { ms: 6_010, atLeast: true }],
  ])('is the time since the newest replayed sample, for a replica that %s', (_, position, lag) => {
    expect(lagOf(samples, { position, state: null }, 6_010)).toEqual(lag)
  })

  test('is zero while the primary is idle, however long', () => {
    const idle = samples.map((sample) => ({ ...sample, position: 7 }))
    expect(lagOf(idle, { position: 7, state: null }, 9_999_999)).toEqual({ ms: 0, atLeast: false })
  })

  test.each([
    ['the primary', { position: undefined, state: 0 }, 5],
    ['the replica', { position: 5, state: 0 }, undefined],
  ])(
    'follows the state of the corpus if %s does not reveal its position in the log',
    (_, primary, position) => {
      const states = [10, 10, 20, 20].map((state, index) => ({ ...primary, at: index * 2_000, state }))
      expect(lagOf(states, { position, state: 20 }, 6_000)).toEqual({ ms: 0, atLeast: false })
      expect(lagOf(states, { position, state: 10 }, 6_000)).toEqual({ ms: 4_000, atLeast: false })
      expect(lagOf(states, { position, state: 5 }, 6_000)).toEqual({ ms: 6_000, atLeast: true })
    },
  )

  test('is never shorter than the time since the first sample that the replica lacks', () => {
    const written = fc.array(fc.nat(100), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(written, fc.nat(2_500), (steps, position) => {
        let end = 0
        const samples = steps.map((step, index) => {
          end += step
          return { at: index * 10, position: end, state: null }
        })
        const now = steps.length * 10
        const missing = samples.find((sample) => sample.position > position)
        const { ms } = lagOf(samples, { position, state: null }, now)
        expect(ms).toBeGreaterThanOrEqual(missing === undefined ? 0 : now - missing.at)
      }),
    )
  })
})
