/** Draws the name of a mark: usually a new name, sometimes a name that is already on the register. */

import { drawName } from './names.ts'
import type { Parties } from './parties.ts'
import type { Random } from './random.ts'
import type { Draw } from './weighted-choice.ts'

export interface Title {
  readonly denominacion: string
  readonly parties: Parties
}

// The names that may be repeated: a new name replaces a random one, so they are from all times.
const KEPT = 65_536

/** Draws names with their owners; a repeated name has the same owner or another one. */
export function titles(drawParties: Draw<Parties>): Draw<Title> {
  const kept: string[] = []
  let last: Title | undefined
  return (random) => {
    if (last && random.chance(0.025)) return last
    const isTaken = kept.length > 0 && random.chance(0.035)
    const denominacion = isTaken ? random.pick(kept) : drawName(random)
    if (!isTaken) keep(kept, denominacion, random)
    last = { denominacion, parties: drawParties(random) }
    return last
  }
}

function keep(kept: string[], name: string, { between }: Random): void {
  if (kept.length < KEPT) kept.push(name)
  else kept[between(0, KEPT - 1)] = name
}
