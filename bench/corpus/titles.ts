/** Draws the name of a mark: usually a new name, sometimes a name that is already on the register. */

import { drawName } from './names.ts'
import type { Parties } from './parties.ts'
import type { Random } from './random.ts'
import type { Draw } from './weighted-choice.ts'

export interface Title {
  readonly denominacion: string
  readonly parties: Parties
}

// The number of names that are kept for repetition. When the list is full, a new name replaces a random name, so that the list
// has old and new names.
const KEPT = 65_536

/**
 * Returns a function that draws names with their owners. Some calls return the name and owner of the previous call, and
 * some return an earlier name with a newly drawn owner.
 */
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
