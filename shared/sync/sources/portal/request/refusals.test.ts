import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  answered,
  pageWith,
  type Scripted,
  sentence,
  wrapped,
} from '../../../../../test/support/scripted-portal.ts'
import { sessionOfEachTest } from '../../../../../test/support/scripted-session.ts'
import type { SyncError } from '../../../sync-error.ts'
import { UnreadableResponse } from './unreadable-response.ts'

const session = sessionOfEachTest()

const detail = (...calls: Scripted[]) => {
  session.server.script({ calls })
  return session.open().detail('1241347')
}
const METHOD = 'FindMarcaByNumeroSolicitud'
const error = (code: string, message: string, name = 'SyncError') => ({ name, code, message })
const LIMIT = error('limit_reached', 'The portal says that its query limit has been reached.')
const CAPTCHA = error('captcha_required', 'The portal asks for a captcha, which only a person may answer.')
const REFUSED = error('session_refused', 'The portal refused two sessions in succession.')
const unreadable = (message: string) => error('source_answer', message, 'UnreadableResponse')
const html = (text: string, status = 200) => answered(status, text, { 'content-type': 'text/html' })

describe('an ended session', () => {
  const over: [string, Scripted][] = [
    ['by a sentence', sentence('Su sesión ha expirado, ingrese nuevamente')],
    ['by a hash that is refused', sentence('La solicitud no es válida, actualice la página')],
    ['by a redirect to a login', answered(302, '', { location: '/Login.aspx' })],
    ['by a redirect to another host', answered(302, '', { location: 'http://169.254.169.254/' })],
    ['by 401', answered(401, '{"Message":"Authentication failed."}')],
    ['by 403', answered(403)],
  ]

  test.each(over)(
    '%s is replaced once by one with its own cookies, and the call is repeated',
    async (_, answer) => {
      const withCookie = { 'set-cookie': 'old=1' }
      session.server.script({ pages: [answered(200, pageWith('h'), withCookie)], calls: [answer] })
      expect(await session.open().detail('7')).toEqual({ NumeroSolicitud: '7' })
      expect(session.asked()).toEqual(['GET', METHOD, 'GET', METHOD])
      const [, first, , second] = session.heard()
      expect([first?.headers.cookie, first?.body?.Hash]).toEqual(['old=1', 'h'])
      expect(second?.headers.cookie).not.toContain('old')
      expect(second?.body?.Hash).not.toBe('h')
    },
  )

  test.each(over)('%s twice in a row is an error', async (_, answer) => {
    await expect(detail(answer, answer)).rejects.toMatchObject(REFUSED)
    expect(session.asked()).toEqual(['GET', METHOD, 'GET', METHOD])
  })

  test('is replaced as often as it ends if the repeated call succeeds', async () => {
    const answer = sentence('Su sesion ha expirado')
    const found = wrapped({ Hash: 'h', Marca: 1 })
    session.server.script({ calls: [answer, found, answer, found] })
    const portal = session.open()
    expect([await portal.detail('1'), await portal.detail('1')]).toEqual([1, 1])
  })
})

