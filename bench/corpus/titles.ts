/** Whose mark has which name: mostly a new one, at times one that is on the register already. */

import type { Lots } from './lots.ts'
import { drawName } from './names.ts'
import type { Parties } from './parties.ts'
import type { Dice } from './random.ts'

export interface Title {
  readonly denominacion: string
  readonly parties: Parties
}

// Names to come back to: those of any time, as each new one takes a place by chance.
const KEPT = 65_536

/** Draws names with their owners; the same name comes again with its owner, or with another one. */
export function titles(drawParties: Lots<Parties>): Lots<Title> {
  const kept: string[] = []
  let last: Title | undefined
  return (dice) => {
    if (last && dice.chance(0.025)) return last
    const isTaken = kept.length > 0 && dice.chance(0.035)
    const denominacion = isTaken ? dice.pick(kept) : drawName(dice)
    if (!isTaken) keep(kept, denominacion, dice)
    last = { denominacion, parties: drawParties(dice) }
    return last
  }
}

function keep(kept: string[], name: string, { between }: Dice): void {
  if (kept.length < KEPT) kept.push(name)
  else kept[between(0, KEPT - 1)] = name
}
