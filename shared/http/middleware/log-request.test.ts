import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import type { Context } from 'aws-lambda'
import { ApiError } from '../../platform/errors.ts'
import { log } from '../../platform/logger.ts'
import { errorEndpoint } from '../error-endpoint.ts'
import type { HttpEvent } from './http.ts'

const lines: Record<'info' | 'warn' | 'error', unknown[]> = { info: [], warn: [], error: [] }
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'performance'] })
  for (const level of ['info', 'warn', 'error'] as const) {
    lines[level] = []
    jest.spyOn(log(), level).mockImplementation((...line) => lines[level].push(line))
  }
})
afterEach(() => {
  jest.restoreAllMocks()
  jest.useRealTimers()
})

/** Answers a request of a client with an error. */
async function fail(error: ApiError, sourceIp = '192.0.2.1'): Promise<void> {
  const http = { method: 'GET', path: '/v1/brands', protocol: 'HTTP/1.1', sourceIp, userAgent: '' }
  const event = { headers: {}, rawPath: http.path, rawQueryString: '', requestContext: { http } }
  await errorEndpoint('test', () => error)(event as unknown as HttpEvent, {} as Context)
}

test('calls refused because of overload are one line a second, with their number and the first ten clients', async () => {
  for (let client = 1; client <= 12; client++) {
    await fail(new ApiError('overloaded'), `192.0.2.${client}`)
    await fail(new ApiError('overloaded'), `192.0.2.${client}`)
  }
  jest.advanceTimersByTime(1_000)
  await fail(new ApiError('overloaded'))
  jest.advanceTimersByTime(60_000)
  const clients = Array.from({ length: 10 }, (_, place) => `192.0.2.${place + 1}`)
  expect(lines.warn).toEqual([
    ['overloaded', { refused: 24, clients }],
    ['overloaded', { refused: 1, clients: ['192.0.2.1'] }],
  ])
  expect([lines.info, lines.error]).toEqual([[], []])
})

test.each([
  ['of the network', { code: 'ECONNREFUSED' }],
  ['of the database', { code: '57014' }],
  ['of a deadline', { message: 'no answer within the deadline' }],
])('an error %s is logged without its stack', async (_, members) => {
  await fail(new ApiError('internal_error', { cause: Object.assign(new Error('broken'), members) }))
  expect(lines.error).toEqual([
    ['request failed', expect.objectContaining({ error: { name: 'Error', message: 'broken', ...members } })],
  ])
})

test('a defect is logged with its stack', async () => {
  const defect = new TypeError('x is not a function')
  await fail(new ApiError('internal_error', { cause: defect }))
  expect(lines.error).toEqual([['request failed', expect.objectContaining({ error: defect })]])
})
