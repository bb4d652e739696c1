import { Counter, Gauge, Registry } from './prometheus-client.ts'

/** A metric whose values are read at the time of the scrape. */
export interface Metric {
  name: string
  help: string
  type: 'gauge' | 'counter'
  /** One value for each set of labels. A series with the value null (unknown) is not rendered. */
  series: readonly Series[]
}

type Series = readonly [value: number | null, labels?: Readonly<Record<string, string>>]

export const gauge = (name: string, help: string, ...series: Series[]): Metric => ({
  ...{ name, help, series },
  type: 'gauge',
})

export const counter = (name: string, help: string, ...series: Series[]): Metric => ({
  ...{ name, help, series },
  type: 'counter',
})

/** Renders metrics in the Prometheus text format. The registry lives for this call only. */
export function renderMetrics(metrics: readonly Metric[]): Promise<string> {
  const registry = new Registry()
  for (const metric of metrics) {
    register(registry, metric)
  }
  return registry.metrics()
}

function register(registry: Registry, { name, help, type, series }: Metric): void {
  const known = series.flatMap(([value, labels = {}]) => (value === null ? [] : [{ value, labels }]))
  if (known.length === 0) {
    return // without a value, the registry would render 0
  }
  const labelNames = Object.keys(known[0]?.labels ?? {})
  const metric = new (type === 'gauge' ? Gauge : Counter)({ name, help, labelNames, registers: [registry] })
  for (const { value, labels } of known) {
    metric.inc(labels, value)
  }
}
