import { expect, test } from '@jest/globals'
import { scrapeGoal, scrapesTable } from './metrics-figures.ts'

const times = (slowest: number): number[] => [...Array<number>(94).fill(5), ...Array<number>(6).fill(slowest)]
const scraped = (slowest: number) => ({ service: [times(slowest), times(slowest), times(900)], bare: [[1]] })

test('a scrape is told next to what its bytes alone cost', () => {
  expect(scrapesTable(scraped(8)).lines.slice(1)).toEqual([
    ['service', '5.00', '8.00', '8.00', '900.00'],
    ['the same bytes', '1.00', '1.00', '1.00', '1.00'],
  ])
})

test('a scrape is held against its goal by the median of the rounds, whatever the size of the corpus', () => {
  expect(scrapeGoal(scraped(19.9), 7)).toMatchObject({ text: '19.9 ms', met: true })
  expect(scrapeGoal(scraped(20), 7)).toMatchObject({ text: '20.0 ms', met: false })
})
