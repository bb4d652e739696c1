import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { BrandSummary } from '../../schemas/brand.ts'
import { changeBrands, insertBrands, type ListedBrand, listedBrand, removeBrands } from '../support/brands.ts'
import {
  type OpenedReplica,
  type ReplicatedService,
  startReplicatedService,
} from '../support/replicated-service.ts'
import { type Answer, ask as askService } from '../support/service.ts'
import { whyNoPostgres15 } from '../support/streaming-replica.ts'
import { until } from '../support/until.ts'

const WORDS = ['Andes', 'Fiordo', 'Kayak', 'Sur', 'Volcán']
const DAYS = ['2019-01-01', '2019-01-02', '2019-06-24']

/** Returns a mark by its place: marks of even places stay unchanged, those of odd places are added and removed. */
const brandOf = (place: number): ListedBrand =>
  listedBrand({
    nroSolicitud: String(1_000 + place),
    denominacion: `${WORDS[place % WORDS.length]} ${WORDS[(place * 3 + 1) % WORDS.length]}`,
    fechaPresentacion: DAYS[place % DAYS.length] as string,
    clases: [1 + (place % 2)],
  })
const STAYING = Array.from({ length: 40 }, (_, place) => brandOf(place * 2))
const COMING = Array.from({ length: 30 }, (_, place) => brandOf(place * 2 + 1))
const staying = new Set(STAYING.map(({ nroSolicitud }) => nroSolicitud))

const WALKS = ['limit=7', 'clase=1&limit=5', 'q=andes+kayak&limit=4', 'q=fiordo&limit=3&incluir=clasesNiza']

const withPostgres = whyNoPostgres15 === undefined ? describe : describe.skip

