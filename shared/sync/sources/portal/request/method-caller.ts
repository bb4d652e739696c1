import { SyncError } from '../../../sync-error.ts'
import { callMethod, type MethodCall, type MethodResult } from './page-method.ts'
import type { RequestContext } from './request-context.ts'
import { type ClientSession, openSession } from './session.ts'

/**
 * Returns a function that calls page methods in a session, which it opens when needed. If the portal has ended the session or
 * refuses its hash (a token for one call), the call is repeated once in a new session.
 *
 * @throws SyncError `session_refused` if the portal also ends or refuses the new session
 */
export function createMethodCaller(context: RequestContext): (call: MethodCall) => Promise<MethodResult> {
  let current: ClientSession | undefined
  const attempt = async (call: MethodCall): Promise<MethodResult | undefined> => {
    const session = current ?? (await openSession(context))
    current = undefined // a hash is valid for one call, successful or not
    const result = session && (await callMethod(call, session, context))
    current = session && result?.hash !== undefined ? { ...session, hash: result.hash } : undefined
    return result
  }
  return async (call) => {
    const result = (await attempt(call)) ?? (await attempt(call))
    if (result === undefined) {
      throw new SyncError('session_refused', 'The portal refused two sessions in succession.')
    }
    return result
  }
}
