import { Counter, Gauge, Registry } from './prometheus-client.ts'

/** A metric that is found out when it is asked for. */
export interface Told {
  name: string
  help: string
  type: 'gauge' | 'counter'
  /** A value for each set of labels; null where it is not known, which is then not told. */
  series: readonly Series[]
}

type Series = readonly [value: number | null, labels?: Readonly<Record<string, string>>]

export const gauge = (name: string, help: string, ...series: Series[]): Told => ({
  ...{ name, help, series },
  type: 'gauge',
})

export const counter = (name: string, help: string, ...series: Series[]): Told => ({
  ...{ name, help, series },
  type: 'counter',
})

/** The text of these metrics, in the format of Prometheus. Nothing is left of them for the next time. */
export function write(metrics: readonly Told[]): Promise<string> {
  const registry = new Registry()
  for (const metric of metrics) {
    add(registry, metric)
  }
  return registry.metrics()
}

function add(registry: Registry, { name, help, type, series }: Told): void {
  const known = series.flatMap(([value, labels = {}]) => (value === null ? [] : [{ value, labels }]))
  if (known.length === 0) {
    return // without labels, it would be told as 0
  }
  const labelNames = Object.keys(known[0]?.labels ?? {})
  const metric = new (type === 'gauge' ? Gauge : Counter)({ name, help, labelNames, registers: [registry] })
  for (const { value, labels } of known) {
    metric.inc(labels, value)
  }
}
