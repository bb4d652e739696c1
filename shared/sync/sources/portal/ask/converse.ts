import { SyncError } from '../../../sync-error.ts'
import { type Answer, callMethod, type Question } from './page-method.ts'
import type { Means } from './request-context.ts'
import { openSession, type Session } from './session.ts'

/**
 * Asks the portal in a session that is opened when it is needed. One that is over, or whose hash is refused, is
 * opened anew once and the question asked again.
 *
 * @throws SyncError `session_refused` where that did not help
 */
export function startConversation(means: Means): (question: Question) => Promise<Answer> {
  let open: Session | undefined
  const askOnce = async (question: Question): Promise<Answer | undefined> => {
    const session = open ?? (await openSession(means))
    open = undefined // a hash is good for one call, however that ends
    const answer = session && (await callMethod(question, session, means))
    open = session && answer?.hash !== undefined ? { ...session, hash: answer.hash } : undefined
    return answer
  }
  return async (question) => {
    const answer = (await askOnce(question)) ?? (await askOnce(question))
    if (answer === undefined) {
      throw new SyncError('session_refused', 'The portal refuses its session, also one that was opened anew.')
    }
    return answer
  }
}
