import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'
import { OperatorError } from '../platform/operator-error.ts'
import type { Database, Transaction } from './database.ts'
import { STATEMENT_TIMEOUT_MS, sessionSettings } from './session.ts'

/**
 * Makes the login that `poolUrl` names what requests are answered with, or makes it: it may do what `trademark_serve`
 * may and nothing else, and brings the settings that a pooler takes from no connection. Any number of processes may
 * call this at once.
 *
 * @throws OperatorError where the address names no login, or the owner itself
 */
export async function ensureServingLogin(owner: Database, poolUrl: string): Promise<void> {
  const { user = '', password = '' } = parseIntoClientConfig(poolUrl)
  if (
    user === '' ||
    typeof password !== 'string' ||
    !PASSWORD.test(password) ||
    (await isTaken(owner, user))
  ) {
    throw new OperatorError(
      'DATABASE_POOL_URL must name a login of its own and its password, of visible ASCII characters, which is then made: ' +
        'postgres://trademark_api:…@pooler/database.',
    )
  }
  await owner.transaction((transaction) => make(transaction, user, password))
}

/** Of others, clients and servers have to agree on a form first (RFC 4013). */
const PASSWORD = /^[!-~]+$/

/** Whether a login is there for something else: our own, one that may make others, or one of the roles to switch to. */
async function isTaken(owner: Database, user: string): Promise<boolean> {
  const [found] = await owner.query<{ taken: boolean }>(
    {
      text: `select exists (select from pg_roles
                           where rolname = $1
                             and (rolname in (current_user, 'trademark_serve', 'trademark_ingest')
                                  or rolsuper or rolcreaterole or rolcreatedb or rolreplication)) as taken`,
      parameters: ['user'],
    },
    { user },
  )
  return found?.taken ?? false
}

async function make(transaction: Transaction, user: string, password: string): Promise<void> {
  const login = pg.escapeIdentifier(user)
  await transaction.query(say(`select pg_advisory_xact_lock(hashtext('trademark migration'))`))
  const [known] = await transaction.query(
    say(`select from pg_roles where rolname = ${pg.escapeLiteral(user)}`),
  )
  const verifier = pg.escapeLiteral(scramVerifier(password))
  await transaction.query(say(`${known ? 'alter' : 'create'} role ${login} login password ${verifier}`))
  await transaction.query(say(`grant trademark_serve to ${login}`))
  for (const [name, value] of Object.entries(sessionSettings('trademark_serve', STATEMENT_TIMEOUT_MS))) {
    await transaction.query(say(`alter role ${login} set ${name} = ${pg.escapeLiteral(value)}`))
  }
}

const say = (text: string) => ({ text, parameters: [] })

const ITERATIONS = 4_096
const SALT_BYTES = 16

/** What PostgreSQL keeps of a password (RFC 5803): made here, so that the password itself is in no log of the server. */
function scramVerifier(password: string): string {
  const salt = randomBytes(SALT_BYTES)
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
  const keyed = (text: string): Buffer => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64')
  const serverKey = keyed('Server Key').toString('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
