import { whole } from '../report.ts'
import { signTest } from './intervals.ts'
import { HEADINGS, ofPairs, table } from './page-cells.ts'
import { HITS } from './queries.ts'
import type { PairFigures } from './search-figures.ts'

type Method = 'ours' | 'textbook' | 'low'
export const METHODS: readonly Method[] = ['ours', 'textbook', 'low']
export const countFound = (pairs: readonly PairFigures[], method: Method): number =>
  pairs.filter((pair) => pair[method] !== null).length

export const foundCells = (pairs: readonly PairFigures[]): string[] =>
  METHODS.map((method) => ofPairs(countFound(pairs, method), pairs.length))

export const meanOfInverseRank = (pairs: readonly PairFigures[], method: Method): string =>
  (
    pairs.reduce((sum, pair) => sum + 1 / (pair[method] ?? Number.POSITIVE_INFINITY), 0) / pairs.length
  ).toFixed(2)

export const confusing = ({ isConfusing }: PairFigures): boolean => isConfusing
export const notConfusing = ({ isConfusing }: PairFigures): boolean => !isConfusing

export const SIMILARITIES: Readonly<Record<string, string>> = {
  phonetic: 'similar sound',
  visual: 'similar letters',
  element: 'a common word or element',
  joined: 'a common element inside a longer word',
  prefix: 'the same beginning',
  suffix: 'the same ending',
  conceptual: 'the same meaning',
}
export const LANGUAGES: Readonly<Record<string, string>> = {
  es: 'Spanish',
  en: 'English',
  other: 'another language, or invented words',
}
export const REGIONS = new Intl.DisplayNames('en', { type: 'region' })

/** Renders a table with a row for each value of a property of the pairs; the value with the most confusing pairs comes first. */
export function groupsTable(
  pairs: readonly PairFigures[],
  heading: string,
  property: 'similarity' | 'language' | 'jurisdiction',
  nameOf: (value: string) => string,
): string {
  const groups = [...Map.groupBy(pairs, (pair) => pair[property])]
    .map(([value, some]) => ({ value, yes: some.filter(confusing), no: some.filter(notConfusing) }))
    .sort((a, b) => b.yes.length - a.yes.length || b.no.length - a.no.length || (a.value < b.value ? -1 : 1))
  const rows = groups.map(({ value, yes, no }) => [
    nameOf(value),
    ...foundCells(yes),
    no.length === 0 ? '–' : `${countFound(no, 'ours')} of ${no.length}`,
  ])
  return table([heading, ...HEADINGS, 'not confusing: this service'], rows)
}

/** Describes how many pairs only one of two methods found, and whether chance can explain the difference. */
export function compared(pairs: readonly PairFigures[], other: Method): string {
  const ours = pairs.filter((pair) => pair.ours !== null && pair[other] === null).length
  const others = pairs.filter((pair) => pair.ours === null && pair[other] !== null).length
  const verdict = signTest(ours, others) < 0.05 ? 'Chance alone does not explain' : 'Chance can explain'
  return `${ours} only by this service, and ${others} only by the textbook method. ${verdict} this difference.`
}

export const missedAmong = (pairs: readonly PairFigures[]): PairFigures[] =>
  pairs.filter((pair) => pair.isConfusing && pair.ours === null)

/** Lists the pairs that were found in the smallest corpus, but not in a larger one. */
export function alsoMissed(
  marks: number,
  missed: readonly PairFigures[],
  before: readonly PairFigures[],
): string {
  const known = new Set(before.map(pairName))
  const also = missed.map(pairName).filter((name) => !known.has(name))
  return also.length === 0
    ? `Among ${whole(marks)} marks, no other pair is missed.`
    : `Among ${whole(marks)} marks, the search also misses these pairs: ${also.join(', ')}.`
}

const pairName = ({ query, mark }: PairFigures): string => `${query} / ${mark}`

/** Lists the pairs that were not found, by the reason. */
export function missedList(pairs: readonly PairFigures[]): string {
  const missed = missedAmong(pairs)
  const sameMeaning = missed.filter(({ similarity }) => similarity === 'conceptual')
  const others = missed.filter(({ similarity }) => similarity !== 'conceptual')
  const reasons: [reason: string, pairs: PairFigures[]][] = [
    [
      'The marks mean the same. The search knows no synonyms and does not translate. Search for translations and synonyms, too.',
      sameMeaning,
    ],
    [
      `At least ${HITS} other names are more similar to the searched name. Read more pages of results (\`nextCursor\`) or filter by class.`,
      others.filter(({ further }) => further !== null),
    ],
    [
      'The marks have too few letters and sounds in common. Search for each word and for the beginning of the name, too.',
      others.filter(({ further }) => further === null),
    ],
  ]
  return reasons
    .filter(([, some]) => some.length > 0)
    .map(([reason, some]) => `**${reason}**\n\n${some.map(missedItem).join('\n')}`)
    .join('\n\n')
}

function missedItem(pair: PairFigures): string {
  const { similarity, source, further, textbook, low } = pair
  const place = further === null ? 'not among the first 100' : `place ${further}`
  const peers = [
    ...(textbook === null ? [] : [`place ${textbook} at threshold 0.3`]),
    ...(low === null ? [] : [`place ${low} at threshold 0.1`]),
  ]
  const peer =
    peers.length === 0 ? 'the textbook method does not find it either' : `textbook: ${peers.join(', ')}`
  return `- ${pairName(pair)} (${SIMILARITIES[similarity] ?? similarity}): ${place}; ${peer}. ${source}`
}
