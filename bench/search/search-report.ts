import { decimals, figuresTable, type Table, whole } from '../figures-table.ts'
import type { PartReport } from '../part.ts'
import { askedOf } from './ask-queries.ts'
import { drawChart, type Series } from './chart.ts'
import type { Corpus } from './corpus.ts'
import type { SearchQuery } from './kinds.ts'
import type { Measured } from './measured.ts'
import type { RealNames } from './real-names.ts'
import type { Results } from './results.ts'
import { kindFigures, kindsTable, MIXED } from './search-figures.ts'
import { searchGoals } from './search-goals.ts'
import { stressOf } from './stress/stress.ts'
import { stressTable } from './stress/stress-table.ts'
import { WAYS, type WayName } from './ways.ts'

interface Found {
  readonly results: Results
  /** Those of this run. */
  readonly corpora: readonly Corpus[]
  readonly real: RealNames | null
  readonly resumed: string | undefined
}

const MADE_UP = /^marks-(\d+)\/done$/

/** Everything of this run; its chart and its ratios also have the sizes that earlier runs measured. */
export function searchReport({ results, corpora, real, resumed }: Found): PartReport {
  const measured = corpora.map((corpus) => measuredOf(results, corpus))
  const earlier = earlierSizes(results, corpora).map((corpus) => measuredOf(results, corpus))
  const all = [...measured, ...earlier]
  const largest = measured.at(-1) as Measured
  return {
    facts: {
      corpora: measured.map(({ corpus }) => corpus.title).join('; '),
      'real names':
        real === null ? 'not there: what needs them is not measured here' : 'among the others, and alone',
      queries:
        'up to 200 of a kind, 20 hits each, one at a time, in process; ours and the textbook way in turn',
      found:
        'the wanted name among the 20 hits, an identical one as the first; mixed: every kind counts the same',
      ...(resumed === undefined ? {} : { resumed: `went on with the run that began at ${resumed}` }),
      ...(earlier.length === 0
        ? {}
        : { earlier: `${earlier.map(({ corpus }) => corpus.title).join('; ')}: measured by another run` }),
      ...largest.settings,
    },
    tables: {
      ...Object.fromEntries(
        measured.map(({ corpus, asked }) => [corpus.id, kindsTable(corpus.title, kindFigures(asked))]),
      ),
      ...tolerantTable(measured),
      building: buildingTable(measured),
      stress: stressTable(largest),
    },
    goals: searchGoals(measured, earlier),
    data: { measured: all },
    ...withChart(all),
  }
}

const measuredOf = (results: Results, corpus: Measured['corpus']): Measured => {
  const of = <Value>(what: string): Value | undefined => results.get<Value>(`${corpus.id}/${what}`)
  const { id, title, marks } = corpus
  return {
    corpus: { id, title, marks },
    asked: askedOf(results, corpus, of<SearchQuery[]>('queries') ?? []),
    built: of('built') ?? {},
    slowest: of<Measured['slowest']>('slowest') ?? { ours: [], textbook: [] },
    day: of('day'),
    tolerant: of('tolerant'),
    stress: stressOf(results, corpus),
    settings: of('settings') ?? {},
  }
}

/** Made-up corpora of other runs of the same version that were measured to their end, smallest first. */
const earlierSizes = (results: Results, corpora: readonly Corpus[]): Measured['corpus'][] =>
  results
    .keys()
    .flatMap((key) => {
      const marks = Number(MADE_UP.exec(key)?.[1])
      return Number.isNaN(marks) ? [] : [{ id: `marks-${marks}`, title: `${whole(marks)} marks`, marks }]
    })
    .filter(({ id }) => corpora.every((corpus) => corpus.id !== id))
    .sort((a, b) => a.marks - b.marks)

function tolerantTable(measured: readonly Measured[]): Record<string, Table> {
  const tolerant = measured.find((each) => each.tolerant !== undefined)?.tolerant
  if (tolerant === undefined) return {}
  const rows = [
    { conflicts: tolerant.length, found: tolerant.filter(({ answer }) => answer.rank !== null).length },
  ]
  return {
    tolerant: figuresTable(rows, [
      ['real names', () => 'decided conflicts, textbook at threshold 0.1'],
      ['found', ({ conflicts, found }) => `${found} of ${conflicts}`],
    ]),
  }
}

function buildingTable(measured: readonly Measured[]): Table {
  const rows = measured.flatMap(({ corpus, built }) =>
    WAYS.flatMap((way) => (built[way] ? [{ corpus: corpus.title, way, ...built[way] }] : [])),
  )
  return figuresTable(rows, [
    ['built from nothing', ({ corpus, way }) => `${corpus}: ${way}`],
    ['time s', ({ seconds }) => decimals(1)(seconds)],
    ['size MB', ({ megabytes }) => whole(megabytes)],
    ['peak MB', ({ peakMegabytes }) => whole(peakMegabytes)],
    ['slowest answer meanwhile ms', ({ slowestMeanwhile }) => decimals(1)(slowestMeanwhile)],
  ])
}

function withChart(all: readonly Measured[]): Pick<PartReport, 'chart'> {
  const sizes = all.filter(({ corpus }) => corpus.id !== 'real-names')
  const chart = drawChart(WAYS.map((way) => seriesOf(way, sizes)))
  return chart === undefined ? {} : { chart }
}

const seriesOf = (way: WayName, sizes: readonly Measured[]): Series => ({
  name: way,
  points: sizes
    .flatMap(({ corpus: { marks }, asked }) => {
      const mixed = kindFigures(asked).find(({ kind }) => kind === MIXED)
      return mixed === undefined ? [] : [{ marks, ms: mixed.ways[way].p95 }]
    })
    .sort((a, b) => a.marks - b.marks),
})
