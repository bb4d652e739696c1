import { describe, expect, test } from 'vitest'
import {
  answered,
  pageWith,
  type Scripted,
  SECRETS,
  wrapped,
} from '../../../../../test/support/scripted-portal.ts'
import { sessionOfEachTest } from '../../../../../test/support/scripted-session.ts'

const session = sessionOfEachTest()

const row = (number: string | number) => ({ id: 'x', cell: [number, '', '29,30', 'NOMBRE'] })
const page = (...numbers: (string | number)[]): Scripted => wrapped({ Hash: 'h', Marcas: numbers.map(row) })
const listing = (...calls: Scripted[]) => {
  session.server.script({ calls })
  return session.open().list('1000')
}
const unreadable = (message: string) => ({ name: 'UnreadableResponse', code: 'source_answer', message })

describe('a session', () => {
  test('begins with the page at the first call and uses the hash of each response for the next call', async () => {
    const portal = session.open()
    expect(session.asked()).toEqual([])
    await portal.detail('1241347')
    await portal.list('0')
    await portal.detail('1241348')
    const [opening, first, second, third] = session.heard()
    expect(session.asked()).toEqual([
      'GET',
      'FindMarcaByNumeroSolicitud',
      'FindMarcas',
      'FindMarcaByNumeroSolicitud',
    ])
    expect([opening?.path, first?.path]).toEqual([
      '/Marca/BuscarMarca.aspx',
      '/Marca/BuscarMarca.aspx/FindMarcaByNumeroSolicitud',
    ])
    const hashes = [first, second, third].map((each) => Number(each?.body?.Hash?.replace(SECRETS.hash, '')))
    const start = hashes[0] ?? Number.NaN
    expect(hashes).toEqual([start, start + 1, start + 2])
    expect(first?.body).toEqual({
      Hash: SECRETS.hash + start,
      IDW: SECRETS.idw,
      numeroSolicitud: '1241347',
    })
    const none = Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`param${index + 1}`, '']))
    expect(second?.body).toEqual({
      LastNumSol: '0',
      Hash: SECRETS.hash + (start + 1),
      IDW: SECRETS.idw,
      ...none,
      param17: '1',
      responseCaptcha: '',
    })
  })

  test('sends the headers of a page method and the latest cookies', async () => {
    const cookies = {
      'set-cookie': ['a=1; path=/', 'b="x y"; Secure; HttpOnly', 'a=2', 'no cookie', '=3', 'c='],
    }
    session.server.script({
      pages: [(response) => response.writeHead(200, cookies).end(pageWith('h'))],
      calls: [answered(200, '{"d":{"Hash":"i","Marcas":[]}}', { 'set-cookie': 'b=new' })],
    })
    const portal = session.open()
    await portal.list('0')
    await portal.list('0')
    const [opening, first, second] = session.heard().map(({ headers }) => headers)
    expect(opening).toMatchObject({ accept: 'text/html', 'accept-encoding': 'identity' })
    expect(opening).not.toHaveProperty('cookie')
    expect(first).toMatchObject({
      accept: 'application/json',
      'accept-encoding': 'identity',
      'content-type': 'application/json; charset=utf-8',
      'x-requested-with': 'XMLHttpRequest',
      referer: session.server.url,
      cookie: 'a=2; b="x y"; c=',
    })
    expect(second?.cookie).toBe('a=2; b=new; c=')
  })

  test('decodes responses by their encoding', async () => {
    const text = '{"d":{"Hash":"i","Marca":"ÑANDÚ"}}'
    session.server.script({
      calls: [
        answered(200, Buffer.from(text, 'latin1'), {
          'content-type': 'application/json; charset=iso-8859-1',
        }),
        answered(200, `\ufeff${text}`),
      ],
    })
    const portal = session.open()
    expect(await Promise.all([portal.detail('1'), portal.detail('1')])).toEqual(['ÑANDÚ', 'ÑANDÚ'])
  })

  test('is replaced after a response without a hash', async () => {
    session.server.script({ calls: [wrapped({ Marcas: [] })] })
    const portal = session.open()
    await portal.list('0')
    await portal.list('0')
    expect(session.asked()).toEqual(['GET', 'FindMarcas', 'GET', 'FindMarcas'])
  })
})

