import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { VERSION } from '../../platform/version.ts'
import { counter, gauge, type Metric } from './metric.ts'

/** The interval, in milliseconds, at which Node samples the delay of the event loop. */
const RESOLUTION_MS = 20

const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delays.enable()

/** Returns the metrics of this process. The lag of the event loop covers the time since the previous call. */
export function processMetrics(): Metric[] {
  const { user, system } = process.cpuUsage()
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
  const lags = [50, 99, 100].map(
    (percentile) => [lagSeconds(delays.percentile(percentile)), { percentile: String(percentile) }] as const,
  )
  delays.reset()
  return [
    gauge('trademark_build_info', 'Versions of the service and of Node.', [
      1,
      { version: VERSION, node: process.version },
    ]),
    counter('process_cpu_seconds_total', 'CPU time that this process has used.', [(user + system) / 1e6]),
    gauge(
      'process_resident_memory_bytes',
      'Resident memory of this process, without PostgreSQL and without sync runs.',
      [process.memoryUsage.rss()],
    ),
    gauge('process_start_time_seconds', 'Start time of this process, in seconds since 1970.', [
      performance.timeOrigin / 1_000,
    ]),
    gauge('trademark_heap_used_bytes', 'Memory that the JavaScript heap uses.', [used]),
    gauge('trademark_heap_limit_bytes', 'Maximum size of the JavaScript heap.', [limit]),
    gauge(
      'trademark_event_loop_lag_seconds',
      'Delay of the event loop since the previous scrape, by percentile.',
      ...lags,
    ),
    counter(
      'trademark_event_loop_busy_seconds_total',
      'Total time in which the event loop was busy, in seconds.',
      [performance.eventLoopUtilization().active / 1_000],
    ),
  ]
}

/** Converts a delay that Node measured to the lag of the event loop. The measured delay includes the sampling interval. */
const lagSeconds = (delayNs: number): number => Math.max(0, delayNs / 1e9 - RESOLUTION_MS / 1_000)
