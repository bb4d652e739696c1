import { expect, test } from '@jest/globals'
import { toRequest } from './mcp-load.ts'
import type { Question } from './mcp-requests.ts'

const question: Question = {
  path: '/v1/brands/7',
  tool: 'get_brand_detail',
  arguments: { nroSolicitud: '7' },
}

test('REST is asked with the path and the key alone', () => {
  expect(toRequest('REST', question, 'k')).toEqual({
    method: 'GET',
    path: '/v1/brands/7',
    headers: { 'x-api-key': 'k' },
  })
})

test('MCP is posted with the key, and with the headers of its revision', () => {
  const older = toRequest('2025-11-25', question, 'k')
  const newer = toRequest('2026-07-28', question, 'k')
  expect(older).toMatchObject({
    method: 'POST',
    path: '/mcp',
    headers: { 'x-api-key': 'k', 'mcp-protocol-version': '2025-11-25' },
  })
  expect(newer.headers).toMatchObject({ 'x-api-key': 'k', 'mcp-name': 'get_brand_detail' })
  for (const { body } of [older, newer]) {
    expect(JSON.parse(body ?? '')).toMatchObject({
      method: 'tools/call',
      params: { name: 'get_brand_detail', arguments: { nroSolicitud: '7' } },
    })
  }
})
