import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleMarks } from '../../test/support/marks.ts'
import { type Answer, ask, startTestService, type TestService } from '../../test/support/service.ts'
import { until } from '../../test/support/until.ts'
import { monthlyUsage } from '../keys/keys.ts'

const [mark] = sampleMarks()

/** More searches than the service has connections. */
const BURST = 20
/** The maximum number of searches of one key in progress. */
const AT_ONCE = 3

const LOCK = { text: 'lock table search.posting in access exclusive mode', parameters: [] }
const BLOCKED = {
  text: `select count(*) as searches from pg_locks where relation = 'search.posting'::regclass and not granted`,
  parameters: [],
}

let service: TestService
beforeAll(async () => {
  service = await startTestService({ marks: sampleMarks() })
})
afterAll(() => service.stop())

test('a burst of searches leaves connections for other calls, and searches that wait too long are refused without a charge', async () => {
  const key = await service.key()
  const detail = (): Promise<Answer> => ask(service, `/v1/brands/${mark?.nroSolicitud}`, { key })
  await detail() // makes the key known to FairShares, which gives it its own share
  const { refused, between, searches } = await service.owner.transaction(async (transaction) => {
    await transaction.query(LOCK)
    const searches = Array.from({ length: BURST }, (_, at) =>
      ask(service, `/v1/brands?q=fiordo${at}`, { key }),
    )
    await until(async () => {
      const [blocked] = await service.owner.query<{ searches: number }>(BLOCKED)
      return (blocked?.searches ?? 0) >= AT_ONCE
    })
    const between = await detail()
    return { between, refused: await firstOf(searches, BURST - AT_ONCE), searches }
  })
  expect(between.status).toBe(200)
  const outcomes = refused.map(({ status, headers, body }) => [
    status,
    headers.get('retry-after'),
    body.error?.code,
  ])
  expect(outcomes).toEqual(refused.map(() => [503, '1', 'overloaded']))
  const answered = (await Promise.all(searches)).filter(({ status }) => status === 200)
  expect(answered).toHaveLength(AT_ONCE)
  expect(await monthlyUsage(service.owner, {})).toMatchObject([{ used: 5 }]) // two details and three searches
})

/** Resolves with the first `count` answers. */
const firstOf = (answers: readonly Promise<Answer>[], count: number): Promise<Answer[]> =>
  new Promise((resolve, reject) => {
    const first: Answer[] = []
    for (const answer of answers) {
      answer.then((each) => {
        first.push(each)
        if (first.length === count) resolve([...first])
      }, reject)
    }
  })
