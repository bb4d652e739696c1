import { type Dice, dice } from '../../../bench/corpus/random.ts'
import type { SheetMark } from '../../../bench/corpus/sheet-mark.ts'
import type { Estado } from '../../../schemas/catalogs.ts'
import type { PrintedEntry, PrintedSection } from '../../../shared/sync/bulletin/testing/printed.ts'
import { readEstado } from '../../../shared/sync/office-words.ts'
import { sampleSheet } from '../sample-sheet.ts'

/** An event with the section that it stands in; it means the status of its mark, or none. */
interface Told {
  section: keyof typeof HEADINGS
  evento: string
  resolved: boolean
}

const HEADINGS = {
  M2: 'M2. Marcas aceptadas a trámite',
  M3: 'M3. Resoluciones de observaciones',
  M4: 'M4. Otras resoluciones',
  M5: 'M5. Registros de marcas',
  M7: 'M7. Anotaciones y otros actos',
} as const

const told = (section: Told['section'], evento: string, resolved = true): Told => ({
  section,
  evento,
  resolved,
})

/** What an edition may tell of a mark that has a status, so that it keeps it. */
const TOLD: Readonly<Record<Exclude<Estado, 'OBSERVADA' | 'SIN_CLASIFICAR'>, readonly Told[]>> = {
  SOLICITADA: [told('M7', 'Presentación de solicitud de registro de marca', false)],
  EN_TRAMITE: [told('M7', '016 En trámite', false)],
  ACEPTADA_TRAMITE: [told('M2', '009 Resolución de aceptación a trámite de marca'), told('M2', '')],
  PUBLICADA: [told('M7', '425 Publicación de marca en Diario Oficial', false)],
  EN_OPOSICION: [told('M7', 'Presentación de demanda de oposición', false)],
  ACEPTADA_REGISTRO: [told('M4', 'Resolución de aceptación a registro')],
  EN_APELACION: [told('M7', 'Presentación de recurso de apelación', false)],
  REGISTRADA: [
    told('M7', 'Anotación de transferencia total de registro'),
    told('M7', 'Anotación de cambio de nombre del titular'),
    told('M7', 'Anotación de licencia de uso de marca'),
    told('M7', 'Anotación de prenda sin desplazamiento'),
  ],
  VENCIDA: [told('M7', '1046 No existe renovación en plazo')],
  DENEGADA: [told('M4', 'Resolución de rechazo de marca')],
  NO_PRESENTADA: [told('M4', 'Resolución que tiene por no presentada la solicitud')],
  ABANDONADA: [told('M4', 'Resolución de abandono por no pago de derechos finales')],
  DESISTIDA: [told('M4', 'Resolución que tiene por desistida la solicitud')],
  CADUCADA: [told('M4', 'Resolución de caducidad por no renovación')],
  CANCELADA: [told('M4', 'Resolución de cancelación de registro')],
  ANULADA: [told('M4', 'Fallo que acoge demanda de nulidad de registro')],
  RENUNCIADA: [told('M7', 'Anotación de renuncia total del titular')],
}
const OBJECTED = {
  forma: [told('M3', 'Resolución de observaciones de forma'), told('M3', '')],
  fondo: [told('M3', '647 Resolución de observaciones de fondo'), told('M3', '')],
}
const GRANTED = [told('M5', '', false), told('M5', 'Resolución de concesión de registro de marca')]
const GRANTED_SINCE = '2026-06-01'
const UNCLASSIFIED = [told('M4', 'Resolución que ordena ver instancia administrativa')]

function toldOf({ estadoOficina, fechaRegistro }: SheetMark): readonly Told[] {
  const estado = readEstado(estadoOficina)
  if (estado === 'REGISTRADA' && fechaRegistro !== null && fechaRegistro >= GRANTED_SINCE) {
    return GRANTED
  }
  if (estado === 'OBSERVADA') {
    return estadoOficina.includes('fondo') ? OBJECTED.fondo : OBJECTED.forma
  }
  return estado === 'SIN_CLASIFICAR' ? UNCLASSIFIED : TOLD[estado]
}

export const EDITIONS = 44
const FEWEST = 9
const MOST = 23
const SEED = 20_261_103
/** Numbers that no sheet has yet. */
const NEW_NUMBERS = 1_690_001
const RESOLUTIONS = 240_001
/** What came to nothing long ago is in no edition of today. */
const OPEN_SINCE = '2024-01-01'
const OPEN_SHARE = 0.6
const BOTH = 0.5

/** What each of the made-up editions tells, by section; the same at every call. */
export function editionSections(): PrintedSection[][] {
  const chances = dice(SEED)
  const { marks } = sampleSheet()
  const isOpen = (mark: SheetMark) => mark.fechaRegistro === null && mark.fechaPresentacion >= OPEN_SINCE
  const open = chances.shuffle(marks.filter(isOpen))
  const registered = chances.shuffle(marks.filter(({ fechaRegistro }) => fechaRegistro !== null))
  const draw = () => (chances.chance(OPEN_SHARE) ? open : registered).pop() as SheetMark
  let resolution = RESOLUTIONS
  let next = NEW_NUMBERS
  return Array.from({ length: EDITIONS }, () => {
    const known = Array.from({ length: chances.between(FEWEST, MOST) }, draw)
    const entries = known.map((mark) => ({ mark, told: chances.pick(toldOf(mark)) }))
    const fresh = Array.from({ length: chances.between(1, 2) }, () => {
      next += chances.between(1, 40)
      return {
        mark: newMark(next, chances),
        told: told('M2', '009 Resolución de aceptación a trámite de marca'),
      }
    })
    return sectionsOf(
      [...entries, ...fresh],
      () => {
        resolution += chances.between(1, 60)
        return `2026/${resolution}`
      },
      chances,
    )
  })
}

const FRESH = [
  'VIÑA LAGUNA SERENA',
  'Pan de Ayer',
  'TALLER 2026',
  'Ñuke Mapu Tejidos',
  'KUME RUKA',
  'Hilo & Aguja 7',
]

const newMark = (number: number, { pick }: Dice) => ({
  nroSolicitud: String(number),
  denominacion: pick(FRESH),
})

type Entry = { mark: Pick<SheetMark, 'nroSolicitud' | 'denominacion'>; told: Told }

function sectionsOf(entries: readonly Entry[], resolution: () => string, { chance }: Dice): PrintedSection[] {
  const hasDots = chance(BOTH)
  const printed = ({ mark, told: { evento, resolved } }: Entry): PrintedEntry => ({
    numero: hasDots ? mark.nroSolicitud.replace(/\B(?=(?:\d{3})+$)/g, '.') : mark.nroSolicitud,
    nombre: mark.denominacion,
    evento,
    resolucion: resolved ? resolution() : '',
  })
  const sections = Map.groupBy(entries, (entry) => entry.told.section)
  return (Object.keys(HEADINGS) as Told['section'][]).flatMap((section) => {
    const own = (sections.get(section) ?? []).sort(
      (a, b) => Number(a.mark.nroSolicitud) - Number(b.mark.nroSolicitud),
    )
    return own.length === 0 ? [] : [{ heading: HEADINGS[section], entries: own.map(printed) }]
  })
}
