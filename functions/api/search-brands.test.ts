import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brandSearch } from '../../schemas/brand.ts'
import { codes, ESTADOS, TIPOS_DE_SIGNO } from '../../schemas/catalogs.ts'
import { writeCursor } from '../../shared/platform/cursor.ts'
import { anyCharacter } from '../../test/support/any-character.ts'
import { brandPages, envelopeProblems, numbersOf, pageProblems } from '../../test/support/brand-pages.ts'
import { insertBrands, listedBrand } from '../../test/support/brands.ts'
import { ask, startTestService, type TestService } from '../../test/support/service.ts'

const PATH = '/v1/brands'

/** Newest first. 30 marks have the same filing date, so that a page ends between marks of one day. */
const brands = [
  listedBrand({ nroSolicitud: '1400000', denominacion: 'Café, té + más', fechaPresentacion: '2026-02-28' }),
  listedBrand({
    nroSolicitud: '1399999',
    nroRegistro: '1300001',
    denominacion: 'Cafe Andino',
    fechaPresentacion: '2026-02-28',
    fechaVencimiento: '2036-05-05',
    clases: [30, 35],
  }),
  listedBrand({ nroSolicitud: '1350000', denominacion: '', tipoSigno: 'FIGURATIVA', clases: [1, 45] }),
  ...Array.from({ length: 30 }, (_, at) => listedBrand({ nroSolicitud: String(990 + at) })).reverse(),
  listedBrand({
    nroSolicitud: '500',
    denominacion: 'Kayaks del Fiordo',
    estado: 'VENCIDA',
    tipoSigno: 'MIXTA',
    fechaPresentacion: '2001-01-01',
    clases: [35],
  }),
]

let service: TestService
let key: string

beforeAll(async () => {
  service = await startTestService()
  await insertBrands(service.owner, brands)
  key = await service.key()
})
afterAll(() => service.stop())

const { get, getPage, expectRefusal } = brandPages(() => ({ service, key }))

describe('a listing', () => {
  test('has 20 brands per page by default, newest first, and of one day the highest number first', async () => {
    const all = brands.map(({ nroSolicitud }) => nroSolicitud)
    expect(numbersOf(await getPage(''))).toEqual(all.slice(0, 20))
    expect(numbersOf(await getPage('limit=100'))).toEqual(all)
  })

  test('has the fields of the contract, and no score', async () => {
    const { body } = await getPage('limit=2')
    const { clases: _, ...summary } = brands[1] as (typeof brands)[number]
    expect(body.items[1]).toEqual(summary)
    expect(body.items[0]).not.toHaveProperty('score')
  })

  test('ends with nextCursor null, also on a full page', async () => {
    expect((await getPage(`limit=${brands.length}`)).body.nextCursor).toBeNull()
    expect((await getPage(`limit=${brands.length - 1}`)).body.nextCursor).toEqual(expect.any(String))
    expect((await getPage('estado=ANULADA')).body).toMatchObject({ items: [], nextCursor: null })
  })

  test.each([
    ['clase=35', ['1399999', '500']],
    ['clase=035', ['1399999', '500']],
    ['clase=1', ['1350000']],
    ['clase=45', ['1350000']],
    ['clase=2', []],
    ['clase=30,45', ['1399999', '1350000']],
    ['clase=30&clase=1,045', ['1399999', '1350000']],
    ['clase=30%2C35', ['1399999', '500']],
    ['estado=VENCIDA,ANULADA', ['500']],
    ['tipoSigno=FIGURATIVA&tipoSigno=MIXTA', ['1350000', '500']],
    ['fase=terminada', ['500']],
    ['numeros=1.350.000,0500,7,x', ['1350000', '500']],
    ['numeros=7', []],
    ['nroRegistro=01.300.001', ['1399999']],
    ['nroRegistro=1399999', []],
    ['vencimientoDesde=2036-05-05&vencimientoHasta=2036-05-05', ['1399999']],
    ['vencimientoDesde=2036-05-06', []],
    ['vencimientoHasta=2036-05-05&clase=35', ['1399999']],
    ['fase=terminada,vigente&estado=REGISTRADA&clase=1', ['1350000']],
    ['fase=terminada&estado=REGISTRADA', []],
    ['estado=VENCIDA', ['500']],
    ['tipoSigno=FIGURATIVA', ['1350000']],
    ['estado=VENCIDA&tipoSigno=MIXTA&clase=35', ['500']],
    ['estado=VENCIDA&tipoSigno=FIGURATIVA', []],
    ['fechaDesde=2026-02-28', ['1400000', '1399999']],
    ['fechaHasta=2001-01-01', ['500']],
    ['fechaDesde=2001-01-02&fechaHasta=2019-06-23', []],
    ['fechaDesde=2026-02-28&fechaHasta=2026-02-28&clase=30', ['1399999']],
    ['fechaDesde=0001-01-01&fechaHasta=9999-12-31&clase=35', ['1399999', '500']],
    ['fechaHasta=0001-01-01', []],
    ['fechaDesde=9999-12-31', []],
  ])('of %s is %j, with both days included', async (query, wanted) => {
    expect(numbersOf(await getPage(query))).toEqual(wanted)
  })

  test('accepts every code of the catalogs', async () => {
    for (const estado of codes(ESTADOS)) {
      await getPage(`estado=${estado}`)
    }
    for (const tipo of codes(TIPOS_DE_SIGNO)) {
      await getPage(`tipoSigno=${tipo}`)
    }
  })

  test('answers HEAD as GET without the body, and is private to the client', async () => {
    const headers = { 'accept-encoding': 'identity' }
    const head = await ask(service, PATH, { key, method: 'HEAD', headers })
    expect(head).toMatchObject({ status: 200, body: undefined })
    const body = JSON.stringify((await getPage('')).body)
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(body)))
    expect(head.headers.get('cache-control')).toBe('private, no-cache')
  })
})

