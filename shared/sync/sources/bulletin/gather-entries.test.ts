import { expect, test } from '@jest/globals'
import { gatherEntries } from './gather-entries.ts'
import { type RawEntry, rawEntry } from './raw-entry.ts'

const usual = (count: number, resolution: (index: number) => string): RawEntry[] =>
  Array.from({ length: count }, (_, index) =>
    rawEntry({
      rowNumber: index + 1,
      number: String(1_600_100 + index),
      event: '531 Abandono',
      resolution: resolution(index),
    }),
  )
const withAnother = (number: string, resolution: string, count = 30): RawEntry[] => [
  ...usual(count, (index) => `2026/${221_600 + index}`),
  rawEntry({ rowNumber: 99, number, event: '531 Abandono', resolution }),
]

test.each([
  ['16001', '2026/221640', 'The application number "16001" has fewer digits'],
  ['1600150', '2026/22', 'The resolution "2026/22" has fewer digits'],
  ['160012', '2026/221640', 'The application number "160012" has fewer digits'],
  ['16001501', '2026/221640', 'The application number "16001501" has more digits'],
  ['1600150', '2062/221640', 'The resolution "2062/221640" is of a later year'],
])(
  'a number with two digits less, or one of those of the others, or with one more, or of a far year is no number of an entry: %s, %s',
  (number, resolution, reason) => {
    const { entries, rejections } = gatherEntries(withAnother(number, resolution), 'lines')
    expect(entries).toHaveLength(30)
    expect(rejections).toEqual([
      {
        rowNumber: 99,
        nroSolicitud: number === '1600150' ? number : null,
        reason: expect.stringContaining(reason),
      },
    ])
  },
)

test.each<[string, RawEntry[]]>([
  ['a six-digit application, and a resolution with a digit less', withAnother('900150', '2026/99999')],
  ['a first resolution of another year', withAnother('1600150', '2027/22')],
  ['an edition with few entries', withAnother('16001', '2026/22', 15)],
  ['the first resolutions of a year', usual(110, (index) => `2026/${index + 1}`)],
])('all numbers are read in %s', (_, raw) => {
  expect(gatherEntries(raw, 'lines').rejections).toEqual([])
})
