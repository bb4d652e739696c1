/** What somebody asks for one of something; in the region us-east-1 where it is of AWS, without taxes and allowances. */
export interface Price {
  readonly dollars: number
  /** One of what. */
  readonly unit: string
  /** The year whose price it is. */
  readonly year: number
  /** Where the figure was read. */
  readonly read?: string
  /** Where the provider publishes it; in place of `read`, where the figure itself could not be looked up. */
  readonly published?: string
}

/** When the prices were looked up. */
export const LOOKED_UP = '2026-11-22'

/** What AWS itself reckons with where it gives advice on Aurora. */
const AURORA_ADVICE =
  'https://raw.githubusercontent.com/aws/agent-toolkit-for-aws/main/skills/specialized-skills/database-skills/amazon-aurora-mysql/'

/** The reference rate of the European Central Bank on 2026-05-27, read at the address below. */
const DOLLARS_A_EURO = 1.1637

/** A price in euros, in dollars and whole cents. */
const euros = (amount: number): number => Math.round(amount * DOLLARS_A_EURO * 100) / 100

/** Amounts in euros are changed at this rate. */
export const EXCHANGE = {
  dollars: DOLLARS_A_EURO,
  unit: 'euro',
  year: 2026,
  read: 'https://github.com/devantler-tech/platform/commit/cb791c6f',
} as const satisfies Price

export const PRICES = {
  // ---- of a request on AWS Lambda; the first step of each, which is the dearest

  gateway: {
    dollars: 1,
    unit: 'million requests to the HTTP API',
    year: 2025,
    read: 'https://awsforengineers.com/blog/aws-api-gateway-pricing-explained',
  },
  invocation: {
    dollars: 0.2,
    unit: 'million calls of functions',
    year: 2026,
    published: 'https://aws.amazon.com/lambda/pricing/',
  },
  duration: {
    dollars: 0.0000133334,
    unit: 'GB-second of functions (Arm)',
    year: 2024,
    read: 'https://cloudchipr.com/blog/aws-lambda-pricing',
  },
  logs: {
    dollars: 0.5,
    unit: 'GB of log taken in',
    year: 2026,
    published: 'https://aws.amazon.com/cloudwatch/pricing/',
  },
  out: {
    dollars: 0.09,
    unit: 'GB of answers sent out',
    year: 2025,
    read: 'https://awsforengineers.com/blog/aws-api-gateway-pricing-explained',
  },

  // ---- of Aurora and what stands before it

  capacity: {
    dollars: 0.12,
    unit: 'Aurora capacity unit and hour',
    year: 2026,
    read: `${AURORA_ADVICE}scripts/acu_calculator.py`,
  },
  storage: {
    dollars: 0.1,
    unit: 'GB of Aurora and month',
    year: 2026,
    read: `${AURORA_ADVICE}scripts/acu_calculator.py`,
  },
  blocks: {
    dollars: 0.2,
    unit: 'million blocks written or read by Aurora',
    year: 2026,
    read: `${AURORA_ADVICE}references/io-optimized-pricing.md`,
  },
  proxy: {
    dollars: 0.015,
    unit: 'capacity unit behind RDS Proxy and hour',
    year: 2025,
    published: 'https://aws.amazon.com/rds/proxy/pricing/',
  },

  // ---- of what is always there

  nat: {
    dollars: 0.045,
    unit: 'NAT gateway and hour',
    year: 2026,
    read: 'https://cloudburn.io/blog/aws-nat-gateway-pricing',
  },
  natPassed: {
    dollars: 0.045,
    unit: 'GB through the NAT gateway',
    year: 2026,
    read: 'https://cloudburn.io/blog/aws-nat-gateway-pricing',
  },
  address: {
    dollars: 0.005,
    unit: 'public address and hour',
    year: 2026,
    read: 'https://cloudburn.io/blog/aws-nat-gateway-pricing',
  },
  secret: {
    dollars: 0.4,
    unit: 'secret and month',
    year: 2026,
    published: 'https://aws.amazon.com/secrets-manager/pricing/',
  },
  alarm: {
    dollars: 0.1,
    unit: 'alarm and month',
    year: 2026,
    published: 'https://aws.amazon.com/cloudwatch/pricing/',
  },
  metric: {
    dollars: 0.3,
    unit: 'metric of one’s own and month',
    year: 2026,
    read: 'https://signoz.io/guides/cloudwatch-pricing',
  },
  bucket: {
    dollars: 0.023,
    unit: 'GB of backups in S3 and month',
    year: 2025,
    published: 'https://aws.amazon.com/s3/pricing/',
  },

  // ---- of one machine

  m7g: {
    dollars: 0.0816,
    unit: 'm7g.large (2 processors, 8 GiB) and hour',
    year: 2026,
    read: 'https://www.factualminds.com/blog/amazon-ec2-on-demand-pricing-instance-families-2026/',
  },
  disk: {
    dollars: 0.08,
    unit: 'GB of disk (gp3) and month',
    year: 2025,
    published: 'https://aws.amazon.com/ebs/pricing/',
  },
  ccx13: {
    dollars: euros(42.99),
    unit: 'CCX13 (2 processors of its own, 8 GB, 80 GB of disk, 20 TB of traffic) and month, €42.99',
    year: 2026,
    read: 'https://github.com/robhunter/agentdeals/pull/1324', // from Hetzner’s own table of its price adjustment
  },
  ccx13Address: {
    dollars: euros(0.5),
    unit: 'public address and month, €0.50',
    year: 2026,
    published: 'https://www.hetzner.com/cloud/',
  },
} as const satisfies Readonly<Record<string, Price>>

/** What some of it costs in sa-east-1 (São Paulo), the region next to Chile, as last known. */
export const SAO_PAULO = {
  nat: { dollars: 0.093, year: 2025, published: 'https://aws.amazon.com/vpc/pricing/' },
  out: { dollars: 0.15, year: 2025, published: 'https://aws.amazon.com/ec2/pricing/on-demand/' },
} as const satisfies Partial<Record<keyof typeof PRICES, Omit<Price, 'unit'>>>
