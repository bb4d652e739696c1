import { readFileSync, writeFileSync } from 'node:fs'
import { whole } from '../report.ts'
import type { AnswerFigures, SizeFigures } from '../scale.ts'
import { HEADINGS, ofPairs, ofQueries, table } from './page-cells.ts'
import {
  alsoMissed,
  compared,
  confusing,
  countFound,
  foundCells,
  groupsTable,
  LANGUAGES,
  METHODS,
  meanOfInverseRank,
  missedAmong,
  missedList,
  notConfusing,
  REGIONS,
  SIMILARITIES,
} from './page-pairs.ts'
import { HITS } from './queries.ts'
import type { BuiltFigures, KindFigures, PairFigures } from './search-figures.ts'

/** The content of the file of `npm run bench -- search --json FILE`; with `scale`, if the run measured both. */
export interface PageFigures {
  machine: Record<string, string>
  searches: number
  parts: {
    search: {
      facts: Record<string, string>
      kinds: KindFigures[]
      pairs: PairFigures[]
      building: BuiltFigures[]
    }
    scale?: { corpora: Omit<SizeFigures, 'answers'>[]; answers: AnswerFigures[] }
  }
}

const TYPED: Readonly<Record<string, string>> = {
  identical: 'the same name without accents, or with other capital and small letters',
  'one error': 'one typing error',
  'two errors': 'two typing errors',
  'Spanish sound': 'another spelling of the same sound in Spanish',
  joined: 'two words written as one',
  split: 'one word written as two',
}

const typedTable = (kinds: readonly KindFigures[]): string =>
  table(
    ['searched', ...HEADINGS],
    kinds.flatMap(({ kind, queries, ours, textbook, lowFound }) =>
      kind in TYPED
        ? [
            [
              TYPED[kind] ?? '',
              ...[ours.found, textbook.found, lowFound].map((each) => ofQueries(each, queries)),
            ],
          ]
        : [],
    ),
  )

const ms = (value: number | undefined): string => value?.toFixed(1) ?? '–'

const speedTable = (kinds: readonly KindFigures[]): string =>
  table(
    [
      'marks',
      'this service: median, ms',
      'this service: 95th percentile, ms',
      'textbook, threshold 0.3: median, ms',
      'textbook, threshold 0.3: 95th percentile, ms',
    ],
    kinds
      .filter(({ kind }) => kind === 'all')
      .map(({ marks, ours, textbook }) => [
        whole(marks),
        ...[ours.p50, ours.p95, textbook.p50, textbook.p95].map(ms),
      ]),
  )

function scaleTable(scale: PageFigures['parts']['scale']): string {
  if (scale === undefined) {
    return 'The times do not include HTTP.'
  }
  const rows = scale.corpora.map(({ marks, loadSeconds, databaseMegabytes, searchMegabytes }) => {
    const answer = scale.answers.find((each) => each.marks === marks && each.kind === 'by name')
    return [
      ...[whole(marks), ms(answer?.p50), ms(answer?.p95)],
      ...[loadSeconds, databaseMegabytes, searchMegabytes].map(whole),
    ]
  })
  return `Over HTTP, with a key, one request at a time:\n\n${table(
    ['marks', 'median, ms', '95 % within, ms', 'first load, s', 'database, MB', 'search index, MB'],
    rows,
  )}`
}

/**
 * Renders the validation report of the search.
 *
 * @param template text with a slot for each figure, as in `{{date}}`
 * @throws if a slot of the template has no figure, or a figure has no slot
 */
