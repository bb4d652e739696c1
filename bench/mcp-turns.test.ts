import { expect, test } from '@jest/globals'
import type { Door } from './mcp-doors.ts'
import { KINDS, type Kind, type Question } from './mcp-requests.ts'
import { inTurn, takeTurns } from './mcp-turns.ts'
import type { Run } from './part.ts'

const run = { rounds: 1, seconds: 0.001, step: () => {} } as unknown as Run
const ask = (path: string): Question => ({ path, tool: 'search_brands', arguments: {} })
const questions = Object.fromEntries(
  KINDS.map((kind) => [kind, [ask(`${kind}/1`), ask(`${kind}/2`)]]),
) as Record<Kind, Question[]>

test('each comes first as often as any other', () => {
  const ways = ['REST', 'older', 'newer']
  expect([0, 1, 2, 3].map((place) => inTurn(ways, place))).toEqual([
    ['REST', 'older', 'newer'],
    ['older', 'newer', 'REST'],
    ['newer', 'REST', 'older'],
    ['REST', 'older', 'newer'],
  ])
})

test('every question is asked by all doors before the next one is', async () => {
  const asked: [string, string][] = []
  const door =
    (name: string): Door =>
    async ({ path }) => {
      asked.push([name, path])
      return { text: path, milliseconds: 1 }
    }
  const times = await takeTurns(run, 'test', { REST: door('REST'), MCP: door('MCP') }, questions)
  for (let place = 0; place < asked.length; place += 2) {
    const [one, other] = asked.slice(place, place + 2)
    expect(one?.[1]).toBe(other?.[1])
    expect(new Set([one?.[0], other?.[0]])).toEqual(new Set(['REST', 'MCP']))
  }
  for (const { rounds } of times) {
    expect(rounds).toHaveLength(1)
    expect(rounds[0]?.MCP.length).toBe(rounds[0]?.REST.length)
  }
  expect(times.map(({ kind }) => kind)).toEqual(KINDS)
})

test('an answer that is another one than that of REST is told', async () => {
  const doors = {
    REST: async () => ({ text: '{}', milliseconds: 1 }),
    MCP: async ({ path }: Question) => ({ text: path === 'by filters/2' ? 'null' : '{}', milliseconds: 1 }),
  }
  await expect(takeTurns(run, 'test', doors, questions)).rejects.toThrow('by filters/2 has another answer by')
})
