import { KINDS, type Kind } from '../../several-figures.ts'
import type { ScaleFigures, Throughput } from '../figures-file.ts'
import { ASSUMED, MIX } from './assumptions.ts'
import { type Bill, billOf, item } from './bill.ts'
import { type Demand, requestsOf } from './lambda-bill.ts'
import { PRICES } from './prices.ts'
import { sentOut } from './request-cost.ts'

const HOURS = ASSUMED.hours.value
const MEGABYTES_OF_GB = 1_024

/** One machine with two processors that runs all of it: processes, PostgreSQL, pipelines, backups to a bucket. */
export interface Machine {
  readonly name: string
  bill(demand: Demand): Bill
}

const backups = item('backups', ASSUMED.backups.value, PRICES.bucket)

export const MACHINES: readonly Machine[] = [
  {
    name: 'm7g.large',
    bill: ({ taken, rate, databaseMegabytes }) =>
      billOf([
        item('machine', HOURS, PRICES.m7g),
        item('disk', diskGigabytes(databaseMegabytes), PRICES.disk),
        item('address', HOURS, PRICES.address),
        backups,
        sentOut(taken, requestsOf(rate)),
      ]),
  },
  {
    name: 'CCX13',
    bill: () => billOf([item('machine', 1, PRICES.ccx13), item('address', 1, PRICES.ccx13Address), backups]),
  },
]

const diskGigabytes = (databaseMegabytes: number): number =>
  Math.ceil(ASSUMED.system.value + (ASSUMED.disk.value * databaseMegabytes) / MEGABYTES_OF_GB)

/** The most that a machine bears of one kind, in requests a second, with as many processes as are best for it. */
export function mostBorne(curves: readonly Throughput[], marks: number, kind: Kind): number {
  const borne = curves.filter((row) => row.marks === marks && row.kind === kind)
  if (borne.length === 0) {
    throw new Error(`no load was measured of ${marks} marks, ${kind}`)
  }
  return Math.max(...borne.map(({ requestsPerSecond }) => requestsPerSecond))
}

/** The same of the mix: the time that each kind takes of the machine adds up. */
export const mostBorneOfMix = ({ curves }: ScaleFigures, marks: number): number =>
  1 / KINDS.reduce((seconds, kind) => seconds + MIX[kind] / mostBorne(curves, marks, kind), 0)

/** The average a second that a machine bears, whose busiest time is what it bears at most. */
export const averageBorne = (mostBorne: number): number => mostBorne / ASSUMED.peak.value
