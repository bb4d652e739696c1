import type { KeyOrder } from '../../schemas/admin.ts'
import type { Database } from '../db/database.ts'
import {
  type Author,
  createKey,
  KeyError,
  type KeyTerms,
  keyTrail,
  listKeys,
  monthlyUsage,
  revokeKey,
  rotateKey,
  showKey,
} from './keys.ts'

/** What keys have that are made without limits of their own. */
type Defaults = Pick<KeyTerms, 'monthlyQuota' | 'burstPerMinute'>

/**
 * Does with keys what an order asks for, and tells what `npm run keys` tells with `--json`: of a new key the secret
 * itself, this once.
 *
 * @throws KeyError when it cannot be done, or the order lacks what it takes
 */
export async function carryOut(
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
      const key = await showKey(database, idOf(order))
      return { ...key, trail: await keyTrail(database, key.id) }
    }
    case 'rotate':
      return rotateKey(database, idOf(order), `${order.overlapMinutes} minutes`, author)
    case 'revoke':
      return revokeKey(database, idOf(order), author)
    case 'usage':
      return monthlyUsage(database, { id: order.id, month: order.month })
  }
}

const idOf = ({ action, id }: KeyOrder): string => id ?? lacks(action, 'id')

function termsOf(order: KeyOrder, defaults: Defaults): KeyTerms {
  const { consumer, scopes, unrestricted, expires } = order
  if ((scopes === undefined) === (unrestricted === undefined)) {
    throw new KeyError(
      'A key opens the "scopes" that are named, or everything: then say "unrestricted": true.',
    )
  }
  return {
    consumer: consumer ?? lacks('create', 'consumer'),
    scopes: scopes ?? [],
    expires,
    monthlyQuota: order.monthlyQuota ?? defaults.monthlyQuota,
    burstPerMinute: order.burstPerMinute ?? defaults.burstPerMinute,
  }
}

function lacks(action: string, field: string): never {
  throw new KeyError(`"${action}" needs "${field}".`)
}
