import type { Context } from 'aws-lambda'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { operations } from '../../../schemas/operations.ts'
import { ApiError } from '../../platform/errors.ts'
import { log } from '../../platform/logger.ts'
import { errorEndpoint } from '../error-endpoint.ts'
import { publicEndpoint } from '../public-endpoint.ts'
import type { HttpEvent } from './http.ts'

const lines: Record<'debug' | 'info' | 'warn' | 'error', unknown[]> = {
  debug: [],
  info: [],
  warn: [],
  error: [],
}
beforeEach(() => {
  vi.useFakeTimers({ toNotFake: ['nextTick', 'performance'] })
  for (const level of ['debug', 'info', 'warn', 'error'] as const) {
    lines[level] = []
    vi.spyOn(log(), level).mockImplementation((...line) => lines[level].push(line))
  }
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function eventOf(path: string, sourceIp = '192.0.2.1'): HttpEvent {
  const http = { method: 'GET', path, protocol: 'HTTP/1.1', sourceIp, userAgent: '' }
  return {
    headers: {},
    rawPath: path,
    rawQueryString: '',
    requestContext: { http },
  } as unknown as HttpEvent
}

/** Answers a request of a client with an error. */
async function fail(error: ApiError, sourceIp?: string): Promise<void> {
  await errorEndpoint('test', () => error)(eventOf('/v1/brands', sourceIp), {} as Context)
}

test.each([
  [200, 'debug'],
  [503, 'info'],
] as const)('a health check that is answered %i is logged at the level %s', async (statusCode, level) => {
  const answer = async () => ({ statusCode, body: {} })
  await publicEndpoint(operations.health, answer)(eventOf('/health'), {} as Context)
  const { [level]: expected, ...others } = lines
  expect(expected).toEqual([
    ['request', expect.objectContaining({ operation: 'health', status: statusCode })],
  ])
  expect(Object.values(others).flat()).toEqual([])
})

test('calls refused because of overload are logged as one line a second, with their number and the first ten clients', async () => {
  for (let client = 1; client <= 12; client++) {
    await fail(new ApiError('overloaded'), `192.0.2.${client}`)
    await fail(new ApiError('overloaded'), `192.0.2.${client}`)
  }
  vi.advanceTimersByTime(1_000)
  await fail(new ApiError('overloaded'))
  vi.advanceTimersByTime(60_000)
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
