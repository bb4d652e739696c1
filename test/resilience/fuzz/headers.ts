import fc from 'fast-check'
import type { WireRequest } from './wire.ts'

const latin1 = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 40,
})
const ODD_HEADERS = [
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Content-Type',
  'Cookie',
  'Range',
  'User-Agent',
  'Via',
]
const MORE_ODD_HEADERS = [
  'X-HTTP-Method-Override',
  'X-Forwarded-For',
  'X-Forwarded-Proto',
  'Forwarded',
  'X-Original-URL',
  'Authorization',
  'Origin',
  'Referer',
  'Expect',
  'Upgrade',
  '__proto__',
  'X-A',
]
const REQUEST_IDS = [
  'a',
  'x'.repeat(200),
  'x'.repeat(201),
  'a b',
  'ñ',
  '',
  '"<>{}`',
  'a,b',
  '$\u007bjndi:x}',
  "'--",
]

const fewHeaders: fc.Arbitrary<[string, string][]> = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.tuple(fc.constant('X-Request-Id'), fc.oneof(fc.constantFrom(...REQUEST_IDS), latin1)),
    },
    { weight: 4, arbitrary: fc.tuple(fc.constantFrom(...ODD_HEADERS, ...MORE_ODD_HEADERS), latin1) },
    {
      weight: 1,
      arbitrary: fc.constant<[string, string]>(['Connection', 'close']),
    },
  ),
  { maxLength: 3 },
)

const WIDE: [string, string] = ['A', 'x'.repeat(40_000)]

/** Headers besides the key: none of them changes the response, unless they exceed the limit of bytes. */
export const plainHeaders: fc.Arbitrary<[string, string][]> = fc.oneof(
  { weight: 50, arbitrary: fewHeaders },
  { weight: 1, arbitrary: fewHeaders.map((headers) => [...headers, WIDE]) },
)

/** Removes spaces and tabs around the value of a header (RFC 9110, 5.5); other white space is part of the value. */
const withoutBlanks = (value: string): string => value.replaceAll(/^[ \t]+|[ \t]+$/g, '')

/** Returns the id that a response must have, which is the id of the request if it was sent once and is valid. */
export function expectedRequestId(headers: readonly (readonly [string, string])[]): string | undefined {
  const [value, ...more] = headers
    .filter(([name]) => name === 'X-Request-Id')
    .map(([, sent]) => withoutBlanks(sent))
  return value !== undefined && more.length === 0 && /^[\x21-\x7e]{1,200}$/.test(value) ? value : undefined
}

/** Methods that no server knows. */
export const NO_METHODS = ['get', 'GETT', 'X']

/** Returns the statuses for a request that is rejected as invalid HTTP or too long; undefined for others. */
export function unreadable({ method: verb, target, headers }: WireRequest): number[] | undefined {
  if (NO_METHODS.includes(verb)) {
    return [400]
  }
  const size = headers.reduce((sum, [name, value]) => sum + name.length + withoutBlanks(value).length, 0)
  const [isLong, isWide] = [target.length > 8 * 1024, size > 32 * 1024]
  return isLong && isWide ? [414, 431] : isLong ? [414] : isWide ? [431] : undefined
}
