// The package's main file also loads its dependency OpenTelemetry, which costs 16 MB and 25 ms and is not used here.
export { default as Counter } from '@prometheus-io/client/lib/counter.js'
export { default as Gauge } from '@prometheus-io/client/lib/gauge.js'
export { default as Histogram } from '@prometheus-io/client/lib/histogram.js'
export { default as Registry } from '@prometheus-io/client/lib/registry.js'
