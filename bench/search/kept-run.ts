import { join, resolve } from 'node:path'
import { config } from '../../shared/config.ts'
import type { Run } from '../part.ts'
import { stepsDone } from '../report.ts'
import type { Corpus } from './corpus.ts'
import { removeKeptDatabase } from './kept-database.ts'
import { openResults, type Results } from './results.ts'
import { engineVersion } from './version.ts'

/** One run of the part, and what is kept of it. */
export interface KeptRun {
  readonly run: Run
  readonly folder: string
  readonly version: string
  readonly results: Results
  /** Forgets what was measured of these corpora, and their databases. */
  forget(): Promise<void>
  /** @returns when the run began that this one goes on with; undefined for one from the beginning */
  begin(): string | undefined
  end(): void
}

export function keepRun(run: Run, corpora: readonly Corpus[]): KeptRun {
  const folder = resolve(config().dataDir, 'bench-search')
  const version = engineVersion()
  const results = openResults(join(folder, `results-${version}.jsonl`), run.signal)
  const going = `going/${corpora.map(({ id }) => id).join('+')}`
  const forgetResults = (): void => {
    for (const key of [going, ...corpora.map(({ id }) => `${id}/`)]) results.forget(key)
  }
  return {
    run,
    folder,
    version,
    results,
    async forget() {
      forgetResults()
      for (const { id } of corpora) await removeKeptDatabase(folder, id)
    },
    begin() {
      const since = results.get<string>(going)
      if (since === undefined) {
        forgetResults()
        results.put(going, new Date().toISOString())
      } else {
        stepsDone()
        process.stderr.write(`Going on with the run that began at ${since}.\n`)
      }
      return since
    },
    end: () => results.forget(going),
  }
}
