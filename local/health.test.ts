import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { health } from '../schemas/health.ts'
import { openDatabase } from '../shared/db/database.ts'
import { serveFrom } from '../shared/db/serving.ts'
import { createTestDatabase } from '../shared/testing/test-database.ts'
import { validator } from '../shared/validation.ts'
import { VERSION } from '../shared/version.ts'
import { type Answer, ask, startTestService, type TestService } from './testing/service.ts'

let service: TestService
const healthProblems = validator(health)

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

/** Probes while the handlers answer from another database. */
async function probeWith(database: Parameters<typeof serveFrom>[0], count = 1): Promise<Answer[]> {
  serveFrom(database)
  try {
    return await Promise.all(Array.from({ length: count }, () => ask(service, '/health')))
  } finally {
    serveFrom(service.database.open('trademark_serve'))
  }
}

const run = (text: string) => service.owner.query({ text, parameters: [] })

describe('200', () => {
  test('needs no key, and says that the corpus is made up while it is', async () => {
    const answer = await ask(service, '/health')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      status: 'ok',
      version: VERSION,
      sample: true,
      checks: { database: 'ok', migrations: 'ok' },
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('says nothing of a sample once the corpus is the register', async () => {
    await run(`update corpus_state set kind = 'register'`)
    expect((await ask(service, '/health')).body.sample).toBeUndefined()
    await run(`update corpus_state set kind = 'sample'`)
  })

  test('is the answer also with an additive migration of newer software', async () => {
    await run(`insert into schema_migration values (9001, 'later', 'additive', 'x')`)
    expect(await ask(service, '/health')).toMatchObject({ status: 200, body: { status: 'ok' } })
    await run(`delete from schema_migration where version = 9001`)
  })
})

describe('503', () => {
  test('when nothing listens where the database should be', async () => {
    const nowhere = openDatabase(
      { connectionString: 'postgres://nobody@127.0.0.1:1/none' },
      'trademark_serve',
      'test',
    )
    const [answer] = await probeWith(nowhere)
    expect(answer?.status).toBe(503)
    expect(healthProblems(answer?.body)).toEqual([])
    expect(answer?.body).toMatchObject({ status: 'degraded', checks: { database: 'unreachable' } })
    await nowhere.close()
  })

  test('while the database hangs, for any number of probes, and well before it would be given up', async () => {
    const hole = await blackHole()
    const hanging = openDatabase({ connectionString: hole.url }, 'trademark_serve', 'test')
    const answers = await probeWith(hanging, 50)
    expect(
      answers.every(({ status, body }) => status === 503 && body.checks.database === 'unreachable'),
    ).toBe(true)
    expect(hole.connections()).toBe(1)
    await hole.close()
    await hanging.close()
  })

  test('without the migrations that this software needs', async () => {
    const empty = await createTestDatabase('template0')
    const [answer] = await probeWith(empty.open('owner'))
    expect(answer).toMatchObject({ status: 503, body: { checks: { database: 'ok', migrations: 'missing' } } })
    await empty.drop()

    await run(`update schema_migration set version = 9000 where version = 4`)
    expect((await ask(service, '/health')).body.checks.migrations).toBe('missing')
    await run(`update schema_migration set version = 4 where version = 9000`)
  })

  test('with a breaking migration of newer software', async () => {
    await run(`insert into schema_migration values (9002, 'split', 'breaking', 'x')`)
    expect(await ask(service, '/health')).toMatchObject({
      status: 503,
      body: { checks: { migrations: 'newer' } },
    })
    await run(`delete from schema_migration where version = 9002`)
  })
})

interface BlackHole {
  url: string
  connections(): number
  close(): Promise<void>
}

/** Takes connections and never says a word: what a hanging machine looks like from outside. */
async function blackHole(): Promise<BlackHole> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => sockets.add(socket.on('error', () => {})))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://nobody@127.0.0.1:${port}/none`,
    connections: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) {
          socket.destroy()
        }
        server.close(() => resolve())
      }),
  }
}