describe('a list', () => {
  test('has numbers without dots and leading zeros, from the first cell or else the id', async () => {
    const rows = [row('1.001'), row('0001002'), row(1003), { id: '1.004', cell: [''] }, { id: 1005 }]
    expect(await listing(wrapped({ Hash: 'h', Marcas: rows }))).toEqual([
      '1001',
      '1002',
      '1003',
      '1004',
      '1005',
    ])
  })

  test('is empty at the end of the register', async () => {
    expect(await listing(page())).toEqual([])
  })

  test('may be JSON text in `d`, an object in `d`, or without `d`', async () => {
    expect(await listing({ Hash: 'h', Marcas: [row('1001')] })).toEqual(['1001'])
    expect(await listing({ d: { Hash: 'h', Marcas: [row('1001')] } })).toEqual(['1001'])
  })

  test('has at most 20 numbers: further rows are ignored', async () => {
    const numbers = Array.from({ length: 20 }, (_, index) => 1001 + index)
    expect(await listing(page(...numbers, 5, 'x'))).toEqual(numbers.map(String))
  })

  test.each([
    ['that begins with the previous number', [1000, 1001]],
    ['with a smaller number', [999]],
    ['that does not ascend', [1002, 1001]],
    ['with a number twice', [1001, '1.001']],
  ])('%s is refused as repeated', async (_, numbers) => {
    await expect(listing(page(...numbers))).rejects.toMatchObject({
      name: 'SyncError',
      code: 'page_repeated',
      message: 'The portal repeated a page of its list, or listed numbers out of order.',
    })
  })

  test.each([
    null,
    'x',
    [],
    {},
    row(''),
    row('S/N'),
    row('10O1'),
    row('9'.repeat(19)),
    { cell: [{}], id: [] },
  ])('with a row that has no number is unreadable: %j', async (each) => {
    await expect(listing(wrapped({ Hash: 'h', Marcas: [each] }))).rejects.toMatchObject(
      unreadable('The portal answered with a list in which an application has no number.'),
    )
  })

  test('of more than 1,000 rows is unreadable', async () => {
    const numbers = Array.from({ length: 1001 }, (_, index) => 1001 + index)
    expect(await listing(page(...numbers.slice(1)))).toHaveLength(20)
    await expect(listing(page(...numbers))).rejects.toMatchObject(
      unreadable('The portal answered with a list of more than 1,000 applications.'),
    )
  })

  test.each([{}, { Marcas: null }, { Marcas: {} }, { Marca: {} }])(
    'without data is unreadable: %j',
    async (payload) => {
      await expect(listing(wrapped(payload))).rejects.toMatchObject(
        unreadable('The portal answered without the list of applications that was requested.'),
      )
    },
  )
})

describe('a detail', () => {
  const detail = (...calls: Scripted[]) => {
    session.server.script({ calls })
    return session.open().detail('1241347')
  }

  test('is the unvalidated data', async () => {
    expect(await detail()).toEqual({ NumeroSolicitud: '1241347' })
    expect(await detail(wrapped({ Marca: ['x', 1] }))).toEqual(['x', 1])
  })

  test('is undefined for an absent number, and the session continues', async () => {
    const absent = { ErrorMessage: 'El número de solicitud no existe', Hash: 'next' }
    session.server.script({ calls: [wrapped(absent)] })
    const portal = session.open()
    expect(await portal.detail('1')).toBeUndefined()
    await portal.detail('2')
    expect(session.heard().at(-1)?.body?.Hash).toBe('next')
    expect(session.asked().filter((name) => name === 'GET')).toHaveLength(1)
  })

  test.each([{}, { Marca: null }, { Marcas: [] }, { ErrorMessage: '' }])(
    'without data is unreadable: %j',
    async (payload) => {
      await expect(detail(wrapped(payload))).rejects.toMatchObject(
        unreadable('The portal answered without the application that was requested.'),
      )
    },
  )

  test('with a __proto__ field has no changed prototype', async () => {
    const text = '{"Marca":{"__proto__":{"evil":1},"a":[{"__proto__":{"evil":1}}]}}'
    const found = (await detail({ d: text })) as { a: object[] }
    expect([found, found.a[0]].map((each) => Object.assign({}, each))).toEqual([{ a: [{}] }, {}])
    expect(Object.hasOwn(found, '__proto__')).toBe(false)
    expect({}).not.toHaveProperty('evil')
  })

  test('that is unreadable does not affect the next one, which uses a new session', async () => {
    session.server.script({ calls: [wrapped({ Hash: 'h', Marca: 1 }), answered(404)] })
    const portal = session.open()
    expect(await portal.detail('1')).toBe(1)
    await expect(portal.detail('1')).rejects.toMatchObject({ name: 'UnreadableResponse' })
    expect(await portal.detail('2')).toEqual({ NumeroSolicitud: '2' })
    expect(session.asked().map((name) => name === 'GET')).toEqual([true, false, false, true, false])
  })
})
