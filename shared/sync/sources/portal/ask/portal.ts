import { SyncError, type SyncErrorCode } from '../../../sync-error.ts'
import { startConversation } from './converse.ts'
import { findMarca, findMarcas } from './page-method.ts'
import { readDetail, readList } from './read-answer.ts'
import { meansOf, type Order } from './request-context.ts'

export type { Pace } from './pace.ts'
export type { Order } from './request-context.ts'

/** An office's search portal, asked politely: one call at a time, each in its turn. */
export interface Portal {
  /**
   * Numbers after this one, ascending, digits without dots or leading zeros; none at the end of the register.
   *
   * @throws SyncError, or the reason of the order's signal
   */
  list(after: string): Promise<string[]>
  /**
   * What it tells of an application, as parsed JSON; undefined where it says that there is none.
   *
   * @throws UnreadableAnswer where this answer cannot be read and the next may be, another SyncError where it is no
   *   use to go on, or the reason of the order's signal
   */
  detail(nroSolicitud: string): Promise<unknown>
}

/**
 * Makes a search portal ready to be asked; nothing goes out before the first question.
 *
 * @throws OperatorError without a contact that the office could be told
 */
export function openPortal(order: Order): Portal {
  const means = meansOf(order)
  const ask = startConversation(means)
  const inTurn = oneAfterTheOther()
  return {
    list: (after) => inTurn(async () => readList(await ask(findMarcas(after)), after)),
    detail: (nroSolicitud) => inTurn(async () => readDetail(await ask(findMarca(nroSolicitud)))),
  }
}

/** After one of these nothing more is asked, also by a caller who has not noticed yet. */
const LAST: ReadonlySet<SyncErrorCode> = new Set(['limit_reached', 'captcha_required', 'session_refused'])

/**
 * Does one thing after the other, in the order in which they were asked for. Two at once would be rude, and would
 * spoil the session, whose hash goes from one answer to the next call; a caller who forgets to wait is no reason for
 * a run to fail, so that they queue.
 */
function oneAfterTheOther(): <Result>(act: () => Promise<Result>) => Promise<Result> {
  let before: Promise<unknown> = Promise.resolve()
  let last: SyncError | undefined
  return (act) => {
    const done = before.then(() => {
      if (last) {
        throw last
      }
      return act()
    })
    before = done.catch((error) => {
      last ??= error instanceof SyncError && LAST.has(error.code) ? error : undefined
    })
    return done
  }
}
