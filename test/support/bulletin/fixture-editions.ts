import type { PrintedEntry, PrintedSection } from './printed.ts'

const entry = (numero: string, nombre: string, evento = '', resolucion = ''): PrintedEntry => ({
  numero,
  nombre,
  evento,
  resolucion,
})

const ACCEPTED = '009 Resolución de aceptación a trámite de marca'
const PUBLISHED = '425 Publicación de marca en Diario Oficial'
const OBJECTED = '647 Resolución de observaciones de fondo'

const NAMES = [
  'CAFÉ ÑANDÚ',
  '2026/12',
  '1604543',
  'M2',
  '009 Sour',
  '',
  'Casa «Torres» "la vieja"',
  'A/B (y C) 24-7',
]
const LONG = 'BOSQUES DEL NORTE POR UN MUNDO SUSTENTABLE, SUS FRUTOS Y SUS OFICINAS 1 2 3 DE AFLUENTE EFICAZ'

/** A resolution that is shorter than all others in the fixtures: its entry is rejected. */
export const SHORT_RESOLUTION = '2026/1'

const many = (count: number, make: (index: number) => PrintedEntry): PrintedEntry[] =>
  Array.from({ length: count }, (_, index) => make(index))

const name = (index: number): string =>
  index % 5 === 3 ? `${LONG} ${index}` : (NAMES[index % NAMES.length] ?? '')

/** The entries of the fixtures, some with names that look like numbers, codes, sections or resolutions. */
export const FIXTURE: readonly PrintedSection[] = [
  {
    heading: 'M2. Marcas aceptadas a trámite',
    entries: many(24, (index) =>
      entry(String(1_673_959 + 17 * index), name(index), ACCEPTED, `2026/${221_639 + index}`),
    ),
  },
  {
    heading: 'SECCIÓN M3',
    entries: many(14, (index) =>
      index % 2 === 0
        ? entry(`1.6${index + 10}.533`, name(index))
        : entry(`1.6${index + 10}.533`, name(index + 1), OBJECTED, `2026/${9_990 + index}`),
    ),
  },
  { heading: 'M4', entries: [entry('1656703', 'COSEMAR'), entry('1659180', 'AIMarX')] },
  {
    heading: 'M5 - REGISTROS DE MARCAS',
    entries: many(20, (index) => entry(String(1_552_147 + 31 * index), name(index + 3))),
  },
  {
    heading: 'M7',
    entries: [
      entry('1604543', 'Casa Torres', PUBLISHED),
      entry('987654', LONG, '1046 No existe renovación en plazo'),
      entry('1645720', 'HelpBrand', '016 En trámite'),
      entry(
        '1645870',
        'WARIQUE',
        '777 Se hace presente un antecedente nuevo del expediente',
        SHORT_RESOLUTION,
      ),
      entry('1645899', '', 'Anotación de transferencia total de registro', '2026/222203'),
    ],
  },
]

/** The members of an entry that the reader must return. */
export interface ExpectedEntry {
  nroSolicitud: string
  descripcion: string
  resolucion: string | null
}

const TITLES: Readonly<Record<string, string>> = {
  'M2. Marcas aceptadas a trámite': 'Marcas aceptadas a trámite',
  'M5 - REGISTROS DE MARCAS': 'REGISTROS DE MARCAS',
  'SECCIÓN M3': 'Sección M3',
}

/** Returns the expected entries of printed sections; an entry without event is described by the title of its section. */
export const entriesOf = (sections: readonly PrintedSection[]): ExpectedEntry[] =>
  sections.flatMap(({ heading, entries }) =>
    entries.map(({ numero, evento, resolucion }) => ({
      nroSolicitud: numero.replaceAll('.', ''),
      descripcion: evento.replace(/^\d+ /, '') || (TITLES[heading ?? ''] ?? `Sección ${heading}`),
      resolucion: resolucion || null,
    })),
  )

/** The entries that the reader must return for the fixtures, in order. */
export const FIXTURE_ENTRIES: readonly ExpectedEntry[] = entriesOf(FIXTURE).filter(
  ({ resolucion }) => resolucion !== SHORT_RESOLUTION,
)
