import { SyncError } from '../../../sync-error.ts'
import { callMethod, type MethodCall, type MethodResult } from './page-method.ts'
import type { RequestContext } from './request-context.ts'
import { type ClientSession, openSession } from './session.ts'

/**
 * Returns a function that calls page methods (ASP.NET), and opens a session when necessary. If the portal refuses the session,
 * the function repeats the call once in a new session. If the portal also refuses the new session, the function throws
 * SyncError `session_refused`.
 */
export function createMethodCaller(context: RequestContext): (call: MethodCall) => Promise<MethodResult> {
  let current: ClientSession | undefined
  const attempt = async (call: MethodCall): Promise<MethodResult | undefined> => {
    const session = current ?? (await openSession(context))
    current = undefined // the hash of a session is a token for a single call
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
