import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { parse } from 'yaml'
import { tags } from '../../../test/support/lambda/intrinsic-functions.ts'
import { KINDS, type Kind } from '../../several-figures.ts'
import { MADE_UP } from '../testing/made-up-figures.ts'
import { MIX, TEMPLATE } from './assumptions.ts'
import { type Bill, wholeCents } from './bill.ts'
import { type Demand, lambdaBears, lambdaBill, requestsOf } from './lambda-bill.ts'
import { averageBorne, MACHINES, mostBorne, mostBorneOfMix } from './machine-bill.ts'

const MARKS = 1_000_000
const TAKEN = { billedMs: 10, databaseMs: 2, answerBytes: 5_000 }
const demandOf = (rate: number, databaseMs = TAKEN.databaseMs): Demand => ({
  taken: { ...TAKEN, databaseMs },
  rate,
  databaseMegabytes: 10_240,
})

const cents = ({ items }: Bill): Record<string, string> =>
  Object.fromEntries(items.map(({ what, dollars }) => [what, wholeCents(dollars).toFixed(2)]))

describe('a month on AWS Lambda', () => {
  test('is billed for what each part comes to', () => {
    const bill = lambdaBill(demandOf(10)) // 26.28 million requests
    expect(cents(bill)).toEqual({
      'requests to the gateway': '26.28',
      'calls of functions': '5.26',
      'time of functions': '3.50', // 262,800 GB-seconds
      'what Aurora writes': '5.26',
      log: '15.77', // 31.5 GB
      'answers sent out': '11.83', // 131.4 GB
      'units of Aurora': '175.20', // two, all the time
      'units for pipelines and backups': '2.40',
      'RDS Proxy': '87.60', // eight at least
      'what backups read': '7.97', // 1.3 million blocks a day
      'storage of Aurora': '1.00',
      'NAT gateway': '32.85',
      'its address': '3.65',
      'what passes it': '0.23',
      'pipelines and backups': '1.07',
      backups: '0.12',
      secrets: '0.80',
      alarms: '1.00',
      'metric of failed runs': '0.30',
    })
    expect(bill.dollars).toBeCloseTo(382.1, 1)
  })

  test('has as many units of Aurora as are at work in its busiest quarter, and in the rest those that are always there', () => {
    const units = cents(lambdaBill(demandOf(500)))['units of Aurora']
    expect(units).toBe('631.97') // 4 s of work × 4 / 0.7 units a quarter of the time, and two in the rest
    expect(cents(lambdaBill(demandOf(1_000)))['RDS Proxy']).toBe('190.84') // 45.7 units, and eight
  })

  test('bears what the gateway lets in and the most units do, four times the average', () => {
    expect(lambdaBears(demandOf(125, 0.1))).toBe(true) // 500 a second
    expect(lambdaBears(demandOf(126, 0.1))).toBe(false)
    expect(lambdaBears(demandOf(10, 35))).toBe(true) // 40 × 35 ms × 4 / 0.7 = 8 units
    expect(lambdaBears(demandOf(10, 35.1))).toBe(false)
  })
})

describe('a month of one machine', () => {
  const [ec2, vps] = MACHINES.map(({ bill }) => bill(demandOf(10)))

  test('is billed for the machine, its disk, its address and what it sends out', () => {
    expect(ec2 && cents(ec2)).toEqual({
      machine: '59.57',
      disk: '4.00', // 20 + 3 × 10 GB
      address: '3.65',
      backups: '0.12',
      'answers sent out': '11.83',
    })
  })

  test('is one price where disk and traffic come with the machine, in dollars', () => {
    expect(vps && cents(vps)).toEqual({ machine: '50.03', address: '0.58', backups: '0.12' })
  })
})

describe('what a machine bears', () => {
  test('is the best of its curve, and for the mix what the time of each kind leaves of it', () => {
    expect(KINDS.map((kind) => mostBorne(MADE_UP.curves, MARKS, kind))).toEqual([800, 400, 200])
    expect(mostBorneOfMix(MADE_UP, MARKS)).toBeCloseTo(1 / (0.4 / 800 + 0.2 / 400 + 0.4 / 200)) // 333
    expect(averageBorne(400)).toBe(100)
  })

  test('of a mix lies between what it bears of each kind', () => {
    const throughput = fc.double({ min: 0.01, max: 1e5, noNaN: true })
    const each = fc.record({ 'one mark': throughput, 'by filters': throughput, 'by name': throughput })
    fc.assert(
      fc.property(each, (borne: Record<Kind, number>) => {
        const curves = MADE_UP.curves.map((row) => ({ ...row, requestsPerSecond: borne[row.kind] }))
        const mix = mostBorneOfMix({ ...MADE_UP, curves }, MARKS)
        expect(mix).toBeLessThanOrEqual(Math.max(...Object.values(borne)) * (1 + 1e-9))
        expect(mix).toBeGreaterThanOrEqual(Math.min(...Object.values(borne)) * (1 - 1e-9))
      }),
    )
  })

  test('is not guessed where it was not measured', () => {
    expect(() => mostBorne(MADE_UP.curves, 77, 'by filters')).toThrow('no load was measured of 77 marks')
  })
})

