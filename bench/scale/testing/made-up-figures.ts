import { KINDS, type Kind } from '../../several-figures.ts'
import type { ScaleFigures } from '../figures-file.ts'

const SIZES = [1_000, 1_000_000, 10_000_000]

/** Processor time of the service and of PostgreSQL, in milliseconds. */
const WORK: Readonly<Record<Kind, readonly [serviceMs: number, databaseMs: number]>> = {
  'one mark': [1, 0.5],
  'by filters': [2, 1],
  'by name': [2, 5],
}

/** One process bears this many a second; each further one half as many again. */
const BORNE: Readonly<Record<Kind, number>> = { 'one mark': 400, 'by filters': 200, 'by name': 100 }

/** Figures for tests, round enough to reckon with by hand: nobody has measured them. */
export const MADE_UP: ScaleFigures = {
  machine: { processor: 'made up, 2 cores' },
  facts: { load: 'made up' },
  corpora: SIZES.map((marks) => ({
    marks,
    loadSeconds: 10,
    indexSeconds: 20,
    databaseMegabytes: 2_048,
    searchMegabytes: 512,
  })),
  answers: SIZES.flatMap((marks) =>
    KINDS.map((kind) => ({ marks, kind, p50: 3, p95: 5, p99: 8, slowest: 13 })),
  ),
  curves: SIZES.flatMap((marks) =>
    KINDS.flatMap((kind) =>
      [1, 2, 3, 4].map((processes) => ({
        marks,
        kind,
        processes,
        requestsPerSecond: (BORNE[kind] * (Math.min(processes, 3) + 1)) / 2,
        slowestRound: (BORNE[kind] * (Math.min(processes, 3) + 1)) / 2.5,
        fastestRound: (BORNE[kind] * (Math.min(processes, 3) + 1)) / 2,
        ofOne: (Math.min(processes, 3) + 1) / 2,
        p50: 10,
        p97_5: 20,
        p99: 40 / processes,
      })),
    ),
  ),
  work: SIZES.flatMap((marks) =>
    KINDS.map((kind) => ({ marks, kind, serviceMs: WORK[kind][0], databaseMs: WORK[kind][1] })),
  ),
}

/** The same as the bench writes it. */
export const madeUpFile = (figures: ScaleFigures = MADE_UP): string => {
  const { machine, ...scale } = figures
  return JSON.stringify({ machine, seconds: 5, rounds: 5, parts: { scale: { marks: 1_000, ...scale } } })
}