test('the link to the next page has every value of a repeated parameter', async () => {
  const { headers, body } = await getPage('clase=30&clase=1,45&limit=1')
  const link = `</v1/brands?clase=30&clase=1%2C45&limit=1&cursor=${body.nextCursor}>; rel="next"`
  expect(headers.get('link')).toBe(link)
  expect(numbersOf(await getPage(`clase=30&clase=1,45&limit=1&cursor=${body.nextCursor}`))).toEqual([
    '1350000',
  ])
})

describe('q', () => {
  test('ranks marks: the mark that is first in all three lists comes first, with the score of three first ranks', async () => {
    const { body } = await getPage('q=kayaks+del+fiordo')
    expect(body.items[0]).toMatchObject({ nroSolicitud: '500', score: 0.049180327869 })
  })

  test('ignores case and accents, and puts the higher number first among equals', async () => {
    for (const query of ['q=CAF%C3%89', 'q=cafe', 'q=Cafe%CC%81']) {
      expect(numbersOf(await getPage(query)).sort()).toEqual(['1399999', '1400000'])
    }
    const [first, second] = (await getPage('q=marca&limit=2')).body.items
    expect(Number(first.nroSolicitud)).toBeGreaterThan(Number(second.nroSolicitud))
  })

  test('finds a name despite a typing error', async () => {
    expect(numbersOf(await getPage('q=kayacs+fiordo'))[0]).toBe('500')
  })

  test('reads + as a space, an encoded + as one, and a comma as a comma', async () => {
    expect(numbersOf(await getPage('q=Caf%C3%A9,+t%C3%A9+%2B+m%C3%A1s'))[0]).toBe('1400000')
    expect(numbersOf(await getPage('q=t%C3%A9,m%C3%A1s'))[0]).toBe('1400000')
  })

  test('counts ranks among the brands that pass the filters', async () => {
    const { body } = await getPage('q=marca&fechaDesde=2026-01-01')
    expect(body.items).toEqual([])
    const [first] = (await getPage('q=cafe&clase=30')).body.items
    expect(first).toMatchObject({ nroSolicitud: '1399999', score: 0.032786885246 })
  })

  test.each(['%3F%21', '%22%27%28%29', '+-+', '%00.', '%F0%9F%98%80', '%CC%81'])(
    'without a letter or digit, as %s, finds nothing',
    async (q) => {
      expect((await getPage(`q=${q}`)).body).toMatchObject({ items: [], nextCursor: null })
    },
  )

  test('without a letter or digit does not skip the validation of other parameters', async () => {
    await expectRefusal('q=%3F&limit=0', 'limit')
    await expectRefusal('q=%3F&cursor=x', 'cursor')
  })

  test('has 1 to 200 characters after trimming', async () => {
    await getPage('q=x')
    await getPage(`q=+${encodeURIComponent('ñ'.repeat(200))}%09`)
    await expectRefusal(`q=${'x'.repeat(201)}`, 'q')
    for (const empty of ['q', 'q=', 'q=+', 'q=%00', 'q=%09%0A%C2%A0']) {
      await expectRefusal(empty, 'q')
    }
  })

  test('of any text is answered without an error', async () => {
    const text = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 80 })
    await fc.assert(
      fc.asyncProperty(text, async (q) => {
        fc.pre(q.isWellFormed())
        const { status, body } = await get(`q=${encodeURIComponent(q)}`)
        expect([200, 400]).toContain(status)
        expect(status === 200 ? pageProblems(body) : envelopeProblems(body)).toEqual([])
      }),
      { numRuns: 50 },
    )
  })
})

