import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { marcaOf } from '../../portal/marca.ts'
import type { ToldMark } from '../../portal/told-mark.ts'
import type { Office } from '../office.ts'
import { SENTENCES } from './sentences.ts'
import { FIRST, MARKS, NUMBERS, SECOND, startVisitedOffice } from './testing/visited-office.ts'
import { type Answered, type Visitor, visitorOf } from './testing/visitor.ts'

let office: Office
let visitor: Visitor
beforeEach(async () => {
  ;({ office, visitor } = await startVisitedOffice())
})
afterEach(() => office.stop())

const numbersIn = ({ content }: Answered): string[] =>
  ((content?.Marcas ?? []) as { id: string }[]).map(({ id }) => id)
const sentenceIn = ({ status, content }: Answered) => ({ status, sentence: content?.ErrorMessage })
const says = (sentence: keyof typeof SENTENCES) => ({ status: 200, sentence: SENTENCES[sentence] })

describe("the portal's page", () => {
  test('begins a session, and hides what its methods want', async () => {
    expect(visitor.cookie).toMatch(/^ASP\.NET_SessionId=\w{24}; sucursal=/)
    expect(visitor.hash).toMatch(/^[\w+/=]{32}$/)
    expect(visitor.idw).toMatch(/^\w{16}$/)
  })

  test('goes on with the session of a cookie, but with another hash', async () => {
    const { cookie, hash, idw } = visitor
    const first = office.portal.calls.at(-1)
    await visitor.load()
    expect(visitor).toMatchObject({ cookie, idw })
    expect(visitor.hash).not.toBe(hash)
    expect(first?.headers.cookie).toBe('')
    expect(sentenceIn(await visitor.list('0', { Hash: hash }))).toEqual(says('hashRefused'))
  })
})

describe('the list of the portal', () => {
  test('tells all numbers by twenty, ascending, and nothing behind the last', async () => {
    const pages = []
    for (let after = '0', numbers = ['']; numbers.length > 0; after = numbers.at(-1) ?? '') {
      numbers = numbersIn(await visitor.list(after))
      pages.push(numbers)
    }
    expect(pages.map(({ length }) => length)).toEqual([20, 20, 10, 0])
    expect(pages.flat()).toEqual(NUMBERS)
  })

  test('goes on behind any number, also one that is none of its own', async () => {
    const between = String(Number(SECOND) - 1)
    expect(numbersIn(await visitor.list(between)).at(0)).toBe(SECOND)
    expect(numbersIn(await visitor.list(`000${FIRST}`)).at(0)).toBe(SECOND)
    expect(numbersIn(await visitor.list('999999999999999999'))).toEqual([])
  })

  test('knows what is entered while it runs, by number', async () => {
    const newer: ToldMark = { ...(MARKS[0] as ToldMark), nroSolicitud: '10000000', denominacion: 'ÑUBLE' }
    office.portal.enter([newer, { ...(MARKS[49] as ToldMark), estadoOficina: 'Desistida' }])
    const { content } = await visitor.list(NUMBERS[48] ?? '')
    expect(content?.Marcas).toEqual([
      expect.objectContaining({ id: NUMBERS[49], cell: expect.arrayContaining(['Desistida']) }),
      { id: '10000000', cell: expect.arrayContaining(['10.000.000', 'ÑUBLE']) },
    ])
  })

  test('is JSON in JSON', async () => {
    const { type, text } = await visitor.list('0')
    expect(type).toBe('application/json; charset=utf-8')
    expect(JSON.parse(text)).toEqual({ d: expect.stringContaining(`"id":"${FIRST}"`) })
  })
})

describe('the detail of the portal', () => {
  test('tells what is known of an application', async () => {
    for (const mark of MARKS) {
      const { content } = await visitor.detail(mark.nroSolicitud)
      expect(content).toEqual({ Hash: visitor.hash, Marca: marcaOf(mark) })
    }
  })

  test('says so where there is none, and goes on', async () => {
    expect(sentenceIn(await visitor.detail('7'))).toEqual(says('noSuchNumber'))
    expect((await visitor.detail(FIRST)).content?.Marca).toMatchObject({ NumeroSolicitud: FIRST })
  })
})

