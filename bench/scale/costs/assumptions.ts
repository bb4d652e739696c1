import type { Kind } from '../../several-figures.ts'

/** What `template.yaml` has, and is billed for. */
export const TEMPLATE = {
  /** Megabytes (2^20 bytes) of a function that answers. */
  memory: 1_024,
  minCapacity: 2,
  maxCapacity: 8,
  /** Requests a second that the gateway lets in. */
  throttle: 500,
  natGateways: 1,
  secrets: 2,
  alarms: 10,
  metrics: 1,
} as const

/** What is asked for, in shares of all requests. */
export const MIX: Readonly<Record<Kind, number>> = { 'one mark': 0.4, 'by filters': 0.2, 'by name': 0.4 }

/** Requests a second, averaged over the month. */
export const RATES = [1, 10, 50] as const
/** The one whose bills are told item by item. */
export const TOLD_RATE = 10

/** Size of corpus whose requests are paid for: the measured one that is nearest. */
export const USUAL_MARKS = 1_000_000

interface Assumption {
  readonly value: number
  /** What is so much, as it stands before the value. */
  readonly what: string
  readonly unit: string
  readonly because: string
}

/** Everything that was neither measured nor published. */
export const ASSUMED = {
  hours: {
    value: 730,
    what: 'a month',
    unit: 'hours',
    because: 'a twelfth of a year, as AWS reckons',
  },
  peak: {
    value: 4,
    what: 'the busiest time',
    unit: 'times the average',
    because:
      'office hours of one country: a quarter of all hours, and nobody asks in the others; a machine, and `MaxCapacity`, have to bear it',
  },
  megabytesOfProcessor: {
    value: 1_769,
    what: 'memory with which a function has one processor',
    unit: 'MB',
    because:
      '[Lambda, Configure memory](https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html)',
  },
  network: {
    value: 3,
    what: 'waiting of a function for the network and RDS Proxy',
    unit: 'ms a request',
    because: 'a few round trips within a region; nobody has measured it',
  },
  unitsOfProcessor: {
    value: 4,
    what: 'Aurora capacity units with one processor',
    unit: 'units',
    because:
      'a unit is 2 GiB with the processor of a memory-optimized instance ([advice of AWS](https://github.com/aws/agent-toolkit-for-aws))',
  },
  unitLoad: {
    value: 0.7,
    what: 'load at which Aurora adds a unit',
    unit: 'of the processor',
    because: 'AWS publishes no figure',
  },
  proxyUnits: {
    value: 8,
    what: 'units that RDS Proxy bills at least',
    unit: 'units',
    because: '[RDS Proxy, pricing](https://aws.amazon.com/rds/proxy/pricing/), as last known in 2025',
  },
  blocks: {
    value: 1,
    what: 'blocks that a request writes or reads',
    unit: 'block',
    because:
      'each request is counted, which is written; what it reads is taken to be in memory: `MinCapacity` has 4 GiB, and the index of this corpus is smaller',
  },
  logBytes: {
    value: 1_200,
    what: 'log of a request',
    unit: 'bytes',
    because: 'the line of the service, that of the gateway, and three that Lambda adds',
  },
  smallAnswer: {
    value: 2_000,
    what: 'one mark, as an answer with its headers',
    unit: 'bytes',
    because: 'uncompressed',
  },
  largeAnswer: {
    value: 9_000,
    what: 'a page of 20, as an answer with its headers',
    unit: 'bytes',
    because: 'uncompressed',
  },
  office: {
    value: 5,
    what: 'what the pipelines fetch',
    unit: 'GB a month',
    because: 'sheets that have not changed are not fetched again',
  },
  jobs: {
    value: 80_000,
    what: 'pipelines and backups',
    unit: 'GB-seconds of functions a month',
    because:
      'a sheet of a million rows a day, keys every five minutes; without the portal, which waits for long',
  },
  jobUnits: {
    value: 20,
    what: 'work of Aurora for pipelines and backups, beyond `MinCapacity`',
    unit: 'unit-hours a month',
    because:
      'a run of a million rows and a backup of the corpus a day, ten minutes of one processor together',
  },
  backups: {
    value: 5,
    what: 'backups that are kept',
    unit: 'GB',
    because: 'of the service’s own; those of Aurora cost nothing up to the size of the database',
  },
  disk: {
    value: 3,
    what: 'disk of a machine',
    unit: 'times the database',
    because: 'a restore and the building of an index need room beside it',
  },
  system: {
    value: 20,
    what: 'disk of a machine besides',
    unit: 'GB',
    because: 'the system, the log, the write-ahead log',
  },
} as const satisfies Readonly<Record<string, Assumption>>
