import fc from 'fast-check'
import PDFDocument from 'pdfkit'
import { describe, expect, test } from 'vitest'
import { type ExpectedEntry, entriesOf } from '../../../../test/support/bulletin/fixture-editions.ts'
import { pdfOfPage } from '../../../../test/support/bulletin/hostile-pdf.ts'
import { type Look, printPdf } from '../../../../test/support/bulletin/print-pdf.ts'
import type { PrintedEntry, PrintedSection } from '../../../../test/support/bulletin/printed.ts'
import { readPdf } from './read-pdf.ts'

const WORDS = [
  '999 Resolución definitiva de rechazo',
  '777 Se hace presente un antecedente nuevo',
  '812 Resolución que tiene por acompañados documentos y ordena su traslado',
  '531 Abandono',
  '009 Resolución de aceptación a trámite de marca',
  '644 Certifica que se ha acreditado el pago de los derechos finales en la forma prevista',
]
const NAMES = [
  'CASA TORRES',
  'BOSQUES DEL NORTE POR UN MUNDO SUSTENTABLE Y SUS FRUTOS',
  'ÑANDÚ',
  'A/B (y C) 24-7',
  '2026/12',
  'VIÑA SANTA ELENA DE LOS ANDES RESERVA ESPECIAL',
]

/** Returns an edition with different events, so that an event at a wrong number is detected. */
const editionOf = (count: number, seed: number): PrintedSection[] => {
  const entries = Array.from({ length: count }, (_, index): PrintedEntry => {
    const random = (index * 7919 + seed * 104_729) % 1_009
    const words = WORDS[random % WORDS.length] ?? ''
    const serie = String.fromCharCode(88, 65 + (index % 26), 65 + ((index * 7 + seed) % 26))
    return {
      numero: String(1_600_123 + 37 * index),
      nombre: NAMES[(random >> 3) % NAMES.length] ?? '',
      evento: words.startsWith('009') ? words : `${words} serie ${serie}`,
      resolucion: `2026/${221_600 + index}`,
    }
  })
  const half = Math.ceil(count / 2)
  return [
    { heading: 'M2. Marcas aceptadas a trámite', entries: entries.slice(0, half) },
    { heading: 'SECCIÓN M7', entries: entries.slice(half) },
  ]
}

/** Prints and reads an edition. Returns its entries and the number of rejections, infinite if it is refused. */
async function readPrinted(printed: readonly PrintedSection[], changes: Partial<Look>) {
  try {
    const { entries, rejections } = await readPdf(new Uint8Array(await printPdf(printed, changes)))
    const read = entries.map(({ nroSolicitud, descripcion, resolucion }): ExpectedEntry => {
      return { nroSolicitud, descripcion, resolucion }
    })
    return { read, rejected: rejections.length, reason: rejections[0]?.reason }
  } catch (error) {
    expect(error).toMatchObject({ name: 'SyncError', code: 'layout_unknown' })
    return { read: [], rejected: Number.POSITIVE_INFINITY, reason: String(error) }
  }
}

const EDITION = editionOf(24, 1)
const FIVE = [0, 65, 190, 270, 440]
const CODES: Partial<Look> = { splitsEvents: true, columns: [0, 65, 215, 250, 440] }

/** The height of a line that begins a new page. */
const NEW_PAGE = -1

/** Draws lines of text, the last `inked` of them in the colour `ink`, and reads the PDF. */
async function readDrawn(
  lines: readonly (readonly [x: number, y: number, text: string])[],
  ink = 'black',
  inked = 1,
) {
  const pdf = new PDFDocument({ size: [600, 800] })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const bytes = new Promise<Buffer>((resolve) => pdf.on('end', () => resolve(Buffer.concat(chunks))))
  for (const [index, [x, y, text]] of lines.entries()) {
    if (y === NEW_PAGE) {
      pdf.addPage()
    } else {
      pdf.fontSize(9).fillColor(index < lines.length - inked ? 'black' : ink)
      pdf.text(text, x, y, { lineBreak: false })
    }
  }
  pdf.end()
  const { entries, rejections } = await readPdf(new Uint8Array(await bytes))
  return { read: entries.map(({ descripcion, resolucion }) => [descripcion, resolucion]), rejections }
}

const rowsAt = (count: number, row: (y: number, index: number) => [number, number, string][]) =>
  Array.from({ length: count }, (_, index) => row(100 + 40 * index, index)).flat()

