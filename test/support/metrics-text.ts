/** One metric of a page in the text format of Prometheus. */
export interface Metric {
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  /** By name and labels, in the notation of the page. */
  series: Map<string, number>
}

const HELP = /^# HELP (?<name>[a-zA-Z_:][\w:]*) (?<help>\S.*)$/
const TYPE = /^# TYPE (?<name>[a-zA-Z_:][\w:]*) (?<type>counter|gauge|histogram)$/
const SERIES =
  /^(?<series>(?<name>[a-zA-Z_:][\w:]*)(?:\{(?<labels>[a-zA-Z_]\w*="(?:[^"\\]|\\["\\n])*"(?:,[a-zA-Z_]\w*="(?:[^"\\]|\\["\\n])*")*)\})?) (?<value>[+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf))$/

/**
 * Parses a page strictly: each metric once, with one HELP line and one TYPE line before all of its series; no series twice;
 * no other lines.
 *
 * @throws an error that contains the first invalid line
 */
export function parseMetrics(text: string): Map<string, Metric> {
  const metrics = new Map<string, Metric>()
  const helps = new Map<string, string>()
  let current: { name: string; metric: Metric } | undefined
  if (!text.endsWith('\n')) {
    throw new Error('the last line has no end')
  }
  for (const line of text.slice(0, -1).split('\n')) {
    const refuse = (why: string): never => {
      throw new Error(`${why}: ${line}`)
    }
    const help = HELP.exec(line)?.groups
    const type = TYPE.exec(line)?.groups
    const series = SERIES.exec(line)?.groups
    if (help?.name !== undefined) {
      if (helps.has(help.name)) refuse('helped twice')
      helps.set(help.name, help.help ?? '')
    } else if (type?.name !== undefined) {
      if (metrics.has(type.name)) refuse('typed twice')
      const metric = {
        type: type.type,
        help: helps.get(type.name) ?? refuse('without help'),
        series: new Map(),
      }
      current = { name: type.name, metric: metric as Metric }
      metrics.set(current.name, current.metric)
    } else if (series?.series !== undefined) {
      const { name, metric } = current ?? refuse('before any type')
      if (!namesOf(name, metric.type).includes(series.name ?? '')) refuse(`does not belong to ${name}`)
      if (metric.series.has(series.series)) refuse('repeated')
      metric.series.set(series.series, readValue(series.value ?? ''))
    } else if (line !== '') {
      refuse('neither help, nor a type, nor a series')
    }
  }
  return metrics
}

const namesOf = (name: string, type: Metric['type']): string[] =>
  type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name]

const readValue = (text: string): number => Number(text.replace('Inf', 'Infinity'))

/** Returns the value of one series, 0 if it is missing; its labels must be in the order of the text. */
export function metricValue(metrics: Map<string, Metric>, series: string): number {
  const name = series.replace(/\{.*$/, '')
  return metrics.get(name)?.series.get(series) ?? 0
}

/** Returns all series of a page, sorted. */
export const seriesOf = (metrics: Map<string, Metric>): string[] =>
  [...metrics.values()].flatMap(({ series }) => [...series.keys()]).sort()