withPostgres(`with a replica${whyNoPostgres15 === undefined ? '' : `, ${whyNoPostgres15}`}`, () => {
  let service: ReplicatedService
  let replica: OpenedReplica
  beforeAll(async () => {
    service = await startReplicatedService([])
    await insertBrands(service.owner, STAYING)
    await service.caughtUp()
    replica = service.open()
    await replica.is(undefined)
  })
  afterEach(() => service.resumeReplay())
  afterAll(() => service.stop())

  const ask = (path: string, tag?: string): Promise<Answer> =>
    askService(service, path, {
      key: service.key,
      headers: { 'x-request-id': 'the-same', ...(tag === undefined ? {} : { 'if-none-match': tag }) },
    })
  const pathOf = (walk: string, cursor: string | null): string =>
    `/v1/brands?${walk}${cursor === null ? '' : `&cursor=${cursor}`}`
  const tagOf = ({ headers }: Answer): string => headers.get('etag') ?? ''
  const comparable = (answer: Answer) => ({ status: answer.status, tag: tagOf(answer), body: answer.body })

  const present = new Set<number>()
  /** Adds, changes or removes a mark in one transaction, as a run does. */
  const write = async (place: number, how: 'say' | 'take'): Promise<void> => {
    const brand = COMING[place] as ListedBrand
    if (how === 'take') {
      await removeBrands(service.owner, [brand.nroSolicitud])
      present.delete(place)
    } else if (present.has(place)) {
      await changeBrands(service.owner, [{ ...brand, estado: 'VENCIDA' }])
    } else {
      await insertBrands(service.owner, [brand])
      present.add(place)
    }
  }

  /** Reads until the replica has answered one read and the primary another one, because random steps may not do both. */
  const expectReadFrom = async (): Promise<void> => {
    const askUntil = async (outcome: 'replica' | 'other_state'): Promise<void> => {
      const before = replica.outcomes[outcome]
      await until(async () => {
        expect((await ask('/v1/brands?limit=1')).status).toBe(200)
        return replica.outcomes[outcome] > before
      })
    }
    await service.resumeReplay()
    await service.caughtUp()
    await askUntil('replica')
    await service.pauseReplay()
    await write(0, present.has(0) ? 'take' : 'say')
    await askUntil('other_state')
  }

  test('each response and ETag equals that of the primary, after any writes and pauses of the replay', async () => {
    const known = new Map<string, string>()
    const cursors = new Map<string, string | null>()
    const step = fc.oneof(
      { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('pause', 'resume', 'resume', 'wait') }) },
      {
        weight: 3,
        arbitrary: fc.record({
          do: fc.constantFrom('say', 'take'),
          place: fc.nat(COMING.length - 1),
        }),
      },
      { weight: 6, arbitrary: fc.record({ do: fc.constant('page'), walk: fc.constantFrom(...WALKS) }) },
      { weight: 3, arbitrary: fc.record({ do: fc.constant('detail'), place: fc.nat(COMING.length - 1) }) },
      { weight: 3, arbitrary: fc.record({ do: fc.constant('again'), place: fc.nat(20) }) },
    ) as fc.Arbitrary<{ do: string; place?: number; walk?: string }>
    let isPaused = false
    const same = async (path: string, tag?: string): Promise<Answer> => {
      const answer = await ask(path, tag)
      expect(comparable(answer)).toEqual(comparable(await service.alone(() => ask(path, tag))))
      if (answer.status === 200) known.set(path, tagOf(answer))
      return answer
    }
    const run = async ({ do: what, place = 0, walk = '' }: { do: string; place?: number; walk?: string }) => {
      switch (what) {
        case 'pause':
          isPaused = true
          return service.pauseReplay()
        case 'resume':
          isPaused = false
          return service.resumeReplay()
        case 'wait':
          return isPaused ? undefined : service.caughtUp()
        case 'say':
        case 'take':
          return write(place, what)
        case 'page': {
          const { status, body } = await same(pathOf(walk, cursors.get(walk) ?? null))
          expect(status).toBe(200)
          cursors.set(walk, body.nextCursor)
          return
        }
        case 'detail':
          return same(`/v1/brands/${COMING[place]?.nroSolicitud}`)
        default: {
          const [path, tag] = [...known].at(-1 - (place % Math.max(1, known.size))) ?? []
          return path === undefined ? undefined : same(path, tag)
        }
      }
    }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        for (const each of steps) {
          await run(each)
        }
      }),
      { numRuns: 25, endOnFailure: true },
    )
    await expectReadFrom()
  })

  /** Reads pages from a cursor to the end, and passes each response with its path to `onPage`. */
  const walk = async (of: string, from: string | null, onPage: (answer: Answer, path: string) => void) => {
    const items: BrandSummary[] = []
    let cursor = from
    do {
      const path = pathOf(of, cursor)
      const answer = await ask(path)
      expect(answer.status).toBe(200)
      onPage(answer, path)
      items.push(...answer.body.items)
      cursor = answer.body.nextCursor
    } while (cursor !== null)
    return items.map(({ nroSolicitud }) => nroSolicitud)
  }

  test('pagination during runs and pauses of the replay skips and repeats no mark, and never gets 304 for changed content', async () => {
    await service.caughtUp()
    const kept: { path: string; tag: string; text: string }[] = []
    const keep = (answer: Answer, path: string): void => {
      kept.push({ path, tag: tagOf(answer), text: JSON.stringify(answer.body) })
    }
    const orders = new Map<string, string[]>()
    for (const of of WALKS) {
      orders.set(
        of,
        (await walk(of, null, () => {})).filter((number) => staying.has(number)),
      )
    }
    const schedule = fc.array(fc.tuple(fc.nat(COMING.length - 1), fc.boolean(), fc.boolean()), {
      minLength: 5,
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(schedule, async (writes) => {
        let isOver = false
        const writing = async (): Promise<void> => {
          for (const [place, says, pauses] of writes) {
            await write(place, says ? 'say' : 'take')
            await (pauses ? service.pauseReplay() : service.resumeReplay())
          }
          await service.resumeReplay()
          isOver = true
        }
        const walking = async (of: string): Promise<void> => {
          do {
            const met = await walk(of, null, keep)
            expect(met).toEqual([...new Set(met)])
            const isListing = !of.startsWith('q=') // the order of a search depends on the other marks
            const old = met.filter((number) => staying.has(number))
            const order = orders.get(of) ?? []
            expect(isListing ? old : old.toSorted()).toEqual(isListing ? order : order.toSorted())
          } while (!isOver)
        }
        await Promise.all([writing(), ...WALKS.map(walking)])
        for (const { path, tag, text } of kept.splice(0)) {
          if ((await ask(path, tag)).status === 304) {
            expect(text).toBe(JSON.stringify((await service.alone(() => ask(path))).body))
          }
        }
      }),
      { numRuns: 6, endOnFailure: true },
    )
    await expectReadFrom()
  })
})