const HEADING: [number, number, string] = [40, 40, 'SECCIÓN M7']
const refusal = (message: RegExp) => ({
  name: 'SyncError',
  code: 'layout_unknown',
  message: expect.stringMatching(message),
})

describe('an event that cannot be separated from other texts is not dropped', () => {
  test('below a name, under a header that does not name it', async () => {
    const rows = rowsAt(4, (y, index) => [
      [40, y, `160012${index}`],
      [110, y, 'CASA TORRES'],
      [110, y + 11, '999 Resolución definitiva de rechazo'],
      [400, y + 11, `2026/22${index}`],
    ])
    const one: [number, number, string][] = [
      [40, 80, 'N° Solicitud'],
      [110, 80, 'Marca'],
    ]
    await expect(readDrawn([HEADING, ...one, ...rows])).rejects.toMatchObject(
      refusal(/^4 of its 4 lines that start like an entry cannot be read/),
    )
    const two: [number, number, string][] = [
      [110, 91, 'Evento'],
      [400, 91, 'Resolución'],
    ]
    await expect(readDrawn([HEADING, ...one, ...two, ...rows])).rejects.toMatchObject(
      refusal(/The header has a second line/),
    )
  })

  test('in a separate column without a header or a code', async () => {
    const rows = rowsAt(4, (y, index) => [
      [40, y, `160012${index}`],
      [110, y, 'CASA TORRES'],
      [250, y, 'Resolución definitiva de rechazo'],
      [450, y, `2026/22${index}`],
    ])
    await expect(readDrawn([HEADING, ...rows])).rejects.toMatchObject(
      refusal(/The meaning of the column with "Resolución definitiva/),
    )
  })

  test('on a separate page, as in a printout of a wide table', async () => {
    const numbers = rowsAt(4, (y, index) => [
      [40, y, `160012${index}`],
      [110, y, 'CASA TORRES'],
      [250, y, '531 Abandono'],
    ])
    const resolutions = rowsAt(4, (y, index) => [[40, y, `2026/22160${index}`]])
    await expect(readDrawn([HEADING, ...numbers, [0, NEW_PAGE, ''], ...resolutions])).rejects.toMatchObject(
      refusal(/^Page 2 has "2026\/221600" and no application number/),
    )
  })

  test('on the line below its number, in separate columns', async () => {
    const rows = rowsAt(4, (y, index) => [
      [40, y, `160012${index}`],
      [110, y, 'CASA TORRES'],
      [250, y + 11, '999 Resolución definitiva de rechazo'],
      [450, y + 11, `2026/22${index}`],
    ])
    const { read, rejections } = await readDrawn([HEADING, ...rows])
    expect(rejections).toEqual([])
    expect(read).toEqual([0, 1, 2, 3].map((index) => ['Resolución definitiva de rechazo', `2026/22${index}`]))
  })
})

describe('an entry without an event, which takes its meaning from its section,', () => {
  const header: [number, number, string][] = [
    [40, 60, 'N° Solicitud'],
    [120, 60, 'Denominación'],
    [300, 60, 'Evento'],
    [450, 60, 'Resolución'],
  ]
  const row = (index: number, nombre: string): [number, number, string][] => [
    [40, 60 + 14 * index, `16001${String(index).padStart(2, '0')}`],
    [120, 60 + 14 * index, nombre],
  ]
  const event = (index: number): [number, number, string][] => [
    [300, 60 + 14 * index, '531 Abandono'],
    [450, 60 + 14 * index, `2026/2216${String(index).padStart(2, '0')}`],
  ]
  const rows = (...indexes: number[]) => indexes.flatMap((index) => row(index, 'FIORDO'))
  const FIRST: [number, number, string] = [40, 40, 'M2 ACEPTACIONES A TRÁMITE']

  test.each([40, 216])(
    'belongs to the section of a heading between the rows of its table, at x = %i',
    async (x) => {
      const { read, rejections } = await readDrawn([
        FIRST,
        ...header,
        ...rows(1, 2, 3),
        ...event(3),
        [x, 60 + 14 * 4, 'M5 REGISTROS DE MARCAS'],
        ...rows(5, 6),
      ])
      expect(rejections).toEqual([])
      expect(read.map(([descripcion]) => descripcion)).toEqual([
        ...Array(2).fill('ACEPTACIONES A TRÁMITE'),
        'Abandono',
        ...Array(2).fill('REGISTROS DE MARCAS'),
      ])
    },
  )

  test.each<[string, number, string]>([
    ['in the middle of the table', 250, 'M5 REGISTROS'],
    ['without a code, at the left', 40, 'RESOLUCIONES CON OBSERVACIONES'],
    ['without a code, over several columns', 200, 'Resoluciones con observaciones de fondo'],
    ['without a code, in the column of names', 150, 'Resoluciones con observaciones'],
    ['without a code, in the column of events', 330, 'OBSERVACIONES'],
  ])('is rejected below a line that may be another heading, %s', async (_, x, text) => {
    const before = Array.from({ length: 30 }, (__, index) => index + 1)
    const { rejections } = await readDrawn([
      FIRST,
      ...header,
      ...before.flatMap((index) => [...row(index, 'FIORDO'), ...(index % 3 === 0 ? event(index) : [])]),
      [x, 60 + 14 * 31, text],
      ...rows(32, 33),
      ...row(34, 'FIORDO'),
      ...event(34),
    ])
    const rejected = rejections.map(({ nroSolicitud }) => nroSolicitud)
    expect(rejected).toEqual(expect.arrayContaining(['1600132', '1600133']))
    expect(rejected).not.toContain('1600134')
    expect(rejections.at(-1)?.reason).toMatch(/^It has no event, and ".*" above it may be the heading/)
  })

  test('is rejected below such a line above the repeated header of the table', async () => {
    const before = Array.from({ length: 30 }, (__, index) => index + 1)
    const again = header.map(([x, y, text]): [number, number, string] => [x, y + 14 * 32, text])
    const { rejections } = await readDrawn([
      FIRST,
      ...header,
      ...rows(...before),
      [40, 60 + 14 * 31, 'Marcas registradas hoy'],
      ...again,
      ...rows(33, 34),
    ])
    expect(rejections.map(({ nroSolicitud }) => nroSolicitud)).toEqual(['1600133', '1600134'])
    expect(rejections[1]?.reason).toContain('"Marcas registradas hoy" above it')
  })

  test('is rejected below such a line between labelled blocks', async () => {
    const block = (index: number, nombre: string): [number, number, string][] => [
      [40, 60 + 24 * index, `Solicitud: 16001${String(index).padStart(2, '0')}`],
      [40, 72 + 24 * index, `Marca: ${nombre}`],
    ]
    const before = Array.from({ length: 20 }, (__, index) =>
      block(index, 'FIORDO DEL SUR Y SUS ISLAS LEJANAS'),
    )
    const { rejections } = await readDrawn([
      FIRST,
      ...before.flat(),
      ...block(20, 'FIORDO'),
      [40, 84 + 24 * 20, 'RESOLUCIONES CON OBSERVACIONES'],
      ...block(21.5, 'FIORDO').map(([x, y, text]): [number, number, string] => [
        x,
        y,
        text.replace('21.5', '22'),
      ]),
    ])
    expect(rejections).toEqual([
      expect.objectContaining({
        nroSolicitud: '1600122',
        reason: expect.stringContaining('may be the heading'),
      }),
    ])
  })
})

test('an edition is refused if its total is greater than the number of its entries', async () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, index): [number, number, string][] => [
      [40, 74 + 14 * index, `16001${10 + index}`],
      [150, 74 + 14 * index, 'FIORDO'],
    ]).flat()
  const headers: [number, number, string][] = [
    [40, 60, 'N° Solicitud'],
    [150, 60, 'Marca'],
  ]
  const drawn = (total: string, y = 170) => readDrawn([HEADING, ...headers, ...rows(5), [40, y, total]])
  expect((await drawn('Total de solicitudes: 5')).read).toHaveLength(5)
  await expect(drawn('Total de solicitudes: 6')).rejects.toThrow(
    'Page 1 states "Total de solicitudes: 6", but there are 5 entries above it: entries may be missing.',
  )
  expect((await drawn('Total de solicitudes: 5', 48)).read).toHaveLength(5)
  await expect(drawn('Total de solicitudes: 6', 48)).rejects.toThrow(
    'Page 1 states "Total de solicitudes: 6", but there are 5 entries: entries may be missing.',
  )
})

