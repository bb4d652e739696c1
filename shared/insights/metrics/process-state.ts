import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { VERSION } from '../../platform/version.ts'
import { counter, gauge, type Told } from './told.ts'

/** How often the event loop is looked at, in milliseconds; the look itself waits so long. */
const EVERY_MS = 20

const delays = monitorEventLoopDelay({ resolution: EVERY_MS })
delays.enable()

/** How this process is. What it told of the event loop is that of the time since it was asked before. */
export function processState(): Told[] {
  const { user, system } = process.cpuUsage()
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
  const lags = [50, 99, 100].map(
    (percentile) => [lagSeconds(delays.percentile(percentile)), { percentile: String(percentile) }] as const,
  )
  delays.reset()
  return [
    gauge('trademark_build_info', 'The version of the service, and that of Node.', [
      1,
      { version: VERSION, node: process.version },
    ]),
    counter('process_cpu_seconds_total', 'Time that processors have worked for this process.', [
      (user + system) / 1e6,
    ]),
    gauge(
      'process_resident_memory_bytes',
      'Memory of this process, without that of PostgreSQL and of runs.',
      [process.memoryUsage.rss()],
    ),
    gauge('process_start_time_seconds', 'When this process was started, as seconds since 1970.', [
      performance.timeOrigin / 1_000,
    ]),
    gauge('trademark_heap_used_bytes', 'Memory that JavaScript uses.', [used]),
    gauge('trademark_heap_limit_bytes', 'Memory that JavaScript may use.', [limit]),
    gauge(
      'trademark_event_loop_lag_seconds',
      'How long what was due has waited for its turn, since the scrape before.',
      ...lags,
    ),
    counter('trademark_event_loop_busy_seconds_total', 'Time in which the event loop was at work.', [
      performance.eventLoopUtilization().active / 1_000,
    ]),
  ]
}

/** A delay is counted from one look to the next. */
const lagSeconds = (delayNs: number): number => Math.max(0, delayNs / 1e9 - EVERY_MS / 1_000)
