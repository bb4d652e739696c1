import { expect, test } from 'vitest'
import { gatherEntries, rejectLaterYears } from './gather-entries.ts'
import { type RawEntry, rawEntry } from './raw-entry.ts'
import { readHeading, type Section } from './sections.ts'

const usual = (count: number, resolution: (index: number) => string): RawEntry[] =>
  Array.from({ length: count }, (_, index) =>
    rawEntry({
      rowNumber: index + 1,
      number: String(1_600_100 + index),
      event: '531 Abandono',
      resolution: resolution(index),
    }),
  )
const withAnother = (number: string, resolution: string, count = 30): RawEntry[] => [
  ...usual(count, (index) => `2026/${221_600 + index}`),
  rawEntry({ rowNumber: 99, number, event: '531 Abandono', resolution }),
]

test.each([
  ['16001', '2026/221640', 'The application number "16001" has fewer digits'],
  ['1600150', '2026/22', 'The resolution "2026/22" has fewer digits'],
  ['160012', '2026/221640', 'The application number "160012" has fewer digits'],
  ['16001501', '2026/221640', 'The application number "16001501" has more digits'],
  ['1600150', '2062/221640', 'The resolution "2062/221640" is of a later year'],
])(
  'an entry is rejected if its number or resolution has an unusual number of digits, or its resolution a later year: %s, %s',
  (number, resolution, reason) => {
    const { entries, rejections } = gatherEntries(withAnother(number, resolution), 'lines')
    expect(entries).toHaveLength(30)
    expect(rejections).toEqual([
      {
        rowNumber: 99,
        nroSolicitud: number === '1600150' ? number : null,
        reason: expect.stringContaining(reason),
      },
    ])
  },
)

test.each([
  ['2026/1600150', 'is the application number.'],
  ['2026/000000', 'has the number zero.'],
])('a resolution whose number is zero or the application number is rejected: %s', (resolution, reason) => {
  expect(gatherEntries(withAnother('1600150', resolution), 'lines').rejections).toEqual([
    { rowNumber: 99, nroSolicitud: '1600150', reason: `The resolution "${resolution}" ${reason}` },
  ])
})

test('a resolution of a year after the day of its entry, or of the edition, is rejected', () => {
  const edition = gatherEntries(withAnother('1600150', '2027/221640'), 'lines')
  const { entries, rejections } = rejectLaterYears(edition, '2026-12-31')
  expect(entries).toHaveLength(30)
  expect(rejections).toEqual([
    {
      rowNumber: 99,
      nroSolicitud: '1600150',
      reason: 'The resolution "2027/221640" is of a later year than the day of the entry, 2026-12-31.',
    },
  ])
  expect(rejectLaterYears(edition, '2027-01-02').rejections).toEqual([])
  expect(() => rejectLaterYears(edition, '2025-12-31')).toThrow(
    expect.objectContaining({ code: 'edition_unknown' }),
  )
  const dated = gatherEntries([{ ...(usual(1, () => '2027/1')[0] as RawEntry), day: '2027-01-04' }], 'rows')
  expect(rejectLaterYears(dated, '2026-12-31').rejections).toEqual([])
})

const shared = (count: number, event: (index: number) => string): RawEntry[] =>
  usual(150, (index) => `2026/${221_600 + (index < count ? 0 : index)}`).map((entry, index) => ({
    ...entry,
    event: event(index),
  }))

test('entries with different events are rejected if more than ten have the same resolution', () => {
  const other = (index: number): string => (index < 3 ? '531 Abandono' : '733 Téngase presente')
  const { entries, rejections } = gatherEntries(shared(11, other), 'lines')
  expect(entries).toHaveLength(139)
  expect(rejections[0]).toEqual({
    rowNumber: 1,
    nroSolicitud: '1600100',
    reason: 'The resolution "2026/221600" belongs to 11 applications with different events.',
  })
  expect(gatherEntries(shared(10, other), 'lines').rejections).toEqual([])
  expect(
    gatherEntries(
      shared(100, () => '531 Abandono'),
      'lines',
    ).rejections,
  ).toEqual([])
})

test('wrong words of a code are quoted from shortly before the difference on', () => {
  expect(read('009 Resolución de aceptación a trámite de marca y más').rejections[0]?.reason).toBe(
    'The code 009 has the words "… trámite de marca y más" instead of "… trámite de marca".',
  )
})

