import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brandPages, numbersOf } from '../../test/support/brand-pages.ts'
import { insertBrands, listedBrand, removeBrands } from '../../test/support/brands.ts'
import { callTool } from '../../test/support/mcp-service.ts'
import { type Answer, startTestService, type TestService } from '../../test/support/service.ts'

/** Newest first. */
const brands = [
  listedBrand({ nroSolicitud: '1400000', denominacion: 'Café, té + más', fechaPresentacion: '2026-02-28' }),
  listedBrand({
    nroSolicitud: '1399999',
    denominacion: 'Cafe Andino',
    fechaPresentacion: '2026-02-28',
    clases: [30, 35],
  }),
  listedBrand({ nroSolicitud: '1350000', denominacion: '', tipoSigno: 'FIGURATIVA', clases: [1, 45] }),
  ...Array.from({ length: 5 }, (_, at) => listedBrand({ nroSolicitud: String(995 - at) })),
  listedBrand({
    nroSolicitud: '500',
    denominacion: 'Kayaks del Fiordo',
    estado: 'VENCIDA',
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

const { getPage, expectRefusal } = brandPages(() => ({ service, key }))

describe('the classes of a listing', () => {
  const classes = ({ body }: Answer) =>
    body.items.map(({ nroSolicitud, clasesNiza }: { nroSolicitud: string; clasesNiza?: number[] }) => [
      nroSolicitud,
      clasesNiza,
    ])

  test('are included in order if requested, with any filters and order', async () => {
    const all = brands.map(({ nroSolicitud, clases }) => [nroSolicitud, clases ?? []])
    expect(classes(await getPage('incluir=clasesNiza&limit=100'))).toEqual(all)
    expect(classes(await getPage('incluir=clasesNiza&clase=45'))).toEqual([['1350000', [1, 45]]])
    expect(classes(await getPage('incluir=clasesNiza&estado=VENCIDA'))).toEqual([['500', [35]]])
    const named = await getPage('incluir=clasesNiza&q=andino')
    expect(classes(named)).toEqual([['1399999', [30, 35]]])
    expect(named.body.items[0].score).toBeGreaterThan(0)
    expect(classes(await getPage('incluir=clasesNiza&fechaHasta=1999-01-01'))).toEqual([])
  })

  test('are not included otherwise', async () => {
    const { body } = await getPage('q=andino')
    expect(body.items[0]).not.toHaveProperty('clasesNiza')
  })

  test('may be requested for one page and not for the next', async () => {
    const first = await getPage('incluir=clasesNiza&limit=1')
    const second = await getPage(`limit=1&cursor=${first.body.nextCursor}`)
    const third = await getPage(`incluir=clasesNiza&limit=1&cursor=${second.body.nextCursor}`)
    expect([first, second, third].flatMap(classes)).toEqual([
      ['1400000', []],
      ['1399999', undefined],
      ['1350000', [1, 45]],
    ])
  })
})

describe('the applicants and holders of a listing', () => {
  const personas = [
    { rol: 'SOLICITANTE', nombre: 'Astilleros Andes SpA', pais: 'CL' },
    { rol: 'TITULAR', nombre: 'Fiordo Sur Ltda.', pais: null },
    { rol: 'REPRESENTANTE', nombre: 'Ana Pérez', pais: 'CL' },
  ] as const

  test('are included if requested, as in the detail and without representatives', async () => {
    await insertBrands(service.owner, [
      listedBrand({
        nroSolicitud: '2000000',
        denominacion: 'Zarpe',
        fechaPresentacion: '2026-03-01',
        personas,
      }),
    ])
    const { body } = await getPage('incluir=titular,clasesNiza&limit=2')
    expect(body.items.map(({ titular }: { titular: unknown }) => titular)).toEqual([personas.slice(0, 2), []])
    expect(body.items[0]).toHaveProperty('clasesNiza')
    const found = await callTool(
      service,
      'search_brands',
      { q: 'zarpe', incluir: 'coincidencia,titular' },
      key,
    )
    const [item] = JSON.parse(found.body.result.content[0].text).items
    expect(item).toMatchObject({ titular: personas.slice(0, 2), coincidencia: { modos: ['igual'] } })
    await removeBrands(service.owner, ['2000000'])
  })
})

describe('incluir', () => {
  test('accepts only known parts, each once, separated by commas', async () => {
    const { body } = await expectRefusal('incluir=claseNiza', 'incluir')
    expect(body.error.details[0]).toMatchObject({
      allowed: ['clasesNiza', 'coincidencia', 'titular'],
      didYouMean: 'clasesNiza',
    })
    for (const wrong of [
      '',
      'Coincidencia',
      'coincidencia,',
      'coincidencia,coincidencia',
      'clasesNiza;coincidencia',
    ]) {
      await expectRefusal(`q=andino&incluir=${wrong}`, 'incluir')
    }
  })

  test('with several parts adds all of them, in any order', async () => {
    const one = await getPage('q=andino&incluir=clasesNiza,coincidencia')
    const other = await getPage('q=andino&incluir=coincidencia%2CclasesNiza')
    expect(one.body).toEqual(other.body)
    expect(one.body.items[0]).toMatchObject({
      clasesNiza: [30, 35],
      coincidencia: { modos: expect.any(Array) },
    })
  })
})

describe('how names match', () => {
  test('is explained for each item if requested, and nothing else on the page changes', async () => {
    const plain = await getPage('q=kayacs+del+fiordo')
    const { body } = await getPage('q=kayacs+del+fiordo&incluir=coincidencia')
    const [{ coincidencia, ...item }] = body.items
    expect(item).toEqual(plain.body.items[0])
    expect(coincidencia).toEqual({
      modos: ['mismo_sonido', 'empieza_igual', 'termina_igual'],
      pares: [
        { consulta: 'kayacs', denominacion: 'kayaks', modo: 'mismo_sonido' },
        { consulta: 'del', denominacion: 'del', modo: 'igual' },
        { consulta: 'fiordo', denominacion: 'fiordo', modo: 'igual' },
      ],
      visual: 0.93,
      fonetica: 1,
      palabras: 0.98,
    })
    expect(plain.body.items[0]).not.toHaveProperty('coincidencia')
  })

  test('may be requested for one page and not for the next, and does not change the pages', async () => {
    const path = 'q=marca&limit=2'
    const first = await getPage(path)
    const second = await getPage(`${path}&cursor=${first.body.nextCursor}`)
    const explained = await getPage(`${path}&incluir=coincidencia`)
    expect(explained.body.nextCursor).toBe(first.body.nextCursor)
    const next = await getPage(`${path}&incluir=coincidencia&cursor=${first.body.nextCursor}`)
    expect([numbersOf(explained), numbersOf(next)]).toEqual([numbersOf(first), numbersOf(second)])
  })

  test('is explained over MCP as over REST', async () => {
    const args = { q: 'kayacs del fiordo', incluir: 'coincidencia,clasesNiza' }
    const { body } = await callTool(service, 'search_brands', args, key)
    const page = await getPage(String(new URLSearchParams(args)))
    expect(page.body.items[0]).toHaveProperty('coincidencia.modos')
    expect(JSON.parse(body.result.content[0].text)).toEqual(page.body)
    const refused = await callTool(service, 'search_brands', { incluir: 'coincidencia' }, key)
    const { error } = JSON.parse(refused.body.result.content[0].text)
    expect(error.details).toEqual((await expectRefusal('incluir=coincidencia', 'incluir')).body.error.details)
  })

  test('needs a q: a request without one is refused, and its other mistakes are listed too', async () => {
    await expectRefusal('incluir=coincidencia', 'incluir')
    await expectRefusal(
      'incluir=clasesNiza,coincidencia&fechaDesde=2026-01-02&fechaHasta=2026-01-01',
      'fechaDesde',
      'incluir',
    )
  })

  test('may be requested with a q without a letter or digit, which gives an empty page', async () => {
    expect((await getPage('q=%3F&incluir=coincidencia')).body).toMatchObject({ items: [], nextCursor: null })
  })
})
