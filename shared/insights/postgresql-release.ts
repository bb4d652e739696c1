import type { Health } from '../../schemas/health.ts'
import { CHECKED, LOWEST_RELEASES } from '../../schemas/postgresql-releases.ts'

/** The release of a PostgreSQL server, compared with the lowest accepted release of its major version. */
export interface PostgresqlRelease {
  /** Major and minor version: `18.4`. */
  version: string
  /** The lowest accepted release; undefined if the major version is not in the list. */
  lowest: string | undefined
  state: Exclude<NonNullable<Health['checks']['postgresql']>, 'unknown'>
}

/** Compares a release with the list in `schemas/postgresql-releases.ts`. `versionNumber` is `server_version_num`. */
export function compareRelease(versionNumber: number): PostgresqlRelease {
  const [major, minor] = [Math.floor(versionNumber / 10_000), versionNumber % 10_000]
  const version = `${major}.${minor}`
  const found = LOWEST_RELEASES[major]
  return found === undefined
    ? { version, lowest: undefined, state: 'unlisted' }
    : { version, lowest: `${major}.${found.minor}`, state: minor < found.minor ? 'outdated' : 'ok' }
}

/** Returns the warning for the operator; undefined for an accepted release. */
export function releaseWarning({ version, lowest, state }: PostgresqlRelease): string | undefined {
  switch (state) {
    case 'ok':
      return undefined
    case 'outdated':
      return (
        `PostgreSQL ${version} lacks security fixes: the lowest accepted release is ${lowest} (list of ${CHECKED}). ` +
        'Install the newest minor release of the same major version. The PostgreSQL that npm installs is for ' +
        'development: use the container image, or set POSTGRES_BIN or DATABASE_URL'
      )
    case 'unlisted':
      return (
        `It is unknown whether PostgreSQL ${version} has all security fixes, because its major version is not in the ` +
        `list of ${CHECKED}. Update this software, or compare the release with https://www.postgresql.org/support/security/`
      )
  }
}