describe('a table whose headers are repeated', () => {
  const headersAt = (y: number, name = 110): [number, number, string][] => [
    [40, y, 'N° Solicitud'],
    [name, y, 'Marca'],
    [300, y, 'Evento'],
    [450, y, 'Resolución'],
  ]
  const numbered = (y: number, index: number, name = 110): [number, number, string][] => [
    [40, y, `16001${String(index).padStart(2, '0')}`],
    [name, y, index % 2 === 0 ? 'FIORDO' : 'CASA TORRES'],
  ]
  const full = (y: number, index: number, name = 110): [number, number, string][] => [
    ...numbered(y, index, name),
    [300, y, '531 Abandono'],
    [450, y, `2026/2216${String(index).padStart(2, '0')}`],
  ]
  const many = Array.from({ length: 12 }, (_, index) => index)

  test('between its rows may have rows without an event directly below them', async () => {
    const rows = many.flatMap((index) => [
      ...(index % 3 === 0 ? headersAt(60 + 14 * (index + index / 3)) : []),
      ...(index % 2 === 0 ? numbered : full)(74 + 14 * (index + Math.floor(index / 3)), index),
    ])
    const { read, rejections } = await readDrawn([HEADING, ...rows])
    expect(rejections).toEqual([])
    expect(read[6]).toEqual(['Sección M7', null])
  })

  test('rejects a row far below the headers, which may be a footer', async () => {
    const rows = many.flatMap((index) => full(74 + 14 * index, index))
    const { rejections } = await readDrawn([
      HEADING,
      ...headersAt(60),
      ...rows,
      ...headersAt(250),
      ...numbered(300, 12),
    ])
    expect(rejections).toEqual([
      expect.objectContaining({
        nroSolicitud: '1600112',
        reason: 'It is separate from the other rows of the table.',
      }),
    ])
  })

  test('in another section may have slightly shifted columns there', async () => {
    const rows = Array.from({ length: 24 }, (_, index) =>
      index < 20 ? full(74 + 14 * index, index) : full(114 + 14 * index, index, 108.4),
    ).flat()
    const { read, rejections } = await readDrawn([
      HEADING,
      ...headersAt(60),
      ...rows,
      [40, 370, 'SECCIÓN M8'],
      ...headersAt(380, 108.4),
    ])
    expect(rejections).toEqual([])
    expect(read).toHaveLength(24)
  })
})

