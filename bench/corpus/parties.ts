/** The applicants, holders and representatives of marks. All names are coined; they refer to no real company or person. */

import { coin } from './coinage.ts'
import { type Random, scramble } from './random.ts'
import type { SheetPerson } from './sheet-mark.ts'
import { TRADES } from './trades.ts'
import { APELLIDOS, LUGARES, NOMBRES, REPRESENTANTES } from './vocabulary.ts'
import { type Draw, ranks, weightedChoice } from './weighted-choice.ts'

export interface Party {
  readonly nombre: string
  readonly pais: string | null
}

const FOREIGN: readonly (readonly [pais: string, share: number, forms: readonly string[]])[] = [
  ['US', 32, ['Inc.', 'LLC', 'Corporation', 'Holdings, Inc.']],
  ['CN', 13, ['Technology Co., Ltd.', 'Co., Ltd.', 'Trading Co., Ltd.']],
  ['DE', 8, ['GmbH', 'AG', 'GmbH & Co. KG']],
  ['ES', 7, ['S.L.', 'S.A.', 'S.L.U.']],
  ['FR', 6, ['S.A.S.', 'S.A.']],
  ['CH', 6, ['AG', 'S.A.']],
  ['JP', 5, ['K.K.', 'Kabushiki Kaisha']],
  ['GB', 5, ['Limited', 'PLC']],
  ['IT', 4, ['S.p.A.', 'S.r.l.']],
  ['AR', 4, ['S.A.', 'S.R.L.']],
  ['BR', 4, ['Ltda.', 'S.A.']],
  ['PE', 2, ['S.A.C.', 'S.A.']],
  ['MX', 2, ['S.A. de C.V.']],
  ['KR', 2, ['Co., Ltd.']],
]

const CHILEAN = TRADES.flatMap(({ empresas }) => empresas).map((pattern) => pattern.split(/\{[al]\}/))
const ABROAD = FOREIGN.flatMap(([pais, share, forms]) =>
  forms.flatMap((form) => Array.from({ length: Math.max(1, share) }, () => ({ pais, form }))),
)
const SURNAMES = [...APELLIDOS]
const GIVEN = [
  ...NOMBRES,
  ...NOMBRES.flatMap((one) => NOMBRES.filter((other) => other !== one).map((other) => `${one} ${other}`)),
]

// The ranks of coined words for persons and companies start after the ranks for names of marks, so that the words differ.
const APART = 5_000_000
const from = <Thing>(list: readonly Thing[], chance: number): Thing => list[chance % list.length] as Thing
const title = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const coinedFor = (chance: number): string => title(coin(APART + (chance % 400_000)))
const surname = (chance: number): string =>
  chance % 5 < 2 ? from(SURNAMES, chance >>> 3) : coinedFor(chance)
const place = (chance: number): string => (chance % 5 < 1 ? from(LUGARES, chance >>> 3) : coinedFor(chance))

const person = (chance: number): string =>
  `${from(GIVEN, chance)} ${surname(scramble(chance ^ 1))} ${surname(scramble(chance ^ 2))}`

function company(chance: number): string {
  const pattern = from(CHILEAN, chance)
  let name = pattern[0] as string
  for (let slot = 1; slot < pattern.length; slot++) {
    name += place(scramble(chance + slot)) + (pattern[slot] as string)
  }
  return name
}

/** Returns the applicant of a rank: a person, a company, or a foreign applicant. The same rank gives the same applicant. */
function applicant(rank: number): Party {
  const chance = scramble(Math.imul(rank + 7, 0x85ebca6b))
  const percent = chance % 100
  const more = scramble(chance ^ rank)
  if (percent < 25) {
    const { pais, form } = from(ABROAD, more)
    return { nombre: `${coinedFor(more)} ${form}`, pais }
  }
  return { nombre: percent < 45 ? person(more) : company(more), pais: percent >= 97 ? null : 'CL' }
}

const OFFICES = 400
const REPRESENTATIVES = weightedChoice(
  Array.from({ length: OFFICES }, (_, rank): [Party, number] => [office(rank), 1 / (rank + 8)]),
)

function office(rank: number): Party {
  const known = REPRESENTANTES[rank]
  if (known !== undefined) return { nombre: known, pais: 'CL' }
  const chance = scramble(Math.imul(rank, 0xc2b2ae35))
  const nombre =
    chance % 3 === 0 ? person(chance) : `Estudio ${surname(chance)} & ${surname(scramble(chance))}`
  return { nombre, pais: chance % 17 === 0 ? null : 'CL' }
}

/** The parties of one mark. Only a registered mark has a holder (`titular`) in its sheet. */
export interface Parties {
  readonly solicitante: Party
  readonly titular: Party
  readonly representante: Party | null
}

/** Draws the representative of an applicant. Foreign applicants must have a representative in Chile. */
const represented = ({ pais }: Party, random: Random): Party | null =>
  (pais !== null && pais !== 'CL') || random.chance(0.72) ? REPRESENTATIVES(random) : null

/** Returns a function that draws parties for a corpus of `marks` marks. A few owners have hundreds of marks, most one or two. */
export function partiesFor(marks: number): Draw<Parties> {
  const owners = ranks(Math.ceil(marks * 0.5), 60)
  return (random) => {
    const solicitante = applicant(owners(random))
    const titular = random.chance(0.06) ? applicant(owners(random)) : solicitante
    return { solicitante, titular, representante: represented(solicitante, random) }
  }
}

export function personsOf(parties: Parties, isRegistered: boolean): SheetPerson[] {
  const { solicitante, titular, representante } = parties
  const persons: SheetPerson[] = []
  if (representante) persons.push({ rol: 'REPRESENTANTE', ...representante })
  persons.push({ rol: 'SOLICITANTE', ...solicitante })
  if (isRegistered) persons.push({ rol: 'TITULAR', ...titular })
  return persons
}
