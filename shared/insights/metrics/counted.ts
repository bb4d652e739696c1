import { Counter, Histogram, Registry } from './prometheus-client.ts'

/** What this process has counted since its start. Runs and backups are made in others: the database knows of them. */
export const counted = new Registry()

const registers = [counted]
/** From an answer by number to the deadline of an agent's call. */
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25]

/** Counts a request over HTTP. The operation comes from our own list, never from the request. */
export const countRequest = counting('operation', {
  total: [
    'trademark_requests_total',
    'Requests answered over HTTP, by what answered them and with which status.',
  ],
  seconds: ['trademark_request_duration_seconds', 'Time from the whole request to its answer.'],
})

/** Counts a call of one of our tools. */
export const countToolCall = counting('tool', {
  total: [
    'trademark_tool_calls_total',
    'Calls of tools over MCP, with the status that the same request has over REST.',
  ],
  seconds: [
    'trademark_tool_call_duration_seconds',
    'Time of calls of tools over MCP, without that of the request which brought them.',
  ],
})

type Named = readonly [name: string, help: string]

/** Two metrics of the same calls, by what answered them (`label`) and with which status. */
function counting(
  label: 'operation' | 'tool',
  { total, seconds }: { total: Named; seconds: Named },
): (answeredBy: string, status: number, seconds: number) => void {
  const labelNames = [label, 'status']
  const calls = new Counter({ name: total[0], help: total[1], labelNames, registers })
  const durations = new Histogram({ name: seconds[0], help: seconds[1], labelNames, buckets, registers })
  return (answeredBy, status, duration) => {
    const labels = { [label]: answeredBy, status }
    calls.inc(labels)
    durations.observe(labels, duration)
  }
}
