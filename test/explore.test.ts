import { describe, expect, test } from 'vitest'
import type { BrandDetail, BrandSummary, ErrorDetail } from '../client/src/index.ts'
import { AnswerCache } from '../docs/site/.vitepress/theme/explore/answer-cache.ts'
import { citationOf } from '../docs/site/.vitepress/theme/explore/cite.ts'
import {
  changesGone,
  curlOf,
  hasEndedLately,
  limitsOf,
  localizationIn,
  matchedParts,
  meaning,
  validationMessage,
} from '../docs/site/.vitepress/theme/explore/describe.ts'
import { csvOf } from '../docs/site/.vitepress/theme/explore/export.ts'
import { formatsIn } from '../docs/site/.vitepress/theme/explore/format.ts'
import {
  fragmentOf,
  isEmpty,
  isSame,
  numberIn,
  runsWithoutEnter,
  type SearchQuery,
  searchOf,
  viewOf,
} from '../docs/site/.vitepress/theme/explore/search.ts'
import { TEXTS } from '../docs/site/.vitepress/theme/explore/texts.ts'
import { type BrandSearch, brandSearch } from '../schemas/brand.ts'
import { readFilters } from '../shared/brands/brand-filters.ts'
import { ApiError } from '../shared/platform/errors.ts'
import { inLists, withLists } from '../shared/platform/several-values.ts'
import { validator } from '../shared/platform/validation.ts'

describe('the fragment of a view', () => {
  test.each<[string, SearchQuery, string | undefined]>([
    ['', {}, undefined],
    [
      '#clase=39%2C+41&titular=Antu&nroRegistro=1.238.280',
      { clase: [39, 41], titular: 'Antu', nroRegistro: '1238280' },
      undefined,
    ],
    ['#q=viña+del+mar&clase=33', { q: 'viña del mar', clase: 33 }, undefined],
    [
      '#q=a%26b&estado=REGISTRADA&tipoSigno=MIXTA&fechaDesde=2020-01-01&fechaHasta=2020-12-31&marca=1132851',
      {
        q: 'a&b',
        estado: 'REGISTRADA',
        tipoSigno: 'MIXTA',
        fechaDesde: '2020-01-01',
        fechaHasta: '2020-12-31',
      },
      '1132851',
    ],
  ])('%s is parsed and written back unchanged', (fragment, search, brand) => {
    expect(viewOf(fragment)).toEqual({ search, brand })
    expect(viewOf(fragmentOf({ search, brand }))).toEqual({ search, brand })
  })

  test.each([
    '#clase=0',
    '#clase=46',
    '#clase=9.5',
    '#clase=1e1',
    '#estado=<b>',
    '#estado=__proto__',
    '#tipoSigno=mixta',
    '#fechaDesde=2020-1-1',
    '#fechaHasta=javascript:alert(1)',
  ])('%s has an invalid value, and no search', (fragment) => {
    const [name = '', value] = fragment.slice(1).split('=')
    expect(viewOf(fragment)).toEqual({ search: {}, brand: undefined, unread: { [name]: value } })
  })

  test.each(['#q=%20%0A', '#q=', '#constructor=x&toString=y', '#%E0%A4%A=x'])(
    '%s is an empty search',
    (fragment) => {
      expect(viewOf(fragment)).toEqual({ search: {}, brand: undefined })
    },
  )

  test('keeps the order of the list, and ignores an unknown one', () => {
    const view = { search: { q: 'fiordo' }, brand: undefined, order: 'denominacion' } as const
    expect(fragmentOf(view)).toBe('#q=fiordo&orden=denominacion')
    expect(viewOf('#q=fiordo&orden=denominacion')).toEqual(view)
    expect(viewOf('#q=fiordo&orden=color')).toEqual({ search: { q: 'fiordo' }, brand: undefined })
  })

  test('with the id of an element is not a view', () => {
    expect(viewOf('#content')).toBeUndefined()
  })

  test('is truncated to the longest name and number', () => {
    const view = viewOf(`#q=${'😀'.repeat(300)}&marca=${'9'.repeat(99)}`)
    expect([...(view?.search.q ?? '')]).toHaveLength(200)
    expect(view?.brand).toHaveLength(64)
  })
})

