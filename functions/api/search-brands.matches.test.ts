import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { BrandSummary } from '../../schemas/brand.ts'
import { insertBrands, type ListedBrand, listedBrand } from '../../test/support/brands.ts'
import { ask, startTestService, type TestService } from '../../test/support/service.ts'

/** The older of two has the lower number: of equals the newer comes first, so what is looked for is mostly older. */
const NAMES = [
  ...[
    'KASA',
    'CASA',
    'CASAS DEL SUR',
    'GASA',
    'LA CASA DE PAPEL',
    'Casa Blanca',
    'CASABLANCA',
    'KASA BLANKA',
  ],
  ...['La Casa Blanca', 'Casa Blanca Chile', 'CASA LA BLANCA', 'Blanca Casa', 'COCACOLA', 'COCA COLA LIGHT'],
  ...['COLA DE CABALLO', 'NET TOP', 'NETTOP SERVICIOS', 'TOP MODEL', 'BUDMEN', 'BUDGET', 'BUD', 'BUT', 'BAD'],
  ...[
    'LIFE',
    'HALF LIFE',
    'THOMSON',
    'THOMSEN',
    'JOHNSON LIVE',
    'fakiku',
    'FACILITO',
    'FENIX',
    'FELIX',
    'NEW FOX',
  ],
  ...['ALTAMIRA', 'ALTAMAR', 'MIRA', 'BARCELONESA', 'MARCELA', 'HUEVO', 'WEVO', 'JIRAFA', 'GIRAFA', 'HELADO'],
  ...[
    'ELADIO',
    'LLUVIA',
    'YUBIA',
    'QUESO',
    'KESO',
    'ÑANDÚ',
    'NANDA',
    'Crème Brûlée',
    'BRULE',
    'SAN BERNARDO',
  ],
  ...['BERNARDO SAN MARTIN', 'RIO BUENO SUR', 'GRUPO CORDILLERA', 'GRUPO VALLE', 'SOCIEDAD VALLE LIMITADA'],
  ...[
    'CORDILLERA DE LOS ANDES',
    '7-UP',
    'SEVEN',
    'UPPER',
    'A & B',
    'ABC',
    'BA',
    "L'ORÉAL",
    'LOREALIS',
    'REAL',
  ],
  ...[
    'МОЛОКО',
    'МОЛОТ',
    '茅台',
    '茅山',
    'ΣΟΦΙΑΣ',
    'ΣΟΦΟΣ',
    'شاي',
    'शांति',
    'शांता',
    'HIERRO FORJADO',
    'FORJADOS DEL HIERRO',
  ],
]

/** What stands behind `TORMENTA` in names, the longer the less the word is of them. */
const BEHIND = [
  '',
  'UVA',
  'FLOR',
  'VERDE',
  'BLANCO',
  'DORADOS',
  'PLATEADO',
  'DIAMANTES',
  'CORDOBESAS',
  'IMPERMEABLES',
]

const CLASSED = BEHIND.map((behind, at) =>
  listedBrand({
    nroSolicitud: String(5_000 + at),
    denominacion: `TORMENTA ${behind}`.trim(),
    clases: [at % 2 === 0 ? 9 : 35],
    estado: at % 3 === 0 ? 'REGISTRADA' : 'VENCIDA',
  }),
)

const SAME = ['LUCERO', 'lucero', 'Lucéro', 'LUCERO.', '"Lucero"', 'LUCERO®', 'L U C E R O', 'Lucero']

/** Names of other letters, so that what is looked for does not stand alone. */
const OTHERS = Array.from({ length: 300 }, (_, at) => {
  const part = (from: number): string => ['xu', 'po', 'wy', 'ko', 'ru', 'ji', 'zo'][from % 7] ?? ''
  return `${part(at)}${part(Math.floor(at / 7) + 1)}n${part(Math.floor(at / 49) + 2)}t`
})

const numbered = (names: readonly string[], from: number): ListedBrand[] =>
  names.map((denominacion, at) => listedBrand({ nroSolicitud: String(from + at), denominacion }))

