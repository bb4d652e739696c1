import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byNumber, byScore, fuse, scoreOfRank } from './fuse.ts'

const MOST = 200

const numbers = fc.bigInt({ min: 1n, max: 10n ** 18n - 1n }).map(String)
const lists = fc.array(
  fc.uniqueArray(fc.oneof(numbers, fc.constantFrom('1', '9', '10', '99', '100')), { maxLength: 20 }),
  {
    maxLength: 3,
  },
)

describe('fuse', () => {
  test('sums 1 / (60 + rank), rounded to twelve decimals', () => {
    expect(
      fuse([
        ['7', '8'],
        ['8', '9'],
      ]),
    ).toEqual([
      { number: '8', score: 0.032522474881 }, // 1/62 + 1/61
      { number: '7', score: 0.016393442623 }, // 1/61
      { number: '9', score: 0.016129032258 }, // 1/62
    ])
  })

  test('puts the highest number first where scores are equal', () => {
    expect(fuse([['9'], ['100'], ['1000000'], ['99']]).map(({ number }) => number)).toEqual([
      '1000000',
      '100',
      '99',
      '9',
    ])
  })

  test('returns equal scores for equal ranks in different lists', () => {
    const filled = (...marks: [rank: number, number: string][]) =>
      Array.from({ length: 20 }, (_, at) => marks.find(([rank]) => rank === at + 1)?.[1] ?? `${at}0000`)
    const fused = fuse([filled([1, '5'], [7, '6']), filled([7, '5'], [19, '6']), filled([19, '5'], [1, '6'])])
    expect(fused.filter(({ number }) => number.length === 1).map(({ number }) => number)).toEqual(['6', '5'])
  })

  test('returns nothing for empty lists', () => {
    expect(fuse([])).toEqual([])
    expect(fuse([[], [], []])).toEqual([])
  })

  test('returns each mark once, in order, with the score of its ranks', () => {
    fc.assert(
      fc.property(lists, (lists) => {
        const fused = fuse(lists)
        expect(fused.map(({ number }) => number).sort()).toEqual([...new Set(lists.flat())].sort())
        expect(fused).toEqual(fused.toSorted(byScore))
        for (const { number, score } of fused) {
          const ranks = lists.map((list) => list.indexOf(number) + 1).filter((rank) => rank > 0)
          expect(score).toBeCloseTo(
            ranks.reduce((sum, rank) => sum + 1 / (60 + rank), 0),
            11,
          )
        }
      }),
    )
  })

  test('returns scores that JSON preserves', () => {
    fc.assert(
      fc.property(lists, (lists) => {
        for (const { score } of fuse(lists)) {
          expect(JSON.stringify(score)).toMatch(/^0\.\d{1,12}$/)
          expect(Number(score.toFixed(12))).toBe(score)
        }
      }),
    )
  })
})

describe('twelve decimals', () => {
  test('distinguish all sums of one or two of 200 ranks', () => {
    const marks = Array.from({ length: MOST }, (_, at) => String(at + 1))
    const ranksOf = new Map<number, string>()
    const common = marks.reduce((product, mark) => product * (60n + BigInt(mark)), 1n)
    const parts = [0n, ...marks.map((mark) => common / (60n + BigInt(mark)))]
    for (let shift = 0; shift <= MOST; shift++) {
      // in the second list, a mark has another rank or none
      const second = [...marks.slice(shift), ...marks.slice(0, shift)]
      const lists = shift === MOST ? [marks] : [marks, second]
      for (const { number, score } of fuse(lists)) {
        const other = shift === MOST ? 0 : second.indexOf(number) + 1
        const exact = String((parts[Number(number)] as bigint) + (parts[other] as bigint))
        expect(ranksOf.get(score) ?? exact).toBe(exact)
        ranksOf.set(score, exact)
      }
    }
    expect(ranksOf.size).toBeGreaterThan(19_000)
  })

  test('do not distinguish all sums of three ranks: then the number decides', () => {
    const list = (first: string, rankOfFirst: number, second: string, rankOfSecond: number) =>
      Array.from({ length: MOST }, (_, at) =>
        at + 1 === rankOfFirst ? first : at + 1 === rankOfSecond ? second : `1${at}000`,
      )
    const fused = fuse([list('7', 14, '8', 7), list('7', 39, '8', 59), list('7', 151, '8', 139)])
    const [one, other] = fused.filter(({ number }) => number.length === 1)
    expect([one?.number, other?.number]).toEqual(['8', '7'])
    expect(one?.score).toBe(other?.score)
  })
})

test('scoreOfRank returns the score that a list adds for a rank', () => {
  for (const rank of [1, 2, 100, MOST]) {
    const list = Array.from({ length: rank }, (_, at) => String(at + 1))
    expect(fuse([list]).at(-1)).toEqual({ number: String(rank), score: scoreOfRank(rank) })
  }
})

test('byNumber compares application numbers as numbers', () => {
  fc.assert(
    fc.property(numbers, numbers, (one, other) => {
      expect(Math.sign(byNumber(one, other))).toBe(BigInt(one) > BigInt(other) ? -1 : one === other ? 0 : 1)
    }),
  )
  expect(['9', '10', '1', '100', '99'].sort(byNumber)).toEqual(['100', '99', '10', '9', '1'])
})
