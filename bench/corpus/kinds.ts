/** The kinds of signs, in the words of a sheet. */

import { TIPOS_DE_SIGNO, type TipoDeSigno } from '../../schemas/catalogs.ts'
import { dayNumber } from './calendar.ts'
import type { Random } from './random.ts'
import { weightedChoice } from './weighted-choice.ts'

/** The day on which Ley 21.355 came into force. Since then, more kinds of signs can be registered. */
const LEY_21355 = '2022-05-09'
const OLD_SIGNS: readonly TipoDeSigno[] = [
  'DENOMINATIVA',
  'MIXTA',
  'FIGURATIVA',
  'SONORA',
  'FRASE_PROPAGANDA',
  'OTRA',
]

// How often each kind occurs among a hundred thousand marks.
const KINDS: readonly (readonly [TipoDeSigno, number])[] = [
  ['DENOMINATIVA', 55_200],
  ['MIXTA', 38_100],
  ['FIGURATIVA', 4_200],
  ['FRASE_PROPAGANDA', 1_900],
  ['TRIDIMENSIONAL', 350],
  ['SONORA', 120],
  ['OTRA', 80],
  ['POSICION', 12],
  ['MOVIMIENTO', 10],
  ['MULTIMEDIA', 10],
  ['PATRON', 8],
  ['COLORES', 6],
  ['HOLOGRAFICA', 2],
  ['OLFATIVA', 1.5],
  ['TACTIL', 1.5],
]

const WORDLESS: ReadonlySet<TipoDeSigno> = new Set([
  'FIGURATIVA',
  'POSICION',
  'PATRON',
  'COLORES',
  'OLFATIVA',
  'TACTIL',
])

const today = weightedChoice(KINDS)
const before = weightedChoice(KINDS.filter(([kind]) => OLD_SIGNS.includes(kind)))
const LAW = dayNumber(LEY_21355)

export interface Kind {
  /** The kind in the words of a sheet. */
  words: string
  wordless: boolean
  slogan: boolean
}

const KIND_OF = Object.fromEntries(
  KINDS.map(([kind]) => [
    kind,
    { words: TIPOS_DE_SIGNO[kind].es, wordless: WORDLESS.has(kind), slogan: kind === 'FRASE_PROPAGANDA' },
  ]),
) as unknown as Record<TipoDeSigno, Kind>

/** Draws the kind of a mark. Most kinds exist only for marks filed since the law of 2022. */
export const drawKind = (filed: number, chances: Random): Kind =>
  KIND_OF[(filed < LAW ? before : today)(chances)]

/** Draws the kind of a mark whose name is given: a kind with words. */
export const drawNamedKind = ({ chance }: Random): Kind => KIND_OF[chance(0.6) ? 'DENOMINATIVA' : 'MIXTA']