describe('two searches', () => {
  const typed = (q: string): SearchQuery => searchOf((field) => (field === 'q' ? q : null))

  test('are equal if they differ only in white space', () => {
    expect(isSame(typed('  del   mar '), typed('del mar'))).toBe(true)
    expect(isSame(typed('del mar'), typed('delmar'))).toBe(false)
    expect(isEmpty(typed(' \t\u00a0'))).toBe(true)
  })

  test.each([
    ['1132851', '1132851'],
    ['1.132.851', '1132851'],
    ['132.851', '132851'],
    ['3.14', undefined],
    ['360', undefined],
    ['4711 Kölnisch Wasser', undefined],
  ])('%s is read as the number %s, and a number is searched only on Enter', (q, number) => {
    expect(numberIn({ q })).toBe(number)
    expect(runsWithoutEnter({ q })).toBe(number === undefined)
  })
})

test('a curl command has no quote inside its quoted URL', () => {
  const url = "http://127.0.0.1:8080/v1/brands?q='; rm -rf /'"
  expect(curlOf(url).match(/'/g)).toHaveLength(2)
})

describe('a validation error', () => {
  const messageOf = (language: 'en' | 'es', detail: ErrorDetail): string =>
    validationMessage(detail, TEXTS[language])
  /** The details of the service for these filters. */
  const details = (filters: BrandSearch): ErrorDetail[] => {
    const found = validator(withLists(brandSearch))(inLists(brandSearch, filters))
    try {
      if (found.length === 0) readFilters(filters)
    } catch (error) {
      if (error instanceof ApiError) return error.details ?? []
    }
    return found
  }

  test.each<[string, object, string, string]>([
    [
      'a range whose end is before its start',
      { fechaDesde: '2020-01-02', fechaHasta: '2020-01-01' },
      '“Filed from” must not be after “Filed until”.',
      '«Presentada desde» no puede ser posterior a «Presentada hasta».',
    ],
    [
      'a day that does not exist',
      { fechaHasta: '2020-02-30' },
      'There is no such day.',
      'Ese día no existe.',
    ],
    [
      'a code that is not in the catalog',
      { estado: 'REGISTRADO' },
      '“Status” has no such value: choose one of the list.',
      '«Estado» no tiene ese valor: elija uno de la lista.',
    ],
    [
      'a name that is too long',
      { q: 'x'.repeat(201) },
      'A name has 1 to 200 characters.',
      'La denominación debe tener de 1 a 200 caracteres.',
    ],
    [
      'anything else',
      { clase: 46 },
      'must be a whole number from 1 to 45',
      'Este valor no se puede consultar.',
    ],
  ])('is shown in the language of the page: %s', (_, filters, en, es) => {
    const [detail, ...more] = details(filters as BrandSearch)
    expect(more).toEqual([])
    expect([messageOf('en', detail as ErrorDetail), messageOf('es', detail as ErrorDetail)]).toEqual([en, es])
  })
})

describe('cached answers', () => {
  test('expire after five minutes', () => {
    let now = 0
    const cached = new AnswerCache<string>(() => now)
    cached.keep('a', 'answer')
    now = 299_999
    expect(cached.get('a')).toBe('answer')
    now = 300_000
    expect(cached.get('a')).toBeUndefined()
  })

  test('are limited to the newest 60', () => {
    const cached = new AnswerCache<number>(() => 0)
    for (let place = 0; place < 1_000; place += 1) cached.keep(String(place), place)
    const kept = Array.from({ length: 1_000 }, (_, place) => cached.get(String(place))).filter(
      (found) => found !== undefined,
    )
    expect(kept).toEqual(Array.from({ length: 60 }, (_, place) => 940 + place))
  })

  test('are discarded by clear', () => {
    const cached = new AnswerCache<string>()
    cached.keep('a', 'answer')
    cached.clear()
    expect(cached.get('a')).toBeUndefined()
  })
})

describe('a code', () => {
  const catalog = { REGISTRADA: { en: 'Registered', es: 'Registrada' } }

  test('is shown by its meaning in the language', () => {
    expect(meaning(catalog, 'REGISTRADA', 'en')).toBe('Registered')
  })

  test.each(['NUEVA', 'constructor', '__proto__'])(
    'without an entry in the catalog is shown unchanged: %s',
    (code) => {
      expect(meaning(catalog, code, 'en')).toBe(code)
    },
  )
})

describe('days and numbers', () => {
  const [en, es] = [formatsIn('en'), formatsIn('es')]

  test('have a format that does not confuse month and day', () => {
    expect([en.day('2026-11-02'), es.day('2026-11-02')]).toEqual(['2 Nov 2026', '2 nov 2026'])
    expect(es.longDay('2026-11-02')).toBe('2 de noviembre de 2026')
    expect(en.day('not a day')).toBe('not a day')
  })

  test('are in the time zone and number format of the office', () => {
    expect(en.dayOf(new Date('2026-12-01T02:30:00Z'))).toBe('30 November 2026')
    expect([en, es].map(({ timeOf }) => timeOf(new Date('2026-11-22T03:05:00Z')))).toEqual(['00:05', '00:05'])
    expect(en.number('1132851')).toBe('1.132.851')
    expect(en.number('A-17')).toBe('A-17')
  })

  test('use the day of the office in every time zone of the reader', () => {
    expect([en, es].map(({ isoDayOf }) => isoDayOf(new Date('2026-12-01T02:30:00Z')))).toEqual([
      '2026-11-30',
      '2026-11-30',
    ])
  })

  test('show durations in the largest unit', () => {
    expect([59, 3_700, 200_000].map((seconds) => en.duration(seconds))).toEqual([
      '59 seconds',
      '1 hour',
      '2 days',
    ])
    expect(es.duration(200_000)).toBe('2 días')
  })

  test('show the names of known countries', () => {
    expect([es.country('DE'), es.country('XQ'), es.country('</b>')]).toEqual(['Alemania', 'XQ', '</b>'])
  })
})

describe('a citation', () => {
  const brand: BrandDetail = {
    nroSolicitud: '1132851',
    nroRegistro: '1238280',
    denominacion: 'KAYAKS DEL FIN DEL FIORDO',
    estado: 'REGISTRADA',
    tipoSigno: 'DENOMINATIVA',
    fechaPresentacion: '2016-10-13',
    fechaVencimiento: '2027-04-03',
    estadoOficina: 'Registrada',
    fechaPublicacion: null,
    fechaRegistro: null,
    clases: [
      { clase: 39, cobertura: null },
      { clase: 41, cobertura: null },
    ],
    personas: [],
    anotaciones: [],
    fuentes: [
      { fuente: 'bulletin', fechaFuente: '2017-04-03', actualizadoEn: '2026-11-22T00:00:00Z' },
      { fuente: 'sheets', fechaFuente: '2026-11-02', actualizadoEn: '2026-11-22T00:00:00Z' },
    ],
  }
  const now = new Date('2026-11-22T15:00:00Z')
  const cite = (language: 'en' | 'es', change: Partial<BrandDetail> = {}, isSample = false): string =>
    citationOf({ ...brand, ...change }, { language, formats: formatsIn(language) }, { isSample, now })

  test('has the newest source, its date, and the date of access', () => {
    expect(cite('en')).toBe(
      'KAYAKS DEL FIN DEL FIORDO, application No. 1.132.851, registration No. 1.238.280, classes 39 and 41, status ' +
        '"Registrada". Source: bulk sheets of the office, dated 2 November 2026, read through Trademark Read Service on ' +
        '22 November 2026.',
    )
    expect(cite('es')).toBe(
      'KAYAKS DEL FIN DEL FIORDO, solicitud N° 1.132.851, registro N° 1.238.280, clases 39 y 41, estado «Registrada». ' +
        'Fuente: planillas de la oficina, con fecha 2 de noviembre de 2026, según consulta en Trademark Read Service el 22 de ' +
        'noviembre de 2026.',
    )
  })

  test('leaves out missing fields, and notes figurative marks and sample data', () => {
    expect(cite('en', { denominacion: '', nroRegistro: null, clases: [], fuentes: [] }, true)).toBe(
      'Mark without words, application No. 1.132.851, status "Registrada". Read through Trademark Read Service on 22 ' +
        'November 2026. Sample data: the mark is made up.',
    )
  })
})

describe('marks as CSV', () => {
  const mark = {
    nroSolicitud: '1',
    denominacion: '=1+1 "x"',
    estado: 'REGISTRADA',
    tipoSigno: 'MIXTA',
    clasesNiza: [39, 41],
    titular: [{ nombre: 'Fiordo SpA' }, { nombre: 'Fiordo SpA' }],
    fechaPresentacion: '2026-01-02',
  } as unknown as BrandSummary
  const linesIn = (language: 'en' | 'es'): string[] =>
    csvOf([mark, mark], localizationIn(language)).split('\r\n')

  test('have labels and values in the language of the page, in quotes, and no formula', () => {
    const [headers, row] = linesIn('en')
    expect(headers).toBe(
      '\ufeff"Application No.","Registration No.","Name of the mark","Status","Phase","Sign type","Classes",' +
        '"Applicant or holder","Filed","Expires","Match"',
    )
    expect(row).toBe(
      `"1","","'=1+1 ""x""","Registered","in force","Combined","39, 41","Fiordo SpA","2026-01-02","",""`,
    )
  })

  test('have semicolons in Spanish, as spreadsheet programs in Chile expect', () => {
    expect(linesIn('es').slice(0, 2)).toEqual([
      expect.stringContaining('"Estado";"Etapa";"Tipo de signo";"Clases"'),
      expect.stringContaining('"Registrada";"vigente";"Mixta";"39, 41"'),
    ])
  })
})

describe('a mark whose term is over', () => {
  const monthsAgo = (months: number): string => {
    const day = new Date()
    day.setUTCMonth(day.getUTCMonth() - months, 15)
    return day.toISOString().slice(0, 10)
  }
  test.each([
    ['two months ago', monthsAgo(2), true],
    ['eight months ago', monthsAgo(8), false],
    ['in two months', monthsAgo(-2), false],
    ['on no day', null, false],
  ])('is checked for a late renewal with its end %s', (_, fechaVencimiento, expected) => {
    expect(hasEndedLately({ fechaVencimiento }, localizationIn('en'))).toBe(expected)
  })
})

describe('an error for a day before the stored changes', () => {
  test.each([
    [
      'names the first whole day',
      'cambiadosDesde is not in the changes feed, whose changes begin at 2026-11-27T14:20:00Z: begin again',
      'The service knows the changes since 27 November 2026. The first whole day is 28 November 2026.',
    ],
    [
      'asks for a later day where the service does not name one',
      'a new corpus was loaded after cambiadosDesde: begin again',
      TEXTS.en.changesGone,
    ],
  ])('%s', (_, message, text) => {
    expect(changesGone(message, localizationIn('en'))).toBe(text)
  })
})

test('the entries that limit the right to a mark are listed from the oldest', () => {
  const entry = (fecha: string, tipo: string) => ({ fecha, tipo }) as BrandDetail['anotaciones'][number]
  const anotaciones = [
    entry('2026-03-04', 'ALZAMIENTO'),
    entry('2025-01-02', 'PRENDA'),
    entry('2024-01-02', 'PUBLICACION'),
  ]
  expect(limitsOf({ anotaciones }, localizationIn('en'))).toEqual([
    'Pledge (2 Jan 2025)',
    'Release (4 Mar 2026)',
  ])
})

test.each([
  ['fiordo', 'Fiordo', '[Fiordo]'],
  ['fiord', 'FIÓRDO', '[FIÓRD]O'],
  ['ordo', 'Fiordo', 'Fi[ordo]'],
  ['ord', 'Fiordos', 'Fi[ord]os'],
  ['fiordos', 'Fiordo', '[Fiordo]'],
  ['fjordo', 'Fiordo', '[F]i[ordo]'],
  ['fiordland', 'Fiordo', '[Fiord]o'],
  ['kiya', 'Quilla', 'Quill[a]'],
  ['queso', 'KEZO', 'KEZ[O]'],
  ['ze', 'CO', '[CO]'],
])('the letters of a name that match the search %s are marked: %s', (consulta, name, marked) => {
  const coincidencia = {
    pares: [
      {
        consulta,
        denominacion: name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase(),
        modo: 'igual',
      },
    ],
  }
  const parts = matchedParts({ denominacion: `Sur ${name}`, coincidencia } as unknown as BrandSummary)
  expect(parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('')).toBe(`Sur ${marked}`)
})

test('a word of a name that is only similar to the search is not marked as a match', () => {
  const pares = [
    { consulta: 'fiordo', denominacion: 'fiordo', modo: 'igual' },
    { consulta: 'sur', denominacion: 'azur', modo: 'parecido' },
  ]
  const parts = matchedParts({
    denominacion: 'Fiordo Azur',
    coincidencia: { pares },
  } as unknown as BrandSummary)
  expect(parts.filter(({ isMatch }) => isMatch)).toEqual([{ text: 'Fiordo', isMatch: true }])
})
