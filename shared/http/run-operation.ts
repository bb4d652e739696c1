import type { CorpusMembers } from '../../schemas/brand.ts'
import type { Operation } from '../../schemas/operations.ts'
import type { Queryable } from '../db/database.ts'
import { servingDatabase } from '../db/serving.ts'
import { FairQueue } from '../platform/fair-queue.ts'
import type { Call } from './middleware/middleware.ts'

/** Computes the output of an operation. Returns null if nothing is found. */
export type OperationFunction<Input, Output> = (database: Queryable, input: Input) => Promise<Output | null>

/** Limits the searches in progress. More searches at once would only delay other calls. */
const SEARCHES = new FairQueue({ inProgress: 4, inProgressPerShare: 3, longestWait: 2_000 })

/**
 * Runs the function of an operation. The middleware `admission` must have set `caller`.
 *
 * @throws overloaded when a search has waited for too long
 */
export async function runOperation<Input, Output>(
  { cacheBy }: Pick<Operation, 'cacheBy'>,
  answer: OperationFunction<Input, Output>,
  { input, caller }: Call,
): Promise<Output | null> {
  const run = async (): Promise<Output | null> => {
    const output = await answer(servingDatabase(), input as Input)
    return output === null || cacheBy !== 'corpus' ? output : { ...output, ...corpusMembers(caller) }
  }
  const isSearch = (input as { q?: unknown } | undefined)?.q !== undefined
  return isSearch ? SEARCHES.run(caller?.keyId ?? '', run) : run()
}

/**
 * Returns the members that describe the corpus (docs/decisions.md#requests: Date of the corpus). They belong to the corpus
 * version in the `ETag`, because `admission` reads them in the same statement as the version.
 */
const corpusMembers = (caller: Call['caller']): CorpusMembers => ({
  ...(caller?.corpusDate ? { fechaCorpus: caller.corpusDate } : {}),
  ...(caller?.isSample ? { sample: true } : {}),
})
