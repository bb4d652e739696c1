import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { lagOf, type Sample } from './lag.ts'

/** The primary, looked at every two seconds, has written up to its own time of day. */
const samples: Sample[] = [0, 2_000, 4_000, 6_000].map((at) => ({ at, position: at, state: at }))

describe('the lag of a replica', () => {
  test.each([
    ['has all that the primary had just now', 6_000, { ms: 0, atLeast: false }],
    ['is further than the primary was, which went on meanwhile', 6_001, { ms: 0, atLeast: false }],
    ['lacks the last that was written', 5_999, { ms: 2_010, atLeast: false }],
    ['has stood still since', 2_500, { ms: 4_010, atLeast: false }],
    ['has been no further than before the first look', -1, { ms: 6_010, atLeast: true }],
  ])('that %s', (_, position, lag) => {
    expect(lagOf(samples, { position, state: null }, 6_010)).toEqual(lag)
  })

  test('is none while nothing is written, however long', () => {
    const idle = samples.map((sample) => ({ ...sample, position: 7 }))
    expect(lagOf(idle, { position: 7, state: null }, 9_999_999)).toEqual({ ms: 0, atLeast: false })
  })

  test.each([
    ['the primary', { position: undefined, state: 0 }, 5],
    ['the replica', { position: 5, state: 0 }, undefined],
  ])('is that of the corpus where %s does not tell its place in the log', (_, primary, position) => {
    const states = [10, 10, 20, 20].map((state, look) => ({ ...primary, at: look * 2_000, state }))
    expect(lagOf(states, { position, state: 20 }, 6_000)).toEqual({ ms: 0, atLeast: false })
    expect(lagOf(states, { position, state: 10 }, 6_000)).toEqual({ ms: 4_000, atLeast: false })
    expect(lagOf(states, { position, state: 5 }, 6_000)).toEqual({ ms: 6_000, atLeast: true })
  })

  test('is never told shorter than the time since the primary had what the replica has not', () => {
    const written = fc.array(fc.nat(100), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(written, fc.nat(2_500), (steps, position) => {
        let end = 0
        const looks = steps.map((step, look) => {
          end += step
          return { at: look * 10, position: end, state: null }
        })
        const now = steps.length * 10
        const missing = looks.find((look) => look.position > position)
        const { ms } = lagOf(looks, { position, state: null }, now)
        expect(ms).toBeGreaterThanOrEqual(missing === undefined ? 0 : now - missing.at)
      }),
    )
  })
})
