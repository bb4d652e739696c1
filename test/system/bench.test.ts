import { expect, test } from '@jest/globals'
import { runProgram } from '../support/run-script.ts'

const SMALLEST = ['--marks', '300', '--seconds', '1', '--rounds', '1', '--searches', '10', '--json', '-']

interface Report {
  marks: number
  facts: Record<string, string>
  goals: { goal: string; figure: number | null; verdict: string }[]
}

/** Matches a table that has such a row. */
const row = (figures: object): unknown => expect.arrayContaining([expect.objectContaining(figures)])

/** The tables of each part at the smallest extent. */
const TABLES: Record<string, object> = {
  detail: { servers: row({ requestsPerSecond: expect.any(Number), serviceRatio: expect.any(Number) }) },
  mcp: { oneAtATime: row({ p50: expect.any(Number), p95: expect.any(Number) }) },
  lambda: { 'first events': row({ handler: expect.stringMatching(/^functions\//) }) },
  sheets: { loads: row({ load: 'again', written: 0 }) },
  listing: { listing: row({ shape: 'all', pages: 600, peer: expect.objectContaining({}) }) },
  search: {
    kinds: row({ kind: 'identical', ours: expect.objectContaining({ p95: expect.any(Number) }) }),
    building: row({ way: 'textbook', megabytes: expect.any(Number) }),
  },
  scale: {
    corpora: [expect.objectContaining({ marks: 300, searchMegabytes: expect.any(Number) })],
    answers: row({ p50: expect.any(Number), p99: expect.any(Number) }),
  },
}

test.each(Object.entries(TABLES))('npm run bench -- %s reports its figures', async (part, tables) => {
  const args = ['-r', './scripts/require-node.cjs', 'bench/main.ts', part, ...SMALLEST]
  const { code, out, err } = await runProgram(process.execPath, args)
  expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining(`\n${part}\n`) })
  const { machine, parts } = JSON.parse(out) as { machine: object; parts: Record<string, Report> }
  expect(machine).toMatchObject({ node: process.version })
  expect(Object.keys(parts)).toEqual([part])
  expect(parts[part]).toMatchObject({ marks: 300, ...tables })
  expect(parts[part]?.facts.postgresql).toContain('fsync on')
  for (const { goal, verdict } of parts[part]?.goals ?? []) {
    expect({ goal, verdict }).toEqual({ goal, verdict: expect.stringMatching(/^(met|not m)/) })
  }
})

test('npm run bench refuses an unknown part and suggests the one that was meant', async () => {
  const args = ['-r', './scripts/require-node.cjs', 'bench/main.ts', 'serch']
  const { code, err } = await runProgram(process.execPath, args)
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('Did you mean search?') })
})
