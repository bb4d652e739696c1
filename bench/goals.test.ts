import { describe, expect, test } from '@jest/globals'
import { atLeast, atMost, judge, under } from './goals.ts'

const limit = { goal: 'p95 at most 25 ms', isMet: atMost(25) }

describe('a goal', () => {
  test('that holds for every size is met or not', () => {
    expect(judge(limit, 25, '25.0 ms', 7)).toEqual({
      goal: 'p95 at most 25 ms',
      figure: 25,
      text: '25.0 ms',
      met: true,
      verdict: 'met',
    })
    expect(judge(limit, 25.1, '25.1 ms', 7)).toMatchObject({ met: false, verdict: 'not met' })
  })

  test('that is stated for a size says so, and is judged at that size alone', () => {
    const stated = { ...limit, statedAt: 2_000_000 }
    expect(judge(stated, 99, '99.0 ms', 2_000_000)).toMatchObject({
      goal: 'p95 at most 25 ms at 2,000,000 marks',
      met: false,
      verdict: 'not met',
    })
    for (const figure of [1, 99]) {
      expect(judge(stated, figure, 'some', 5_000)).toEqual({
        goal: 'p95 at most 25 ms at 2,000,000 marks',
        figure,
        text: 'some',
        met: null,
        verdict: 'not measured at 5,000 marks',
      })
    }
  })

  test('may be stated for a number of something else', () => {
    const stated = { ...limit, statedAt: 400, counted: 'pages' }
    expect(judge(stated, 9, '9.0 ms', 400)).toMatchObject({
      goal: 'p95 at most 25 ms at 400 pages',
      met: true,
    })
    expect(judge(stated, 9, '9.0 ms', 90)).toMatchObject({ met: null, verdict: 'not measured at 90 pages' })
  })

  test('is neither met nor missed without a figure', () => {
    expect(judge(limit, null, '- MB', 7)).toMatchObject({
      figure: null,
      text: 'not known',
      met: null,
      verdict: 'not measured here',
    })
  })
})

test.each([
  ['at most', atMost(3), [true, true, false]],
  ['at least', atLeast(3), [false, true, true]],
  ['under', under(3), [true, false, false]],
] as const)('%s 3 counts 2, 3 and 4 as it says', (_, isMet, verdicts) => {
  expect([2, 3, 4].map(isMet)).toEqual(verdicts)
})
