import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LATE_MS, passTime, startTimeouts, stopTimeouts } from '../../../../../test/support/limits-clock.ts'
import {
  answered,
  type Scripted,
  startScriptedPortal,
  wrapped,
} from '../../../../../test/support/scripted-portal.ts'
import {
  countingRateLimiter,
  scriptedSession,
  sessionOfEachTest,
} from '../../../../../test/support/scripted-session.ts'
import { OperatorError } from '../../../../platform/operator-error.ts'
import { VERSION } from '../../../../platform/version.ts'
import type { Timeouts } from '../../../fetch/timeouts.ts'
import { SyncError } from '../../../sync-error.ts'
import { createPortalClient } from './client.ts'

const session = sessionOfEachTest()

const METHOD = 'FindMarcaByNumeroSolicitud'
const reset: Scripted = (response) => response.socket?.resetAndDestroy()
const cutOff: Scripted = (response) =>
  response.writeHead(200, { 'content-length': '100' }).write('{"d":', () => response.socket?.destroy())
const silent: Scripted = () => void passTime(SOON_MS)
const silentWithin: Scripted = (response) => {
  response.writeHead(200).write('{')
  void passTime(SOON_MS)
}
const drips: Scripted = (response) => {
  const drip = setInterval(() => response.write(' '), 5)
  response.once('close', () => clearInterval(drip))
  void passTime(SOON_MS)
}

/** A timeout that the tests reach. */
const SOON_MS = 1_500

describe('requests', () => {
  test('are sent one at a time in call order, even if the caller does not wait', async () => {
    const portal = session.open()
    const numbers = ['3', '1', '2', '5', '4']
    const found = await Promise.all(numbers.map((number) => portal.detail(number)))
    expect(found).toEqual(numbers.map((NumeroSolicitud) => ({ NumeroSolicitud })))
    expect(session.heard().map(({ body }) => body?.numeroSolicitud)).toEqual([undefined, ...numbers])
    expect(session.server.mostAtOnce()).toBe(1)
  })

  test('continue after a failed one', async () => {
    session.server.script({ calls: [wrapped({}), answered(404)] })
    const portal = session.open()
    const all = await Promise.allSettled(['1', '2', '3'].map((number) => portal.detail(number)))
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  })

  test('acquire and release the rate limiter for each attempt, pages and retries included', async () => {
    session.server.script({ pages: [reset], calls: [answered(503), cutOff, answered(403)] })
    await session.open().detail('1')
    expect(session.asked()).toEqual(['GET', 'GET', METHOD, METHOD, METHOD, 'GET', METHOD])
    expect(session.rateLimiter.calls).toEqual(session.asked().flatMap(() => ['acquire', 'release']))
  })

  test('are not sent when the rate limiter refuses', async () => {
    const spent = new SyncError('calls_spent', 'All calls of today are spent.')
    const acquire = () => Promise.reject(spent)
    await expect(
      session.open({ rateLimiter: { ...countingRateLimiter(), acquire } }).detail('1'),
    ).rejects.toBe(spent)
    expect(session.asked()).toEqual([])
  })

  test('are sent to web addresses only', async () => {
    await expect(
      session.open({ url: 'file:///etc/passwd', contact: 'a@b.cl' }).detail('1'),
    ).rejects.toMatchObject({
      code: 'redirect_refused',
    })
  })
})

