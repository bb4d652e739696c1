import { describe, expect, test } from 'vitest'
import { type Cookies, cookieHeader, keepCookies } from './cookies.ts'

const headerOf = (...lines: string[]) => {
  const cookies: Cookies = new Map()
  keepCookies(cookies, lines)
  return cookieHeader(cookies).cookie
}

describe('cookies', () => {
  test.each([
    [[], undefined],
    [['ASP.NET_SessionId=x1; path=/; HttpOnly'], 'ASP.NET_SessionId=x1'],
    [['a=1', ' b = 2=3 ;Max-Age=1'], 'a=1; b=2=3'],
    [['a=1', 'b=2', 'a=3'], 'a=3; b=2'],
    [['a='], 'a='],
    [['a', '=1', 'a b=1', '', ';'], undefined],
    [['a=x\r\nHost: y', 'b=\u0000', 'c=ñ', 'd=€'], 'c=ñ'],
  ])('of %j are sent as %j', (lines, wanted) => {
    expect(headerOf(...lines)).toBe(wanted)
  })

  test('are limited to 20 and to 4,096 characters each', () => {
    const many = Array.from({ length: 25 }, (_, index) => `c${index}=1`)
    expect(headerOf(...many, 'c0=2')?.split('; ')).toEqual(['c0=2', ...many.slice(1, 20)])
    expect(headerOf(`a=${'x'.repeat(4_095)}`, `b=${'x'.repeat(4_094)}`)).toMatch(/^b=x{4094}$/)
  })
})
