import { codes, SCOPES, type Scope } from '../../schemas/catalogs.ts'
import type { Database, Queryable } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { typedCommand } from '../platform/typed-command.ts'
import { generateKey, generatePublicId, isWellFormed, secretHash } from './key-format.ts'

/** A key without the secret. Instants are in RFC 3339. Empty scopes mean no restriction. */
export interface KeyOverview {
  id: string
  consumer: string
  state: 'active' | 'expired' | 'revoked'
  scopes: Scope[]
  monthlyQuota: number
  burstPerMinute: number
  monthUsed: number
  expires: string | null
  createdAt: string
  lastUsedAt: string | null
  /** The time of the revocation. This time is in the future while a rotated key is still valid. */
  revokedAt: string | null
  replaces: string | null
  replacedBy: string | null
}

/** `key` is the secret, which is not stored. */
export type CreatedKey = { key: string } & KeyOverview

export interface KeyEvent {
  at: string
  action: 'create' | 'rotate' | 'revoke' | 'expire' | 'update'
  actor: string
  reason: string | null
  change: Record<string, unknown>
}

export interface MonthlyUsage {
  id: string
  consumer: string
  month: string
  used: number
  monthlyQuota: number
}

/** The author of a change, for the audit log. */
export interface Author {
  actor: string
  reason: string | undefined
}

export interface KeyTerms {
  consumer: string
  scopes: Scope[]
  monthlyQuota: number
  burstPerMinute: number
  /** The last valid day, in America/Santiago. */
  expires: string | undefined
}

/** The failure of a command about a key. The message is for the operator. */
export class KeyError extends OperatorError {
  override name = 'KeyError'
}

export class UnknownKeyError extends KeyError {
  override name = 'UnknownKeyError'
  readonly id: string

  constructor(id: string, hint = '') {
    super(`There is no key ${JSON.stringify(id)}. ${hint}`.trimEnd())
    this.id = id
  }
}

const CREATE = sqlFile(import.meta.url, 'create-key.sql', 'planned')
const ROTATE = sqlFile(import.meta.url, 'rotate-key.sql', 'planned')
const CHANGE = sqlFile(import.meta.url, 'change-key.sql', 'planned')
const LOCK = sqlFile(import.meta.url, 'lock-key.sql', 'planned')
const LIST = sqlFile(import.meta.url, 'list-keys.sql', 'planned')
const SHOW = sqlFile(import.meta.url, 'show-key.sql', 'planned')
const AUDIT_LOG = sqlFile(import.meta.url, 'audit-log.sql', 'planned')
const USAGE = sqlFile(import.meta.url, 'usage.sql', 'planned')
const FIND = sqlFile(import.meta.url, 'find-key.sql', 'planned')

export const scopeNames: readonly Scope[] = codes(SCOPES)

export async function createKey(database: Queryable, terms: KeyTerms, author: Author): Promise<CreatedKey> {
  const key = generateKey()
  const id = generatePublicId()
  await database.query(CREATE, {
    id,
    secret_hash: secretHash(key),
    consumer: terms.consumer,
    scopes: terms.scopes,
    monthly_quota: terms.monthlyQuota,
    burst_per_minute: terms.burstPerMinute,
    expires: terms.expires,
    ...author,
  })
  return { key, ...(await showKey(database, id)) }
}

/**
 * Replaces a key with a new key. The new key has the same terms and usage counter.
 *
 * @param overlap how long the old key stays valid, as a PostgreSQL interval
 * @throws KeyError if the key is unknown, not active, or already replaced
 */
export async function rotateKey(
  database: Database,
  id: string,
  overlap: string,
  author: Author,
): Promise<CreatedKey> {
  const key = generateKey()
  const newId = generatePublicId()
  await database.transaction(async (transaction) => {
    const old = await lockKey(transaction, id)
    throwUnlessActive(old)
    if (old.replacedBy) {
      throw new KeyError(`${id} was already rotated: ${old.replacedBy} replaces it.`)
    }
    await transaction.query(ROTATE, {
      id,
      overlap,
      new_id: newId,
      secret_hash: secretHash(key),
      ...author,
    })
  })
  return { key, ...(await showKey(database, newId)) }
}

/** Revokes a key at once. @throws KeyError if the key is unknown or already revoked */
export const revokeKey = (database: Database, id: string, author: Author): Promise<KeyOverview> =>
  changeKey(database, id, { action: 'revoke' }, author, throwIfRevoked)

