import { describe, expect, test } from 'vitest'
import { isLoopback } from './loopback.ts'

describe('a loopback host', () => {
  test.each(['localhost', '127.0.0.1', '127.1.2.3', '127.255.255.254', '::1', '[::1]'])('is %j', (host) => {
    expect(isLoopback(host)).toBe(true)
  })

  test.each([
    '',
    '0.0.0.0',
    '::',
    '128.0.0.1',
    '10.0.0.1',
    '1127.0.0.1',
    '127.0.0.1.evil.example',
    '127.0.0.1:8080',
    '127.0.0',
    'localhost.evil.example',
    'evil.localhost.example',
    'notlocalhost',
    'localhost:8080',
    '[::1',
    '::1.evil.example',
    '127.0.0.1\n',
  ])('is not %j', (host) => {
    expect(isLoopback(host)).toBe(false)
  })
})