describe('400', () => {
  test.each([
    ['limit', ['0', '101', '-1', '1e1', '0x10', '5.0', '+5', '%2B5', '5,5', '', '٥', 'NaN', '9'.repeat(400)]],
    ['clase', ['0', '46', '-1', '1.5', '', '35,', '35,46', '35,35', 'x']],
    ['estado', ['', 'registrada', 'REGISTRADA+', 'REGISTRADO', 'REGISTRADA;VENCIDA', '%00', '__proto__']],
    ['tipoSigno', ['', 'mixta', 'WORD']],
    [
      'fechaDesde',
      ['', '2019-02-30', '2019-1-1', '0000-01-01', '2019-01-01T00:00:00Z', 'infinity', '10000-01-01'],
    ],
    ['fechaHasta', ['', '2021-02-29', '2019-13-01', '-001-01-01', 'now', '20190101', '2019-01-01+BC']],
  ])('for %s that is %j', async (name, texts) => {
    for (const text of texts) {
      await expectRefusal(`${name}=${text}`, name)
    }
  })

  test('for a range of days that ends before it begins, naming both', async () => {
    const { body } = await expectRefusal('fechaDesde=2019-01-02&fechaHasta=2019-01-01', 'fechaDesde')
    expect(body.error.message).toBe('fechaDesde must not be after fechaHasta')
  })

  test('for numbers that are empty, too long, repeated or too many, and for a reversed range of each kind of day', async () => {
    await expectRefusal('numeros=', 'numeros')
    await expectRefusal(`numeros=1,${'2'.repeat(65)}`, 'numeros')
    await expectRefusal('numeros=1,1', 'numeros')
    await expectRefusal(`numeros=${Array.from({ length: 101 }, (_, at) => at).join()}`, 'numeros')
    await expectRefusal('nroRegistro=+.', 'nroRegistro')
    await expectRefusal('registroDesde=2020-01-02&registroHasta=2020-01-01', 'registroDesde')
    await expectRefusal('vencimientoDesde=2020-01-02&vencimientoHasta=2020-01-01', 'vencimientoDesde')
    await expectRefusal('sinClase=incluir', 'sinClase')
  })

  test('for a parameter that is unknown, or given twice', async () => {
    await expectRefusal('page=2&offset=5', 'page', 'offset')
    await expectRefusal('limit=1&limit=1', 'limit')
    await expectRefusal('clase=1&clase=1', 'clase')
    await expectRefusal('clase[]=1', 'clase[]')
  })

  test('lists all mistakes', async () => {
    await expectRefusal('limit=0&clase=99&fechaDesde=x', 'clase', 'fechaDesde', 'limit')
  })

  test.each([
    ['fechadesde=2019-01-01', 'fechaDesde'],
    ['class=35', 'clase'],
    ['clases=35', 'clase'],
    ['tiposigno=MIXTA', 'tipoSigno'],
    ['Q=cafe', 'q'],
    ['estado=registrada', 'REGISTRADA'],
    ['estado=REGISTRADO', 'REGISTRADA'],
    ['estado=en+tr%C3%A1mite', 'EN_TRAMITE'],
    ['tipoSigno=mixta', 'MIXTA'],
  ])('for %s suggests %s, in the message and in the details', async (query, meant) => {
    const { body } = await expectRefusal(query, query.split('=')[0] as string)
    expect(body.error.details[0].didYouMean).toBe(meant)
    expect(body.error.message).toContain(`did you mean ${meant}?`)
  })

  test('lists the allowed values', async () => {
    const { body } = await expectRefusal('estado=none', 'estado')
    expect(body.error.details[0].allowed).toEqual(codes(ESTADOS))
    expect((await get('limit=1e1')).body.error.message).toBe('limit must be a whole number from 1 to 100')
    expect((await get('pagina=2')).body.error.details[0].allowed).toEqual(Object.keys(brandSearch.properties))
  })
})