/** Sets or removes the last valid day of a key. @throws KeyError if the key is unknown or revoked */
export const expireKey = (
  database: Database,
  id: string,
  expires: string | undefined,
  author: Author,
): Promise<KeyOverview> => changeKey(database, id, { action: 'expire', expires }, author, throwIfRevoked)

/** Changes the given terms of a key. @throws KeyError if the key is unknown or inactive */
export const updateKey = (
  database: Database,
  id: string,
  terms: { [Term in 'scopes' | 'monthlyQuota' | 'burstPerMinute']: KeyTerms[Term] | undefined },
  author: Author,
): Promise<KeyOverview> =>
  changeKey(
    database,
    id,
    {
      action: 'update',
      scopes: terms.scopes,
      monthly_quota: terms.monthlyQuota,
      burst_per_minute: terms.burstPerMinute,
    },
    author,
    throwUnlessActive,
  )

/** Returns all keys, including revoked and expired keys, newest first. */
export const listKeys = (database: Queryable): Promise<KeyOverview[]> => database.query<KeyOverview>(LIST)

/** @throws KeyError if the id is unknown */
export async function showKey(database: Queryable, id: string): Promise<KeyOverview> {
  const [key] = await database.query<KeyOverview>(SHOW, { id })
  return key ?? throwUnknownKey(id)
}

export interface ValidPredecessor {
  id: string
  /** RFC 3339. */
  validUntil: string | null
}

/** Returns a key with its predecessors that are still valid, newest first. */
export async function withValidPredecessors<Key extends KeyOverview>(
  database: Queryable,
  key: Key,
): Promise<Key & { stillValid: ValidPredecessor[] }> {
  const stillValid: ValidPredecessor[] = []
  for (let id = key.replaces; id !== null; ) {
    const { state, revokedAt, replaces } = await showKey(database, id)
    stillValid.push(...(state === 'active' ? [{ id, validUntil: revokedAt }] : []))
    id = replaces
  }
  return { ...key, stillValid }
}

/** Returns the audit log of a key, oldest entry first. */
export const keyAuditLog = (database: Queryable, id: string): Promise<KeyEvent[]> =>
  database.query<KeyEvent>(AUDIT_LOG, { id })

/** Returns the usage of one key or of all keys. The month is YYYY-MM, by default the current month. */
export async function monthlyUsage(
  database: Queryable,
  filter: { id?: string | undefined; month?: string | undefined },
): Promise<MonthlyUsage[]> {
  if (filter.id !== undefined) {
    await showKey(database, filter.id)
  }
  return database.query<MonthlyUsage>(USAGE, { id: filter.id, month: filter.month && `${filter.month}-01` })
}

/** Returns the key with this secret, or the reason why there is none. */
export async function verifyKey(
  database: Queryable,
  secret: string,
): Promise<KeyOverview | 'malformed' | 'unknown'> {
  if (!isWellFormed(secret)) {
    return 'malformed'
  }
  const [found] = await database.query<{ id: string }>(FIND, { secret_hash: secretHash(secret) })
  return found ? showKey(database, found.id) : 'unknown'
}

async function changeKey(
  database: Database,
  id: string,
  change: Record<string, unknown>,
  author: Author,
  check: (key: KeyOverview) => void,
): Promise<KeyOverview> {
  return database.transaction(async (transaction) => {
    check(await lockKey(transaction, id))
    await transaction.query(CHANGE, { id, ...change, ...author })
    return showKey(transaction, id)
  })
}

async function lockKey(transaction: Queryable, id: string): Promise<KeyOverview> {
  await transaction.query(LOCK, { id })
  return showKey(transaction, id)
}

function throwUnlessActive(key: KeyOverview): void {
  throwIfRevoked(key)
  if (key.state === 'expired') {
    throw new KeyError(
      `${key.id} expired after ${key.expires}. Set a new last day, then try again (${typedCommand('keys', 'expire --help')}).`,
    )
  }
}

function throwIfRevoked({ id, state, revokedAt, replacedBy }: KeyOverview): void {
  if (state === 'revoked') {
    const instead = replacedBy ? `${replacedBy} replaces it` : 'create a new key instead'
    throw new KeyError(`${id} was revoked at ${revokedAt}, which cannot be undone; ${instead}.`)
  }
}

function throwUnknownKey(id: string): never {
  if (id.startsWith('tmk_')) {
    throw new KeyError(
      `This is a key, not the id of a key. "${typedCommand('keys', 'verify')}", with the key on standard input, ` +
        'prints the id.',
    )
  }
  throw new UnknownKeyError(id)
}
