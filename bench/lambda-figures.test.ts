import { expect, test } from '@jest/globals'
import { firstEventGoal, firstEventsTable } from './lambda-figures.ts'

const figures = (...bundle: number[]) => ({
  handler: 'functions/api/get-brand.ts',
  bundleBytes: 408_631,
  bundle,
  source: [900, 700, 800],
})

test('a handler is told by the medians of its bundle and of its source, and the size of what is loaded', () => {
  expect(firstEventsTable([figures(300, 900, 350)]).lines.slice(1)).toEqual([
    ['functions/api/get-brand.ts', '409', '350', '300–900', '800'],
  ])
})

test('the slowest bundle by its median is held against the goal', () => {
  expect(firstEventGoal([figures(100), figures(400, 999, 1)], 7)).toMatchObject({ text: '400 ms', met: true })
  expect(firstEventGoal([figures(100), figures(401)], 7)).toMatchObject({ text: '401 ms', met: false })
})
