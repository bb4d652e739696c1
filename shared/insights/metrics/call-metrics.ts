import { Counter, Histogram, Registry } from './prometheus-client.ts'

/** The counts of this process since its start. */
export const callMetrics = new Registry()

const registers = [callMetrics]
/** The buckets of durations in seconds, up to the deadline of a tool call (25 s). */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25]

/** Counts an HTTP request. `operation` is the name of a handler, never text from the request. */
export const countRequest = callCounter('operation', {
  total: ['trademark_requests_total', 'HTTP requests, by operation and status.'],
  seconds: [
    'trademark_request_duration_seconds',
    'Time from the complete request to its response, in seconds.',
  ],
})

export const countToolCall = callCounter('tool', {
  total: [
    'trademark_tool_calls_total',
    'Tool calls over MCP, by tool and by the HTTP status that the same request has over REST.',
  ],
  seconds: [
    'trademark_tool_call_duration_seconds',
    'Duration of tool calls over MCP, without the HTTP request around them.',
  ],
})

type NameAndHelp = readonly [name: string, help: string]

/** Registers a counter and a histogram of durations with the same labels, and returns the function that updates both. */
function callCounter(
  label: 'operation' | 'tool',
  { total, seconds }: { total: NameAndHelp; seconds: NameAndHelp },
): (target: string, status: number, seconds: number) => void {
  const labelNames = [label, 'status']
  const calls = new Counter({ name: total[0], help: total[1], labelNames, registers })
  const durations = new Histogram({ name: seconds[0], help: seconds[1], labelNames, buckets, registers })
  return (target, status, duration) => {
    const labels = { [label]: target, status }
    calls.inc(labels)
    durations.observe(labels, duration)
  }
}