test('a number with a space in it is rejected, but not the rows above and below it', async () => {
  const rows = Array.from({ length: 30 }, (_, index): [number, number, string][] => [
    [40, 80 + 14 * index, index === 1 ? '160 0102' : `16001${String(index).padStart(2, '0')}`],
    [120, 80 + 14 * index, '531 Abandono'],
  ])
  const header: [number, number, string][] = [
    [40, 66, 'N° Solicitud'],
    [120, 66, 'Evento'],
  ]
  const { read, rejections } = await readDrawn([HEADING, ...header, ...rows.flat()])
  expect(read).toHaveLength(29)
  expect(rejections.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('"160 0102" is not an application number'),
  ])
})

test('justified words beside and below a separate code are read as one event', async () => {
  const rows = rowsAt(6, (y, index) => [
    [40, y, `160012${index}`],
    [110, y, 'CASA TORRES'],
    [250, y, '009'],
    [280, y, 'Resolución'],
    [340, y, 'de'],
    [250, y + 11, 'aceptación'],
    [310, y + 11, 'a'],
    [330, y + 11, 'trámite'],
    [250, y + 22, 'de marca'],
    [400, y, `2026/22164${index}`],
  ])
  const header: [number, number, string][] = [
    [40, 80, 'N° Solicitud'],
    [110, 80, 'Marca'],
    [250, 80, 'Evento'],
    [400, 80, 'Resolución'],
  ]
  const { read, rejections } = await readDrawn([HEADING, ...header, ...rows])
  expect(rejections).toEqual([])
  expect(read).toEqual(
    [0, 1, 2, 3, 4, 5].map((index) => ['Resolución de aceptación a trámite de marca', `2026/22164${index}`]),
  )
})

describe('a page after the last entry', () => {
  const rows = rowsAt(12, (y, index) => [
    [42, y, `16001${index + 10}`],
    [250, y, '999 Resolución definitiva de rechazo'],
  ])
  const closing = (x: number): [number, number, string][] => [
    [40, 80, 'N° Solicitud'],
    [250, 80, 'Evento'],
    ...rows,
    [0, NEW_PAGE, ''],
    [x, 70, 'Santiago, 4 de septiembre de 2026'],
    [x, 90, 'Conservadora de Marcas'],
  ]

  test('with texts to the left of the numbers does not continue the last entry', async () => {
    const { read, rejections } = await readDrawn([HEADING, ...closing(40)])
    expect([read.length, rejections.length]).toEqual([12, 0])
  })

  test('with texts elsewhere may continue the last entry, which is rejected', async () => {
    const { read, rejections } = await readDrawn([HEADING, ...closing(60)])
    expect([read.length, rejections.length]).toEqual([11, 1])
  })
})

