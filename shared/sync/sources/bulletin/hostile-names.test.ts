import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entriesOf } from '../../../../test/support/bulletin/fixture-editions.ts'
import { type Alignment, type Look, printPdf } from '../../../../test/support/bulletin/print-pdf.ts'
import { HEADERS, type PrintedEntry, type PrintedSection } from '../../../../test/support/bulletin/printed.ts'
import { readPdf } from './read-pdf.ts'

/** Words that a name may have and that mean something elsewhere in an edition. */
const TRAPS = [
  '2026/12',
  '1604543',
  '1.604.544',
  '009',
  '425 Publicación',
  'M2',
  'M5.',
  '12',
  '"A"',
  "d'Or",
  'A/B',
]
const word = fc.oneof(
  fc.constantFrom(...TRAPS, 'MARCA', 'Resolución', 'Evento', '(y', 'C)', '—', '100%', '7up', '3M'),
  fc.string({
    unit: fc.constantFrom(...'abcdefgABCDEFG0123456789ñÑáéíóúüÜ&.-/()«»"\'!¿?'),
    minLength: 1,
    maxLength: 40,
  }),
)
const name = (words: fc.Arbitrary<string>) => fc.array(words, { maxLength: 25 }).map((all) => all.join(' '))
/** A line of a name that begins with such a word looks like the heading of a section. */
const LIKE_HEADING = /^M\d/

const event = fc.constantFrom(
  '009 Resolución de aceptación a trámite de marca',
  '425 Publicación de marca en Diario Oficial',
  '1046 No existe renovación en plazo',
  '',
)
const numero = fc.integer({ min: 1_000_000, max: 9_999_999 })
/** The codes of the events whose entries have a resolution. */
const RESOLVED = ['009', '1046']
const entryOf = (nombre: fc.Arbitrary<string>): fc.Arbitrary<PrintedEntry> =>
  fc
    .record({
      numero: fc.oneof(
        numero.map(String),
        numero.map((each) => each.toLocaleString('es-CL', { useGrouping: true })),
      ),
      nombre,
      evento: event,
      resolucion: fc.integer({ min: 100_000, max: 999_999 }).map((each) => `2026/${each}`),
    })
    .map((entry) =>
      RESOLVED.some((code) => entry.evento.startsWith(code)) ? entry : { ...entry, resolucion: '' },
    )
/** Returns the entries of a section without events, if most of them have none, and otherwise only those with one. */
function alike(entries: PrintedEntry[]): PrintedEntry[] {
  const withEvents = entries.filter(({ evento }) => evento !== '')
  return withEvents.length > entries.length / 2
    ? withEvents
    : entries.map((entry) => ({ ...entry, evento: '', resolucion: '' }))
}
const sectionsOf = (words: fc.Arbitrary<string>) =>
  fc
    .uniqueArray(entryOf(name(words)), {
      minLength: 1,
      maxLength: 60,
      selector: ({ numero }) => numero.replaceAll('.', ''),
    })
    .chain((entries) =>
      fc
        .integer({ min: 0, max: entries.length - 1 })
        .map((at): PrintedSection[] => [
          { heading: 'M2. Marcas aceptadas a trámite', entries: alike(entries.slice(0, at + 1)) },
          ...(at + 1 < entries.length
            ? [{ heading: 'SECCIÓN M3', entries: alike(entries.slice(at + 1)) }]
            : []),
        ]),
    )
const look: fc.Arbitrary<Partial<Look>> = fc.record({
  layout: fc.constantFrom('table' as const, 'blocks' as const),
  size: fc.constantFrom([595, 842] as const, [420, 300] as const, [842, 595] as const),
  columns: fc.constantFrom([0, 70, 200, 290], [0, 60, 150, 260]),
  gap: fc.constantFrom(0, 2, 6),
  title: fc.constantFrom('Estado Diario de Marcas', null),
})

