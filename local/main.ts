import { flushCompileCache } from 'node:module'
import { noBackupWarning } from '../shared/backup/no-backup-warning.ts'
import {
  asRole,
  type ConnectedDatabase,
  connectDatabase,
  toOperatorError,
} from '../shared/db/connect-database.ts'
import type { Database, DatabaseRole } from '../shared/db/database.ts'
import { roleWarnings } from '../shared/db/logins.ts'
import { setDatabases } from '../shared/db/serving.ts'
import { sqlFile } from '../shared/db/sql-file.ts'
import { isSiteBuilt } from '../shared/docs/site.ts'
import { compareRelease, releaseWarning } from '../shared/insights/postgresql-release.ts'
import { type Config, config, databaseVariables, mistypedSettings } from '../shared/platform/config.ts'
import { log } from '../shared/platform/logger.ts'
import { isLoopback } from '../shared/platform/net/loopback.ts'
import { OperatorError } from '../shared/platform/operator-error.ts'
import { corpusKind } from '../shared/sync/apply/corpus-kind.ts'
import { router } from './router.ts'
import { runProcess, stopRequested } from './run-process.ts'
import { type Corpus, EXAMPLE_NUMBER, fillSample, findCorpus } from './sample/fill.ts'
import { type SampleOffice, startSampleOffice } from './sample/office.ts'
import { ensureSampleKey, forgetSampleKey } from './sample-key.ts'
import { backupTasks } from './schedule-backups.ts'
import { sourceTasks } from './schedule-runs.ts'
import { startScheduler } from './scheduler.ts'
import { updateIndexWithProgress } from './search-index-progress.ts'
import { type RunningServer, startServer } from './server.ts'
import { sampleStartMessage, startMessage } from './start-message.ts'
import { withSyncProgress } from './sync-progress.ts'
import { readCertificate } from './tls.ts'
import { warmUp } from './warm-up.ts'

class StartError extends OperatorError {
  override name = 'StartError'
}

const SERVER_VERSION = sqlFile(import.meta.url, 'server-version.sql', 'planned')

async function main(): Promise<void> {
  const settings = config()
  refuseArguments()
  for (const { typed, meant } of mistypedSettings()) {
    log().warn(`Unknown variable ${typed}; did you mean ${meant}?`)
  }
  if (settings.backup) {
    const { openBackupPlace } = await import('../shared/backup/backup-place.ts') // only if needed: the packages take memory
    openBackupPlace(settings.backup) // fails now for a wrong setting, not at the first backup
  }
  const stopped = stopRequested()
  const reached = await connectDatabase({ name: 'start', exclusive: true, log: (line) => log().warn(line) })
  const ingest = reached.open('trademark_ingest')
  const serving = reached.open('trademark_serve')
  let office: SampleOffice | undefined
  try {
    await assertConnects('trademark_serve', serving)
    await assertConnects('trademark_ingest', ingest)
    if (settings.databaseUrl !== undefined) {
      for (const warning of await asRole(reached, 'owner', roleWarnings)) log().warn(warning)
    }
    const [postgres] = await serving.query<{ version: number }>(SERVER_VERSION)
    office = await openOffice(settings, ingest)
    const prepared = await prepare(settings, reached, ingest, office)
    setDatabases({ serving })
    await warmUp(serving)
    flushCompileCache() // for the next start, even if this process is killed
    const server = await listen(settings)
    announce(settings, server, prepared)
    warnOfRelease(settings, prepared, postgres)
    const tasks = [...sourceTasks(settings, ingest, office), ...backupTasks(settings, ingest)]
    const scheduler = startScheduler({ tasks })
    await stopped
    await Promise.all([server.stop(), scheduler.stop()])
  } finally {
    await office?.stop()
    await Promise.all([serving.close(), ingest.close()])
    await reached.leave()
  }
}

async function assertConnects(role: DatabaseRole, database: Database): Promise<void> {
  try {
    await database.query(SERVER_VERSION)
  } catch (error) {
    throw toOperatorError(error, role)
  }
}

/**
 * Starts the sample office, which serves sample data. Returns undefined if the corpus is a register
 * or a source is configured.
 */