describe('a page without a session', () => {
  const opening = (...pages: Scripted[]) => {
    session.server.script({ pages })
    return session.open().detail('1')
  }

  test('that redirects is requested once more', async () => {
    const away = answered(302, '', { location: '/Login.aspx' })
    expect(await opening(away)).toEqual({ NumeroSolicitud: '1' })
    await expect(opening(away, away)).rejects.toMatchObject(REFUSED)
    expect(session.asked()).toEqual(['GET', 'GET', METHOD, 'GET', 'GET'])
  })

  const lacking = 'The portal opens no session: its page lacks the session fields.'
  test.each([
    ['lacks the fields', '<p>Bienvenido', lacking],
    ['has only one of the fields', '<input id="hdnHash" value="x">', lacking],
    ['has an empty hash', pageWith(''), lacking],
    ['has a too long hash', pageWith('x'.repeat(5_000)), lacking],
    ['has them in a comment', `<!-- ${pageWith('x')} -->`, lacking],
    ['is nested 100,000 levels deep', '<div>'.repeat(100_000) + pageWith('x'), lacking],
    ['is empty', '', lacking],
  ])('is refused: it %s', async (_, text, message) => {
    await expect(opening(html(text))).rejects.toMatchObject(error('source_answer', message))
  })

  test('is not an UnreadableResponse, whatever its error', async () => {
    await expect(opening(html(pageWith('h'), 404))).rejects.toMatchObject(
      error('source_answer', 'The portal opens no session: it answered 404.'),
    )
    const compressed = answered(200, gzipSync(pageWith('h')), { 'content-encoding': 'gzip' })
    await expect(opening(compressed)).rejects.toMatchObject(
      error('source_answer', 'The portal opens no session: its page is compressed, which was not requested.'),
    )
    const failing = answered(500)
    await expect(opening(failing, failing, failing, failing)).rejects.toMatchObject(
      error('source_answer', 'The portal answered 500.'),
    )
  })

  test('may show a captcha, which a session page may also contain', async () => {
    await expect(opening(html('<div class="g-recaptcha" data-sitekey="x"></div>'))).rejects.toMatchObject(
      CAPTCHA,
    )
    expect(await opening(html(`${pageWith('h')}<div class="g-recaptcha"></div>`))).toEqual({
      NumeroSolicitud: '1',
    })
  })
})

describe('a limit', () => {
  test.each([
    ['a sentence', sentence('Ha excedido el límite de consultas permitidas')],
    ['a sentence without accents', sentence('HA EXCEDIDO EL LIMITE DE CONSULTAS')],
    ['a sentence that has a captcha, too', sentence('Ha superado el límite; complete el captcha')],
    ['a sentence with 500', answered(500, '{"Message":"Demasiadas consultas, espere"}')],
    ['a sentence with 403', answered(403, '{"d":"{\\"ErrorMessage\\":\\"l\\u00edmite\\"}"}')],
    ['429', answered(429)],
    ['a page', html('<h1>Lo sentimos</h1><p>Ha excedido el l&iacute;mite de consultas</p>')],
    ['a page with 503', html('<p>Ha superado el máximo de consultas', 503)],
  ])('is recognized in %s and ends all requests', async (_, answer) => {
    session.server.script({ calls: [answer] })
    const portal = session.open()
    await expect(portal.detail('1')).rejects.toMatchObject(LIMIT)
    await expect(portal.list('0')).rejects.toMatchObject(LIMIT)
    expect(session.asked()).toEqual(['GET', METHOD])
  })
})

describe('a captcha', () => {
  test.each([
    ['a sentence', sentence('Debe completar el captcha para continuar')],
    ['a sentence of another kind', sentence('Ingrese el código de verificación')],
    ['a field', wrapped({ Hash: 'h', RequiereCaptcha: true })],
    ['a page', html('<form><img src="/captcha.ashx" alt=""></form>')],
    ['a page that says it', html('<p>No soy un robot</p>')],
    ['a page with 403', html('<div id="cf-turnstile"></div>', 403)],
    ['a page with 503', html('<iframe src="https://www.google.com/recaptcha/api2">', 503)],
    ['a text', answered(200, 'Captcha required')],
  ])('is recognized in %s and ends all requests', async (_, answer) => {
    session.server.script({ calls: [answer] })
    const portal = session.open()
    await expect(portal.detail('1')).rejects.toMatchObject(CAPTCHA)
    await expect(portal.detail('1')).rejects.toMatchObject(CAPTCHA)
    expect(session.asked()).toEqual(['GET', METHOD])
  })

  test('is not recognized in a script or in the name of a mark', async () => {
    await expect(
      detail(html('<script src="/recaptcha.js">captcha()</script><p>Error')),
    ).rejects.toMatchObject(unreadable('The portal answered with a page or text instead of data.'))
    expect(
      await detail(wrapped({ Marca: { Denominacion: 'CAPTCHA LÍMITE' }, responseCaptcha: '' })),
    ).toBeDefined()
  })
})

