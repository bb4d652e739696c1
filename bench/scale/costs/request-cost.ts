import { KINDS, type Kind } from '../../several-figures.ts'
import { rowOf, type ScaleFigures } from '../figures-file.ts'
import { ASSUMED, MIX, TEMPLATE } from './assumptions.ts'
import { type Item, item } from './bill.ts'
import { PRICES } from './prices.ts'

const MILLION = 1e6
const BYTES_OF_GB = 1e9
const MEGABYTES_OF_GB = 1_024

/** What one request takes, on average. */
export interface Taken {
  /** How long its function is billed for, in milliseconds. */
  readonly billedMs: number
  /** Processor time of PostgreSQL, in milliseconds. */
  readonly databaseMs: number
  readonly answerBytes: number
}

const ANSWER_BYTES: Readonly<Record<Kind, number>> = {
  'one mark': ASSUMED.smallAnswer.value,
  'by filters': ASSUMED.largeAnswer.value,
  'by name': ASSUMED.largeAnswer.value,
}

/**
 * How long a function is billed for a request, in whole milliseconds: its own work, which is slower by the share of a
 * processor that its memory buys, and its waiting for the network and for PostgreSQL. At least as long as one process on
 * a machine of its own takes to answer.
 */
export function billedMs(serviceMs: number, databaseMs: number, aloneMs: number): number {
  const share = Math.min(1, TEMPLATE.memory / ASSUMED.megabytesOfProcessor.value)
  return Math.ceil(Math.max(aloneMs, serviceMs / share + databaseMs + ASSUMED.network.value))
}

/** What a request of one kind takes in a corpus of so many marks. @throws when it was not measured */
export function takenBy({ work, answers }: ScaleFigures, marks: number, kind: Kind): Taken {
  const { serviceMs, databaseMs } = rowOf(work, marks, kind)
  const { p50 } = rowOf(answers, marks, kind)
  if (serviceMs === null || databaseMs === null) {
    throw new Error(`the processor time was not measured of ${marks} marks, ${kind}`)
  }
  return {
    billedMs: billedMs(serviceMs, databaseMs, p50),
    databaseMs,
    answerBytes: ANSWER_BYTES[kind],
  }
}

/** What a request of the mix takes, on average. */
export function takenByMix(figures: ScaleFigures, marks: number): Taken {
  const each = KINDS.map((kind) => ({ share: MIX[kind], taken: takenBy(figures, marks, kind) }))
  const mean = (figure: keyof Taken): number =>
    each.reduce((sum, { share, taken }) => sum + share * taken[figure], 0)
  return { billedMs: mean('billedMs'), databaseMs: mean('databaseMs'), answerBytes: mean('answerBytes') }
}

/** Units of Aurora that so many requests a second keep at work. */
export const unitsAtWork = (databaseMs: number, rate: number): number =>
  ((rate * databaseMs) / 1_000) * (ASSUMED.unitsOfProcessor.value / ASSUMED.unitLoad.value)

/**
 * Units of Aurora that are billed, averaged over a month of so many requests a second: all of them come in the busiest time, and
 * in the rest as many are there as always are.
 */
export function unitsBilled(databaseMs: number, rate: number, least: number): number {
  const peak = ASSUMED.peak.value
  const busy = Math.max(least, unitsAtWork(databaseMs, rate * peak))
  return busy / peak + least * (1 - 1 / peak)
}

/** What a machine is billed for requests, too. */
export const sentOut = ({ answerBytes }: Taken, requests: number): Item =>
  item('answers sent out', (requests * answerBytes) / BYTES_OF_GB, PRICES.out)

/** What so many requests cost on AWS Lambda by themselves; the units of Aurora are billed by the hour, and not among it. */
export const requestItems = (taken: Taken, requests: number): Item[] => [
  item('requests to the gateway', requests / MILLION, PRICES.gateway),
  item('calls of functions', requests / MILLION, PRICES.invocation),
  item(
    'time of functions',
    ((requests * taken.billedMs) / 1_000) * (TEMPLATE.memory / MEGABYTES_OF_GB),
    PRICES.duration,
  ),
  item('what Aurora writes', (requests * ASSUMED.blocks.value) / MILLION, PRICES.blocks),
  item('log', (requests * ASSUMED.logBytes.value) / BYTES_OF_GB, PRICES.logs),
  sentOut(taken, requests),
]

/** The same with the work of Aurora, as if each unit were paid for by what it does alone. */
export const itemsWithDatabase = (taken: Taken, requests: number): Item[] => [
  ...requestItems(taken, requests),
  item('work of Aurora', (requests * unitsAtWork(taken.databaseMs, 1)) / 3_600, PRICES.capacity),
]