let service: TestService
let key: string

beforeAll(async () => {
  service = await startTestService()
  key = await service.key()
  await insertBrands(service.owner, [
    ...numbered(NAMES, 1_000),
    ...numbered(OTHERS, 2_000),
    ...numbered(SAME, 3_000),
    ...CLASSED,
  ])
})
afterAll(() => service.stop())

/** Adds marks that are newer than all before. */
async function add(denominaciones: readonly string[]): Promise<void> {
  await insertBrands(service.owner, numbered(denominaciones, newest))
  newest += denominaciones.length
}
let newest = 10_000

async function found(q: string, filters: Record<string, string> = {}): Promise<BrandSummary[]> {
  const query = new URLSearchParams({ q, limit: '100', ...filters })
  const { status, body } = await ask(service, `/v1/brands?${query}`, { key })
  expect(status).toBe(200)
  return body.items
}

const names = async (q: string, filters?: Record<string, string>): Promise<string[]> =>
  (await found(q, filters)).map(({ denominacion }) => denominacion)

/** The places of two names among those found, from 0; the other must come behind, or not at all. */
async function expectBefore(q: string, first: string, second: string): Promise<void> {
  const all = await names(q)
  expect(all).toContain(first)
  const place = all.indexOf(second)
  expect(all.indexOf(first)).toBeLessThan(place < 0 ? all.length : place)
}

describe('the name that was asked for comes first', () => {
  test.each([
    ['CASA'],
    ['KASA'],
    ['Casa Blanca'],
    ['CASABLANCA'],
    ['KASA BLANKA'],
    ['Blanca Casa'],
    ['COCA COLA LIGHT'],
    ['NET TOP'],
    ['BUD'],
    ['BUDMEN'],
    ['LIFE'],
    ['FENIX'],
    ['7-UP'],
    ['A & B'],
    ["L'ORÉAL"],
    ['МОЛОКО'],
    ['茅台'],
    ['ΣΟΦΙΑΣ'],
    ['شاي'],
    ['शांति'],
    ['Crème Brûlée'],
    ['GRUPO VALLE'],
  ])('%s, before newer ones that are like it', async (name) => {
    expect((await names(name))[0]).toBe(name)
  })

  test.each([
    ['casa blanca', 'Casa Blanca'],
    ['  CÁSA\tBLANÇA ', 'Casa Blanca'],
    ['creme brulee', 'Crème Brûlée'],
    ['CRE\u0300ME BRU\u0302LE\u0301E', 'Crème Brûlée'],
    ['ｃａｓａ', 'CASA'],
    ['nandu', 'ÑANDÚ'],
    ['Ñandu', 'ÑANDÚ'],
    ['молоко', 'МОЛОКО'],
    ['σοφιας', 'ΣΟΦΙΑΣ'],
    ['ΣΟΦΊΑΣ', 'ΣΟΦΙΑΣ'],
  ])('whatever its case and accents: %j finds %s', async (q, name) => {
    expect((await names(q))[0]).toBe(name)
  })

  test.each([
    ['7up', '7-UP'],
    ['7 UP', '7-UP'],
    ['AB', 'A & B'],
    ['a.b.', 'A & B'],
    ['a+b', 'A & B'],
    ['loreal', "L'ORÉAL"],
    ['L’Oreal', "L'ORÉAL"],
  ])('whatever is between its letters: %s finds %s', async (q, name) => {
    expect((await names(q))[0]).toBe(name)
  })
})

test.each([
  ['in another order', 'VIÑA DE LA GRAN VALLE', ['VIÑA LA DE GRAN VALLE', 'GRAN VALLE DE LA VIÑA']],
  ['and one of them twice', 'CAMINO DEL VINO SUR', ['CAMINO DEL VINO DEL SUR']],
  ['and one of them once instead of twice', 'RUTA DEL VINO DEL SUR', ['RUTA DEL VINO SUR']],
])('a name comes first also where newer ones have its words %s', async (_, name, others) => {
  await add([name, ...others, ...others, ...others])
  expect((await names(name))[0]).toBe(name)
})