/** The resolution of the last entry is wrapped at the end of a page: one digit is below the header of the next page. */
const LAST_DIGIT_ON_A_NEW_PAGE: PrintedSection[] = [
  {
    heading: 'M2. Marcas aceptadas a trámite',
    entries: [
      {
        numero: '10000',
        nombre: '',
        evento:
          '777 Se hace presente un antecedente nuevo y muy largo del expediente que no cabe en una sola línea',
        resolucion: '',
      },
    ],
  },
  {
    heading: 'SECCIÓN M3',
    entries: [
      {
        numero: '10002',
        nombre: '',
        evento: '009 Resolución de aceptación a trámite de marca',
        resolucion: '',
      },
      { numero: '10001', nombre: '', evento: '531 Abandono', resolucion: '2026/10000' },
    ],
  },
]
const NARROW: Partial<Look> = { layout: 'table', size: [420, 300], columns: [0, 70, 200, 290], gap: 6 }

/** A fixed seed, so that runs are repeatable. HOSTILE_RUNS=5000 searches for other examples. */
const SEED = 20_261_122
const runs = (count: number) =>
  process.env.HOSTILE_RUNS ? { numRuns: Number(process.env.HOSTILE_RUNS) } : { numRuns: count, seed: SEED }

/** Prints and reads an edition. Returns its entries and the number of rejections, or undefined if it is refused. */
async function readPrinted(printed: PrintedSection[], changes: Partial<Look>) {
  try {
    const { entries, rejections } = await readPdf(new Uint8Array(await printPdf(printed, changes)))
    const read = entries.map(({ nroSolicitud, descripcion, resolucion }) => ({
      nroSolicitud,
      descripcion,
      resolucion,
    }))
    return { read, rejected: rejections.length }
  } catch (error) {
    expect(error).toMatchObject({ name: 'SyncError', code: 'layout_unknown' })
    return undefined
  }
}

test('with any names of marks, each entry is read back in both layouts, across pages', async () => {
  await fc.assert(
    fc.asyncProperty(
      sectionsOf(word.filter((each) => !LIKE_HEADING.test(each))),
      look,
      async (printed, changes) => {
        expect(await readPrinted(printed, changes)).toEqual({ read: entriesOf(printed), rejected: 0 })
      },
    ),
    { ...runs(20), examples: [[LAST_DIGIT_ON_A_NEW_PAGE, NARROW]] },
  )
})

const UNKNOWN =
  '777 Se hace presente un antecedente nuevo y muy largo del expediente que no cabe en una línea'
const alignment = fc.constantFrom<Alignment>('left', 'center', 'right', 'justify')
/** The left edges of the columns of a table. */
const columns = fc
  .tuple(
    fc.integer({ min: 45, max: 95 }),
    fc.integer({ min: 50, max: 180 }),
    fc.integer({ min: 60, max: 180 }),
  )
  .map(([number, name, event]) => [0, number, number + name, number + name + event])
const anyLook: fc.Arbitrary<Partial<Look>> = fc.record({
  size: fc.constantFrom([595, 842] as const, [520, 300] as const, [842, 595] as const),
  columns,
  alignments: fc.array(alignment, { minLength: 4, maxLength: 4 }),
  vertical: fc.constantFrom('top' as const, 'middle' as const, 'bottom' as const),
  padding: fc.constantFrom(1, 4, 6, 8),
  gap: fc.constantFrom(0, 1, 4, 12),
  headers: fc.constantFrom(HEADERS, HEADERS, HEADERS, []),
  title: fc.constantFrom('Estado Diario de Marcas', null),
  footer: fc.constantFrom(
    null,
    null,
    null,
    null,
    null,
    '76.543.210-K Instituto',
    '223456789',
    '10023',
    '1002#',
    '600123 Página #',
  ),
})

