/** Generates an invented register of any size: plausible marks, one by one, without keeping them in memory. */

import { filingDay, OFFICE_DAYS, TEN_YEARS_ON } from './calendar.ts'
import { drawCareer } from './careers.ts'
import { drawClasses } from './classes.ts'
import { drawKind, drawNamedKind, type Kind } from './kinds.ts'
import { drawSlogan } from './names.ts'
import { applicationNumbers, registrationNumbers } from './office-numbers.ts'
import { type Parties, partiesFor, personsOf } from './parties.ts'
import { createRandom, type Random } from './random.ts'
import type { SheetMark } from './sheet-mark.ts'
import { type Title, titles } from './titles.ts'
import type { Draw } from './weighted-choice.ts'

const SEED = 20_260_711

/**
 * Draws `count` marks in the order of their application numbers. Application numbers and registration numbers are unique. The
 * same count, seed and names give the same marks.
 *
 * @param names names to use unchanged, spread evenly over the marks; all other names are invented
 */
export function* generateMarks(
  count: number,
  seed: number = SEED,
  names: readonly string[] = [],
): Generator<SheetMark, void, undefined> {
  const random = createRandom(seed)
  const drawParties = partiesFor(count)
  const office: Office = {
    random,
    drawParties,
    drawTitle: titles(drawParties),
    register: registrationNumbers(count),
  }
  const apply = applicationNumbers(count, random)
  let filed = 0
  for (let place = 0; place < count; place++) {
    filed = filingDay((place + 0.5) / count, filed)
    yield drawMark(office, apply(place), filed, nameAt(place, count, names))
  }
}

/** The random generator, and the functions that draw parties, names and registration numbers. */
interface Office {
  random: Random
  drawParties: Draw<Parties>
  drawTitle: Draw<Title>
  register: (day: number) => string
}

/** Returns the given name for this position; undefined if the position gets an invented name. */
function nameAt(place: number, count: number, names: readonly string[]): string | undefined {
  const before = Math.floor((place * names.length) / count)
  const after = Math.floor(((place + 1) * names.length) / count)
  return after > before ? names[before] : undefined
}

function drawMark(office: Office, nroSolicitud: string, filed: number, given?: string): SheetMark {
  const { random } = office
  const kind = given === undefined ? drawKind(filed, random) : drawNamedKind(random)
  const { estadoOficina, published, registered } = drawCareer(filed, random)
  const { denominacion, parties } = titleFor(kind, office, given)
  return {
    nroSolicitud,
    nroRegistro: registered === null ? null : office.register(registered),
    denominacion,
    estadoOficina,
    tipoSigno: kind.words,
    fechaPresentacion: OFFICE_DAYS[filed] as string,
    fechaPublicacion: published === null ? null : (OFFICE_DAYS[published] as string),
    fechaRegistro: registered === null ? null : (OFFICE_DAYS[registered] as string),
    fechaVencimiento: registered === null ? null : (TEN_YEARS_ON[registered] as string),
    clases: drawClasses(random),
    personas: personsOf(parties, registered !== null),
  }
}

function titleFor(kind: Kind, { random, drawParties, drawTitle }: Office, given?: string): Title {
  const denominacion = given ?? (kind.wordless ? '' : kind.slogan ? drawSlogan(random) : undefined)
  return denominacion === undefined ? drawTitle(random) : { denominacion, parties: drawParties(random) }
}
