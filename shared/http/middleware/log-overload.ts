import { log } from '../../platform/logger.ts'

const INTERVAL_MS = 1_000
const MAX_CLIENTS = 10

/** The refused calls of the current interval; undefined between two intervals. */
let current: { refused: number; clients: Set<string> } | undefined

/** Counts a call refused because of overload. One log line per second summarizes the calls, in case of a flood. */
export function countOverload(client: string): void {
  if (current === undefined) {
    current = { refused: 0, clients: new Set() }
    setTimeout(writeLine, INTERVAL_MS).unref()
  }
  current.refused += 1
  if (current.clients.size < MAX_CLIENTS) {
    current.clients.add(client)
  }
}

function writeLine(): void {
  if (current) {
    log().warn('overloaded', { refused: current.refused, clients: [...current.clients] })
    current = undefined
  }
}
