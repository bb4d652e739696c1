import type { Part } from '../part.ts'
import { madeUpCorpus, realCorpus } from './corpus.ts'
import { keepRun } from './kept-run.ts'
import { measureCorpus } from './measure-corpus.ts'
import { readRealNames } from './real-names.ts'
import { searchReport } from './search-report.ts'

const MARKS = 2_000_000
/** What is measured unless somebody asks for one size. */
const SIZES = [200_000, MARKS]

/** Searches by every kind of query, next to the textbook way on the same marks; goes on where it was interrupted. */
export const search: Part = {
  summary: 'searches by q next to the textbook way: how fast, what is found, and under stress',
  marks: MARKS,
  async measure(run) {
    run.step('reading the real names')
    const real = await readRealNames()
    const sizes = run.sized ? [run.marks] : SIZES
    const corpora = [...(real ? [realCorpus(real)] : []), ...sizes.map((size) => madeUpCorpus(size, real))]
    const kept = keepRun(run, corpora)
    if (run.fresh) await kept.forget()
    const resumed = kept.begin()
    for (const corpus of corpora) {
      await measureCorpus(kept, corpus, { real, stressed: corpus === corpora.at(-1) })
    }
    kept.end()
    return searchReport({ results: kept.results, corpora, real, resumed })
  },
}
