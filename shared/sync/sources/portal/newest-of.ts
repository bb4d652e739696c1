/** Applications are numbered one after the other: a gap as wide as this is none in the register. */
const WIDEST_GAP = 10_000
/** The oldest ones are kept here and there. */
const DENSE_FROM = 100_000

const isNear = (from: number, to: number): boolean =>
  to - from <= (from < DENSE_FROM ? DENSE_FROM : WIDEST_GAP)

/**
 * The number behind which the next run goes on: the highest of those that a portal has listed. One by itself, far beyond
 * all others, is a mistake in the register: behind it, nothing would ever be new again.
 *
 * @param after where the list began
 * @param listed ascending
 */
export function newestOf(after: string, listed: readonly string[]): string {
  return listed.reduce((newest, number, place) => {
    const next = listed[place + 1]
    const isAmongOthers =
      isNear(Number(newest), Number(number)) || (next !== undefined && isNear(Number(number), Number(next)))
    return isAmongOthers ? number : newest
  }, after)
}
