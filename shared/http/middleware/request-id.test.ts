import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, ask, startTestService, type TestService } from '../../../test/support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const get = (headers: Record<string, string> = {}): Promise<Answer> => ask(service, '/health', { headers })

describe('X-Request-Id', () => {
  test.each([
    ['one character', 'a'],
    ['200 characters', 'x'.repeat(200)],
    ['punctuation', '!"#$%&()*+,-./:;<=>?@[]^_`{|}~'],
  ])('of %s is kept', async (_, id) => {
    const { headers } = await get({ 'x-request-id': id })
    expect(headers.get('x-request-id')).toBe(id)
  })

  test.each([
    ['a space', 'with space'],
    ['201 characters', 'x'.repeat(201)],
    ['500 characters', 'x'.repeat(500)],
    ['a tab', 'tab\tbed'],
    ['a letter beyond ASCII', 'caf\u00e9'],
  ])('with %s is replaced by a new one', async (_, id) => {
    const { headers } = await get({ 'x-request-id': id })
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('is created when the client sends none', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => get()))
    expect(new Set(ids.map(({ headers }) => headers.get('x-request-id'))).size).toBe(20)
  })
})