describe('a call that is not as it has to be', () => {
  test('is refused with a hash that was used before, or one of another session', async () => {
    const { hash } = visitor
    await visitor.list('0')
    expect(sentenceIn(await visitor.list('0', { Hash: hash }))).toEqual(says('hashRefused'))
    const other = visitorOf(office)
    await other.load()
    expect(sentenceIn(await visitor.detail(FIRST, { Hash: other.hash }))).toEqual(says('hashRefused'))
    expect(sentenceIn(await visitor.detail(FIRST, { IDW: other.idw }))).toEqual(says('hashRefused'))
    expect((await visitor.detail(FIRST)).content).toHaveProperty('Marca')
  })

  test('has no session without its cookie', async () => {
    visitor.cookie = 'ASP.NET_SessionId=neverheardof'
    expect(sentenceIn(await visitor.list('0'))).toEqual(says('sessionOver'))
  })

  test('has to have all parameters, as texts', async () => {
    expect(await visitor.list('0', { param9: undefined })).toMatchObject({
      status: 500,
      text: expect.stringContaining("missing value for parameter: 'param9'"),
    })
    expect(await visitor.detail(FIRST, { numeroSolicitud: 7 })).toMatchObject({ status: 500 })
    expect(await visitor.post('FindMarcas', '{"LastNumSol"')).toMatchObject({
      status: 500,
      text: expect.stringContaining('"StackTrace":null'),
    })
  })

  test('is given the page where it is not JSON, and no search but the list of all', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await visitor.post('FindMarcas', 'LastNumSol=0', form)).type).toBe('text/html; charset=utf-8')
    await visitor.load()
    expect(sentenceIn(await visitor.list('0', { param3: 'SIERPE' }))).toEqual(says('unknown'))
  })
})

describe('the limits of the portal', () => {
  test('are sentences: of a session, which another one does not have, and of the day', async () => {
    office.portal.limit({ perSession: 2, perDay: 3 })
    await visitor.list('0')
    await visitor.detail(FIRST)
    expect(sentenceIn(await visitor.detail(SECOND))).toEqual(says('limit'))
    const other = visitorOf(office)
    await other.load()
    expect((await other.list('0')).content).toHaveProperty('Marcas')
    expect(sentenceIn(await other.list('0'))).toEqual(says('limit'))
  })

  test('end sessions after so many calls, or when told; the page begins another one', async () => {
    office.portal.limit({ sessionLasts: 1 })
    await visitor.list('0')
    expect(sentenceIn(await visitor.list('0'))).toEqual(says('sessionOver'))
    const { cookie } = visitor
    await visitor.load()
    expect(visitor.cookie).not.toBe(cookie)
    office.portal.expireSessions()
    expect(sentenceIn(await visitor.list('0'))).toEqual(says('sessionOver'))
  })
})

describe('the portal', () => {
  test('remembers what it was asked, and when', async () => {
    const before = Date.now()
    await visitor.detail(FIRST)
    expect(office.portal.calls).toEqual([
      expect.objectContaining({ method: 'GET', path: '/Marca/BuscarMarca.aspx', body: undefined }),
      {
        method: 'POST',
        path: '/Marca/BuscarMarca.aspx/FindMarcaByNumeroSolicitud',
        body: { Hash: expect.any(String), IDW: visitor.idw, numeroSolicitud: FIRST },
        headers: expect.objectContaining({ cookie: visitor.cookie }),
        at: expect.any(Number),
      },
    ])
    expect(office.portal.calls[1]?.at).toBeGreaterThanOrEqual(before)
    expect(office.requests).toEqual([])
  })

  test('tells how many calls were under way at once', async () => {
    await visitor.list('0')
    await visitor.list('0')
    expect(office.portal.mostAtOnce).toBe(1)
    office.portal.misbehave('silence')
    const gone = new AbortController()
    const waiting = [1, 2, 3].map(() => fetch(office.portalUrl, { signal: gone.signal }))
    const given = Promise.allSettled(waiting)
    while (office.portal.calls.length < 6) {
      await new Promise(setImmediate)
    }
    gone.abort()
    await given
    expect(office.portal.mostAtOnce).toBe(3)
  })
})