describe('with more requests a second', () => {
  const amount = (max: number) => fc.double({ min: 0, max, noNaN: true })
  const demand = fc.record({
    taken: fc.record({ billedMs: amount(10_000), databaseMs: amount(1_000), answerBytes: amount(1e6) }),
    databaseMegabytes: amount(1e6),
  })
  const rates = fc
    .tuple(fc.double({ min: 0.001, max: 1_000, noNaN: true }), amount(1_000))
    .map(([slow, more]) => [slow, slow + more] as const)
  const bills = fc.constantFrom(...MACHINES.map(({ bill }) => bill), (each: Demand) => lambdaBill(each))

  test('a month never costs less', () => {
    fc.assert(
      fc.property(demand, rates, bills, (each, [slow, fast], bill) => {
        const [less, more] = [bill({ ...each, rate: slow }).dollars, bill({ ...each, rate: fast }).dollars]
        expect(more).toBeGreaterThanOrEqual(less * (1 - 1e-12))
      }),
    )
  })

  test('a single one never costs more', () => {
    fc.assert(
      fc.property(demand, rates, bills, (each, [slow, fast], bill) => {
        const one = (rate: number): number => bill({ ...each, rate }).dollars / requestsOf(rate)
        expect(one(fast)).toBeLessThanOrEqual(one(slow) * (1 + 1e-9))
      }),
    )
  })
})

describe('what is reckoned with', () => {
  const template = parse(readFileSync(new URL('../../../template.yaml', import.meta.url), 'utf8'), {
    customTags: tags,
  })
  const resources = Object.values<{ Type: string; Properties: Record<string, unknown> }>(template.Resources)
  const count = (type: string): number => resources.filter(({ Type }) => Type === type).length

  test('is what the template has', () => {
    const api = resources.find(({ Type }) => Type === 'AWS::Serverless::HttpApi')?.Properties as {
      DefaultRouteSettings: { ThrottlingRateLimit: number }
    }
    expect(TEMPLATE).toEqual({
      memory: template.Globals.Function.MemorySize,
      minCapacity: template.Parameters.MinCapacity.Default,
      maxCapacity: template.Parameters.MaxCapacity.Default,
      throttle: api.DefaultRouteSettings.ThrottlingRateLimit,
      natGateways: count('AWS::EC2::NatGateway'),
      secrets: count('AWS::SecretsManager::Secret'),
      alarms: count('AWS::CloudWatch::Alarm'),
      metrics: count('AWS::Logs::MetricFilter'),
    })
    expect(template.Globals.Function.Architectures).toEqual(['arm64'])
    expect(count('AWS::EC2::EIP')).toBe(TEMPLATE.natGateways)
    expect(count('AWS::RDS::DBInstance')).toBe(1)
    expect(count('AWS::RDS::DBProxy')).toBe(1)
  })

  test('leaves out no other part of it that is billed by the hour', () => {
    const free = ['AWS::EC2::VPCEndpoint'] // its one is a gateway, which costs nothing
    const billed = /Endpoint|LoadBalanc|Cache|Cluster|Instance|Proxy$|Nat|EIP|KMS|Firewall|WebACL/
    expect(
      [...new Set(resources.map(({ Type }) => Type).filter((type) => billed.test(type)))].sort(),
    ).toEqual(
      [
        ...free,
        'AWS::EC2::EIP',
        'AWS::EC2::NatGateway',
        'AWS::RDS::DBCluster',
        'AWS::RDS::DBInstance',
        'AWS::RDS::DBProxy',
      ].sort(),
    )
    expect(resources.find(({ Type }) => Type === 'AWS::EC2::VPCEndpoint')?.Properties).toMatchObject({
      VpcEndpointType: 'Gateway',
    })
  })

  test('is a mix that is whole', () => {
    expect(Object.values(MIX).reduce((sum, share) => sum + share)).toBeCloseTo(1, 12)
  })
})
