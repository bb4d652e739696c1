import { expect, test } from '@jest/globals'
import { firstHitGoal, waitsTable } from './explore-figures.ts'

const waits = (...milliseconds: number[]) => ({ way: 'by a page', milliseconds })

test('waits are told by their spread', () => {
  expect(waitsTable([waits(150.04, 200, 170)]).lines.slice(1)).toEqual([
    ['by a page', '170.0', '200.0', '200.0'],
  ])
})

test('the first hit is held against its goal at the size that it is stated for, and at no other', () => {
  expect(firstHitGoal(waits(299, 150), 2_000_000)).toMatchObject({ text: '299 ms', met: true })
  expect(firstHitGoal(waits(300, 150), 2_000_000)).toMatchObject({ text: '300 ms', met: false })
  expect(firstHitGoal(waits(150), 5_000)).toMatchObject({ met: null })
})
