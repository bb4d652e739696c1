import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BrandSummary } from '../../schemas/brand.ts'
import { insertBrands, type ListedBrand, listedBrand } from '../../test/support/brands.ts'
import { ask, startTestService, type TestService } from '../../test/support/service.ts'

/** Oldest marks first. A search returns the newer of two marks with equal scores, so most expected marks are older. */
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

/** The words after `TORMENTA` in names. The longer the word, the smaller the share of `TORMENTA` in the name. */
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

/** Unrelated names. */
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

/** Adds marks that are newer than all others. */
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

/** Expects that the first name is found before the second, which may be missing. */
async function expectBefore(q: string, first: string, second: string): Promise<void> {
  const all = await names(q)
  expect(all).toContain(first)
  const position = all.indexOf(second)
  expect(all.indexOf(first)).toBeLessThan(position < 0 ? all.length : position)
}

describe('the searched name comes first', () => {
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
  ])('%s, before newer similar names', async (name) => {
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
  ])('in any case and with any accents: %j finds %s', async (q, name) => {
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
  ])('with any punctuation between its letters: %s finds %s', async (q, name) => {
    expect((await names(q))[0]).toBe(name)
  })
})

test.each([
  ['in another order', 'VIÑA DE LA GRAN VALLE', ['VIÑA LA DE GRAN VALLE', 'GRAN VALLE DE LA VIÑA']],
  ['and one of them twice', 'CAMINO DEL VINO SUR', ['CAMINO DEL VINO DEL SUR']],
  ['and one of them once instead of twice', 'RUTA DEL VINO DEL SUR', ['RUTA DEL VINO SUR']],
])('a name comes before newer names that have its words %s', async (_, name, others) => {
  await add([name, ...others, ...others, ...others])
  expect((await names(name))[0]).toBe(name)
})