describe('a transient failure', () => {
  beforeEach(stopTimeouts)
  afterEach(startTimeouts)

  test.each([
    [
      'a connection that was reset',
      reset,
      'source_unreachable',
      'The source cannot be reached: it closed the connection before it answered.',
    ],
    [
      'a body that was cut off',
      cutOff,
      'cut_off',
      'The source closed the connection before the whole answer had arrived.',
    ],
    [
      'no answer',
      silent,
      'source_unreachable',
      'The source cannot be reached: it does not answer.',
      { headersMs: SOON_MS, idleMs: LATE_MS, totalMs: LATE_MS },
    ],
    [
      'a body that stops',
      silentWithin,
      'source_unreachable',
      'The source did not complete its answer within the time limit.',
      { headersMs: LATE_MS, idleMs: SOON_MS, totalMs: LATE_MS },
    ],
    [
      'a body that never completes',
      drips,
      'source_unreachable',
      'The source did not complete its answer within the time limit.',
      { headersMs: LATE_MS, idleMs: LATE_MS, totalMs: SOON_MS },
    ],
    [
      '500',
      answered(500, '{"Message":"There was an error processing the request."}'),
      'source_answer',
      'The portal answered 500.',
    ],
    ['502', answered(502), 'source_unreachable', 'The portal is not available: it answered 502.'],
    [
      '503',
      answered(503, '<p>Mantención'),
      'source_unreachable',
      'The portal is not available: it answered 503.',
    ],
  ] as [string, Scripted, string, string, Partial<Timeouts>?][])(
    'is retried three times: %s',
    async (_, answer, code, message, timeouts = {}) => {
      const times = (count: number) => Array<Scripted>(count).fill(answer)
      session.server.script({ calls: times(3) })
      expect(await session.open({ timeouts }).detail('7')).toEqual({ NumeroSolicitud: '7' })
      const bodies = session
        .heard()
        .slice(1)
        .map(({ body }) => body)
      expect(bodies).toEqual(Array(4).fill(bodies[0]))
      session.server.script({ calls: times(4) })
      await expect(session.open({ timeouts }).detail('7')).rejects.toMatchObject({ code, message })
      expect(session.asked()).toHaveLength(10)
    },
  )

  test('is not assumed while a slow body keeps arriving', async () => {
    const slow: Scripted = (response) => {
      let pieces = 0
      const timer = setInterval(() => {
        response.write(' ')
        vi.advanceTimersByTime(SOON_MS / 6)
        if (++pieces === 8) {
          clearInterval(timer)
          response.end('{"d":{"Marca":1}}')
        }
      }, 20)
    }
    session.server.script({ calls: [slow] })
    expect(await session.open({ timeouts: { idleMs: SOON_MS } }).detail('7')).toBe(1)
  })

  test('is unreadable with status 500, which a method sends, and final with 504', async () => {
    for (const [status, name] of [
      [500, 'UnreadableResponse'],
      [504, 'SyncError'],
    ] as const) {
      session.server.script({ calls: [answered(status)] })
      const portal = session.open({ retries: { times: 0 } })
      await expect(portal.detail('1')).rejects.toMatchObject({ name })
    }
  })

  test('may have used the hash: then a new session is opened', async () => {
    const refused = wrapped({ ErrorMessage: 'La solicitud no es válida, actualice la página' })
    session.server.script({ calls: [cutOff, refused] })
    expect(await session.open().detail('7')).toEqual({ NumeroSolicitud: '7' })
    expect(session.asked()).toEqual(['GET', METHOD, METHOD, 'GET', METHOD])
  })

  test('is not retried when Retry-After exceeds the longest pause', async () => {
    session.server.script({ calls: [answered(503, '', { 'retry-after': '121' })] })
    await expect(session.open({ retries: { minMs: 0 } }).detail('1')).rejects.toMatchObject({
      message: 'The portal is not available: it answered 503.',
    })
    session.server.script({ calls: [answered(503, '', { 'retry-after': '0' })] })
    expect(await session.open().detail('1')).toBeDefined()
  })
})

describe('an abort', () => {
  const reason = new Error('the operator stopped it')

  test('ends a request at once with its reason: before it, before its response, within it', async () => {
    for (const answer of [undefined, silent, silentWithin]) {
      const stop = new AbortController()
      const abort = () => stop.abort(reason)
      const within = (response: ServerResponse) => {
        ;(answer as (response: ServerResponse) => void)(response)
        setImmediate(abort)
      }
      session.server.script({ calls: answer ? [within] : [] })
      if (!answer) {
        abort()
      }
      await expect(session.open({ signal: stop.signal }).detail('1')).rejects.toBe(reason)
    }
    expect(session.asked()).toEqual(['GET', METHOD, 'GET', METHOD])
    expect(session.rateLimiter.calls).toEqual(session.asked().flatMap(() => ['acquire', 'release']))
  })

  test('ends queued requests without sending them', async () => {
    const stop = new AbortController()
    session.server.script({ calls: [() => stop.abort(reason)] })
    const portal = session.open({ signal: stop.signal })
    const all = await Promise.allSettled(['1', '2', '3'].map((number) => portal.detail(number)))
    expect(all).toEqual(all.map(() => ({ status: 'rejected', reason })))
    expect(session.asked()).toEqual(['GET', METHOD])
  })

  test.each([
    ['before a retry', answered(503), { minMs: 100_000 }],
    ['requested by Retry-After', answered(503, '', { 'retry-after': '100' }), { minMs: 0 }],
  ])('ends a pause %s', async (_, answer, retries) => {
    const stop = new AbortController()
    const rateLimiter = countingRateLimiter()
    const release = async () => {
      await rateLimiter.release()
      if (rateLimiter.calls.length === 4) {
        setTimeout(() => stop.abort(reason), 50)
      }
    }
    session.server.script({ calls: [answer] })
    const portal = session.open({ signal: stop.signal, retries, rateLimiter: { ...rateLimiter, release } })
    await expect(portal.detail('1')).rejects.toBe(reason)
    expect(session.asked()).toEqual(['GET', METHOD])
  })
})

