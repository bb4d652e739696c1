import type { KeyOrder } from '../../schemas/admin.ts'
import type { Database } from '../db/database.ts'
import {
  type Author,
  createKey,
  KeyError,
  type KeyTerms,
  keyAuditLog,
  listKeys,
  monthlyUsage,
  revokeKey,
  rotateKey,
  showKey,
  withValidPredecessors,
} from './keys.ts'

/** The limits of a new key if the order has no limits. */
type Defaults = Pick<KeyTerms, 'monthlyQuota' | 'burstPerMinute'>

/**
 * Executes an order that the AWS Lambda function `Keys` has received. The result has the same form as the JSON of `npm run keys`. The secret
 * of a new key is returned only once.
 *
 * @throws KeyError if the order is incomplete, or the state of the key does not allow the change
 */
export async function executeKeyOrder(
  database: Database,
  order: KeyOrder,
  actor: string,
  defaults: Defaults,
): Promise<unknown> {
  const author: Author = { actor, reason: order.reason }
  switch (order.action) {
    case 'create':
      return createKey(database, termsOf(order, defaults), author)
    case 'list':
      return listKeys(database)
    case 'show': {
      const key = await showKey(database, requireId(order))
      return { ...key, events: await keyAuditLog(database, key.id) }
    }
    case 'rotate':
      return withValidPredecessors(
        database,
        await rotateKey(database, requireId(order), `${order.overlapMinutes} minutes`, author),
      )
    case 'revoke':
      return withValidPredecessors(database, await revokeKey(database, requireId(order), author))
    case 'usage':
      return monthlyUsage(database, { id: order.id, month: order.month })
  }
}

const requireId = ({ action, id }: KeyOrder): string => id ?? missing(action, 'id')

function termsOf(order: KeyOrder, defaults: Defaults): KeyTerms {
  const { consumer, scopes, unrestricted, expires } = order
  if ((scopes === undefined) === (unrestricted === undefined)) {
    throw new KeyError(
      'A key needs "scopes", or "unrestricted": true for all scopes. Set exactly one of the two.',
    )
  }
  return {
    consumer: consumer ?? missing('create', 'consumer'),
    scopes: scopes ?? [],
    expires,
    monthlyQuota: order.monthlyQuota ?? defaults.monthlyQuota,
    burstPerMinute: order.burstPerMinute ?? defaults.burstPerMinute,
  }
}

function missing(action: string, field: string): never {
  throw new KeyError(`"${action}" needs "${field}".`)
}
