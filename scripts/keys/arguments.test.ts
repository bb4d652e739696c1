import { InvalidArgumentError } from 'commander'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../test/support/any-character.ts'
import { readDayOption } from '../read-day.ts'
import { readBurst, readConsumer, readMonth, readOverlap, readQuota, readScopes } from './arguments.ts'

/** Returns the result of a parser, or undefined if it throws an error. Checks that the message is a sentence. */
function read<Value>(reader: (text: string) => Value, text: string): Value | undefined {
  try {
    return reader(text)
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidArgumentError)
    expect((error as Error).message).toMatch(/^\S.*\.$/s)
    return undefined
  }
}

const anyText = fc.string({ unit: anyCharacter })
const refused = (reader: (text: string) => unknown, ...texts: string[]): void => {
  expect(texts.filter((text) => read(reader, text) !== undefined)).toEqual([])
}
const digits = (width: number, number: number): string => String(number).padStart(width, '0')

describe('a day', () => {
  const daysIn = (year: number, month: number): number => {
    const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
    return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  }

  test('is accepted if and only if it exists', () => {
    const year = fc.oneof(fc.integer({ min: 1970, max: 9999 }), fc.constantFrom(1970, 2000, 2100, 2400))
    const month = fc.oneof(fc.integer({ min: 0, max: 13 }), fc.constant(2))
    const day = fc.oneof(fc.integer({ min: 0, max: 32 }), fc.integer({ min: 28, max: 31 }))
    fc.assert(
      fc.property(year, month, day, (y, m, d) => {
        const text = `${digits(4, y)}-${digits(2, m)}-${digits(2, d)}`
        expect(read(readDayOption, text)).toBe(d >= 1 && d <= daysIn(y, m) ? text : undefined)
      }),
      { numRuns: 2_000 },
    )
  })

  test('is YYYY-MM-DD, from 1970 on', () => {
    fc.assert(fc.property(anyText, (text) => refused(readDayOption, text, `2099-01-01${text}`.slice(0, 9))))
    fc.assert(fc.property(anyText, (text) => text === '' || refused(readDayOption, `2099-01-01${text}`)))
    refused(
      readDayOption,
      '',
      '2099-1-1',
      '99-01-01',
      '01-01-2099',
      '2099/01/01',
      '20990101',
      '2099-01',
      'tomorrow',
    )
    refused(
      readDayOption,
      ' 2099-01-01',
      '2099-01-01\n',
      '2099-01-01T00:00:00Z',
      '+02099-01-01',
      '２０９９-01-01',
    )
    refused(readDayOption, '0000-01-01', '1969-12-31', '-2099-01-01')
  })
})

test('a month is accepted if and only if it exists, as YYYY-MM', () => {
  const year = fc.integer({ min: 0, max: 9999 })
  fc.assert(
    fc.property(year, fc.integer({ min: 0, max: 13 }), (y, m) => {
      const text = `${digits(4, y)}-${digits(2, m)}`
      expect(read(readMonth, text)).toBe(y >= 1 && m >= 1 && m <= 12 ? text : undefined)
    }),
  )
  refused(
    readMonth,
    '',
    '0000-12',
    '2099',
    '2099-1',
    '2099-01-01',
    '01-2099',
    '2099/01',
    ' 2099-01',
    '2099-01\n',
  )
})

describe.each([
  ['a quota', readQuota, 0, 1_000_000_000_000],
  ['a burst', readBurst, 1, 1_000_000],
] as const)('%s', (_, reader, least, most) => {
  test(`is a whole number from ${least} to ${most}`, () => {
    const number = fc.oneof(
      fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
      fc.bigInt({ min: BigInt(least) - 3n, max: BigInt(least) + 3n }),
      fc.bigInt({ min: BigInt(most) - 3n, max: BigInt(most) + 3n }),
      fc.bigInt({ min: BigInt(least), max: BigInt(most) }),
    )
    fc.assert(
      fc.property(number, (value) => {
        const allowed = value >= BigInt(least) && value <= BigInt(most)
        expect(read(reader, String(value))).toBe(allowed ? Number(value) : undefined)
      }),
      { numRuns: 1_000 },
    )
  })

  test('has only decimal digits', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.stringMatching(/^[-+0-9.,eExX_ n]{1,6}$/)), (text) => {
        expect(read(reader, text) === undefined || /^[0-9]+$/.test(text)).toBe(true)
      }),
      { numRuns: 1_000 },
    )
    refused(
      reader,
      '',
      ' 5',
      '5 ',
      '+5',
      '5.0',
      '1e3',
      '0x10',
      '0b1',
      '1_000',
      '1,000',
      '٥',
      '５',
      '5n',
      'ten',
    )
    refused(reader, 'NaN', 'Infinity', '9'.repeat(400))
  })
})

describe('an overlap', () => {
  test('is minutes, hours or days, from a minute to 90 days', () => {
    const amount = fc.oneof(fc.integer({ min: 0, max: 130_000 }), fc.integer({ min: 0, max: 100 }))
    const minutesOf: Record<string, number> = { m: 1, h: 60, d: 24 * 60 }
    const unit = fc.constantFrom('m', 'h', 'd', 's', 'w', 'H', ' h', '')
    fc.assert(
      fc.property(amount, unit, (value, letter) => {
        const minutes = value * (minutesOf[letter] ?? 0)
        const allowed = minutes >= 1 && minutes <= 90 * 24 * 60
        expect(read(readOverlap, `${value}${letter}`)).toBe(allowed ? `${minutes} minutes` : undefined)
      }),
      { numRuns: 2_000 },
    )
  })

  test('has no sign, no fraction and no blanks', () => {
    refused(
      readOverlap,
      '',
      'h',
      '24',
      '-1h',
      '+1h',
      '1.5h',
      '1h30m',
      ' 1h',
      '1h ',
      '1h\n',
      '1 hour',
      '1e1h',
      '٢h',
    )
    expect([read(readOverlap, '90d'), read(readOverlap, '2160h')]).toEqual([
      '129600 minutes',
      '129600 minutes',
    ])
    refused(readOverlap, '91d', '2161h', '9999d', '99999999999999999999m')
  })
})

describe('scopes', () => {
  test('are returned in the given order, without duplicates', () => {
    const known = fc.constantFrom('brands:read', 'insights:read')
    fc.assert(
      fc.property(fc.array(known, { minLength: 1 }), fc.constantFrom(',', ', ', ' ,'), (named, comma) => {
        expect(read(readScopes, named.join(comma))).toEqual([...new Set(named)])
      }),
    )
  })

  test('are never empty and never unknown', () => {
    refused(readScopes, '', ' ', ',', 'brands:read,', ',brands:read', 'brands:read,,insights:read', '*')
    refused(readScopes, 'brands:write', 'Brands:read', 'brands', 'brands:read;insights:read', 'constructor')
    fc.assert(fc.property(anyText, (text) => refused(readScopes, `brands:read,${text}x`)))
  })
})

test('the name of a consumer has 1 to 100 visible characters, and is trimmed', () => {
  expect(read(readConsumer, '  Ñandú & Cía. ')).toBe('Ñandú & Cía.')
  expect([read(readConsumer, 'x'.repeat(100)), read(readConsumer, '🦤'.repeat(100))]).not.toContain(undefined)
  refused(readConsumer, '', ' \t\n', 'x'.repeat(101), '🦤'.repeat(101))
  refused(
    readConsumer,
    'a\nb',
    'a\u0000b',
    'a\u001b[2Jb',
    'a\u0085b',
    'a\u200bb',
    'a\u202eb',
    'a\u2028b',
    'a\u2029b',
  )
})
