/** The procedure of a mark at the office: the stages, their durations, and the words for them in a sheet. */

import type { Estado } from '../../schemas/catalogs.ts'
import { TEN_YEARS_ON, TODAY } from './calendar.ts'
import type { Random } from './random.ts'
import { type Draw, weightedChoice } from './weighted-choice.ts'

/** The date of the sheet: a registration that expires on this day or later is in force. */
const SHEETS_OF = '2026-11-02'

/** A status of a mark. Formal and substantive objections are separate stages. */
export type Stage = Exclude<Estado, 'OBSERVADA'> | 'OBSERVADA_FORMA' | 'OBSERVADA_FONDO'

/** The texts of the office for each stage, with their frequencies. A stage has several texts, because people type them. */
export const WORDS: Readonly<Record<Stage, readonly (readonly [string, number])[]>> = {
  SOLICITADA: [
    ['Solicitada', 60],
    ['Pendiente', 30],
    ['Solicitud', 10],
  ],
  EN_TRAMITE: [
    ['En Trámite', 80],
    ['En trámite', 8],
    ['ET', 7],
    ['016', 5],
  ],
  ACEPTADA_TRAMITE: [['Resolución de aceptación a trámite de marca', 1]],
  PUBLICADA: [
    ['Publicada', 70],
    ['Publicación de marca en Diario Oficial', 30],
  ],
  OBSERVADA_FORMA: [['Observaciones de forma', 1]],
  OBSERVADA_FONDO: [
    ['Resolución de observaciones de fondo', 65],
    ['Observaciones de fondo', 35],
  ],
  EN_OPOSICION: [
    ['Oposición', 55],
    ['Presentación de demanda', 45],
  ],
  ACEPTADA_REGISTRO: [['Resolución de aceptación a registro', 1]],
  EN_APELACION: [
    ['Recurso de apelación', 70],
    ['TDPI', 30],
  ],
  REGISTRADA: [
    ['Registrada', 88],
    ['Concedida', 7],
    ['REGISTRADA', 3],
    ['C', 2],
  ],
  VENCIDA: [
    ['Vencida', 80],
    ['Expirada', 14],
    ['V', 6],
  ],
  DENEGADA: [
    ['Denegada', 50],
    ['Rechazada', 30],
    ['Rechazada definitivamente', 15],
    ['N', 5],
  ],
  NO_PRESENTADA: [['Tenida por no presentada', 1]],
  ABANDONADA: [
    ['Abandonada', 95],
    ['ABANDONADA', 5],
  ],
  DESISTIDA: [
    ['Desistida', 93],
    ['D', 7],
  ],
  CADUCADA: [
    ['Caducada', 70],
    ['Caducado', 8],
    ['No Vigente', 18],
    ['U', 4],
  ],
  CANCELADA: [['Cancelada', 1]],
  ANULADA: [
    ['Anulada', 60],
    ['Nulidad', 32],
    ['A', 8],
  ],
  RENUNCIADA: [['Renuncia', 1]],
  SIN_CLASIFICAR: [
    ['VER INSTANCIA', 85],
    ['P', 15],
  ],
}

/** A stage, with the minimum and maximum number of office days since the previous stage. */
type Step = readonly [Stage, min: number, max: number]

const ACCEPTED: readonly Step[] = [
  ['EN_TRAMITE', 1, 3],
  ['ACEPTADA_TRAMITE', 5, 14],
]
const CORRECTED: readonly Step[] = [
  ['EN_TRAMITE', 1, 3],
  ['OBSERVADA_FORMA', 4, 10],
  ['ACEPTADA_TRAMITE', 15, 32],
]
const PUBLISHED: readonly Step[] = [...ACCEPTED, ['PUBLICADA', 7, 18]]
const PAID: readonly Step[] = [
  ['ACEPTADA_REGISTRO', 33, 65],
  ['REGISTRADA', 4, 45],
]
const GRANTED = [...PUBLISHED, ...PAID]
const OBJECTED: readonly Step[] = [...PUBLISHED, ['OBSERVADA_FONDO', 33, 54]]
const OPPOSED: readonly Step[] = [...PUBLISHED, ['EN_OPOSICION', 14, 26]]
const REFUSED: readonly Step[] = [...OBJECTED, ['DENEGADA', 50, 105]]
const APPEALED: readonly Step[] = [...OBJECTED, ['EN_APELACION', 55, 118]]

const CAREERS = weightedChoice<readonly Step[]>([
  [GRANTED, 40],
  [[...CORRECTED, ['PUBLICADA', 7, 18], ...PAID], 9],
  [[...OBJECTED, ...PAID], 14],
  [[...OPPOSED, ['ACEPTADA_REGISTRO', 95, 200], ['REGISTRADA', 4, 45]], 2.6],
  [[...APPEALED, ['ACEPTADA_REGISTRO', 105, 220], ['REGISTRADA', 4, 45]], 0.7],
  [[...GRANTED, ['CANCELADA', 300, 1500]], 0.4],
  [[...GRANTED, ['ANULADA', 350, 1300]], 0.2],
  [[...GRANTED, ['RENUNCIADA', 250, 1800]], 0.5],
  [REFUSED, 9],
  [[...OPPOSED, ['DENEGADA', 95, 200]], 2.4],
  [[...APPEALED, ['DENEGADA', 105, 220]], 1.5],
  [[...CORRECTED.slice(0, 2), ['NO_PRESENTADA', 30, 45]], 6.5],
  [[...ACCEPTED, ['ABANDONADA', 28, 42]], 5],
  [[...PUBLISHED, ['ACEPTADA_REGISTRO', 33, 65], ['ABANDONADA', 62, 82]], 4.4],
  [[...PUBLISHED, ['DESISTIDA', 10, 42]], 2.2],
  [[...PUBLISHED, ['SIN_CLASIFICAR', 10, 28]], 0.3],
])

const wordsOf = Object.fromEntries(
  Object.entries(WORDS).map(([stage, words]) => [stage, weightedChoice(words)]),
) as Record<Stage, Draw<string>>

/** The present status of a mark, and its days of publication and registration as numbers of office days. */
export interface Career {
  estadoOficina: string
  published: number | null
  registered: number | null
}

// Registrations that expired on this day or earlier can no longer be renewed: the period for a late renewal is half a year.
const GRACE_ENDS = '2026-04-30'

/** Returns the stage of a registration that was not renewed: registered, expired or lapsed. */
function afterTerm(registered: number, { chance }: Random): Stage {
  const expiry = TEN_YEARS_ON[registered] as string
  if (expiry >= SHEETS_OF) return 'REGISTRADA'
  return expiry > GRACE_ENDS || chance(0.3) ? 'VENCIDA' : 'CADUCADA'
}

/** Draws the procedure of a mark that was filed on the office day with the number `filed`, up to the last day of the corpus. */
export function drawCareer(filed: number, chances: Random): Career {
  let stage: Stage = 'SOLICITADA'
  let published: number | null = null
  let registered: number | null = null
  let day = filed
  for (const [next, min, max] of CAREERS(chances)) {
    day += chances.between(min, max)
    if (day > TODAY) break
    stage = next
    if (next === 'PUBLICADA') published = day
    if (next === 'REGISTRADA') registered = day
  }
  if (stage === 'REGISTRADA' && registered !== null) stage = afterTerm(registered, chances)
  return { estadoOficina: wordsOf[stage](chances), published, registered }
}
