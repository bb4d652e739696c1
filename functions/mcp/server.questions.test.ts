import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillSample } from '../../local/sample/fill.ts'
import { startSampleOffice } from '../../local/sample/office.ts'
import { tools } from '../../schemas/tools.ts'
import { listTool } from '../../shared/mcp/list-tool.ts'
import { validator } from '../../shared/platform/validation.ts'
import { callTool } from '../../test/support/mcp-service.ts'
import { startTestService, type TestService } from '../../test/support/service.ts'

/** A question of a person, the calls by which a model answers it, and texts that the results then contain. */
interface Question {
  question: string
  calls: { tool: string; arguments: object }[]
  answer: string[]
}

const QUESTIONS: Question[] = JSON.parse(
  readFileSync(new URL('../../test/support/agent-questions.json', import.meta.url), 'utf8'),
)

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService()
  const office = await startSampleOffice()
  await fillSample(service.database.open('trademark_ingest'), office)
  await office.stop()
  key = await service.key()
})
afterAll(() => service.stop())

const validators = new Map(
  Object.values(tools).map((tool) => [tool.name as string, validator(listTool(tool).inputSchema)]),
)

test.each(QUESTIONS)('the calls for "$question" are valid and have the answer', async ({ calls, answer }) => {
  const texts: string[] = []
  for (const { tool, arguments: args } of calls) {
    expect(validators.get(tool)?.({ ...args })).toEqual([])
    const { result } = (await callTool(service, tool, args, key)).body
    expect(result).not.toHaveProperty('isError')
    texts.push(...result.content.map(({ text }: { text: string }) => text))
  }
  for (const fact of answer) {
    expect(texts.join('\n')).toContain(fact)
  }
})

test('the first question is one call, and the description of its tool has it as an example', () => {
  const [{ question, calls } = { question: '', calls: [] }] = QUESTIONS
  expect(question).toBe('Is FIORDO free in 39 and 41, live marks only?')
  expect(calls).toHaveLength(1)
  expect(tools.searchBrands.description).toContain(JSON.stringify(calls[0]?.arguments))
})
