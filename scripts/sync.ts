import { lstat, readdir, stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { forgetSampleKey } from '../local/sample-key.ts'
import type { Source } from '../schemas/catalogs.ts'
import { noBackupWarning } from '../shared/backup/no-backup-warning.ts'
import type { Database } from '../shared/db/database.ts'
import { freshnessPolicy, getFreshness } from '../shared/insights/freshness.ts'
import { listSyncRuns } from '../shared/insights/sync-runs.ts'
import { config } from '../shared/platform/config.ts'
import { log } from '../shared/platform/logger.ts'
import { chileanDay } from '../shared/platform/time/chilean-day.ts'
import { typedCommand } from '../shared/platform/typed-command.ts'
import { closeLostRuns } from '../shared/sync/run/lease.ts'
import { listRejections } from '../shared/sync/run/rejections.ts'
import type { RunReport } from '../shared/sync/run.ts'
import type { SyncErrorCode } from '../shared/sync/sync-error.ts'
import { EXIT } from './exit-codes.ts'
import { readDayOption } from './read-day.ts'
import { runCommand, withDatabase } from './run-command.ts'
import { screenOf } from './screen.ts'
import { suggestion } from './suggestion.ts'
import * as output from './sync/output.ts'
import { type RunArguments, runNow, wasStopped } from './sync/run-now.ts'

interface Common {
  json?: boolean
}

type RunOptions = Common & RunArguments

/** The maximum number of runs that `status` lists, newest first. */
const LISTED_RUNS = 10

export const program = new Command('sync')
  .description('Update the corpus from a source, or show past runs.')
  .usage('COMMAND [options]')

const command = (name: string, description: string): Command =>
  program.command(name).description(description).option('--json', 'one JSON object on standard output')

const runCommandOf = (source: Source, description: string, what: string, date: string): Command =>
  command(source, description)
    .argument('[path...]', `the same as --file: ${what}`)
    .option('--file <path...>', `${what} (default: the configured source)`)
    .option('--date <YYYY-MM-DD>', date, readEdition)
    .addOption(new Option('--accept <run>', 'the id of a held run, to accept its data').argParser(readRunId))
    .action(async (paths: string[], { file = [], json, ...typed }: RunOptions, command: Command) => {
      const files = await existingFiles([...file, ...paths], command)
      const reports = await withIngest((database) => runNow(database, source, { ...typed, file: files }))
      if (reports.some(({ becameRegister }) => becameRegister)) {
        await forgetSampleKey(config().dataDir)
      }
      report(source, reports, json)
      warnOfMissingBackups(reports)
    })

runCommandOf(
  'sheets',
  'Load bulk sheets: workbooks (.xlsx), delimited text (.csv), or archives (.zip) of one such file. A run applies all its sheets or none.',
  'a sheet; several sheets are loaded in one run',
  'edition of the sheets (default: the day in the name of each file)',
)

runCommandOf(
  'bulletin',
  'Load editions of the daily status bulletin, as PDF or as a table (.tsv, .csv).',
  'an edition; each edition is loaded in its own run',
  'without a file: load only this edition, even if it is already loaded; with a file: the edition of the file (default: the day in its name)',
)

runCommandOf(
  'portal',
  'Request new and pending marks from the search portal, within its rate limit.',
  'saved answers of the portal, in JSON; several files are loaded in one run',
  'day on which the answers were saved (default: the day in the name of their file)',
)

command('status', 'Show the freshness of each source, and the newest runs.').action(({ json }: Common) =>
  withIngest(async (database) => {
    await closeLostRuns(database)
    const freshness = await getFreshness(database, {}, freshnessPolicy(config()))
    const { items } = await listSyncRuns(database, { limit: LISTED_RUNS })
    print(output.status(freshness, items, format(json)))
  }),
)

command('rejected', 'List the rejected rows of a run with their reasons.')
  .addArgument(new Argument('<run>', 'the id of the run, as status lists it').argParser(readRunId))
  .action((run: string, { json }: Common, command: Command) =>
    withIngest(async (database) => {
      const rejections =
        (await listRejections(database, run)) ??
        command.error(
          `error: there is no run ${run}; "${typedCommand('sync', 'status')}" lists the newest runs`,
        )
      print(output.rejections(rejections, run, format(json)))
    }),
  )

/** Resolves the named files against the working directory, and rejects missing files. */
async function existingFiles(paths: readonly string[], command: Command): Promise<string[]> {
  const files = paths.map((path) => resolve(config().calledFrom ?? '.', path))
  for (const file of files) {
    const found = await stat(file).catch(() => undefined)
    if (found?.isFile()) {
      continue
    }
    if (found !== undefined) {
      command.error(`error: not a file: ${file}`)
    }
    if (await isLink(file)) {
      command.error(`error: the target of the link does not exist: ${file}`)
    }
    const near = suggestion(basename(file), await readdir(dirname(file)).catch(() => []))
    command.error(`error: there is no file: ${file}${near}`)
  }
  return files
}

const isLink = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined))?.isSymbolicLink() ?? false

/** Prints the reports as JSON (with `--json`), as text (on a terminal) or as log lines. */
function report(source: Source, reports: readonly RunReport[], json: boolean | undefined): void {
  if (process.stdout.isTTY && !json) {
    reportErrors(source, reports) // first, so that the advice in the reports comes last
    print(output.reports(source, reports, format(json)))
    return
  }
  if (json) {
    print(output.reports(source, reports, { json }))
  } else {
    for (const each of reports) {
      log()[isFine(each) ? 'info' : 'error']('sync run', { source, ...each })
    }
  }
  reportErrors(source, reports)
}

function reportErrors(source: Source, reports: readonly RunReport[]): void {
  for (const { error } of reports.filter((each) => !isFine(each))) {
    process.exitCode = wasStopped() ? EXIT.interrupted : EXIT.refused
    const setting = ABOUT_THE_ADDRESS.has(error?.code) ? ` Check ${source.toUpperCase()}_URL.` : ''
    process.stderr.write(`${error?.message}${setting}\n`)
  }
}

/** Errors that a wrong address of a source may cause. */
const ABOUT_THE_ADDRESS: ReadonlySet<string | undefined> = new Set<SyncErrorCode>([
  'source_unreachable',
  'source_answer',
  'not_published',
  'redirect_refused',
  'no_editions',
])

/** Warns of missing backups after the run that replaced the sample data. Each start of the service also warns. */
function warnOfMissingBackups(reports: readonly RunReport[]): void {
  const warning = noBackupWarning(config())
  if (warning && reports.some(({ becameRegister }) => becameRegister)) {
    process.stderr.write(`${warning}\n`)
  }
}

/** Returns whether a run succeeded or found nothing new. */
const isFine = ({ error }: RunReport): boolean => error === null

function readEdition(text: string): string {
  const day = readDayOption(text)
  if (day > chileanDay(new Date())) {
    throw new InvalidArgumentError('It is in the future.')
  }
  return day
}

function readRunId(text: string): string {
  if (!/^[1-9]\d{0,17}$/.test(text)) {
    throw new InvalidArgumentError(`It must be a number, as "${typedCommand('sync', 'status')}" lists it.`)
  }
  return text
}

const format = (json: boolean | undefined) => ({ json, screen: screenOf(process.stdout) })

const print = (text: string): void => void process.stdout.write(`${text}\n`)

const withIngest = <Result>(work: (database: Database) => Promise<Result>): Promise<Result> =>
  withDatabase('sync', 'trademark_ingest', work)

if (import.meta.main) {
  await runCommand(program)
}