test.each<[string, RawEntry[]]>([
  ['a six-digit application, and a resolution with one digit fewer', withAnother('900150', '2026/99999')],
  ['a first resolution of another year', withAnother('1600150', '2027/22')],
  ['an edition with few entries', withAnother('16001', '2026/22', 15)],
  ['the first resolutions of a year', usual(110, (index) => `2026/${index + 1}`)],
])('all numbers are read in %s', (_, raw) => {
  expect(gatherEntries(raw, 'lines').rejections).toEqual([])
})

const read = (event: string, section: string | null = null) =>
  gatherEntries(
    [
      ...usual(20, (index) => `2026/${221_600 + index}`),
      rawEntry({ rowNumber: 99, number: '1600150', event, section: { code: 'M7', title: section } }),
    ],
    'lines',
  )

test.each([
  ['531 Resoluci´on de concesi´on del a˜no', 'Resolución de concesión del año'],
  ['531 T´engase presente la verg¨uenza', 'Téngase presente la vergüenza'],
  ['531 Resoluci´on de m´ıercoles', 'Resolución de míercoles'],
  ['531 RESOLUCI´ON de O`Higgins', 'RESOLUCIÓN de O`Higgins'],
  ['425 Publicación de marca en Diario O\ufffdcial', 'Publicación de marca en Diario Oficial'],
  [
    '009 Resoluci\ufffdn de aceptaci\ufffdn a tr\ufffdmite de marca',
    'Resolución de aceptación a trámite de marca',
  ],
])('separate accents, and lost letters in known words of the office, are repaired: %s', (event, words) => {
  expect(read(event).entries.at(-1)?.descripcion).toBe(words)
})

test.each([
  ['531 Resoluci\ufffdn', null, 'The words "Resoluci\ufffdn" have a lost letter'],
  ['531 Resoluci\ue0f3n', null, 'have a lost letter or accent'],
  ['531 Oposición de D´Angelo', null, 'have a lost letter'],
  ['', 'TR ´AMITES', 'The words "TR ´AMITES" have a lost letter'],
  ['', 'OBSERVACI\ufffdNES', 'The words "OBSERVACI\ufffdNES" have a lost letter'],
  ['425 Publicación de marca en Diario O\ufffdxcial', null, 'The code 425 has the words'],
])(
  'an entry is rejected if its event, or its section if it has no event, has a lost letter: %s %s',
  (event, title, reason) => {
    expect(read(event, title).rejections).toEqual([
      expect.objectContaining({ reason: expect.stringContaining(reason) }),
    ])
  },
)

test.each([
  ['733 Téngase presente…', null, 'The event "Téngase presente…" is cut off.'],
  ['733 Téngase presente ... de la marca', null, 'is cut off'],
  ['Téngase presente. . .', null, 'is cut off'],
  ['', 'OTRAS RESOL…', 'The section "OTRAS RESOL…" is cut off.'],
])(
  'an entry is rejected if its event, or its section if it has no event, is cut off: %s %s',
  (event, title, reason) => {
    expect(read(event, title).rejections).toEqual([
      expect.objectContaining({ reason: expect.stringContaining(reason) }),
    ])
  },
)

test.each([
  '«CODIGO» «EVENTO»',
  '«CODIGO» Abandono',
  '733 «GLOSA»',
  '$' + '{codigo} $' + '{evento}',
  '733 Resolución de {{evento}}',
  '[CODIGO] [DESCRIPCIÓN DEL EVENTO]',
  'XXX Xxxxxxxxxx',
  '#N/D',
  '#N/A Abandono',
  '733 #¡REF!',
  '733 #VALUE!',
  '733 #¿NOMBRE?',
])('an event with an unfilled field or an error of a program is rejected: %s', (event) => {
  expect(read(event).rejections).toEqual([
    expect.objectContaining({
      reason: expect.stringMatching(/^The event ".*" is a field that was not filled in\.$/),
    }),
  ])
})

test.each([
  '733 Téngase presente el escrito «Patrocinio»',
  '733 Oposición de «FIORDO»',
  '733 Téngase presente [fojas 12]',
  '733 Anotación N/A #2',
])('an event with signs that only resemble an unfilled field is read: %s', (event) => {
  expect(read(event).rejections).toEqual([])
})

test('an entry without an event is rejected if its section was not filled in', () => {
  expect(read('', '#N/D').rejections).toHaveLength(1)
})

