import { describe, expect, test } from '@jest/globals'
import { decimals, figuresTable, whole } from './figures-table.ts'
import { atMost, judge } from './goals.ts'
import { formatReport, reportData } from './report.ts'

const loads = figuresTable(
  [
    { load: 'first', seconds: 61.26, peak: 412.4, rounds: [61.26] },
    { load: 'bare copy', seconds: 2, peak: null, rounds: [2] },
  ],
  [
    ['load', ({ load }) => load],
    ['time s', ({ seconds }) => decimals(1)(seconds)],
    ['peak MB', ({ peak }) => whole(peak)],
  ],
)
const pages = figuresTable(
  [{ shape: 'all', pages: 1_200 }],
  [
    ['listing', ({ shape }) => shape],
    ['pages', (row) => whole(row.pages)],
  ],
)
const goals = [
  judge(
    { goal: 'first load at most 180 s', isMet: atMost(180), statedAt: 1_000_000 },
    61.26,
    '61.3 s',
    5_000,
  ),
]
const report = { facts: { load: '5,000 marks', fsync: 'on' }, tables: { loads, pages }, goals }

describe('a report', () => {
  test('tells facts, every table and the goals in columns', () => {
    expect(formatReport('sheets', report)).toBe(
      [
        'sheets',
        '',
        '  load   5,000 marks',
        '  fsync  on',
        '',
        '  load       time s  peak MB',
        '  first        61.3      412',
        '  bare copy     2.0        -',
        '',
        '  listing  pages',
        '  all      1,200',
        '',
        '  first load at most 180 s at 1,000,000 marks  61.3 s  not measured at 5,000 marks',
        '',
      ].join('\n'),
    )
  })

  test('keeps every figure as data, those that no column shows included', () => {
    expect(reportData(report)).toEqual({
      facts: report.facts,
      loads: [
        { load: 'first', seconds: 61.26, peak: 412.4, rounds: [61.26] },
        { load: 'bare copy', seconds: 2, peak: null, rounds: [2] },
      ],
      pages: [{ shape: 'all', pages: 1_200 }],
      goals,
    })
  })
})