describe('an unreadable response', () => {
  const invalidJson = 'The portal answered with invalid JSON.'
  const notAnObject = 'The portal answered with JSON that is not an object.'
  const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
  test.each([
    ['with no bytes', answered(200), invalidJson],
    ['with truncated JSON', answered(200, '{"d":"{\\"Marca\\":'), invalidJson],
    ['whose inner JSON is invalid', { d: '{"Marca":' }, invalidJson],
    ['whose inner JSON is empty', { d: '' }, invalidJson],
    ['that is nested a million levels deep', answered(200, `{"d":${deep(1_000_000)}}`), invalidJson],
    ['whose inner JSON is nested 500,000 levels deep', { d: deep(500_000) }, invalidJson],
    ['that is a list', answered(200, '[]'), notAnObject],
    ['with nothing in it', { d: null }, notAnObject],
    ['with a text in a text', { d: '"x"' }, notAnObject],
    [
      'with an error that is not text',
      wrapped({ ErrorMessage: { x: 1 } }),
      'The portal answered with an error without a message.',
    ],
    [
      'that is a page',
      html('<html><body>Mantención'),
      'The portal answered with a page or text instead of data.',
    ],
    ['with another status', answered(404, '{}'), 'The portal answered 404.'],
    ['with no content', answered(204), 'The portal answered 204.'],
    [
      'that is compressed',
      answered(200, gzipSync('{}'), { 'content-encoding': 'gzip' }),
      'The portal answered with a compressed body, which was not requested.',
    ],
    [
      'that is not HTTP',
      (response) => response.socket?.end('hola\r\n\r\n'),
      'The source did not answer with valid HTTP.',
    ],
  ] as [string, Scripted, string][])('%s is reported and not retried', async (_, answer, message) => {
    await expect(detail(answer)).rejects.toMatchObject(unreadable(message))
    expect(session.asked()).toEqual(['GET', METHOD])
  })

  test('that is compressed is closed without reading its body', async () => {
    const endless: Scripted = (response) => response.writeHead(200, { 'content-encoding': 'br' }).write('x')
    await expect(detail(endless)).rejects.toMatchObject({ name: 'UnreadableResponse' })
  })

  test('with an unknown error message quotes it', async () => {
    await expect(detail(sentence('Ocurrió un error inesperado, intente más tarde.'))).rejects.toMatchObject(
      unreadable('The portal answered with an error: "Ocurrió un error inesperado, intente más tarde.".'),
    )
    await expect(detail(answered(200, '{"Message":"There was an error."}'))).rejects.toMatchObject(
      unreadable('The portal answered with an error: "There was an error.".'),
    )
  })

  test('is a list response that says there is no such number', async () => {
    session.server.script({ calls: [sentence('El número de solicitud no existe')] })
    await expect(session.open().list('5')).rejects.toMatchObject(
      unreadable('The portal answered without the list of applications that was requested.'),
    )
  })

  test('has no cause that contains the response', async () => {
    for (const answer of [
      answered(200, '{"d":"cafe5ecre7'),
      ((response) => response.socket?.end('HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nx\r\n\r\n')) as Scripted,
    ]) {
      const failure = await detail(answer).catch((cause: SyncError) => cause)
      expect(failure).toBeInstanceOf(UnreadableResponse)
      expect((failure as SyncError).cause).toBeUndefined()
    }
  })
})

describe('a response of more than 2 MB', () => {
  const tooLarge = error('too_large', 'The answer is larger than 2,097,152 bytes.')
  const most = 2 * 1024 * 1024

  test('is refused by its Content-Length or its received bytes; 2 MB are accepted', async () => {
    await expect(detail(answered(200, '', { 'content-length': String(most + 1) }))).rejects.toMatchObject(
      tooLarge,
    )
    const endless: Scripted = (response) => {
      const more = () => {
        while (response.write(Buffer.alloc(64 * 1024, ' '))) {}
        response.once('drain', more)
      }
      more()
    }
    await expect(detail(endless)).rejects.toMatchObject(tooLarge)
    const text = '{"d":{"Marca":1}}'
    expect(await detail(answered(200, text + ' '.repeat(most - text.length)))).toBe(1)
  })
})