describe('joined or split words are found', () => {
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

test('a name with two of three words is found, even among many marks with one of them', async () => {
  const behind = Array.from(
    { length: 100 },
    (_, at) => `${'bdfgjlmnpr'.charAt(at % 10)}${'aeiou'.charAt(at / 20)}`,
  )
  await add(['VIVERO DEL PARRON', ...behind.flatMap((end) => [`VIVERO ${end}`, `PARRON ${end}`])])
  expect((await names('vivero xg parron'))[0]).toBe('VIVERO DEL PARRON')
})

describe('a name is found despite a typing error', () => {
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
    expect((await names(q)).slice(0, 2)).toContain('ALTAMIRA') // without one letter, ALTAMAR may be more similar
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

describe('names that sound the same in Spanish are found', () => {
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

describe('an element of a name is found', () => {
  test('at the beginning or end of longer names, after the name itself', async () => {
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
  ])('as the whole name of a mark: %s finds %s', async (q, name) => {
    expect((await names(q)).slice(0, 6)).toContain(name)
  })
})

describe('names whose words begin or end alike are found', () => {
  test.each([
    ['listerine', 'LISTOGEN'],
    ['electrix', 'ELECTROLUX'],
    ['billalcon', 'BILLABONG'],
    ['greshka', 'BERSHKA'],
    ['sanitien', 'SANYTOL'],
    ['packard technologies', 'HEWLETT PACKARD'],
  ])('%s finds %s', async (q, name) => {
    await add([name])
    expect((await names(q)).slice(0, 3)).toContain(name)
  })
})

describe('names that complete the last word of a query', () => {
  test.each([
    ['fior', ['FIORDO', 'KAYAKS DEL FIORDO'], ['FLOOR', 'FLOR', 'FIR']],
    ['hostal coyhai', ['HOSTAL COYHAIQUE', 'HOSTAL RIO COYHAIQUE'], ['HOSTAL CONHA', 'COYHAIQUE', 'COYHAN']],
  ])('come before names with mistakes: %s', async (q, completing, mistaken) => {
    await add([...completing, ...mistaken])
    expect((await names(q)).slice(0, completing.length)).toEqual(completing)
  })

  test('come after a mark that has the word', async () => {
    await add(['PUMAR', 'PUMARINO', 'PUMARA'])
    expect((await names('pumar'))[0]).toBe('PUMAR')
  })
})

test('a word that is rarer in the corpus weighs more', async () => {
  await add(['KAYAKS DEL FIN DEL ESTUARIO', ...OTHERS.slice(0, 60).map((other) => `${other} RESTORAN`)])
  expect((await names('estuario restoran'))[0]).toBe('KAYAKS DEL FIN DEL ESTUARIO')
})

describe('words', () => {
  test.each([['sur bueno rio'], ['bueno, sur, rio'], ['rio sur bueno']])(
    'are found in any order: %s',
    async (q) => {
      expect((await names(q))[0]).toBe('RIO BUENO SUR')
    },
  )

  test('in the order of the query rank higher', async () => {
    await expectBefore('hierro forjado', 'HIERRO FORJADO', 'FORJADOS DEL HIERRO')
    await expectBefore('san bernardo', 'SAN BERNARDO', 'BERNARDO SAN MARTIN')
  })

  test('that are stop words weigh less than others', async () => {
    await expectBefore('grupo kordillera', 'GRUPO CORDILLERA', 'GRUPO VALLE')
    await expectBefore('grupo cordillera', 'CORDILLERA DE LOS ANDES', 'GRUPO VALLE')
    await expectBefore('sociedad cordillera limitada', 'GRUPO CORDILLERA', 'SOCIEDAD VALLE LIMITADA')
  })

  test('that are stop words are found if the query has no others', async () => {
    expect(await names('de los')).toContain('CORDILLERA DE LOS ANDES')
  })

  test('that no mark has do not prevent the others from being found', async () => {
    expect((await names('qqqqqqq cordillera'))[0]).toMatch('CORDILLERA')
  })

  test('without any similar word in the corpus find nothing', async () => {
    expect(await names('qqqqqqq')).toEqual([])
  })
})

describe('filters', () => {
  const those = (pass: (brand: ListedBrand) => boolean): string[] =>
    CLASSED.filter(pass).map(({ denominacion }) => denominacion)

  test('keep the order of the marks that pass them', async () => {
    expect(await names('tormenta')).toEqual(those(() => true))
    expect(await names('tormenta', { clase: '35' })).toEqual(those(({ clases }) => clases.includes(35)))
    expect(await names('tormenta', { estado: 'VENCIDA', clase: '9' })).toEqual(
      those(({ clases, estado }) => clases.includes(9) && estado === 'VENCIDA'),
    )
    expect(await names('tormenta', { fechaDesde: '2019-06-25' })).toEqual([])
    expect(await names('tormenta', { tipoSigno: 'SONORA' })).toEqual([])
  })

  test('apply before ranks are counted: the first mark has the score of rank 1', async () => {
    const scores = async (filters: Record<string, string>) =>
      (await found('tormenta', filters)).map(({ score }) => score)
    // These marks are first and second in both similarity lists, because the filter removes others before the ranking.
    expect((await scores({ clase: '35' })).slice(0, 2)).toEqual([2 / 61, 2 / 62].map(rounded))
    expect((await scores({ clase: '9', estado: 'VENCIDA' })).slice(0, 2)).toEqual(
      [2 / 61, 2 / 62].map(rounded),
    )
  })
})

const rounded = (score: number): number => Number(score.toFixed(12))

describe('marks with the same name', () => {
  test('are all found, the highest number first', async () => {
    const all = (await found('lucero')).map(({ nroSolicitud }) => Number(nroSolicitud))
    expect(all.slice(0, SAME.length)).toEqual(SAME.map((_, at) => 3_000 + at).reverse())
  })

  test('leave room on the page for similar names', async () => {
    const others = ['PLANETTA', 'PLANETAS']
    await add([...others, ...Array.from({ length: 12 }, () => 'PLANETA')])
    const page = await names('planeta', { limit: '20' })
    expect(page[0]).toBe('PLANETA')
    expect(page).toEqual(expect.arrayContaining(others))
  })

  test('fill the first page if enough marks have exactly the searched name', async () => {
    const others = ['ESTREYA', 'ESTRELLAS']
    await add([...others, ...Array.from({ length: 60 }, () => 'ESTRELLA')])
    const all = await names('estrella')
    expect(new Set(all.slice(0, 20))).toEqual(new Set(['ESTRELLA']))
    expect(all.filter((each) => each === 'ESTRELLA')).toHaveLength(60)
    expect(all).toEqual(expect.arrayContaining(others))
  })
})

test('a mark without words is not found by any text', async () => {
  await add(['', '***', '—'])
  expect(await names('*')).toEqual([])
  expect(await names('—')).toEqual([])
})