test.each([
  '502 Resolución de concesión de registro (SIN EFECTO)',
  '502 Resolución de concesión de registro (no considerar)',
  '502 Resolución de concesión de registro [resolución anulada]',
  '502 Resolución de concesión de registro (queda sin efecto)',
  '502 Resolución de concesión de registro ANULADA',
  '502 Resolución de concesión de registro NO VÁLIDA.',
  '502 Resolución de concesión de registro - anulada',
  '502 Resolución de concesión de registro. Dejada sin efecto',
  '502 Resolución de concesión de registro dejada sin efecto',
  '502 RESOLUCIÓN DE CONCESIÓN DE REGISTRO ANULADA',
  '733 Téngase presente **ANULADO**',
  'ANULADA: Téngase presente',
  'NO CONSIDERAR',
])('an event with a note that it has no effect is rejected: %s', (event) => {
  expect(read(event).rejections).toEqual([
    expect.objectContaining({
      reason: expect.stringMatching(/^The event ".*" is marked as without effect\.$/),
    }),
  ])
})

test.each(['"', 'Ídem'])('an event that refers to the event of another row is rejected: %s', (event) => {
  expect(read(event).rejections).toEqual([
    expect.objectContaining({
      reason: expect.stringMatching(/^The event ".*" repeats the event of another row/),
    }),
  ])
})

test('entries of a section about resolutions without effect are rejected', () => {
  const section = 'M5 SE DEJAN SIN EFECTO LAS SIGUIENTES RESOLUCIONES'
  expect(read('009 Resolución de aceptación a trámite de marca', section).rejections).toEqual([
    expect.objectContaining({
      reason: expect.stringMatching(/is about resolutions that are no longer in force\.$/),
    }),
  ])
})

test.each([
  '733 Déjase sin efecto la resolución',
  '733 Resolución que deja sin efecto',
  '733 Se rectifica (deja sin efecto la resolución anterior)',
  '733 Resolución QUE DEJA SIN EFECTO',
  '733 Oposición queda sin efecto',
  '733 Fallo que declara anulada',
  '733 Demanda de nulidad, marca anulada parcialmente',
  'Marca anulada',
  'ANULADA',
  '733 Téngase presente.',
])('an event that revokes or annuls something is read: %s', (event) => {
  expect(read(event).rejections).toEqual([])
})

test('an entry without an event is rejected in a section with a note that it has no effect', () => {
  expect(read('', 'REGISTROS (SIN EFECTO)').rejections).toHaveLength(1)
})

test('an event of one or two digits is rejected, unless they are a known code', () => {
  expect(read('3').rejections).toEqual([
    expect.objectContaining({ reason: 'The event "3" has no code of three digits.' }),
  ])
  expect(read('9').entries.at(-1)?.descripcion).toBe('Resolución de aceptación a trámite de marca')
  expect(read('016').rejections).toEqual([])
})

test('words with spaces between their letters are rejected as an event, and not used as the title of a section', () => {
  const section = readHeading('M 5 R E G I S T R O S D E M A R C A S') as Section
  const other = readHeading('M 3 R E G I S T R O S') as Section
  const { entries, rejections } = gatherEntries(
    [
      ...usual(30, (index) => `2026/${221_600 + index}`),
      rawEntry({ rowNumber: 97, number: '1600150', section }),
      rawEntry({ rowNumber: 98, number: '1600151', section: other }),
      rawEntry({ rowNumber: 99, number: '1600152', section, event: 'R E G I S T R O S' }),
    ],
    'lines',
  )
  expect(entries.at(-1)).toMatchObject({ descripcion: 'Sección M5', estado: 'REGISTRADA' })
  expect(rejections.map(({ reason }) => reason)).toEqual([
    'The section M3 has the title of another section: "REGISTROS".',
    'The event "R E G I S T R O S" has spaces between its letters.',
  ])
})

const listed = (count: number, section: string): RawEntry[] =>
  Array.from({ length: count }, (_, index) =>
    rawEntry({
      rowNumber: 100 + index,
      number: String(1_600_100 + index),
      section: { code: section, title: null },
    }),
  )

test('an index of applications after the sections fails the edition', () => {
  const entries = usual(60, (index) => `2026/${221_600 + index}`)
  expect(() => gatherEntries([...entries, ...listed(60, 'M7')], 'lines')).toThrow(
    'have no event and repeat applications of other sections, such as "1600100"',
  )
  expect(gatherEntries([...entries, ...listed(5, 'M7')], 'lines').entries).toHaveLength(65)
})
