import { expect, test } from '@jest/globals'
import { resultText } from './mcp-doors.ts'

const body = (message: object): string => JSON.stringify({ jsonrpc: '2.0', id: 1, ...message })

test('what a tool has found is the text of its result', () => {
  const content = [{ type: 'text', text: '{"items":[]}' }]
  expect(resultText(body({ result: { content, structuredContent: { items: [] } } }))).toBe('{"items":[]}')
})

test.each([
  ['an error result', { result: { isError: true, content: [{ type: 'text', text: '{"error":{}}' }] } }],
  ['a protocol error', { error: { code: -32_602, message: 'no' } }],
  ['a result without content', { result: { content: [] } }],
])('%s is no figure', (_, message) => {
  expect(() => resultText(body(message))).toThrow('figures of errors prove nothing')
})