describe('words joined or split are found', () => {
  test.each([
    ['coca cola', 'COCACOLA'],
    ['cocacola', 'COCA COLA LIGHT'],
    ['nettop', 'NET TOP'],
    ['net top', 'NETTOP SERVICIOS'],
    ['casablanca', 'Casa Blanca'],
    ['casa blanca', 'CASABLANCA'],
    ['alta mira', 'ALTAMIRA'],
    ['sanbernardo', 'SAN BERNARDO'],
  ])('%s finds %s', async (q, name) => {
    expect((await names(q)).slice(0, 5)).toContain(name)
  })
})

describe('a typing error is forgiven', () => {
  test.each([
    ['a letter missing', 'altamra'],
    ['the first letter missing', 'ltamira'],
    ['a letter doubled', 'altamirra'],
    ['a wrong letter', 'altamida'],
    ['the first letter wrong', 'eltamira'],
    ['a letter too many', 'altamisra'],
    ['two letters swapped', 'altamria'],
    ['the first two swapped', 'latamira'],
    ['the last two swapped', 'altamiar'],
  ])('%s: %s finds ALTAMIRA', async (_, q) => {
    expect((await names(q)).slice(0, 2)).toContain('ALTAMIRA') // one letter less may make it ALTAMAR
  })

  test.each([
    ['barcelonsea', 'BARCELONESA'],
    ['hierro frojado', 'HIERRO FORJADO'],
    ['hiero forjado', 'HIERRO FORJADO'],
    ['coxa cola light', 'COCA COLA LIGHT'],
    ['san bernarod', 'SAN BERNARDO'],
    ['fneix', 'FENIX'],
    ['bdu', 'BUD'],
    ['молко', 'МОЛОКО'],
  ])('%s finds %s', async (q, name) => {
    expect((await names(q)).slice(0, 3)).toContain(name)
  })
})

describe('what sounds the same in Spanish is found', () => {
  test.each([
    ['kasa', 'CASA'],
    ['caza', 'CASA'],
    ['faquicu', 'fakiku'],
    ['vud', 'BUD'],
    ['huevo', 'WEVO'],
    ['guevo', 'HUEVO'],
    ['girafa', 'JIRAFA'],
    ['elado', 'HELADO'],
    ['llubia', 'YUBIA'],
    ['yuvia', 'LLUVIA'],
    ['keso', 'QUESO'],
    ['zam vernardo', 'SAN BERNARDO'],
    ['fenicks', 'FENIX'],
    ['kasa vlanka', 'Casa Blanca'],
  ])('%s finds %s', async (q, name) => {
    expect((await names(q)).slice(0, 6)).toContain(name)
  })
})

describe('an element is found', () => {
  test('in longer names, whose first it is or whose last, behind the name that is it', async () => {
    const all = await names('bud')
    expect(all[0]).toBe('BUD')
    expect(all).toEqual(expect.arrayContaining(['BUDMEN', 'BUDGET']))
    expect((await names('fenix'))[0]).toBe('FENIX')
    expect((await names('mira')).slice(0, 3)).toEqual(expect.arrayContaining(['MIRA', 'ALTAMIRA']))
  })

  test.each([
    ['thomson life', 'LIFE'],
    ['thomson life', 'THOMSON'],
    ['newfenix', 'FENIX'],
    ['budmen', 'BUD'],
    ['la nueva casa', 'CASA'],
    ['megafenixtron', 'FENIX'],
  ])('as the whole of a mark: %s finds %s', async (q, name) => {
    expect((await names(q)).slice(0, 6)).toContain(name)
  })
})

