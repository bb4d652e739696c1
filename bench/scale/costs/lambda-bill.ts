import { ASSUMED, TEMPLATE } from './assumptions.ts'
import { type Bill, billOf, item } from './bill.ts'
import { PRICES } from './prices.ts'
import { requestItems, type Taken, unitsAtWork, unitsBilled } from './request-cost.ts'

const HOURS = ASSUMED.hours.value
const SECONDS_OF_HOUR = 3_600
const MEGABYTES_OF_GB = 1_024
const MILLION = 1e6
/** Blocks of 8 KiB, each of which is billed when it is read from the storage. */
const BLOCKS_OF_MEGABYTE = 128
/** The corpus is backed up once in each. */
const DAYS = HOURS / 24

/** Requests of a month. */
export const requestsOf = (rate: number): number => rate * HOURS * SECONDS_OF_HOUR

/** What is asked for in a month, and of how large a database. */
export interface Demand {
  /** What a request takes, on average. */
  readonly taken: Taken
  /** Requests a second, averaged over the month. */
  readonly rate: number
  readonly databaseMegabytes: number
}

/**
 * A month on AWS Lambda with Aurora, as `template.yaml` has it. Units of Aurora beyond `MaxCapacity` are billed as if it
 * were higher: `lambdaBears` tells whether it has to be.
 */
export function lambdaBill({ taken, rate, databaseMegabytes }: Demand): Bill {
  const units = (least: number): number => unitsBilled(taken.databaseMs, rate, least)
  return billOf([
    ...requestItems(taken, requestsOf(rate)),
    item('units of Aurora', units(TEMPLATE.minCapacity) * HOURS, PRICES.capacity),
    item('units for pipelines and backups', ASSUMED.jobUnits.value, PRICES.capacity),
    item('RDS Proxy', units(ASSUMED.proxyUnits.value) * HOURS, PRICES.proxy),
    item('what backups read', (databaseMegabytes * BLOCKS_OF_MEGABYTE * DAYS) / MILLION, PRICES.blocks),
    item('storage of Aurora', databaseMegabytes / MEGABYTES_OF_GB, PRICES.storage),
    item('NAT gateway', TEMPLATE.natGateways * HOURS, PRICES.nat),
    item('its address', TEMPLATE.natGateways * HOURS, PRICES.address),
    item('what passes it', ASSUMED.office.value, PRICES.natPassed),
    item('pipelines and backups', ASSUMED.jobs.value, PRICES.duration),
    item('backups', ASSUMED.backups.value, PRICES.bucket),
    item('secrets', TEMPLATE.secrets, PRICES.secret),
    item('alarms', TEMPLATE.alarms, PRICES.alarm),
    item('metric of failed runs', TEMPLATE.metrics, PRICES.metric),
  ])
}

/** Whether the gateway and `MaxCapacity` bear the busiest time. */
export function lambdaBears({ taken, rate }: Demand): boolean {
  const busiest = rate * ASSUMED.peak.value
  return busiest <= TEMPLATE.throttle && unitsAtWork(taken.databaseMs, busiest) <= TEMPLATE.maxCapacity
}
