import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import type { Database } from '../../shared/db/database.ts'
import { joinEmbeddedPostgres } from '../../shared/db/embedded/join.ts'
import { generateKey } from '../../shared/keys/key-format.ts'
import { showKey } from '../../shared/keys/keys.ts'
import { loadMarks } from '../support/load-marks.ts'
import { type SampleMark, sampleMarks } from '../support/marks.ts'
import { copyPreparedData } from '../support/prepared-data.ts'
import {
  ENVELOPE,
  endStdioProcesses,
  errorOf,
  hello,
  rpc,
  StdioProcess,
  sendEveryKindOfLine,
} from '../support/stdio-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { makeKey } from '../support/test-keys.ts'
import { until } from '../support/until.ts'

/** The command of `npm run mcp`, without npm. */
const MCP = packageJson.scripts.mcp.split(' ').slice(2)

const marks = sampleMarks().slice(0, 30) as [SampleMark, ...SampleMark[]]
const [mark] = marks

let database: TestDatabase
let owner: Database
let key: string
let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
  database = await createTestDatabase()
  owner = database.open('owner')
  await loadMarks(owner, marks)
  key = (await makeKey(owner, { monthlyQuota: 1_000_000, burstPerMinute: 100_000 })).key
})
afterAll(async () => {
  await database.drop()
  await folder.remove()
})

afterEach(endStdioProcesses)

/** The MCP server in its own process, as a client starts it. */
class McpProcess extends StdioProcess {
  /** Starts the process on the database of these tests with a key; `environment` overrides both. */
  constructor(environment: Record<string, string | undefined> = {}, args: string[] = []) {
    const settings = { DATABASE_URL: database.url, TRADEMARK_API_KEY: key, DATA_DIR: folder.path }
    super({
      command: process.execPath,
      args: [...MCP, ...args],
      cwd: join(import.meta.dirname, '../..'),
      env: { ...settings, ...environment },
    })
  }
}

const search = (id: number | string, args: object = {}) =>
  rpc(id, 'tools/call', { name: 'search_brands', arguments: args })
const detail = (id: number | string, nroSolicitud: string = mark.nroSolicitud) =>
  rpc(id, 'tools/call', { name: 'get_brand_detail', arguments: { nroSolicitud } })
describe('standard output', () => {
  test('contains only protocol messages; logs go to standard error, without keys', async () => {
    const other = generateKey()
    const mcp = new McpProcess({ LOG_LEVEL: 'debug' })
    // Refused before the initialization, and logged with its revision.
    const meta = { ...ENVELOPE, 'io.modelcontextprotocol/protocolVersion': other }
    mcp.send(rpc('revision', 'tools/list', { _meta: meta }))
    mcp.send(hello('hello'), { jsonrpc: '2.0', method: 'notifications/initialized' })
    mcp.send(rpc('list', 'tools/list'), search('search', { q: `${key} ${other}` }), detail('detail'))
    mcp.send(search('wrong', { [key]: other, cursor: other }), rpc(other, 'unknown/method'), `${key}`)
    expect(await mcp.end()).toBe(0)
    expect(mcp.output.endsWith('\n')).toBe(true)
    const found = mcp.answers().find(({ id }) => id === 'detail')
    expect(found.result.structuredContent).toMatchObject({ nroSolicitud: mark.nroSolicitud })
    expect(
      mcp
        .answers()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['detail', 'hello', 'list', null, 'revision', 'search', other, 'wrong'].sort())
    const logged = mcp.errors
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(logged.filter(({ message }) => message === 'tool call')).toHaveLength(3)
    expect(mcp.errors).toContain('tmk_[hidden]')
    expect(mcp.errors).not.toContain(key)
    expect(mcp.errors).not.toContain(other)
  })

  test('that is closed ends the process', async () => {
    const mcp = new McpProcess()
    mcp.send(rpc(1, 'ping'))
    await mcp.answer(1)
    mcp.child.stdout?.destroy()
    mcp.send(rpc(2, 'ping'), rpc(3, 'ping'))
    expect(await mcp.exitCode()).toBe(0)
    expect(mcp.errors).not.toMatch(/^\s+at /m)
  })
})

describe('a file of requests', () => {
  test('is answered completely before the process ends, each request once', async () => {
    const mcp = new McpProcess()
    const count = 100
    const numbers = Array.from({ length: count }, (_, place) => marks[place % marks.length]?.nroSolicitud)
    mcp.send(...numbers.map((number, id) => detail(id, number)))
    expect(await mcp.end()).toBe(0)
    const answers = mcp.answers()
    expect(answers.map(({ id }) => id).sort((a, b) => a - b)).toEqual([...numbers.keys()])
    for (const { id, result } of answers) {
      expect(result.structuredContent.nroSolicitud).toBe(numbers[id])
    }
  })

  test('may have Windows line endings, blank lines, no line feed at its end, and U+2028 in its text', async () => {
    const mcp = new McpProcess()
    mcp.child.stdin?.write(
      `\r\n \r\n${JSON.stringify(search('u', { q: 'kayak\u2028\u2029sur' }))}\r\n${JSON.stringify(rpc('last', 'ping'))}`,
    )
    expect(await mcp.end()).toBe(0)
    const [ping, found] = ['last', 'u'].map((id) => mcp.answers().find((answer) => answer.id === id))
    expect(ping.result).toEqual({})
    expect(found.result.structuredContent.items).toBeInstanceOf(Array)
    expect(mcp.answers()).toHaveLength(2)
  })
})

