import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'
import { OperatorError } from '../platform/operator-error.ts'
import type { Database, Transaction } from './database.ts'
import { STATEMENT_TIMEOUT_MS, sessionSettings } from './session.ts'
import { sqlFile } from './sql-file.ts'

const IS_RESERVED = sqlFile(import.meta.url, 'is-login-reserved.sql', 'planned')
const LOCK_MIGRATIONS = sqlFile(import.meta.url, 'lock-migrations.sql', 'planned')
const LOGIN_EXISTS = sqlFile(import.meta.url, 'login-exists.sql', 'planned')

/**
 * Creates or alters the login of `poolUrl`, which answers requests behind a pooler: it has the rights of
 * `trademark_serve` and no others, and the settings that a pooler does not pass on. Any number of processes may call this
 * at once.
 *
 * @throws OperatorError where the address names no login, or a reserved one
 */
export async function ensureServingLogin(owner: Database, poolUrl: string): Promise<void> {
  const { user = '', password = '' } = parseIntoClientConfig(poolUrl)
  if (
    user === '' ||
    typeof password !== 'string' ||
    !PASSWORD.test(password) ||
    (await isReserved(owner, user))
  ) {
    throw new OperatorError(
      'DATABASE_POOL_URL must name a login of its own and its password, of visible ASCII characters, which is then made: ' +
        'postgres://trademark_api:…@pooler/database.',
    )
  }
  await owner.transaction((transaction) => setLogin(transaction, user, password))
}

/** Other characters would need a normal form that client and server share (RFC 4013). */
const PASSWORD = /^[!-~]+$/

async function isReserved(owner: Database, login: string): Promise<boolean> {
  const [found] = await owner.query<{ reserved: boolean }>(IS_RESERVED, { login })
  return found?.reserved ?? false
}

async function setLogin(transaction: Transaction, user: string, password: string): Promise<void> {
  const name = pg.escapeIdentifier(user)
  await transaction.query(LOCK_MIGRATIONS) // the first migration creates the role
  const [login] = await transaction.query<{ found: boolean }>(LOGIN_EXISTS, { login: user })
  const verifier = pg.escapeLiteral(scramVerifier(password))
  await transaction.query(
    command(`${login?.found ? 'alter' : 'create'} role ${name} login password ${verifier}`),
  )
  await transaction.query(command(`grant trademark_serve to ${name}`))
  for (const [setting, value] of Object.entries(sessionSettings('trademark_serve', STATEMENT_TIMEOUT_MS))) {
    await transaction.query(command(`alter role ${name} set ${setting} = ${pg.escapeLiteral(value)}`))
  }
}

/** Commands on roles take no parameters. */
const command = (text: string) => ({ text, parameters: [] })

const ITERATIONS = 4_096
const SALT_BYTES = 16

/** Returns the verifier that PostgreSQL stores for a password (RFC 5803), so that no server log holds the password. */
function scramVerifier(password: string): string {
  const salt = randomBytes(SALT_BYTES)
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
  const keyed = (text: string): Buffer => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64')
  const serverKey = keyed('Server Key').toString('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