async function openOffice({ sources }: Config, ingest: Database): Promise<SampleOffice | undefined> {
  const isConfigured = Object.values(sources).some((url) => url !== undefined)
  return isConfigured || (await corpusKind(ingest)) === 'register' ? undefined : startSampleOffice()
}

function refuseArguments(): void {
  const [unknown] = process.argv.slice(2)
  if (unknown !== undefined) {
    throw new StartError(
      `npm start does not accept "${unknown}": settings are variables, such as PORT=8081 npm start`,
    )
  }
}

async function listen({ host, port, tls }: Config): Promise<RunningServer> {
  const certificate =
    tls && readCertificate(tls, (error) => log().error('certificate not renewed', error as Error))
  try {
    return await startServer({ host, port, handler: router, certificate })
  } catch (error) {
    throw new StartError(listenFailure(error as NodeJS.ErrnoException, host, port), { cause: error })
  }
}

function listenFailure(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use. Stop the other process, or choose another port: PORT=${port + 1} npm start`
    case 'EACCES':
      return `This user may not open port ${port} of ${host}. Choose a port above 1023: PORT=8080 npm start`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${host}. Set HOST to one of its addresses, such as 127.0.0.1 or 0.0.0.0.`
    default:
      return `The service cannot listen: ${error.message}.`
  }
}

interface PreparedCorpus extends Corpus {
  sampleKey: string | undefined
}

async function prepare(
  settings: Config,
  reached: ConnectedDatabase,
  ingest: Database,
  office: SampleOffice | undefined,
): Promise<PreparedCorpus> {
  await asRole(reached, 'owner', updateIndexWithProgress)
  const corpus = office
    ? await withSyncProgress((progress) => fillSample(ingest, office, progress))
    : await findCorpus(ingest)
  return { ...corpus, sampleKey: await sampleKeyOf(settings, reached, corpus, office) }
}

/**
 * Returns the sample key, and creates it if necessary. Returns undefined if there is no sample data, or if the service
 * does not listen on loopback. Deletes the file of the key if the corpus is a register.
 */
async function sampleKeyOf(
  settings: Config,
  reached: ConnectedDatabase,
  { kind, marks }: Corpus,
  office: SampleOffice | undefined,
): Promise<string | undefined> {
  if (kind === 'register') {
    await forgetSampleKey(settings.dataDir)
    return undefined
  }
  // With an office, there is sample data even if `marks` is 0: another process may still be loading it.
  const hasSample = office !== undefined || marks > 0
  return hasSample && isLoopback(settings.host)
    ? asRole(reached, 'owner', (owner) => ensureSampleKey(owner, settings.dataDir, settings))
    : undefined
}

function announce(
  settings: Config,
  { address }: RunningServer,
  { kind, marks, sampleKey }: PreparedCorpus,
): void {
  const { host, tls, trustedProxies, dataDir, calledFrom } = settings
  log().info('started', { address, corpus: kind, marks })
  const warning = noBackupWarning(settings)
  if (kind === 'register' && warning) {
    log().warn(warning)
  }
  if (!isLoopback(host) && !tls && trustedProxies.written.length === 0) {
    log().warn(
      'keys travel unencrypted: set TLS_CERT_FILE and TLS_KEY_FILE, or put a TLS proxy in front of the service and set TRUSTED_PROXIES to its address',
    )
  }
  const hasPages = isSiteBuilt()
  if (!hasPages) {
    log().warn(
      'The pages of the documentation are not built, so their addresses respond with 404. Build them with npm ci.',
    )
  }
  const byNpm = calledFrom !== undefined
  const served = { address, marks, dataDir, databaseVariables: databaseVariables(), byNpm, hasPages }
  process.stdout.write(
    sampleKey ? sampleStartMessage(served, sampleKey, EXAMPLE_NUMBER) : startMessage(served, kind),
  )
}

/** Warns of an outdated or unknown PostgreSQL release, but not for sample data on loopback. */
function warnOfRelease(
  { host }: Config,
  { kind }: PreparedCorpus,
  postgres: { version: number } | undefined,
): void {
  const warning = postgres && releaseWarning(compareRelease(postgres.version))
  if (warning !== undefined && !(kind === 'sample' && isLoopback(host))) {
    log().warn(warning)
  }
}

await runProcess(main)
