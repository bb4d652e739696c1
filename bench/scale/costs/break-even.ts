/** Rates at which the one is no dearer than the other, from the lowest to the highest. */
export interface Rates {
  readonly from: number
  readonly to: number
}

/** So many halvings find a rate to far less than a request a day. */
const STEPS = 200

/**
 * Between no request and `most` requests a second, where `lambda` is no dearer than `machine`; undefined where it is
 * nowhere. Both are dollars a month by the rate. Their difference may bend upwards alone, as it does where the one has
 * units of which some are paid for in any case, and the other grows evenly: so it has one lowest point, and the rates are
 * those around it.
 */
export function cheaperAt(
  lambda: (rate: number) => number,
  machine: (rate: number) => number,
  most: number,
): Rates | undefined {
  const difference = (rate: number): number => lambda(rate) - machine(rate)
  const lowest = [0, lowestPoint(difference, most), most].reduce((best, rate) =>
    difference(rate) < difference(best) ? rate : best,
  )
  if (difference(lowest) > 0) {
    return undefined
  }
  return {
    from: difference(0) <= 0 ? 0 : crossing(difference, 0, lowest),
    to: difference(most) <= 0 ? most : crossing(difference, most, lowest),
  }
}

function lowestPoint(difference: (rate: number) => number, most: number): number {
  let [from, to] = [0, most]
  for (let step = 0; step < STEPS; step++) {
    const third = (to - from) / 3
    if (difference(from + third) <= difference(to - third)) {
      to -= third
    } else {
      from += third
    }
  }
  return (from + to) / 2
}

/** Where the difference changes its sign between a rate that is dearer and one that is not. */
function crossing(difference: (rate: number) => number, dearer: number, cheaper: number): number {
  let [above, below] = [dearer, cheaper]
  for (let step = 0; step < STEPS; step++) {
    const middle = (above + below) / 2
    if (difference(middle) > 0) {
      above = middle
    } else {
      below = middle
    }
  }
  return below
}