describe('cursor', () => {
  const next = async (query: string): Promise<string> => (await getPage(query)).body.nextCursor

  test('continues after the last brand, also with another page size', async () => {
    const cursor = await next('limit=5')
    const all = brands.map(({ nroSolicitud }) => nroSolicitud)
    expect(numbersOf(await getPage(`cursor=${cursor}&limit=7`))).toEqual(all.slice(5, 12))
    expect(numbersOf(await getPage(`limit=100&cursor=${cursor}`))).toEqual(all.slice(5))
  })

  test('is short, and bound to its normalized parameters', async () => {
    const cursor = await next('q=marca&limit=5')
    expect(cursor.length).toBeLessThan(200)
    expect(numbersOf(await getPage(`cursor=${cursor}&q=+marca%09`))).toHaveLength(20)
    await expectRefusal(`cursor=${cursor}&q=marcas`, 'cursor')
    await expectRefusal(`cursor=${cursor}`, 'cursor')
  })

  test.each([
    'clase=35',
    'estado=REGISTRADA',
    'tipoSigno=DENOMINATIVA',
    'fechaDesde=2001-01-01',
    'fechaHasta=2026-12-31',
    'q=marca',
  ])('of the listing without filters is rejected with %s', async (other) => {
    const { body } = await expectRefusal(`cursor=${await next('limit=5')}&${other}`, 'cursor')
    expect(body.error.message).toBe('cursor belongs to a request with other parameters')
  })

  test('that is empty, damaged or too long is rejected', async () => {
    const cursor = await next('limit=5')
    for (const wrong of [
      '',
      '+',
      'x',
      cursor.slice(1),
      cursor.slice(0, -1),
      `${cursor}A`,
      `${cursor}%3D`,
      `${cursor}+`,
      'A'.repeat(8_000),
    ]) {
      await expectRefusal(`cursor=${wrong}`, 'cursor')
    }
  })

  const listing = { operation: 'search-brands' }
  test.each([
    ['no position', listing, '', []],
    ['half a position', listing, '', ['2019-06-24']],
    ['a position with too many parts', listing, '', ['2019-06-24', '990', '1']],
    ['a day that does not exist', listing, '', ['2019-02-30', '990']],
    ['a word that PostgreSQL reads as a day', listing, '', ['infinity', '990']],
    ['an invalid number', listing, '', ['2019-06-24', '9e3']],
    ['a number above the maximum', listing, '', ['2019-06-24', '9'.repeat(19)]],
    [
      'a day after fechaHasta',
      { ...listing, fechaHasta: '2019-01-01' },
      '&fechaHasta=2019-01-01',
      ['2019-01-02', '1'],
    ],
    [
      'a day before fechaDesde',
      { ...listing, fechaDesde: '2019-01-01' },
      '&fechaDesde=2019-01-01',
      ['2018-12-31', '1'],
    ],
    [
      'a position of a listing instead of a search',
      { ...listing, q: 'marca' },
      '&q=marca',
      ['2019-06-24', '990'],
    ],
    ['an invalid score', { ...listing, q: 'marca' }, '&q=marca', ['NaN', '990']],
  ])('with a valid checksum and %s is rejected', async (_, request, query, position) => {
    await expectRefusal(`cursor=${writeCursor(request, position)}${query}`, 'cursor')
  })

  test('of another operation is rejected', async () => {
    const other = writeCursor({ operation: 'list-sync-runs' }, ['2019-06-24', '990'])
    await expectRefusal(`cursor=${other}`, 'cursor')
  })
})

describe('authentication and scope', () => {
  test('are checked before the parameters: 401 without a key, 403 without the scope', async () => {
    const withoutKey = await ask(service, `${PATH}?limit=0`)
    expect([withoutKey.status, withoutKey.body.error.message]).toEqual([401, 'Missing or invalid API key'])
    const narrow = await service.key({ consumer: 'narrow', scopes: ['insights:read'] })
    const other = await ask(service, `${PATH}?limit=0`, { key: narrow })
    expect([other.status, other.body.error.message]).toEqual([
      403,
      'API key lacks required scope: brands:read',
    ])
    const right = await service.key({ consumer: 'right', scopes: ['brands:read'] })
    expect((await ask(service, PATH, { key: right })).status).toBe(200)
  })
})
