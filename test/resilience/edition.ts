import type { DrawnBrand } from '../../bench/requests.ts'
import type { Estado } from '../../schemas/catalogs.ts'
import type { PrintedSection } from '../support/bulletin/printed.ts'
import { createRandom } from '../support/random.ts'

/** A mark with an entry in an edition. */
type NotedMark = Pick<DrawnBrand, 'nroSolicitud' | 'denominacion' | 'estado'>

const HEADINGS = {
  M2: 'M2. Marcas aceptadas a trámite',
  M3: 'M3. Resoluciones de observaciones',
  M4: 'M4. Otras resoluciones',
  M5: 'M5. Registros de marcas',
  M7: 'M7. Anotaciones y otros actos',
} as const
type Section = keyof typeof HEADINGS
type Event = readonly [section: Section, evento: string]

const ACCEPTED: Event = ['M2', '009 Resolución de aceptación a trámite de marca']
const PUBLISHED: Event = ['M7', '425 Publicación de marca en Diario Oficial']
const OBJECTED: Event = ['M3', '647 Resolución de observaciones de fondo']
const ALLOWED: Event = ['M4', 'Resolución de aceptación a registro']
const REFUSED: Event = ['M4', 'Resolución de rechazo de marca']
const ABANDONED: Event = ['M4', 'Resolución de abandono por no pago de derechos finales']
const GRANTED: Event = ['M5', 'Resolución de concesión de registro de marca']
const EXPIRED: Event = ['M7', '1046 No existe renovación en plazo']
const NOTED: readonly Event[] = [
  ['M7', 'Anotación de transferencia total de registro'],
  ['M7', 'Anotación de cambio de nombre del titular'],
  ['M7', 'Anotación de licencia de uso de marca'],
]

/** The possible next events of a mark, by its status; others get annotations only. A run that reverts a status is held. */
const NEXT: Readonly<Partial<Record<Estado, readonly Event[]>>> = {
  SOLICITADA: [ACCEPTED],
  EN_TRAMITE: [ACCEPTED],
  ACEPTADA_TRAMITE: [PUBLISHED],
  PUBLICADA: [ALLOWED, OBJECTED],
  OBSERVADA: [ALLOWED, REFUSED],
  EN_OPOSICION: [ALLOWED, REFUSED],
  EN_APELACION: [ALLOWED, REFUSED],
  ACEPTADA_REGISTRO: [GRANTED, ABANDONED],
  REGISTRADA: [...NOTED, EXPIRED],
}

const SEED = 20_260_904
/** The number of entries of the office on a busy day. */
export const MOST_ENTRIES = 3_000
/** Resolution numbers have six digits; those of SERIES consecutive days differ. */
const FIRST_RESOLUTION = 100_000
const SERIES = 250
const DAY_MS = 86_400_000

/**
 * Returns an edition of a day (`YYYY-MM-DD`) with one entry for each mark, 3,000 at most, in the sections of the office.
 * Editions of nearby days have different resolution numbers.
 */
export function editionSections(day: string, marks: readonly NotedMark[]): PrintedSection[] {
  const { pick } = createRandom(SEED)
  const first = FIRST_RESOLUTION + ((Date.parse(day) / DAY_MS) % SERIES) * MOST_ENTRIES
  const entriesOfMarks = marks.map(({ nroSolicitud, denominacion, estado }, place) => {
    const [section, evento] = pick(NEXT[estado] ?? NOTED)
    const resolucion = `${day.slice(0, 4)}/${first + place}`
    return { section, entry: { numero: nroSolicitud, nombre: denominacion, evento, resolucion } }
  })
  const bySection = Map.groupBy(entriesOfMarks, ({ section }) => section)
  return (Object.keys(HEADINGS) as Section[]).flatMap((section) => {
    const entries = (bySection.get(section) ?? []).map(({ entry }) => entry)
    return entries.length === 0 ? [] : [{ heading: HEADINGS[section], entries }]
  })
}
