import { setTimeout as wait } from 'node:timers/promises'
import type { ServiceProcess } from '../support/process.ts'
import { residentMegabytes } from '../support/process-memory.ts'
import { postgresMemory } from './postgres-memory.ts'
import type { Course, Sample } from './slope.ts'

/** Memory over time, in megabytes (2^20 bytes). */
export interface MemorySamples {
  readonly service: Sample[]
  /** The memory of PostgreSQL without its buffers; empty if it is not watched, or the system does not report it. */
  readonly own: Sample[]
  readonly buffers: Sample[]
  /** The lines of the service's log with the level ERROR. */
  readonly errors: string[]
}

/**
 * Samples the memory of a service until it is stopped, and the memory of its database if `postmaster` returns its process
 * id. Discards the output of the service.
 */
export function watchMemory(
  service: ServiceProcess,
  everyMs: number,
  postmaster?: () => Promise<number>,
): { stop(): Promise<MemorySamples> } {
  const found: MemorySamples = { service: [], own: [], buffers: [], errors: [] }
  const over = new AbortController()
  const look = async (): Promise<void> => {
    const atMs = performance.now()
    const postgres = postmaster && (await postgresMemory(await postmaster()))
    found.service.push({ atMs, value: await residentMegabytes(service.child.pid ?? 0) })
    if (postgres) {
      found.own.push({ atMs, value: postgres.own })
      found.buffers.push({ atMs, value: postgres.buffers })
    }
    found.errors.push(...service.output.split('\n').filter((line) => line.includes('"level":"ERROR"')))
    service.output = '' // a line for each request
  }
  const watching = (async () => {
    while (!over.signal.aborted) {
      await look()
      await wait(everyMs, undefined, { signal: over.signal }).catch(() => {})
    }
    await look()
  })()
  return {
    stop: async () => {
      over.abort()
      await watching
      return found
    },
  }
}

/** Describes the course of memory in words. */
export const courseInWords = ({ first, last, perHour, growth }: Course): string =>
  `${first.toFixed(1)} MB after the warm-up, ${last.toFixed(1)} MB at the end: ` +
  `${perHour.toFixed(1)} MB per hour, ${(growth * 100).toFixed(1)} % in total`
