import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SyncRun } from '../../schemas/insight.ts'
import type { Database } from '../../shared/db/database.ts'
import type { PortalRateLimit } from '../../shared/platform/config.ts'
import type { Timeouts } from '../../shared/sync/fetch/timeouts.ts'
import { listRejections } from '../../shared/sync/run/rejections.ts'
import type { RunReport } from '../../shared/sync/run.ts'
import { createRateLimiter } from '../../shared/sync/sources/portal/rate-limit.ts'
import {
  type PortalOptions,
  type PortalOrder,
  syncPortal,
} from '../../shared/sync/sources/portal/sync-portal.ts'
import { SyncError } from '../../shared/sync/sync-error.ts'
import { emptyCorpus } from '../../test/support/empty-corpus.ts'
import { LATE_MS, passTime, startTimeouts, stopTimeouts } from '../../test/support/limits-clock.ts'
import type { OfficeMark } from '../../test/support/office/marca.ts'
import { marcaOf } from '../../test/support/office/marca.ts'
import { type Office, startOffice } from '../../test/support/office/office.ts'
import type { Duration, PortalMisbehaviour } from '../../test/support/office/portal-misbehaviours.ts'
import { ask, startTestService, type TestService } from '../../test/support/service.ts'
import { smallMarks } from '../../test/support/small-office.ts'
import { until } from '../../test/support/until.ts'

const MARKS = 30
const numbers = Array.from({ length: MARKS }, (_, place) => String(1_001 + place))
const mark = (nroSolicitud: string, facts: Partial<OfficeMark> = {}): OfficeMark => ({
  ...(smallMarks(Number(nroSolicitud), 1)[0] as OfficeMark),
  ...facts,
})

const RATE_LIMIT: PortalRateLimit = { pauseMs: 0, callsPerDay: 10_000, recordsPerRun: 20, contact: undefined }
const SOON_MS = 1_000
/** Timeouts that end an incomplete response soon. */
const SOON: Readonly<Partial<Record<PortalMisbehaviour, Partial<Timeouts>>>> = {
  silence: { headersMs: SOON_MS, idleMs: LATE_MS, totalMs: LATE_MS },
  slowDrip: { headersMs: LATE_MS, idleMs: LATE_MS, totalMs: SOON_MS },
}

let service: TestService
let office: Office
let key: string
let ingest: Database
beforeAll(async () => {
  service = await startTestService()
  ingest = service.database.open('trademark_ingest')
  key = await service.key()
})
afterAll(() => service.stop())
beforeEach(async () => {
  stopTimeouts()
  office = await startOffice([], () => void passTime(SOON_MS))
  office.portal.enter(numbers.map((nro) => mark(nro)))
  await emptyCorpus(service.owner)
  await rows(
    `update portal_state set newest = 0, called_on = null, calls = 0, called_at = null, closed_on = null,
            closed_for = null`,
  )
  await rows(`update corpus_state set kind = 'register'`)
})
afterEach(() => {
  startTimeouts()
  return office.stop()
})

const rows = <Row>(text: string): Promise<Row[]> => service.owner.query<Row>({ text, parameters: [] })

const run = (order: Partial<PortalOrder> = {}, options: PortalOptions = {}): Promise<RunReport> =>
  syncPortal(
    ingest,
    { from: { url: office.portalUrl }, trigger: 'schedule', rateLimit: RATE_LIMIT, ...order },
    options,
  )

/** Runs while the portal misbehaves, then restores the portal. */
async function runWhile(how: PortalMisbehaviour, howLong: Duration = {}): Promise<RunReport> {
  office.portal.misbehave(how, howLong)
  const report = await run({}, { timeouts: SOON[how] ?? {} })
  office.portal.misbehave(undefined)
  return report
}

async function newestRun(): Promise<SyncRun> {
  const { body } = await ask(service, '/v1/sync-runs?source=portal&limit=1', { key })
  return body.items[0]
}

const served = async (): Promise<string[]> => {
  const { body } = await ask(service, '/v1/brands?limit=100', { key })
  return body.items.map(({ nroSolicitud }: { nroSolicitud: string }) => nroSolicitud).sort()
}

