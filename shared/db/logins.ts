import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'
import { OperatorError } from '../platform/operator-error.ts'
import { type ConfiguredLogin, configuredLogins } from './configured-logins.ts'
import type { Database, Queryable, Transaction } from './database.ts'
import { type LimitedRole, STATEMENT_TIMEOUT_MS, sessionSettings } from './session.ts'
import { sqlFile } from './sql-file.ts'

const IS_RESERVED = sqlFile(import.meta.url, 'is-login-reserved.sql', 'planned')
const LOCK_MIGRATIONS = sqlFile(import.meta.url, 'lock-migrations.sql', 'planned')
const LOGIN_EXISTS = sqlFile(import.meta.url, 'login-exists.sql', 'planned')
const OWNER_RIGHTS = sqlFile(import.meta.url, 'owner-rights.sql', 'planned')

interface Login {
  role: LimitedRole
  user: string
  password: string
}

/** Creates or alters a login, and grants it the role. */
export const createLogin = (owner: Database, login: Login): Promise<void> =>
  owner.transaction((transaction) => setLogin(transaction, login))

interface OwnerRights {
  login: string
  isSuperuser: boolean
  mayCreateRoles: boolean
}

export const EMBEDDED_LOGINS = {
  trademark_serve: 'trademark_api',
  trademark_ingest: 'trademark_sync',
} as const satisfies Record<LimitedRole, string>

/** Creates the missing logins of the embedded database, with the password of the owner. */
export async function createEmbeddedLogins(
  owner: Database,
  { password }: { password: string },
): Promise<void> {
  for (const [role, user] of Object.entries(EMBEDDED_LOGINS) as [LimitedRole, string][]) {
    if (!(await loginExists(owner, user))) {
      await owner.transaction(async (transaction) => {
        await setLogin(transaction, { role, user, password })
        // Lets the owner see and end the sessions of this login.
        await transaction.query(command(`grant ${user} to current_user`))
      })
    }
  }
}

/**
 * Creates or alters the configured logins. Does nothing if the owner may not create roles: then an
 * administrator creates the logins with docs/operate/roles.sql.
 *
 * @throws OperatorError if the user or password of a URL is invalid
 */
export async function ensureConfiguredLogins(owner: Database): Promise<void> {
  const { isSuperuser, mayCreateRoles } = await ownerRights(owner)
  if (isSuperuser || mayCreateRoles) {
    for (const configured of configuredLogins()) {
      await createLogin(owner, await parseLogin(owner, configured))
    }
  }
}

/**
 * Returns warnings about logins with too many rights.
 *
 * An injected statement could use these rights (docs/decisions.md#database-rights: Logins).
 */
export async function roleWarnings(owner: Database): Promise<string[]> {
  const { login, isSuperuser, mayCreateRoles } = await ownerRights(owner)
  const covered = configuredLogins().map(({ role }) => role)
  const shared = [
    ...(covered.includes('trademark_serve') ? [] : ['DATABASE_SERVE_URL']),
    ...(covered.includes('trademark_ingest') ? [] : ['DATABASE_INGEST_URL']),
  ]
  return [
    ...(shared.length > 0
      ? [
          `other connections share the owner's login ${login}, so that an SQL injection would have the rights of the owner: ` +
            'let an administrator of the server run docs/operate/roles.sql, and set separate logins in ' +
            shared.join(', '),
        ]
      : []),
    ...(isSuperuser || mayCreateRoles
      ? [
          `the login ${login} of DATABASE_URL ${isSuperuser ? 'is a superuser' : 'may create roles'}, which the service does ` +
            `not need: let an administrator of the server run "alter role ${login} ${isSuperuser ? 'nosuperuser ' : ''}nocreaterole"`,
        ]
      : []),
  ]
}

async function ownerRights(owner: Database): Promise<OwnerRights> {
  const [rights] = await owner.query<OwnerRights>(OWNER_RIGHTS)
  if (!rights) {
    throw new Error('owner-rights.sql returned no row')
  }
  return rights
}

/** Visible ASCII characters. Client and server could normalize other characters differently (RFC 4013). */
const PASSWORD = /^[!-~]+$/

async function parseLogin(owner: Database, { setting, role, url }: ConfiguredLogin): Promise<Login> {
  const { user = '', password = '' } = parseIntoClientConfig(url)
  if (
    user === '' ||
    typeof password !== 'string' ||
    !PASSWORD.test(password) ||
    (await isReserved(owner, user))
  ) {
    throw new OperatorError(
      `${setting} must name a separate login and the password of this login, such as ` +
        `postgres://${EMBEDDED_LOGINS[role]}:…@host/database. ` +
        'The password must have only visible ASCII characters. The service creates the login if it does not exist.',
    )
  }
  return { role, user, password }
}

async function isReserved(owner: Database, login: string): Promise<boolean> {
  const [found] = await owner.query<{ reserved: boolean }>(IS_RESERVED, { login })
  return found?.reserved ?? false
}

async function loginExists(database: Queryable, login: string): Promise<boolean> {
  const [found] = await database.query<{ found: boolean }>(LOGIN_EXISTS, { login })
  return found?.found ?? false
}

async function setLogin(transaction: Transaction, { role, user, password }: Login): Promise<void> {
  const name = pg.escapeIdentifier(user)
  await transaction.query(LOCK_MIGRATIONS) // waits for the first migration, which creates the role
  const verb = (await loginExists(transaction, user)) ? 'alter' : 'create'
  const verifier = pg.escapeLiteral(scramVerifier(password))
  await transaction.query(command(`${verb} role ${name} login password ${verifier}`))
  await transaction.query(command(`grant ${role} to ${name}`))
  // The login stores the session settings, because a pooler does not pass on the settings of a connection.
  for (const [setting, value] of Object.entries(sessionSettings(role, STATEMENT_TIMEOUT_MS))) {
    await transaction.query(command(`alter role ${name} set ${setting} = ${pg.escapeLiteral(value)}`))
  }
}

/** Returns a statement without parameters, because commands on roles accept no parameters. */
const command = (text: string) => ({ text, parameters: [] })

const ITERATIONS = 4_096
const SALT_BYTES = 16

/** Returns the SCRAM verifier of a password (RFC 5803). The server may log commands, so they must not contain the password. */
function scramVerifier(password: string): string {
  const salt = randomBytes(SALT_BYTES)
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
  const keyed = (text: string): Buffer => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64')
  const serverKey = keyed('Server Key').toString('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
