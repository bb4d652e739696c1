// As a whole, the package loads that of OpenTelemetry besides, which takes 8 MB in each process and is used by nothing here.
export { default as Counter } from 'prom-client/lib/counter.js'
export { default as Gauge } from 'prom-client/lib/gauge.js'
export { default as Histogram } from 'prom-client/lib/histogram.js'
export { default as Registry } from 'prom-client/lib/registry.js'
