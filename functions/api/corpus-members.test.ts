import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleMarks } from '../../test/support/marks.ts'
import { callTool } from '../../test/support/mcp-service.ts'
import { ask, startTestService, type TestService } from '../../test/support/service.ts'

const marks = sampleMarks().slice(0, 3)
const nroSolicitud = marks[0]?.nroSolicitud

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ marks })
  key = await service.key()
})
afterAll(() => service.stop())

const become = (kind: string, date: string | null): Promise<unknown> =>
  service.owner.query(
    { text: 'update corpus_state set kind = $1, corpus_date = $2', parameters: ['kind', 'date'] },
    { kind, date },
  )

const PATHS = ['/v1/brands?limit=1', '/v1/brands?q=fiordo', `/v1/brands/${nroSolicitud}`]

/** Returns the members `fechaCorpus` and `sample` of each page and detail, over REST and MCP. */
async function members(): Promise<unknown[]> {
  const bodies = await Promise.all(PATHS.map(async (path) => (await ask(service, path, { key })).body))
  const calls: [string, object][] = [
    ['search_brands', { limit: 1 }],
    ['get_brand_detail', { nroSolicitud }],
  ]
  for (const [name, args] of calls) {
    const { result } = (await callTool(service, name, args, key)).body
    bodies.push(JSON.parse(result.content[0].text), result.structuredContent)
  }
  return bodies.map(({ fechaCorpus, sample }) => ({ fechaCorpus, sample }))
}

test.each([
  ['register', '2026-11-20', { fechaCorpus: '2026-11-20', sample: undefined }],
  ['register', null, { fechaCorpus: undefined, sample: undefined }],
  ['sample', '2026-11-21', { fechaCorpus: '2026-11-21', sample: true }],
])('pages and details of a %s of %s have its date and kind', async (kind, date, expected) => {
  await become(kind, date)
  expect(new Set((await members()).map((each) => JSON.stringify(each)))).toEqual(
    new Set([JSON.stringify(expected)]),
  )
})

test('the result for an unknown number over MCP is null, without the members of the corpus', async () => {
  const { result } = (await callTool(service, 'get_brand_detail', { nroSolicitud: '1' }, key)).body
  expect(result.content[0].text).toBe('null')
})

test('the history of runs has no member sample', async () => {
  expect((await ask(service, '/v1/sync-runs', { key })).body).not.toHaveProperty('sample')
})