test.each<[string, string]>([
  ['Página dejada en blanco intencionalmente', ''],
  ['[ESTA PÁGINA SE HA DEJADO INTENCIONALMENTE EN BLANCO]', ''],
  ['de la página en blanco', ' de la página en blanco'],
])(
  'a note that a page is blank does not continue the entry before it, but other text does: %s',
  async (words, end) => {
    const header = (y: number): [number, number, string][] => [
      [40, y, 'N° Solicitud'],
      [250, y, 'Evento'],
    ]
    const rows = rowsAt(12, (y, index) => [
      [40, y, `16001${index + 10}`],
      [250, y, '999 Resolución definitiva de rechazo'],
    ])
    const { read, rejections } = await readDrawn([
      HEADING,
      ...header(80),
      ...rows,
      [0, NEW_PAGE, ''],
      [250, 300, words],
      [0, NEW_PAGE, ''],
      ...header(80),
      [40, 100, '1600150'],
      [250, 100, '999 Resolución definitiva de rechazo'],
    ])
    expect([read.length, rejections.length]).toEqual([13, 0])
    expect(read.at(-2)).toEqual([`Resolución definitiva de rechazo${end}`, null])
  },
)

describe('an edition with invisible text is refused', () => {
  const rows = rowsAt(4, (y, index) => [
    [40, y, `160012${index}`],
    [250, y, '999 Resolución definitiva de rechazo'],
  ])

  test('a white number, but not a white word below the entries', async () => {
    await expect(readDrawn([HEADING, ...rows, [40, 300, '1999999']], 'white')).rejects.toMatchObject(
      refusal(/^Page 1 has "1999999" without ink, in white/),
    )
    expect((await readDrawn([HEADING, ...rows, [40, 600, 'Hoja']], 'white')).read).toHaveLength(4)
  })

  test.each<[string, number, number]>([
    ['beside an event', 420, 140],
    ['below an event', 250, 231],
    ['between two entries', 250, 160],
  ])('white words %s', async (_, x, y) => {
    await expect(readDrawn([HEADING, ...rows, [x, y, 'del registro']], 'white')).rejects.toMatchObject(
      refusal(/^Page 1 has text without ink, or in white, among its entries: "/),
    )
  })

  test('a number smaller than one point, without ink, in white or rotated, but not one outside the page', async () => {
    const page = (more: string) =>
      readPdf(
        new Uint8Array(
          pdfOfPage(
            Buffer.from(
              `BT /F1 9 Tf 40 700 Td (M7 - Otros tramites de marcas) Tj 0 -40 Td (1600123) Tj ET ${more}`,
            ),
          ),
        ),
      )
    expect((await page('')).entries).toHaveLength(1)
    const hidden = ['BT /F1 0.1 Tf', 'BT 3 Tr /F1 9 Tf', 'BT /F1 9 Tf 1 g'].map(
      (start) => `${start} 40 640 Td (1999999) Tj ET`,
    )
    for (const more of [...hidden, 'BT /F1 9 Tf 0 1 -1 0 30 300 Tm (1999999 CASA) Tj ET']) {
      await expect(page(more)).rejects.toMatchObject(refusal(/^Page 1 has "1999999/))
    }
    expect((await page('BT /F1 9 Tf 40 -90 Td (1999999) Tj ET')).entries).toHaveLength(1)
  })
})

describe('a layout that an office may print is read completely', () => {
  test.each<[string, Partial<Look>]>([
    ['codes and words in separate columns, without a header', { ...CODES, headers: [] }],
    ['cells at the bottom', { vertical: 'bottom', columns: [0, 65, 160, 430] }],
    ['cells in the middle', { vertical: 'middle', columns: [0, 65, 160, 430] }],
    [
      'cells at the bottom, without a header',
      { vertical: 'bottom', columns: [0, 65, 190, 430], headers: [] },
    ],
    ['texts 1.5 points below their number', { shift: 1.5, cellSize: 8 }],
    ['texts 1.5 points above their number, without a header', { shift: -1.5, cellSize: 7, headers: [] }],
    [
      'a header over code and words',
      { ...CODES, headers: ['N° Solicitud', 'Marca', 'Evento', '', 'Resolución'] },
    ],
    [
      'a header over code and words in the middle of their rows',
      { ...CODES, vertical: 'middle', headers: ['N° Solicitud', 'Marca', 'Evento', '', 'Resolución'] },
    ],
    [
      'a header of two lines over code and words',
      {
        ...CODES,
        vertical: 'middle',
        headers: ['N° Solicitud', 'Marca', 'Evento\nCódigo', '\nDescripción', 'Resolución'],
      },
    ],
    [
      'headers of two lines',
      { headers: ['N° de\nSolicitud', 'Denominación\nde la Marca', 'Evento', 'Resolución'] },
    ],
    [
      'a column of owners before the event',
      {
        ...{ columns: FIVE, vertical: 'middle', further: ['Sociedad Anónima del Sur', 'Juan Soto'] },
        headers: ['N° Solicitud', 'Marca', 'Titular', 'Evento', 'Resolución'],
      },
    ],
    [
      'a column with an unknown header before the event',
      {
        ...{ columns: FIVE, further: ['Zona Norte', 'Zona Sur'] },
        headers: ['N° Solicitud', 'Marca', 'Ruta', 'Evento', 'Resolución'],
      },
    ],
    ['a total below the rows', { total: 'Total: # entradas' }],
    ['a total below rows in the middle', { total: 'Total de registros #', vertical: 'middle' }],
    ['blocks in two columns', { layout: 'blocks', blockColumns: 2 }],
    [
      'blocks in two columns of a small page',
      { layout: 'blocks', blockColumns: 2, size: [560, 400], gap: 9 },
    ],
  ])('%s', async (_, look) => {
    const { read, rejected, reason } = await readPrinted(EDITION, look)
    expect([rejected, reason]).toEqual([0, undefined])
    expect(read).toEqual(entriesOf(EDITION))
  })
})

const look: fc.Arbitrary<Partial<Look>> = fc
  .record({
    vertical: fc.constantFrom('top' as const, 'middle' as const, 'bottom' as const),
    shift: fc.constantFrom(0, 0, 1, 1.5, -1, -1.5, 2.5),
    cellSize: fc.constantFrom(null, null, 7, 8),
    size: fc.constantFrom([595, 842] as const, [560, 400] as const),
    gap: fc.constantFrom(0, 3, 5, 9),
    title: fc.constantFrom('Estado Diario de Marcas', null),
    total: fc.constantFrom(null, null, 'Total: # entradas', 'Total de registros #'),
    splitsEvents: fc.boolean(),
    further: fc.constantFrom([], [], ['35', '9, 41'], ['Sociedad Anónima del Sur', 'Juan Soto']),
    hasHeaders: fc.constantFrom(true, true, false),
    header: fc.constantFrom('Clase', 'Titular', 'Ruta'),
    name: fc.integer({ min: 90, max: 130 }),
    event: fc.integer({ min: 130, max: 170 }),
  })
  .map(({ hasHeaders, header, name, event, ...rest }) => {
    const more = rest.further.length === 0 ? [] : [65]
    const widths = [65, name, ...more, ...(rest.splitsEvents ? [28, event - 28] : [event])]
    const columns = [0, ...widths.map((_, at) => widths.slice(0, at + 1).reduce((sum, width) => sum + width))]
    const events = rest.splitsEvents ? ['Evento', ''] : ['Evento']
    const headers = ['N° Solicitud', 'Marca', ...more.map(() => header), ...events, 'Resolución']
    return { ...rest, columns, headers: hasHeaders ? headers : [] }
  })

const SEED = 20_261_124
const runs = process.env.HOSTILE_RUNS
  ? { numRuns: Number(process.env.HOSTILE_RUNS) }
  : { numRuns: 40, seed: SEED }

test('in random layouts, each entry is read as printed, rejected, or refused with its edition, and most editions completely', async () => {
  let exact = 0
  let ordinary = 0
  await fc.assert(
    fc.asyncProperty(look, fc.integer({ min: 2, max: 30 }), fc.nat(30), async (changes, count, seed) => {
      const edition = editionOf(count, seed)
      const expected = entriesOf(edition)
      const { read, rejected } = await readPrinted(edition, changes)
      const served = new Set(read.map((entry) => JSON.stringify(entry)))
      expect(read).toEqual(expected.filter((entry) => served.has(JSON.stringify(entry))))
      expect(read.length + rejected).toBeGreaterThanOrEqual(expected.length)
      if (changes.headers?.length !== 0 && changes.gap !== 0) {
        ordinary += 1
        exact += read.length === expected.length && rejected === 0 ? 1 : 0
      }
    }),
    { ...runs, endOnFailure: true },
  )
  expect(exact / ordinary).toBeGreaterThan(0.9)
})