const aTable = (names: readonly string[], evento: string): PrintedSection[] => [
  {
    heading: 'M2. Marcas aceptadas a trámite',
    entries: names.map((nombre, index) => ({ numero: `910368${index}`, nombre, evento, resolucion: '' })),
  },
]
/** Editions that were once misread. */
const FOUND: [PrintedSection[], Partial<Look>, boolean][] = [
  // without headers, a column of names looks like one of resolutions
  [
    aTable(['', '2026/12'], '1046 No existe renovación en plazo'),
    {
      size: [520, 300],
      columns: [0, 74, 201, 268],
      alignments: ['left', 'right', 'left', 'justify'],
      headers: [],
    },
    true,
  ],
  // the last word of a justified name is as far from the name as from the event
  [
    aTable(['MARCA', 'Ü2d9«&»ú(Fá 009 100% — 1GüD óí3.b2cÜ4C(A 3M', 'CASA'], UNKNOWN),
    { size: [520, 300], columns: [0, 49, 229, 360], alignments: ['center', 'justify', 'center', 'center'] },
    true,
  ],
  // the first line of a name, above its number, looks like a heading
  [
    [
      {
        heading: 'M2. Marcas aceptadas a trámite',
        entries: [
          {
            numero: '7033675',
            nombre: 'bdÜdíñ&ü 1.604.544 7&?ÑcEE4E» 009 Ññ 12 1604543 8AF) ácE»áü675¿B4 9ú.G»FEá',
            evento: '1046 No existe renovación en plazo',
            resolucion: '2026/496617',
          },
          {
            numero: '6.171.015',
            nombre: '3M 1«Aa Fóa?d8 &8936)ú3)8GÜ .gGf6ó Cüú(ñ)Gí/cbE',
            evento: UNKNOWN,
            resolucion: '',
          },
          {
            numero: '8.855.465',
            nombre: 'M5. g4d0DáEG)6 2 54Fa-&ec"EaA M5. Evento "A" (y MARCA 2026/12',
            evento: '',
            resolucion: '',
          },
        ],
      },
      {
        heading: 'SECCIÓN M3',
        entries: [
          {
            numero: '8916890',
            nombre: 'a&AF5ó! 8b"ó0fÜ7!C7 "A" Resolución 425 Publicación',
            evento: '1046 No existe renovación en plazo',
            resolucion: '2026/140109',
          },
        ],
      },
    ],
    {
      size: [842, 595],
      columns: [0, 87, 232, 408],
      alignments: ['right', 'center', 'center', 'center'],
      vertical: 'bottom',
      padding: 1,
      gap: 1,
      title: null,
    },
    true,
  ],
  // the last word of a justified name is one text with the words of its event
  [
    [
      {
        heading: 'SECCIÓN M3',
        entries: [
          [
            ".íB4é!ü 12 e/«ñc1C6 Ff8ü.9 1.604.544 1.604.544 g46ñDf./'.E7 aBüc",
            '425 Publicación de marca en Diario Oficial',
          ],
          ['99D)?.e -/(Cü 425 Publicación', '009 Resolución de aceptación a trámite de marca'],
          ["b7 GF&8.! 4Gñ'éd/»éE.? M5. d'Or 425 Publicación ñdG-(»éc /9dB 4 55á'?&B«(b)í", UNKNOWN],
          ['Resolución 3M Resolución', '009 Resolución de aceptación a trámite de marca'],
        ].map(([nombre = '', evento = ''], index) => ({
          numero: `910368${index}`,
          nombre,
          evento,
          resolucion: `2026/37483${index}`,
        })),
      },
    ],
    {
      columns: [0, 55, 214, 394],
      alignments: ['justify', 'justify', 'left', 'justify'],
      padding: 1,
      gap: 12,
    },
    true,
  ],
  // the first line of the first name is above its number
  [
    aTable(['M5. ?C» Ü (»éíA8!8 MARCA .AbüB-!a 3M', '//í ü)3g.)gd6Aúe Cá 17Üca. G0Cü0aúa-?', ''], ''),
    {
      columns: [0, 53, 107, 282],
      alignments: ['center', 'right', 'right'],
      vertical: 'bottom',
      padding: 4,
      gap: 4,
    },
    true,
  ],
]

test('in any layout, each entry is read as printed, rejected, or refused with its edition', async () => {
  await fc.assert(
    fc.asyncProperty(sectionsOf(word), anyLook, fc.boolean(), async (printed, changes, isKnown) => {
      const edition = isKnown ? printed : withEvents(printed, UNKNOWN)
      const result = await readPrinted(edition, changes)
      const expected = entriesOf(edition)
      const served = new Set(result?.read.map((entry) => JSON.stringify(entry)))
      expect(result?.read ?? []).toEqual(expected.filter((entry) => served.has(JSON.stringify(entry))))
      expect(result === undefined || result.read.length + result.rejected >= expected.length).toBe(true)
    }),
    { ...runs(20), endOnFailure: true, examples: FOUND },
  )
})

/** Replaces the event of every second entry. */
const withEvents = (printed: readonly PrintedSection[], evento: string): PrintedSection[] =>
  printed.map((section) => ({
    ...section,
    entries: section.entries.map((each, index) => (index % 2 === 0 ? each : { ...each, evento })),
  }))
