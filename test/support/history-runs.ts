/**
 * Returns the parameters of a property about histories: `HISTORIES` replaces the number of runs, and `HISTORIES_SEED` the
 * seed. fast-check prints the seed and the path of a failing history, which repeat it.
 */
export const historyRuns = (numRuns: number): { numRuns: number; seed?: number } => {
  const { HISTORIES, HISTORIES_SEED } = process.env
  return {
    numRuns: HISTORIES === undefined ? numRuns : Number(HISTORIES),
    ...(HISTORIES_SEED === undefined ? {} : { seed: Number(HISTORIES_SEED) }),
  }
}
