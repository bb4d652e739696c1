import { readFileSync } from 'node:fs'
import type { Kind } from '../several-figures.ts'

/** What the part `scale` of the bench has measured, as `npm run bench -- scale --json docs/figures/scale.json` writes it. */
export const SCALE_FILE = new URL('../../docs/figures/scale.json', import.meta.url)

/** A corpus, and what it took to make it; a megabyte is 2^20 bytes. */
export interface Corpus {
  readonly marks: number
  readonly loadSeconds: number
  readonly indexSeconds: number
  readonly databaseMegabytes: number
  readonly searchMegabytes: number
}

/** Of so many marks, asked for in one way. */
interface Row {
  readonly marks: number
  readonly kind: Kind
}

/** One request at a time, in milliseconds. */
export interface Answer extends Row {
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly slowest: number
}

/** What so many processes bear; times in milliseconds. */
export interface Throughput extends Row {
  readonly processes: number
  readonly requestsPerSecond: number
  readonly slowestRound: number
  readonly fastestRound: number
  /** The throughput in that of one process, round by round, and of these the median. */
  readonly ofOne: number
  readonly p50: number
  readonly p97_5: number
  readonly p99: number
}

/**
 * Processor time of one request, in milliseconds: of the service, and of all processes of PostgreSQL; null where the system
 * does not tell.
 */
export interface Work extends Row {
  readonly serviceMs: number | null
  readonly databaseMs: number | null
}

/** Everything that was measured of all sizes. */
export interface Measured {
  readonly corpora: readonly Corpus[]
  readonly answers: readonly Answer[]
  readonly curves: readonly Throughput[]
  readonly work: readonly Work[]
}

export interface ScaleFigures extends Measured {
  readonly machine: Readonly<Record<string, string>>
  readonly facts: Readonly<Record<string, string>>
}

const TABLES = ['corpora', 'answers', 'curves', 'work'] as const

/** @throws when a table is not there or has no rows: nothing of the page may go by what was not measured */
export function parseScaleFile(text: string): ScaleFigures {
  const { machine, parts } = JSON.parse(text) as {
    machine: Record<string, string>
    parts: { scale?: Omit<ScaleFigures, 'machine'> }
  }
  const { scale } = parts
  if (scale === undefined) {
    throw new Error('the file is not of the part scale')
  }
  for (const table of TABLES) {
    if (!(scale[table]?.length > 0)) {
      throw new Error(`the file has no figures of ${table}`)
    }
  }
  const { facts, corpora, answers, curves, work } = scale
  return { machine, facts, corpora, answers, curves, work }
}

/** @throws when there is no such file */
export const readScaleFile = (file: URL = SCALE_FILE): ScaleFigures =>
  parseScaleFile(readFileSync(file, 'utf8'))

/** The row of so many marks asked for in one way. @throws when it was not measured */
export function rowOf<Found extends Row>(rows: readonly Found[], marks: number, kind: Kind): Found {
  const found = rows.find((row) => row.marks === marks && row.kind === kind)
  if (found === undefined) {
    throw new Error(`nothing was measured of ${marks} marks, ${kind}`)
  }
  return found
}

/** The sizes of corpus that there is a row for, the smallest first. */
export const sizesOf = (rows: readonly { marks: number }[]): number[] =>
  [...new Set(rows.map(({ marks }) => marks))].toSorted((a, b) => a - b)