const tomorrow = () => rows('update portal_state set closed_on = closed_on - 1')

/** Makes all requests of applications a day and an hour older. */
const later = () => rows(`update portal_number set asked_at = asked_at - interval '25 hours'`)

const state = async () =>
  (await rows<{ newest: string; calls: number }>('select newest::text, calls from portal_state'))[0]

const stopped = () => new SyncError('interrupted', 'The service was stopped.')

/** Internal details that no public message may contain. */
const INSIDE = /127\.0\.0\.1|http:|aspx|Hash|SessionId|<|\/tmp| at \w+ \(/

describe('a run without usable answers fails and changes nothing:', () => {
  test.each<[PortalMisbehaviour, code: string, words: RegExp]>([
    ['captcha', 'captcha_required', /captcha/],
    ['limit', 'limit_reached', /limit/],
    ['sessionOver', 'session_refused', /session/],
    ['serverError', 'source_answer', /500/],
    ['unavailable', 'source_unreachable', /503/],
    ['notJson', 'source_answer', /./],
    ['strangeRows', 'source_answer', /./],
    ['pageBackwards', 'page_repeated', /./],
    ['cutOff', 'cut_off', /./],
    ['silence', 'source_unreachable', /does not answer/],
    ['slowDrip', 'source_unreachable', /within the time limit/],
    ['enormous', 'too_large', /./],
  ])('%s', async (how, code, words) => {
    const report = await runWhile(how)
    expect(report).toMatchObject({ status: 'failed', error: { code } })
    const found = await newestRun()
    expect(found).toMatchObject({ status: 'failed', rowsRead: 0, inserted: 0, updated: 0, error: { code } })
    expect(found.error?.message).toMatch(words)
    expect(found.error?.message).not.toMatch(INSIDE)
    expect(await served()).toEqual([])
    expect(await state()).toMatchObject({ newest: '0' })
    expect(office.portal.mostAtOnce).toBe(1)
  })
})

describe('an error in the middle fails the run and keeps earlier answers:', () => {
  test.each<[PortalMisbehaviour, code: string, howLong?: Duration]>([
    ['captcha', 'captcha_required', { after: 8 }],
    ['sessionOver', 'session_refused', { after: 8 }],
    ['reset', 'source_unreachable', { after: 9 }],
    ['enormous', 'too_large', { after: 8 }],
  ])('%s', async (how, code, howLong) => {
    const isOfNumber = how !== 'captcha'
    const first = { status: 'failed', inserted: 7, rejected: isOfNumber ? 1 : 0, error: { code } }
    expect(await runWhile(how, howLong)).toMatchObject(first)
    const found = await newestRun()
    expect(found).toMatchObject(first)
    expect(found.error?.message).toMatch(/The run applied the data that it had read before this error\.$/)
    expect(found.error?.message).not.toMatch(INSIDE)
    expect(await served()).toEqual(numbers.slice(0, 7))
  })

  test.each<[PortalMisbehaviour, what: string, howLong: Duration]>([
    ['captcha', 'of the portal', { after: 8 }],
    ['reset', 'of an application', { after: 9 }],
  ])('the next run continues after it: %s, an error %s', async (how, _, howLong) => {
    await runWhile(how, howLong)
    await tomorrow()
    expect(await run()).toMatchObject({ status: 'succeeded', inserted: 20 })
    await later()
    expect(await run()).toMatchObject({ status: 'succeeded', inserted: 3 })
    expect(await served()).toEqual(numbers)
  })

  test('the same list page again and again', async () => {
    const all = { ...RATE_LIMIT, recordsPerRun: 30 }
    office.portal.misbehave('samePage')
    expect(await run({ rateLimit: all })).toMatchObject({
      status: 'failed',
      inserted: 20,
      error: { code: 'page_repeated' },
    })
    office.portal.misbehave(undefined)
    expect(await run({ rateLimit: all })).toMatchObject({ status: 'succeeded', inserted: 10 })
  })
})

describe('a transient error or an unusual format does not fail the run:', () => {
  test.each<[PortalMisbehaviour, Duration]>([
    ['sessionOver', { after: 8, times: 1 }],
    ['serverError', { after: 8, times: 2 }],
    ['unavailable', { after: 8, times: 2 }],
    ['cutOff', { after: 8, times: 2 }],
    ['silence', { after: 8, times: 1 }],
    ['unknownFields', {}],
    ['unknownStatus', {}],
    ['withoutLists', {}],
  ])('%s', async (how, howLong) => {
    expect(await runWhile(how, howLong)).toMatchObject({ status: 'succeeded', inserted: 20, rejected: 0 })
    expect(await newestRun()).toMatchObject({ status: 'succeeded', inserted: 20, error: null })
    expect(office.portal.mostAtOnce).toBe(1)
  })
})

describe('an unusable answer is rejected with its reason:', () => {
  test.each<[PortalMisbehaviour, reason: RegExp]>([
    ['otherNumber', /another application/],
    ['noMarca', /./],
    ['withoutFiling', /FechaPresentacion|filing date/],
    ['impossibleDays', /no date/],
    ['htmlInstead', /./],
  ])('%s', async (how, reason) => {
    const report = await runWhile(how, { number: '1005' })
    expect(report).toMatchObject({ status: 'succeeded', rowsRead: 20, inserted: 19, rejected: 1 })
    expect(await newestRun()).toMatchObject({ status: 'succeeded', rejected: 1, error: null })
    const kept = await listRejections(service.owner, report.id)
    expect(kept).toEqual([
      { sheet: 'portal', rowNumber: 5, nroSolicitud: '1005', reason: expect.stringMatching(reason) },
    ])
    expect(kept?.[0]?.reason).not.toMatch(INSIDE)
    expect(await served()).not.toContain('1005')
  })

  test('the next run continues after it, and a later run requests it again', async () => {
    await runWhile('notJson', { number: '1005' })
    expect(await run()).toMatchObject({ status: 'succeeded', inserted: 10 })
    expect(await served()).not.toContain('1005')
    await later()
    expect(await run()).toMatchObject({ status: 'succeeded', inserted: 1, unchanged: 19 })
    expect(await served()).toEqual(numbers)
  })

  test('an application that the portal lists and then does not find', async () => {
    expect(await runWhile('noSuchNumber', { number: '1005' })).toMatchObject({
      status: 'succeeded',
      inserted: 19,
      rejected: 1,
    })
    await later()
    await run()
    expect(await served()).toContain('1005')
  })

  test('when the portal finds none of the known marks, the run fails', async () => {
    await run({ rateLimit: { ...RATE_LIMIT, recordsPerRun: 30 } })
    await later()
    expect(await runWhile('noSuchNumber')).toMatchObject({
      status: 'failed',
      rowsRead: 0,
      error: { code: 'too_many_rejected' },
    })
    expect(await served()).toEqual(numbers)
  })

  test('retries are after half an hour, then after twice the time, up to a day', async () => {
    office.portal.misbehave('notJson', { number: '1005' })
    await run({ rateLimit: { ...RATE_LIMIT, recordsPerRun: 30 } })
    const again: number[] = []
    for (const refusals of [1, 2, 6, 7]) {
      await rows(`update portal_number set refusals = ${refusals} where refusals > 0`)
      const [{ minutes = 0 } = {}] = await rows<{ minutes: number }>(
        `select least(24 * 60, 15 * 2 ^ refusals)::integer as minutes from portal_number where refusals > 0`,
      )
      again.push(minutes)
      await rows(`update portal_number set asked_at = clock_timestamp() - interval '${minutes - 1} minutes'`)
      const before: number = requestsOf('1005')
      await run()
      expect(requestsOf('1005')).toBe(before)
      await rows(`update portal_number set asked_at = clock_timestamp() - interval '${minutes + 1} minutes'
                   where refusals > 0`)
      await run()
      expect(requestsOf('1005')).toBe(before + 1)
    }
    expect(again).toEqual([30, 60, 960, 1_440])
  })

  test('three unreadable answers in a row end the run, and the next run continues after them', async () => {
    office.portal.misbehave('serverError', { number: ['1005', '1006', '1007'] })
    expect(await run()).toMatchObject({
      status: 'failed',
      inserted: 4,
      rejected: 3,
      error: { code: 'source_answer' },
    })
    expect(await state()).toMatchObject({ newest: '1007' })
    expect(await run()).toMatchObject({ status: 'succeeded', inserted: 20 })
    await later()
    expect(await run()).toMatchObject({ status: 'succeeded', rejected: 2, inserted: 3 })
  })

  test('when most answers are unusable, the run fails, and each application is requested again', async () => {
    const failed = { status: 'failed', inserted: 0, rejected: 20, error: { code: 'too_many_rejected' } }
    expect(await runWhile('withoutFiling')).toMatchObject(failed)
    expect((await newestRun()).error?.message).toMatch(/^20 of 20 answers of the portal cannot be used/)
    expect(await run()).toMatchObject({ status: 'succeeded', inserted: 10 })
    for (let night = 0; night < 2; night++) {
      await later()
      await run({ rateLimit: { ...RATE_LIMIT, recordsPerRun: 100 } })
    }
    expect(await served()).toEqual(numbers)
  })

  describe('when the portal writes the month first,', () => {
    const filings = async () => {
      const { body } = await ask(service, '/v1/brands?limit=100', { key })
      const days = body.items.map((item: { nroSolicitud: string; fechaPresentacion: string }) => [
        item.nroSolicitud,
        item.fechaPresentacion,
      ])
      return Object.fromEntries(days)
    }

    /** Filing dates. Only the date of every third mark shows which number is the day and which is the month. */
    const filed = Object.fromEntries(
      numbers.map((nro, place) => [nro, place % 3 === 0 ? '2019-06-24' : '2019-06-05']),
    )

    beforeEach(() => {
      office.portal.enter(
        numbers.map((nro) => mark(nro, { fechaPresentacion: filed[nro] as string, eventos: [] })),
      )
    })

    test('all answers are read in the order that some of them prove', async () => {
      expect(await runWhile('monthFirst')).toMatchObject({ status: 'succeeded', inserted: 20, rejected: 0 })
      expect(await filings()).toEqual(Object.fromEntries(Object.entries(filed).slice(0, 20)))
    })

    test('answers that do not prove their order are rejected if others prove both', async () => {
      office.portal.misbehave('monthFirst', { number: numbers.slice(0, 10) })
      const report = await run()
      expect(report).toMatchObject({ status: 'failed', inserted: 7, rejected: 13 })
      expect(Object.entries(await filings()).every(([nro, day]) => day === filed[nro])).toBe(true)
      expect(await listRejections(service.owner, report.id)).toContainEqual({
        sheet: 'portal',
        rowNumber: 2,
        nroSolicitud: '1002',
        reason:
          'its dates may have the day or the month first (other answers of the run: 4 with the month first, 3 with the day first)',
      })
    })
  })

  test.each(['reset', 'serverError'] satisfies PortalMisbehaviour[])(
    'an application that always ends the run does not block the following ones: %s',
    async (how) => {
      const next = () => run({}, { timeouts: SOON[how] ?? {} })
      office.portal.misbehave(how, { number: '1005' })
      await next()
      expect(await state()).toMatchObject({ newest: how === 'serverError' ? '1020' : '1005' })
      await next()
      await next()
      expect(await served()).toEqual(numbers.filter((number) => number !== '1005'))
      await later()
      await next()
      expect(requestsOf('1005')).toBeGreaterThan(1)
    },
  )

  test('retries of unusable answers are at most a tenth of a run and do not end it', async () => {
    const odd = numbers.slice(0, 10)
    office.portal.misbehave('notJson', { number: odd.filter((_, place) => place % 3 !== 2) })
    await run({ rateLimit: { ...RATE_LIMIT, recordsPerRun: 30 } })
    await later()
    expect(await run()).toMatchObject({ status: 'succeeded', rejected: 2, unchanged: 18 })
  })
})

/** Returns how often an application was requested. */
const requestsOf = (number: string): number =>
  office.portal.calls.filter(
    ({ body }) => (body as { numeroSolicitud?: string } | undefined)?.numeroSolicitud === number,
  ).length

describe('the rate limit', () => {
  test('after a reported limit, runs of that day are skipped with the reason', async () => {
    expect(await runWhile('limit', { after: 8 })).toMatchObject({
      status: 'failed',
      inserted: 7,
      error: { code: 'limit_reached' },
    })
    const calls = office.portal.calls.length
    for (const trigger of ['schedule', 'manual'] as const) {
      expect(await run({ trigger })).toMatchObject({ status: 'skipped', error: { code: 'limit_reached' } })
    }
    expect(await newestRun()).toMatchObject({
      status: 'skipped',
      error: { code: 'limit_reached', message: expect.stringContaining('tomorrow') },
    })
    expect(office.portal.calls).toHaveLength(calls)
    await tomorrow()
    expect(await run()).toMatchObject({ status: 'succeeded', inserted: 20 })
  })

  test('after a captcha, scheduled runs of that day are skipped and manual runs are not', async () => {
    expect(await runWhile('captcha')).toMatchObject({ status: 'failed', error: { code: 'captcha_required' } })
    const calls = office.portal.calls.length
    expect(await run()).toMatchObject({ status: 'skipped', error: { code: 'captcha_required' } })
    expect(office.portal.calls).toHaveLength(calls)
    expect(await run({ trigger: 'manual' })).toMatchObject({ status: 'succeeded', inserted: 20 })
  })

  test('bounds the calls of a day over all runs, pages and retries included', async () => {
    const rateLimit = { ...RATE_LIMIT, callsPerDay: 15 }
    office.portal.misbehave('unavailable', { after: 4, times: 2 })
    expect(await run({ rateLimit })).toMatchObject({ status: 'succeeded', inserted: 11, error: null })
    expect(office.portal.calls).toHaveLength(15)
    expect(await run({ rateLimit })).toMatchObject({ status: 'skipped', error: { code: 'calls_spent' } })
    expect(office.portal.calls).toHaveLength(15)
    await rows('update portal_state set called_on = called_on - 1')
    expect(await run({ rateLimit })).toMatchObject({ status: 'succeeded', inserted: 13 })
  })

  test('keeps the pause between two calls, also between two runs', async () => {
    const rateLimit = { ...RATE_LIMIT, pauseMs: 40, recordsPerRun: 5 }
    await run({ rateLimit })
    await run({ rateLimit })
    const { calls } = office.portal
    const pauses = calls.slice(1).map(({ at }, place) => at - (calls[place]?.at ?? 0))
    expect(calls).toHaveLength(14)
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(39) // the clocks have whole milliseconds
  })

  test('keeps the pause after a call that never ended, and for simultaneous callers', async () => {
    const slow = { ...RATE_LIMIT, pauseMs: 150 }
    const [dying, ...others] = Array.from({ length: 4 }, () => createRateLimiter(ingest, slow))
    const began = performance.now()
    await dying?.acquire(new AbortController().signal) // without a release
    const turns: number[] = []
    await Promise.all(
      others.map(async (limiter) => {
        await limiter.acquire(new AbortController().signal)
        turns.push(performance.now() - began)
      }),
    )
    turns.sort((one, other) => one - other)
    for (const [place, turn] of turns.entries()) {
      expect(turn).toBeGreaterThan((place + 1) * 150 - 40)
    }
  })

  test('a reported limit blocks further runs even if the first run replaced the sample or failed to', async () => {
    for (const howLong of [{}, { after: 8 }]) {
      await rows(`update corpus_state set kind = 'sample'`)
      await rows('update portal_state set closed_on = null')
      await runWhile('limit', howLong)
      const calls = office.portal.calls.length
      expect(await run()).toMatchObject({ status: 'skipped', error: { code: 'limit_reached' } })
      expect(office.portal.calls).toHaveLength(calls)
    }
    expect((await state())?.calls).toBe(office.portal.calls.length)
  })

  test('requests contain the contact of the operator', async () => {
    await run({ rateLimit: { ...RATE_LIMIT, contact: 'marcas@estudio.example' } })
    const agents = new Set(office.portal.calls.map(({ headers }) => headers['user-agent']))
    expect([...agents]).toEqual([
      expect.stringMatching(/^trademark-read-service\/\S+ \(\+marcas@estudio\.example\)$/),
    ])
  })

  test('an interrupted run ends at once and applies nothing, and the next one starts at the same number', async () => {
    const stop = new AbortController()
    const rateLimit = { ...RATE_LIMIT, pauseMs: 600_000 }
    const stopping = run(
      { rateLimit: { ...RATE_LIMIT } },
      { signal: stop.signal, onRequested: (requested) => requested === 6 && stop.abort(stopped()) },
    )
    expect(await stopping).toMatchObject({ status: 'failed', error: { code: 'interrupted' } })
    const late = new AbortController()
    const waiting = run({ rateLimit }, { signal: late.signal })
    await until(async () => ((await state())?.calls ?? 0) > 8)
    late.abort(stopped())
    expect(await waiting).toMatchObject({ status: 'failed', error: { code: 'interrupted' } })
    expect(await served()).toEqual([])
    expect(await run()).toMatchObject({ status: 'succeeded', inserted: 20 })
  })
})

describe('a run requests', () => {
  test('new applications first, then pending marks by the time of their last request', async () => {
    office.portal.enter([
      mark('1003', { estadoOficina: 'Registrada' }),
      mark('1004', { estadoOficina: 'VER INSTANCIA' }),
    ])
    await run({ rateLimit: { ...RATE_LIMIT, recordsPerRun: 30 } })
    await rows(`update portal_number set asked_at = asked_at - interval '1 day' * (2 + nro_solicitud % 5)`)
    const before = office.portal.calls.length
    office.portal.enter([mark('2001'), mark('2002')])
    expect(await run({ rateLimit: { ...RATE_LIMIT, recordsPerRun: 8 } })).toMatchObject({
      status: 'succeeded',
      inserted: 2,
      unchanged: 6,
    })
    const asked = office.portal.calls
      .slice(before)
      .flatMap(({ body }) => (body as { numeroSolicitud?: string } | undefined)?.numeroSolicitud ?? [])
    expect(asked).toEqual(['2001', '2002', '1004', '1009', '1014', '1019', '1024', '1029'])
  })

  test('pending marks even if the list is unreadable', async () => {
    await run({ rateLimit: { ...RATE_LIMIT, recordsPerRun: 30 } })
    await later()
    expect(await runWhile('strangeRows')).toMatchObject({
      status: 'failed',
      unchanged: 20,
      error: { code: 'source_answer' },
    })
  })

  test('a number far above all others, and the next run continues below it', async () => {
    office.portal.enter([mark('99999999')])
    await run({ rateLimit: { ...RATE_LIMIT, recordsPerRun: 31 } })
    expect(await state()).toMatchObject({ newest: '1030' })
    office.portal.enter([mark('1031')])
    expect(await run()).toMatchObject({ status: 'succeeded', inserted: 1 })
    expect(await served()).toContain('99999999')
  })

  test('new applications although a sheet contains a number far above all others', async () => {
    await rows(`insert into sheet (name, edition) values ('solicitudes', '2026-11-02')`)
    await rows(`insert into sheet_mark (nro_solicitud, sheet_id)
                select nro, sheet_id from sheet, (select generate_series(1000, 1025) union select 99999999) as t (nro)`)
    expect(await run()).toMatchObject({ status: 'succeeded', inserted: 5 })
  })

  test('nothing when there is nothing to request, and is skipped without an error', async () => {
    await run({ rateLimit: { ...RATE_LIMIT, recordsPerRun: 30 } })
    expect(await run()).toMatchObject({ status: 'skipped', error: null })
  })

  test('no numbers below those of the sheets as new', async () => {
    await rows(`insert into sheet (name, edition) values ('solicitudes', '2026-11-02')`)
    await rows(`insert into sheet_mark (nro_solicitud, sheet_id) select 1025, sheet_id from sheet`)
    expect(await run()).toMatchObject({ status: 'succeeded', inserted: 5 })
    expect(await served()).toEqual(numbers.slice(25))
  })

  test('nothing until a configured sheet is loaded', async () => {
    expect(await run({ sheetsFirst: true })).toMatchObject({
      status: 'skipped',
      error: { code: 'no_sheets' },
    })
    expect(office.portal.calls).toEqual([])
  })
})

describe('saved answers', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'answers-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const saved = async (name: string, answers: unknown): Promise<string> => {
    const path = join(folder, name)
    await writeFile(path, JSON.stringify(answers))
    return path
  }

  const load = async (answers: unknown, order: Partial<PortalOrder> = {}): Promise<RunReport> => {
    const files = [await saved('answers.json', answers)]
    return run({ from: { files }, trigger: 'manual', date: '2026-11-04', ...order })
  }

  test('have the day in the name of their file, and fail the run without one', async () => {
    const answers = [marcaOf(mark('1001'))]
    const loadNamed = async (...names: string[]) => {
      const files = await Promise.all(names.map((name) => saved(name, answers)))
      return run({ from: { files }, trigger: 'manual' })
    }
    expect(await loadNamed('answers-2026-11-03.json')).toMatchObject({ sourceDate: '2026-11-03' })
    for (const names of [['answers.json'], ['answers-2026-11-03.json', 'answers-2026-11-04.json']]) {
      expect(await loadNamed(...names)).toMatchObject({
        status: 'failed',
        error: { code: 'edition_unknown' },
      })
    }
  })

  test('are applied as of their day and change neither the freshness of the portal nor the next run', async () => {
    expect(await load(numbers.map((nro) => marcaOf(mark(nro))))).toMatchObject({
      status: 'succeeded',
      inserted: 30,
      sourceDate: '2026-11-04',
    })
    expect(office.portal.calls).toEqual([])
    const { body } = await ask(service, '/v1/freshness?source=portal', { key })
    expect(body.sources[0]).toMatchObject({
      lastSuccessAt: null,
      lagSeconds: null,
      state: 'not_configured',
    })
    expect(await run()).toMatchObject({ status: 'succeeded', rowsRead: 20 })
  })

  const bay = (facts: object = {}) => ({ ...marcaOf(mark('1001', { denominacion: 'BAHIA' })), ...facts })

  test('about one application count once if they say the same', async () => {
    expect(await load([bay(), { d: JSON.stringify({ Marca: bay() }) }, marcaOf(mark('1002'))])).toMatchObject(
      {
        status: 'succeeded',
        rowsRead: 3,
        inserted: 2,
        repeated: 1,
      },
    )
  })

  test.each([
    [
      'differ',
      { Denominacion: 'FIORDO' },
      'the answers 1, 3 are about the same application and differ in denominacion',
    ],
    ['cannot be used', { FechaPresentacion: '' }, 'another answer about the same application was rejected'],
  ])('about one application are all rejected if some %s', async (_, facts, reason) => {
    const report = await load([bay(), marcaOf(mark('1002')), bay(facts)])
    expect(report).toMatchObject({ status: 'succeeded', inserted: 1, rejected: 2 })
    expect((await listRejections(ingest, report.id))?.[0]).toEqual({
      sheet: 'portal',
      rowNumber: 1,
      nroSolicitud: '1001',
      reason,
    })
  })

  test('that are all unusable fail the run with the reason of the first, without quoting it', async () => {
    const { FechaPresentacion, ...rest } = bay()
    expect(await load([{ ...rest, FechaPresentacion: 'Juan Pérez' }])).toMatchObject({
      error: {
        code: 'no_rows',
        message: 'No answer in the file can be used. The first answer: the filing date is no date.',
      },
    })
    const { error } = await load([{ numeroSolicitud: '1001', denominacion: 'BAHIA' }])
    expect(error?.message).toMatch(
      /The first answer: NumeroSolicitud is required\. The answer has numeroSolicitud, denominacion; expected are NumeroSolicitud, /,
    )
  })

  test('fail the run and do not replace the sample if none is usable', async () => {
    await rows(`update corpus_state set kind = 'sample'`)
    for (const answers of [{}, [1, 2], [{ d: '{}' }]]) {
      expect(await load(answers)).toMatchObject({ status: 'failed', becameRegister: false })
    }
    expect(await rows('select kind from corpus_state')).toEqual([{ kind: 'sample' }])
  })

  test('of a future day need approval', async () => {
    expect(await load([marcaOf(mark('1001'))], { date: '2999-01-02' })).toMatchObject({
      status: 'held',
      error: { code: 'dates_in_future' },
    })
  })
})