test('a line without a valid message gets an error, and the requests around it are answered', async () => {
  const { asked, served } = await sendEveryKindOfLine(new McpProcess())
  expect(served).toEqual(asked)
})

describe('a conversation', () => {
  test('starts with instructions on the data, and gets errors in its responses', async () => {
    const mcp = new McpProcess()
    mcp.send(hello(1))
    expect((await mcp.answer(1)).result).toMatchObject({
      protocolVersion: '2025-06-18',
      instructions: expect.stringContaining('SAMPLE DATA'),
    })
    mcp.send(search(2, { clases: 5 }), rpc(3, 'tools/call', { name: 'unknown' }), detail(4, '999999999999'))
    expect(errorOf(await mcp.answer(2))).toMatchObject({
      code: 'validation_error',
      details: [{ didYouMean: 'clase' }],
    })
    expect((await mcp.answer(3)).error.code).toBe(-32_602)
    expect((await mcp.answer(4)).result.content[0]).toEqual({ type: 'text', text: 'null' })
    expect(await mcp.end()).toBe(0)
  })

  test('in the revision without a handshake has the same tools, and an error for subscriptions', async () => {
    const _meta = ENVELOPE
    const mcp = new McpProcess()
    mcp.send(
      rpc(1, 'server/discover', { _meta }),
      rpc(2, 'subscriptions/listen', { _meta, notifications: {} }),
    )
    mcp.send(rpc(3, 'tools/call', { ...detail(0).params, _meta }), rpc(4, 'tools/list', { _meta }))
    expect(await mcp.end()).toBe(0)
    expect((await mcp.answer(1)).result.instructions).toContain('SAMPLE DATA')
    expect((await mcp.answer(2)).error).toBeDefined()
    expect((await mcp.answer(3)).result.structuredContent.nroSolicitud).toBe(mark.nroSolicitud)
    expect((await mcp.answer(4)).result.tools).toHaveLength(2)
  })

  test('gets an error result with the seconds to wait at a limit, also with a key that ends with a line feed', async () => {
    const { key: small } = await makeKey(owner, { burstPerMinute: 1 })
    const mcp = new McpProcess({ TRADEMARK_API_KEY: `${small}\n` }) // as read from a file
    mcp.send(detail(1))
    expect((await mcp.answer(1)).result.isError).toBeUndefined()
    mcp.send(detail(2))
    expect(errorOf(await mcp.answer(2))).toMatchObject({
      code: 'rate_limited',
      retryAfter: expect.any(Number),
    })
    expect(await mcp.end()).toBe(0)
  })
})

test('the unit of a call that is cancelled and then fails is refunded, also if no other call follows', async () => {
  const { key: spender, id } = await makeKey(owner, { consumer: 'cancels' })
  const mcp = new McpProcess({ TRADEMARK_API_KEY: spender })
  mcp.send(hello(0))
  await mcp.answer(0)
  await owner.transaction(async (transaction) => {
    await transaction.query({ text: 'lock table brand_detail in access exclusive mode', parameters: [] })
    mcp.send(detail(1))
    await until(() => isWaiting())
    mcp.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } })
    expect(await mcp.end()).toBe(0)
  })
  expect(mcp.answers().map((answer) => answer.id)).toEqual([0])
  expect((await showKey(owner, id)).monthUsed).toBe(0)
})

describe('a signal', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s lets calls in progress finish, accepts no new ones, and ends with exit code 0',
    async (signal) => {
      const mcp = new McpProcess({ LOG_LEVEL: 'info' })
      mcp.send(hello(0))
      await mcp.answer(0)
      await owner.transaction(async (transaction) => {
        await transaction.query({ text: 'lock table usage_counter in access exclusive mode', parameters: [] })
        mcp.send(detail(1))
        await until(() => isWaiting())
        mcp.child.kill(signal)
        await until(() => mcp.errors.includes(`stopping on ${signal}`))
        mcp.send(rpc(2, 'ping'))
        expect(mcp.answers().map(({ id }) => id)).toEqual([0])
      })
      expect(await mcp.exitCode()).toBe(0)
      expect(mcp.answers().map(({ id }) => id)).toEqual([0, 1])
      expect((await mcp.answer(1)).result.structuredContent.nroSolicitud).toBe(mark.nroSolicitud)
    },
  )
})

