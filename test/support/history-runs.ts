import fc from 'fast-check'
import { expect } from 'vitest'
import { continueReport } from './figures.ts'

/**
 * Returns the parameters of a property about histories: `HISTORIES` replaces the number of runs, and `HISTORIES_SEED` the
 * seed. fast-check prints the seed and the path of a failing history, which repeat it. With `HISTORIES`, the result goes to
 * `report/histories.md`.
 */
export function historyRuns<Values>(numRuns: number): fc.Parameters<Values> {
  const { HISTORIES, HISTORIES_SEED } = process.env
  const seed = HISTORIES_SEED === undefined ? {} : { seed: Number(HISTORIES_SEED) }
  if (HISTORIES === undefined) {
    return { numRuns, ...seed }
  }
  const began = performance.now()
  return {
    numRuns: Number(HISTORIES),
    ...seed,
    reporter: (details) => {
      const seconds = ((performance.now() - began) / 1_000).toFixed(1)
      const property = String(expect.getState().currentTestName)
      const failure = details.failed ? fc.defaultReportMessage(details) : undefined
      continueReport('histories', 'Random histories')(
        property,
        `${details.numRuns.toLocaleString('en')} histories, ${failure === undefined ? '0' : 'the last'} failed, seed ${details.seed}, ${seconds} s`,
      )
      if (failure !== undefined) {
        throw new Error(failure, { cause: details.errorInstance })
      }
    },
  }
}
