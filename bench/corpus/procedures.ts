/** The procedure of a mark at the office: its status and its days. A day is a number of days since 1970. */

import type { Random } from '../../test/support/random.ts'
import type { SheetMark } from './sheet-mark.ts'
import { weightedChoice } from './weighted-choice.ts'

const DAY_MS = 86_400_000
const numberOf = (day: string): number => Date.parse(day) / DAY_MS
const dayOf = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10)

const FIRST = numberOf('2009-01-02')
/** The day of the last events of the corpus. */
const TODAY = numberOf('2026-10-30')
/** A registration that expired before this day can no longer be renewed. */
const GRACE_ENDS = '2026-05-01'

/** Returns the day itself, or the Monday after a weekend. Day 0 was a Thursday. */
const officeDay = (day: number): number => day + ([2, 1][(day + 5) % 7] ?? 0)

// The filings a day at the end of the corpus are this number of times the filings at its beginning.
const GROWTH = 65 / 30

/** Returns the day by which a share of all marks (0 to 1) had been filed, if the filings a day increase linearly. */
export function filingDay(share: number): number {
  const slope = GROWTH - 1
  const time = (Math.sqrt(1 + slope * (2 + slope) * share) - 1) / slope
  return Math.min(TODAY, officeDay(FIRST + Math.floor(time * (TODAY - FIRST))))
}

/** A status in the words of the office, with the minimum and maximum number of days since the previous status. */
type Step = readonly [words: string, min: number, max: number]

const PUBLICATION = 'Publicada'
const REGISTRATION = 'Registrada'
const EXAMINED: readonly Step[] = [['En Trámite', 1, 4]]
const FORMALITIES: readonly Step[] = [...EXAMINED, ['Observaciones de forma', 6, 14]]
const ACCEPTED: readonly Step[] = [...EXAMINED, ['Resolución de aceptación a trámite de marca', 7, 20]]
const PUBLISHED: readonly Step[] = [...ACCEPTED, [PUBLICATION, 10, 25]]
const OBJECTED: readonly Step[] = [...PUBLISHED, ['Resolución de observaciones de fondo', 46, 76]]
const OPPOSED: readonly Step[] = [...PUBLISHED, ['Oposición', 20, 36]]
const APPEALED: readonly Step[] = [...OBJECTED, ['Recurso de apelación', 77, 165]]
const ALLOWED: Step = ['Resolución de aceptación a registro', 46, 250]
const PAID: readonly Step[] = [ALLOWED, [REGISTRATION, 6, 63]]
const GRANTED: readonly Step[] = [...PUBLISHED, ...PAID]

const PROCEDURES = weightedChoice<readonly Step[]>([
  [GRANTED, 49],
  [[...OBJECTED, ...PAID], 14],
  [[...OPPOSED, ...PAID], 2.6],
  [[...APPEALED, ...PAID], 0.7],
  [[...GRANTED, ['Cancelada', 420, 2100]], 0.4],
  [[...GRANTED, ['Anulada', 490, 1800]], 0.2],
  [[...GRANTED, ['Renuncia', 350, 2500]], 0.5],
  [[...OBJECTED, ['Rechazada', 70, 147]], 9],
  [[...OPPOSED, ['Denegada', 133, 280]], 2.4],
  [[...APPEALED, ['Rechazada definitivamente', 147, 308]], 1.5],
  [[...FORMALITIES, ['Tenida por no presentada', 42, 63]], 6.5],
  [[...PUBLISHED, ALLOWED, ['Abandonada', 87, 115]], 9.4],
  [[...PUBLISHED, ['Desistida', 14, 59]], 2.2],
  [[...PUBLISHED, ['VER INSTANCIA', 14, 39]], 0.3],
])

type Dates = 'fechaPresentacion' | 'fechaPublicacion' | 'fechaRegistro' | 'fechaVencimiento'

/** Draws the procedure of a mark that was filed on a day, up to the last day of the corpus. */
export function drawProcedure(filed: number, random: Random): Pick<SheetMark, 'estadoOficina' | Dates> {
  let estadoOficina = 'Solicitada'
  const days: Record<string, string> = {}
  let day = filed
  for (const [words, min, max] of PROCEDURES(random)) {
    day = officeDay(day + random.between(min, max))
    if (day > TODAY) break
    estadoOficina = words
    days[words] = dayOf(day)
  }
  const fechaRegistro = days[REGISTRATION] ?? null
  const fechaVencimiento = fechaRegistro === null ? null : tenYearsAfter(fechaRegistro)
  if (estadoOficina === REGISTRATION) estadoOficina = afterTerm(String(fechaVencimiento), random)
  return {
    estadoOficina,
    fechaPresentacion: dayOf(filed),
    fechaPublicacion: days[PUBLICATION] ?? null,
    fechaRegistro,
    fechaVencimiento,
  }
}

const tenYearsAfter = (day: string): string =>
  `${Number(day.slice(0, 4)) + 10}${day.slice(4)}`.replace('-02-29', '-02-28')

/** Returns the status of a registration that was not renewed: registered, expired or lapsed. */
function afterTerm(expiry: string, { chance }: Random): string {
  if (expiry > dayOf(TODAY)) return REGISTRATION
  return expiry >= GRACE_ENDS || chance(0.3) ? 'Vencida' : 'Caducada'
}
