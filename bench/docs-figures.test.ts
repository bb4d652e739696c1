import { expect, test } from '@jest/globals'
import { pagesTable, readyGoal } from './docs-figures.ts'

const page = (...milliseconds: number[]) => ({ page: '/docs', milliseconds, bytes: 456_700 })

test('a page is told by the median of its loads, its range, and what came over the wire', () => {
  expect(pagesTable([page(300, 900, 500)]).lines.slice(1)).toEqual([['/docs', '500', '300–900', '457']])
})

test('a page is held against its goal by the median, whatever the size of the corpus', () => {
  expect(readyGoal(page(2_000, 999, 300), 7)).toMatchObject({ text: '999 ms', met: true })
  expect(readyGoal(page(1_000), 7)).toMatchObject({ text: '1,000 ms', met: false })
})
