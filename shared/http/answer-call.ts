import type { Operation } from '../../schemas/operations.ts'
import type { Queryable } from '../db/database.ts'
import { servingDatabase, servingReplica } from '../db/serving.ts'
import type { Call } from './middleware/middleware.ts'

/** Answers an operation: its checked input in, a value of the contract out; null where there is nothing. */
export type Answer<Input, Output> = (database: Queryable, input: Input) => Promise<Output | null>

/**
 * Answers a call that was let in. What is made of the corpus alone may come from a replica, in the very state of the corpus
 * that admission has told: the answer is what its tag says, and no page of a walk is older than the one before it.
 */
export async function answerCall<Input, Output>(
  { changesWith }: Pick<Operation, 'changesWith'>,
  answer: Answer<Input, Output>,
  { input, caller }: Call,
): Promise<Output | null> {
  const read = (database: Queryable): Promise<Output | null> => answer(database, input as Input)
  const replica = changesWith === 'corpus' ? servingReplica() : undefined
  return replica ? replica.read(caller?.corpusState ?? null, read) : read(servingDatabase())
}