export function renderPage({ machine, searches, parts }: PageFigures, template: string): string {
  const { facts, kinds, pairs, building } = parts.search
  const sizes = [...new Set(kinds.map(({ marks }) => marks))]
  const at = <Row extends { marks: number }>(rows: readonly Row[], marks: number): Row[] =>
    rows.filter((row) => row.marks === marks)
  const [smallest = 0] = sizes
  const decided = at(pairs, smallest)
  const yes = decided.filter(confusing)
  const no = decided.filter(notConfusing)
  const realNames = at(building, smallest)[0]?.realNames ?? 0
  const earlier = new Set(decided.map(({ mark }) => mark)).size
  const slots: Record<string, string> = {
    date: machine.date ?? '',
    load: machine['load before the run'] ?? '',
    conditions: table(
      ['condition', 'value'],
      Object.entries({ ...machine, postgresql: facts.postgresql ?? '' }).filter(
        ([name]) => name !== 'date' && name !== 'load before the run',
      ),
    ),
    marks: whole(smallest),
    corpus: `${whole(realNames)} names of existing marks, the ${earlier} earlier marks, and ${whole(smallest - realNames - earlier)} generated names`,
    searches: whole(searches),
    pairs: String(decided.length),
    confusing: String(yes.length),
    'not confusing': String(no.length),
    'textbook of confusing': String(countFound(yes, 'textbook')),
    'low of confusing': String(countFound(yes, 'low')),
    'found of confusing': ofPairs(countFound(yes, 'ours'), yes.length),
    'found of not confusing': ofPairs(countFound(no, 'ours'), no.length),
    'confusing from Chile': String(yes.filter(({ jurisdiction }) => jurisdiction === 'CL').length),
    'not confusing from Chile': String(no.filter(({ jurisdiction }) => jurisdiction === 'CL').length),
    decided: table(
      ['', ...HEADINGS],
      [
        [`confusing pairs: earlier mark among the first ${HITS}`, ...foundCells(yes)],
        [
          'confusing pairs: mean reciprocal of the place of the earlier mark (1 if always the first)',
          ...METHODS.map((method) => meanOfInverseRank(yes, method)),
        ],
        [`pairs that are not confusing: earlier mark among the first ${HITS}`, ...foundCells(no)],
      ],
    ),
    'beside 0.3': compared(yes, 'textbook'),
    'beside 0.1': compared(yes, 'low'),
    similarities: groupsTable(decided, 'similarity', 'similarity', (value) => SIMILARITIES[value] ?? value),
    languages: groupsTable(decided, 'language', 'language', (value) => LANGUAGES[value] ?? value),
    jurisdictions: groupsTable(
      decided,
      'office or court of',
      'jurisdiction',
      (value) => REGIONS.of(value) ?? value,
    ),
    larger: table(
      ['marks', ...HEADINGS, 'not confusing: this service'],
      sizes.map((marks) => [
        whole(marks),
        ...foundCells(at(pairs, marks).filter(confusing)),
        `${countFound(at(pairs, marks).filter(notConfusing), 'ours')} of ${no.length}`,
      ]),
    ),
    missed: missedList(decided),
    'missed in larger': sizes
      .slice(1)
      .map((marks) => alsoMissed(marks, missedAmong(at(pairs, marks)), missedAmong(decided)))
      .join('\n\n'),
    typed: sizes
      .map((marks) => `Among ${whole(marks)} marks:\n\n${typedTable(at(kinds, marks))}`)
      .join('\n\n'),
    speed: speedTable(kinds),
    scale: scaleTable(parts.scale),
  }
  const used = new Set<string>()
  const page = template.replaceAll(/\{\{(.+?)\}\}/g, (_, name: string) => {
    const value = slots[name]
    if (value === undefined) throw new Error(`The template has a slot without a figure: ${name}.`)
    used.add(name)
    return value
  })
  const unused = Object.keys(slots).filter((name) => !used.has(name))
  if (unused.length > 0) throw new Error(`The template has no slot for ${unused.join(', ')}.`)
  return page
}

const FIGURES = new URL('../../docs/figures/search.json', import.meta.url)
const TEMPLATE = new URL('page.md', import.meta.url)
export const PAGE = new URL('../../docs/search.md', import.meta.url)

/** Renders the page from the stored figures. */
export const renderStored = (): string =>
  renderPage(JSON.parse(readFileSync(FIGURES, 'utf8')), readFileSync(TEMPLATE, 'utf8'))

if (import.meta.main) {
  writeFileSync(PAGE, renderStored())
}
