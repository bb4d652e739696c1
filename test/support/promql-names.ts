import { RUN_STATUSES } from '../../schemas/states.ts'
import { parseMetrics, seriesOf } from './metrics-text.ts'

/** The series that Prometheus generates, with their labels; the service does not export them. */
const OF_PROMETHEUS: Readonly<Record<string, readonly string[]>> = {
  up: [],
  ALERTS: ['alertstate', 'severity'],
}
const OF_TARGETS = ['job', 'instance']

/** Values of labels that a healthy service without refusals does not export. */
const NOT_SEEN: Readonly<Record<string, readonly string[]>> = {
  status: Object.keys(RUN_STATUSES),
  verdict: ['rate_limited', 'quota_exceeded', 'not_modified'],
  kind: ['register'],
  alertstate: ['firing'],
  severity: ['info'],
  job: ['trademark'],
}

/** The contents of a page of metrics: the labels of each name, and the values of each label. */
export interface Vocabulary {
  labels: ReadonlyMap<string, ReadonlySet<string>>
  values: ReadonlyMap<string, ReadonlySet<string>>
}

/** Returns the names, labels and values on pages of metrics. */
export function vocabularyOf(page: string): Vocabulary {
  const labels = new Map<string, Set<string>>()
  const values = new Map<string, Set<string>>()
  for (const series of seriesOf(parseMetrics(page))) {
    const name = series.replace(/\{.*$/, '')
    for (const [, label = '', value = ''] of [['', ''], ...series.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)]) {
      labels.set(name, (labels.get(name) ?? new Set()).add(label))
      values.set(label, (values.get(label) ?? new Set()).add(value))
    }
  }
  return { labels, values }
}

const SELECTOR = /\b(?<name>(?:trademark|process)_\w+|up|ALERTS)\b(?:\{(?<matchers>[^}]*)\})?/g
const MATCHER = /(?<label>\w+)(?:=~|!~|!=|=)"(?<wanted>[^"]*)"/g
const GROUPING = /\b(?:by|on|ignoring) \((?<labels>[^)]*)\)/g

/** Returns the metrics, labels and values in a PromQL expression that are not in the vocabulary. */
export function unknownIn(expression: string, vocabulary: Vocabulary): string[] {
  const selectors = [...expression.matchAll(SELECTOR)].map(({ groups }) => ({
    name: groups?.name ?? '',
    matchers: groups?.matchers ?? '',
  }))
  const labels = new Set(selectors.flatMap(({ name }) => labelsOf(name, vocabulary)))
  const grouped = [...expression.matchAll(GROUPING)].flatMap(
    ({ groups }) => groups?.labels?.match(/\w+/g) ?? [],
  )
  return [
    ...selectors.flatMap(({ name, matchers }) =>
      isMetric(name, vocabulary) ? unknownMatchers(name, matchers, vocabulary) : [name],
    ),
    ...grouped.filter((label) => !labels.has(label)).map((label) => `(${label})`),
  ]
}

const isMetric = (name: string, { labels }: Vocabulary): boolean =>
  labels.has(name) || OF_PROMETHEUS[name] !== undefined

const labelsOf = (name: string, { labels }: Vocabulary): string[] => [
  ...(labels.get(name) ?? OF_PROMETHEUS[name] ?? []),
  ...OF_TARGETS,
]

const unknownMatchers = (name: string, matchers: string, vocabulary: Vocabulary): string[] =>
  [...matchers.matchAll(MATCHER)].flatMap(({ 0: matcher, groups: { label = '', wanted = '' } = {} }) =>
    labelsOf(name, vocabulary).includes(label) &&
    wanted.split('|').every((value) => isValue(label, value, vocabulary))
      ? []
      : [`${name} ${matcher}`],
  )

/** Returns whether a label can have a value; accepts any pattern such as `5..`. */
const isValue = (label: string, value: string, { values }: Vocabulary): boolean =>
  value.includes('.') || values.get(label)?.has(value) === true || NOT_SEEN[label]?.includes(value) === true
