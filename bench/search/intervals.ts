/** The number of standard deviations within which 95 % of a normal distribution lie. */
const Z = 1.959_964

/**
 * Returns the 95 % confidence interval of a share by Wilson's method without continuity correction (E. B. Wilson, 1927;
 * method 3 of R. G. Newcombe, Statistics in Medicine 17, 1998).
 */
export function wilsonInterval(found: number, all: number): [from: number, to: number] {
  const share = found / all
  const middle = share + Z ** 2 / (2 * all)
  const half = Z * Math.sqrt((share * (1 - share)) / all + Z ** 2 / (4 * all ** 2))
  const bounded = (value: number): number => Math.min(1, Math.max(0, value / (1 + Z ** 2 / all)))
  return [bounded(middle - half), bounded(middle + half)]
}

/**
 * Returns the p-value of the exact two-sided sign test: the probability that chance alone causes a difference at least as large
 * between two equally good methods, where only one method finds `first` items, and only the other finds `second` items.
 */
export function signTest(first: number, second: number): number {
  const all = first + second
  let tail = 0
  let ways = 1
  for (let heads = 0; heads <= Math.min(first, second); heads++) {
    tail += ways / 2 ** all
    ways = (ways * (all - heads)) / (heads + 1)
  }
  return Math.min(1, 2 * tail)
}
