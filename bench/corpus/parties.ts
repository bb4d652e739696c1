/** The applicants, holders and representatives of marks. All names are coined; they refer to no real company or person. */

import { createRandom, type Random } from '../../test/support/random.ts'
import { coin } from './coinage.ts'
import type { SheetPerson } from './sheet-mark.ts'
import { type Draw, ranks, weightedChoice, zipf } from './weighted-choice.ts'
import { FIRST_NAMES, TRADE_WORDS } from './words.ts'

type Party = Omit<SheetPerson, 'rol'>

/** The legal forms of foreign companies, each with the country, most frequent first. */
const FOREIGN = zipf('Inc. US|LLC US|Co., Ltd. CN|GmbH DE|S.A.S. FR|Limited GB|S.A. AR|S.L. ES'.split('|'))
const LEGAL_FORMS = ['SpA', 'SpA', 'SpA', 'Ltda.', 'Ltda.', 'S.A.', 'EIRL']

const firstName = zipf(FIRST_NAMES)
const trade = zipf(TRADE_WORDS)
const title = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** The ranks of coined words for persons and companies start after the ranks for names of marks, so that the words differ. */
const APART = 5_000_000
const SURNAMES = ranks(400_000, 40)
const surname: Draw<string> = (random) => title(coin(APART + SURNAMES(random)))

const person: Draw<string> = (random) =>
  `${title(firstName(random))} ${title(firstName(random))} ${surname(random)} ${surname(random)}`

const company: Draw<string> = (random) =>
  `${title(trade(random))} ${surname(random)} ${random.pick(LEGAL_FORMS)}`

/** Returns the applicant of a rank: a foreign company, a person, or a company. The same rank gives the same applicant. */
function applicant(rank: number): Party {
  const random = createRandom(rank)
  if (random.chance(0.25)) {
    const form = FOREIGN(random)
    return { nombre: `${surname(random)} ${form.slice(0, -3)}`, pais: form.slice(-2) }
  }
  const nombre = random.chance(0.27) ? person(random) : company(random)
  return { nombre, pais: random.chance(0.04) ? null : 'CL' }
}

const OFFICES = 400
const REPRESENTATIVE = weightedChoice(
  Array.from({ length: OFFICES }, (_, rank): [Party, number] => {
    const random = createRandom(APART + rank)
    const nombre = random.chance(0.3) ? person(random) : `Estudio ${surname(random)} & ${surname(random)}`
    return [{ nombre, pais: 'CL' }, 1 / (rank + 8)]
  }),
)

/** Returns a function that draws an applicant for a corpus of `marks` marks. A few have hundreds of marks, most one or two. */
export function applicants(marks: number): Draw<Party> {
  const owners = ranks(Math.ceil(marks / 2), 60)
  return (random) => applicant(owners(random))
}

/** Draws the persons of a mark. Only a registered mark has a holder (`titular`). */
export function drawPersons(
  drawApplicant: Draw<Party>,
  isRegistered: boolean,
  random: Random,
): SheetPerson[] {
  const solicitante = drawApplicant(random)
  const titular = random.chance(0.06) ? drawApplicant(random) : solicitante
  // A foreign applicant must have a representative in Chile.
  const isForeign = solicitante.pais !== null && solicitante.pais !== 'CL'
  const persons: SheetPerson[] = []
  if (isForeign || random.chance(0.72)) persons.push({ rol: 'REPRESENTANTE', ...REPRESENTATIVE(random) })
  persons.push({ rol: 'SOLICITANTE', ...solicitante })
  if (isRegistered) persons.push({ rol: 'TITULAR', ...titular })
  return persons
}