describe('the user agent', () => {
  const userAgentWith = async (contact: string | undefined) => {
    await session.open({ contact }).list('0')
    return new Set(
      session
        .heard()
        .slice(-2)
        .map(({ headers }) => headers['user-agent']),
    )
  }
  const own = `trademark-read-service/${VERSION}`

  test.each([
    [undefined, own],
    ['registro@oficina.example', `${own} (+registro@oficina.example)`],
    ['https://oficina.example/registro?x=1', `${own} (+https://oficina.example/registro?x=1)`],
    ['mailto:registro@oficina.example', `${own} (+mailto:registro@oficina.example)`],
  ])('contains the contact of the operator: %s', async (contact, wanted) => {
    expect(await userAgentWith(contact)).toEqual(new Set([wanted]))
  })

  const options = { rateLimiter: countingRateLimiter(), signal: new AbortController().signal }

  test('must contain a contact unless the portal is on this machine', () => {
    const open = (url: string) => () => createPortalClient({ url, contact: undefined, ...options })
    for (const url of ['https://portal.example/x.aspx', 'http://10.0.0.1/', 'http://localhost.example/']) {
      expect(open(url)).toThrow(OperatorError)
    }
    for (const url of ['http://localhost:1/x', 'http://[::1]/', 'http://127.0.0.2/']) {
      expect(open(url)).not.toThrow()
    }
  })

  test.each([
    '',
    'unknown',
    'a b@c.cl',
    'a@b.cl)',
    'ñ@b.cl',
    'a@b.cl\r\nX: y',
    'ftp://x/',
    `${'a'.repeat(200)}@b.cl`,
  ])('must not contain an invalid contact: %j', (contact) => {
    const open = () => createPortalClient({ url: 'https://portal.example/', contact, ...options })
    expect(open).toThrow('The contact for the portal must be a mail address or a URL')
  })
})

describe('the configured address', () => {
  test('may have a password, a query and a slash at its end', async () => {
    const url = `${session.server.url.replace('//', '//ana:cl%C3%A1ve@')}/?lang=es#top`
    await session.open({ url }).detail('1')
    const authorization = `Basic ${Buffer.from('ana:cláve').toString('base64')}`
    expect(
      session.heard().map(({ path, headers }) => [path, headers.authorization, headers.referer]),
    ).toEqual([
      ['/Marca/BuscarMarca.aspx/?lang=es', authorization, undefined],
      [`/Marca/BuscarMarca.aspx/${METHOD}`, authorization, `${session.server.url}/?lang=es`],
    ])
  })

  test('is the only address that receives requests and cookies: redirects are not followed', async () => {
    const other = await startScriptedPortal()
    const away = answered(307, '', { location: other.url, 'set-cookie': 'a=1; Domain=127.0.0.1; Path=/' })
    session.server.script({ pages: [answered(200, '<base href="x">')], calls: [] })
    await expect(session.open().list('0')).rejects.toMatchObject({ code: 'source_answer' })
    session.server.script({ calls: [away, away] })
    await expect(session.open().list('0')).rejects.toMatchObject({ code: 'session_refused' })
    expect(other.heard).toEqual([])
    await scriptedSession(other).open().list('0')
    expect(other.heard[0]?.headers).not.toHaveProperty('cookie')
    await other.stop()
  })

  test('may have no server', async () => {
    const gone = await startScriptedPortal()
    await gone.stop()
    await expect(session.open({ url: gone.url }).list('0')).rejects.toMatchObject({
      code: 'source_unreachable',
      message: 'The source cannot be reached: it refuses connections.',
    })
  })
})