/** Returns whether any statement waits for a lock. */
async function isWaiting(): Promise<boolean> {
  const [row] = await owner.query<{ waiting: boolean }>({
    text: `select exists (select from pg_stat_activity
                           where datname = current_database() and wait_event_type = 'Lock') as waiting`,
    parameters: [],
  })
  return row?.waiting ?? false
}

describe('TRADEMARK_API_KEY', () => {
  test('that is not set is reported at the start; calls are refused, other requests are answered', async () => {
    const mcp = new McpProcess({ TRADEMARK_API_KEY: undefined })
    mcp.send(hello(1), rpc(2, 'tools/list'), search(3))
    expect(errorOf(await mcp.answer(3))).toMatchObject({
      code: 'unauthorized',
      message: 'Missing or invalid API key',
    })
    expect((await mcp.answer(2)).result.tools).toHaveLength(2)
    expect(mcp.errors).toContain('TRADEMARK_API_KEY is not set')
    expect(await mcp.end()).toBe(0)
  })

  test('that does not have the form of a key is reported at the start, and not shown', async () => {
    const mcp = new McpProcess({ TRADEMARK_API_KEY: 'tmk_…half' })
    mcp.send(search(1))
    expect(errorOf(await mcp.answer(1)).code).toBe('unauthorized')
    expect(mcp.errors).toContain('TRADEMARK_API_KEY does not have the form of a key')
    expect(mcp.errors).not.toContain('half')
    expect(await mcp.end()).toBe(0)
  })
})

describe('a failed start reports the reason in one sentence, on standard error only,', () => {
  test.each<[string, Record<string, string>, string[], number, string]>([
    ['a setting is wrong', { LOG_LEVEL: 'loud' }, [], 2, 'LOG_LEVEL must be one of'],
    [
      'nothing answers at DATABASE_URL',
      { DATABASE_URL: 'postgres://reader:hunter2@127.0.0.1:1/none' },
      [],
      1,
      'The database of DATABASE_URL cannot be used',
    ],
    ['there is an argument', {}, ['--key', 'x'], 1, 'npm run mcp does not accept "--key"'],
  ])('when %s', async (_, environment, args, code, sentence) => {
    const mcp = new McpProcess(environment, args)
    mcp.send(rpc(1, 'ping'))
    expect(await mcp.exitCode()).toBe(code)
    expect(mcp.output).toBe('')
    expect(mcp.errors).toContain(sentence)
    expect(mcp.errors.trim().split('\n').length).toBeLessThanOrEqual(2)
    expect(mcp.errors).not.toMatch(/^\s+at |hunter2/m)
  })
})

describe('on the embedded database', () => {
  const embedded = (): Record<string, string | undefined> => ({
    DATABASE_URL: undefined,
    DATA_DIR: join(folder.path, 'data'),
  })

  /** Returns whether a PostgreSQL runs on the data of these tests. */
  const databaseRuns = async (): Promise<boolean> =>
    (await readFile(join(folder.path, 'data/postgres/postmaster.pid'), 'utf8').catch(() => '')) !== ''

  beforeAll(() => copyPreparedData(join(folder.path, 'data')))

  test('starts the database, and stops it at its end; the key of another database is refused, and not shown', async () => {
    const mcp = new McpProcess({ ...embedded(), LOG_LEVEL: 'debug' })
    mcp.send(hello(1), search(2))
    expect((await mcp.answer(1)).result.instructions).toContain('SAMPLE DATA')
    expect(errorOf(await mcp.answer(2)).code).toBe('unauthorized')
    expect(await databaseRuns()).toBe(true)
    expect(await mcp.end()).toBe(0)
    expect(mcp.output + mcp.errors).not.toContain(key)
    expect(await databaseRuns()).toBe(false)
  })

  test('two processes share one database, which the last to end stops', async () => {
    const [first, second] = [new McpProcess(embedded()), new McpProcess(embedded())]
    for (const mcp of [first, second]) {
      mcp.send(hello(1))
      expect((await mcp.answer(1)).result.instructions).toContain('SAMPLE DATA')
    }
    expect(await first.end()).toBe(0)
    expect(await databaseRuns()).toBe(true)
    second.send(search(2))
    expect(errorOf(await second.answer(2)).code).toBe('unauthorized')
    second.child.kill('SIGTERM')
    expect(await second.exitCode()).toBe(0)
    expect(await databaseRuns()).toBe(false)
  })

  test('does not stop a database that another process uses, also if it is killed', async () => {
    const member = await joinEmbeddedPostgres({ dataDir: join(folder.path, 'data'), name: 'start' })
    try {
      const orderly = new McpProcess(embedded())
      orderly.send(hello(1))
      await orderly.answer(1)
      expect(await orderly.end()).toBe(0)
      expect(await databaseRuns()).toBe(true)

      const killed = new McpProcess(embedded())
      killed.send(hello(1))
      await killed.answer(1)
      killed.child.kill('SIGKILL')
      await killed.exitCode()
      expect(await databaseRuns()).toBe(true)
    } finally {
      await member.leave()
    }
    expect(await databaseRuns()).toBe(false)
  })
})
