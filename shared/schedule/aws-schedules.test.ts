import { describe, expect, test } from 'vitest'
import { DEFAULT_SCHEDULES } from '../../schemas/config.ts'
import { readCron } from '../platform/time/cron.ts'

const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

/** Returns whether a field of an AWS cron expression matches a number. A field is `*`, `?`, or a list of numbers and ranges. */
const means = (field: string, number: number, names: readonly string[] = []): boolean =>
  field === '*' ||
  field === '?' ||
  field.split(',').some((part) => {
    const [from = Number.NaN, to = from] = part
      .split('-')
      .map((text) => (names.includes(text) ? names.indexOf(text) + 1 : Number(text)))
    return number >= from && number <= to
  })

/** Returns the times of a year, `YYYY-MM-DD HH:MM` in Chilean time, that `cron(…)` matches by the rules of AWS. */
function timesOfAws(expression: string, year: number): string[] {
  const fields = /^cron\((?<fields>[^()]+)\)$/.exec(expression)?.groups?.fields?.split(' ') ?? []
  const [minutes = '', hours = '', days = '', months = '', weekdays = '', years = ''] = fields
  expect({ fields: fields.length, oneIsOpen: (days === '?') !== (weekdays === '?') }).toEqual({
    fields: 6,
    oneIsOpen: true,
  })
  const times: string[] = []
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += 60_000) {
    const time = new Date(at)
    if (
      means(minutes, time.getUTCMinutes()) &&
      means(hours, time.getUTCHours()) &&
      means(days, time.getUTCDate()) &&
      means(months, time.getUTCMonth() + 1) &&
      means(weekdays, time.getUTCDay() + 1, WEEKDAYS) &&
      means(years, year)
    ) {
      times.push(time.toISOString().slice(0, 16).replace('T', ' '))
    }
  }
  return times
}

/** Returns the times of a year, in the same form, that a cron expression of five fields matches. */
function timesOfCron(pattern: string, year: number): string[] {
  const times: string[] = []
  for (const at of readCron(pattern).enumerate(new Date(Date.UTC(year - 1, 11, 31)))) {
    const time = at.toLocaleString('sv-SE', { timeZone: 'America/Santiago' }).slice(0, 16)
    if (time > String(year + 1)) {
      return times
    }
    if (time > String(year)) {
      times.push(time)
    }
  }
  return times
}

const { portal, ...daily } = DEFAULT_SCHEDULES

describe.each(Object.entries(daily))('the schedule of %s', (_, { cron, aws }) => {
  test('has the same times over a year in both forms', () => {
    const times = timesOfCron(cron, 2027)
    expect(times.length).toBeGreaterThanOrEqual(365)
    expect(timesOfAws(aws, 2027)).toEqual(times)
  })
})

test('the schedule of the portal has the same interval in minutes in both forms', () => {
  const [, minutes] = /^\*\/(\d+) \* \* \* \*$/.exec(portal.cron) ?? []
  expect(60 % Number(minutes)).toBe(0)
  expect(portal.aws).toBe(`cron(0/${minutes} * * * ? *)`)
})