describe('words', () => {
  test.each([['sur bueno rio'], ['bueno, sur, rio'], ['rio sur bueno']])(
    'are found in any order: %s',
    async (q) => {
      expect((await names(q))[0]).toBe('RIO BUENO SUR')
    },
  )

  test('in the order in which they were asked for count more', async () => {
    await expectBefore('hierro forjado', 'HIERRO FORJADO', 'FORJADOS DEL HIERRO')
    await expectBefore('san bernardo', 'SAN BERNARDO', 'BERNARDO SAN MARTIN')
  })

  test('that say little do not outweigh one that says much', async () => {
    await expectBefore('grupo kordillera', 'GRUPO CORDILLERA', 'GRUPO VALLE')
    await expectBefore('grupo cordillera', 'CORDILLERA DE LOS ANDES', 'GRUPO VALLE')
    await expectBefore('sociedad cordillera limitada', 'GRUPO CORDILLERA', 'SOCIEDAD VALLE LIMITADA')
  })

  test('that say little are found where nothing else is asked for', async () => {
    expect(await names('de los')).toContain('CORDILLERA DE LOS ANDES')
  })

  test('that nobody has leave the others to be found', async () => {
    expect((await names('qqqqqqq cordillera'))[0]).toMatch('CORDILLERA')
  })

  test('that nobody has, nor anything like them, find nothing', async () => {
    expect(await names('qqqqqqq')).toEqual([])
  })
})

describe('filters', () => {
  const those = (pass: (brand: ListedBrand) => boolean): string[] =>
    CLASSED.filter(pass).map(({ denominacion }) => denominacion)

  test('leave what passes them in the order that it had, and nothing else', async () => {
    expect(await names('tormenta')).toEqual(those(() => true))
    expect(await names('tormenta', { clase: '35' })).toEqual(those(({ clases }) => clases.includes(35)))
    expect(await names('tormenta', { estado: 'VENCIDA', clase: '9' })).toEqual(
      those(({ clases, estado }) => clases.includes(9) && estado === 'VENCIDA'),
    )
    expect(await names('tormenta', { fechaDesde: '2019-06-25' })).toEqual([])
    expect(await names('tormenta', { tipoSigno: 'SONORA' })).toEqual([])
  })

  test('count ranks among what passes: its first has the score of a first', async () => {
    const scores = async (filters: Record<string, string>) =>
      (await found('tormenta', filters)).map(({ score }) => score)
    // By its words and as what comes closest, the first and second in two lists, whoever else there would be.
    expect((await scores({ clase: '35' })).slice(0, 2)).toEqual([2 / 61, 2 / 62].map(rounded))
    expect((await scores({ clase: '9', estado: 'VENCIDA' })).slice(0, 2)).toEqual(
      [2 / 61, 2 / 62].map(rounded),
    )
  })
})

const rounded = (score: number): number => Number(score.toFixed(12))

describe('marks of one name', () => {
  test('are all found, the highest number first', async () => {
    const all = (await found('lucero')).map(({ nroSolicitud }) => Number(nroSolicitud))
    expect(all.slice(0, SAME.length)).toEqual(SAME.map((_, at) => 3_000 + at).reverse())
  })

  test('make room for others that are like it', async () => {
    const others = ['PLANETTA', 'PLANETAS']
    await add([...others, ...Array.from({ length: 12 }, () => 'PLANETA')])
    const page = await names('planeta', { limit: '20' })
    expect(page[0]).toBe('PLANETA')
    expect(page).toEqual(expect.arrayContaining(others))
  })

  test('fill the first page where there are more of the very name than it holds', async () => {
    const others = ['ESTREYA', 'ESTRELLAS']
    await add([...others, ...Array.from({ length: 60 }, () => 'ESTRELLA')])
    const all = await names('estrella')
    expect(new Set(all.slice(0, 20))).toEqual(new Set(['ESTRELLA']))
    expect(all.filter((each) => each === 'ESTRELLA')).toHaveLength(60)
    expect(all).toEqual(expect.arrayContaining(others))
  })
})

test('a mark without words is never found by a text', async () => {
  await add(['', '***', '—'])
  expect(await names('*')).toEqual([])
  expect(await names('—')).toEqual([])
})
