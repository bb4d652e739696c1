import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleMarks } from '../../test/support/marks.ts'
import { ask, startTestService, type TestService } from '../../test/support/service.ts'
import { replaceRuns, runRow } from '../../test/support/sync-runs.ts'
import { rebuildSearchIndex } from '../search/index/rebuild-index.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ marks: sampleMarks().slice(0, 30) })
  await rebuildSearchIndex(service.owner)
  key = await service.key()
  const day = (place: number) => `2026-01-0${place}T12:00:00.000Z`
  await replaceRuns(
    service.owner,
    [1, 2, 3, 4, 5].map((place) => runRow({ source: 'sheets', finished_at: day(place) })),
  )
})
afterAll(() => service.stop())

const NEXT = /^<([^>]+)>; rel="next"$/

test.each([
  ['a listing', '/v1/brands?limit=7&fechaDesde=1990-01-01'],
  ['a search', '/v1/brands?q=%C3%B3ficios+%26+%3D&limit=1'],
  ['the history of runs', '/v1/sync-runs?limit=2&source=sheets'],
])('the Link header of %s leads to the same pages as nextCursor', async (_, path) => {
  let link: string | undefined = path
  let cursor: string | undefined
  let pages = 0
  while (link !== undefined) {
    const byLink = await ask(service, link, { key })
    const byCursor = await ask(service, cursor === undefined ? path : `${path}&cursor=${cursor}`, { key })
    expect(byLink.status).toBe(200)
    expect(byLink.body).toEqual(byCursor.body)
    cursor = byCursor.body.nextCursor ?? undefined
    link = NEXT.exec(byLink.headers.get('link') ?? '')?.[1]
    expect(link === undefined).toBe(cursor === undefined)
    pages += 1
  }
  expect(pages).toBeGreaterThan(1)
})

test('a detail and the last page have no Link header', async () => {
  const all = await ask(service, '/v1/brands?limit=100', { key })
  expect(all.body.nextCursor).toBeNull()
  expect(all.headers.get('link')).toBeNull()
  expect(
    (await ask(service, `/v1/brands/${all.body.items[0].nroSolicitud}`, { key })).headers.get('link'),
  ).toBeNull()
})
