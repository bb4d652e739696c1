import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { forgetSampleKey } from '../local/sample-key.ts'
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
import { EXIT } from './exit-codes.ts'
import { readDayOption } from './read-day.ts'
import { runCommand, withDatabase } from './run-command.ts'
import { screenOf } from './screen.ts'
import { suggestion } from './suggestion.ts'
import * as output from './sync/output.ts'
import { type Asked, type RunSource, runNow, wasStopped } from './sync/run-now.ts'

interface Common {
  json?: boolean
}

type RunTyped = Common & Asked

/** How many of the newest runs `status` tells. */
const RUNS_TOLD = 10
export const program = new Command('sync')
  .description('Bring the corpus up to date from a source, or see how it went.')
  .usage('COMMAND [options]')

const command = (name: string, description: string): Command =>
  program.command(name).description(description).option('--json', 'one JSON object on standard output')

const runCommandOf = (source: RunSource, description: string, what: string, date: string): Command =>
  command(source, description)
    .argument('[path...]', `${what}, the same as --file`)
    .option('--file <path...>', `${what}; without any, the source of the settings is asked`)
    .option('--date <YYYY-MM-DD>', date, readEdition)
    .addOption(new Option('--accept <run>', 'let through what this run was held for').argParser(readRunId))
    .action(async (paths: string[], { file = [], json, ...typed }: RunTyped, command: Command) => {
      const files = await existingFiles([...file, ...paths], command)
      const reports = await withIngest((database) => runNow(database, source, { ...typed, file: files }))
      if (reports.some(({ becameRegister }) => becameRegister)) {
        await forgetSampleKey(config().dataDir)
      }
      tell(source, reports, json)
    })

runCommandOf(
  'sheets',
  'Load bulk sheets, workbooks (.xlsx), delimited text (.csv), or archives (.zip) of one: all of them, or none.',
  'a sheet; several of them are one run',
  'edition of the sheets; else the day in the name of a file, or the day it was last written',
)

runCommandOf(
  'bulletin',
  'Take editions of the daily status bulletin, as PDF or as a table (.tsv, .csv).',
  'an edition; each is a run',
  'this edition alone, also when it is known; of a file: the day in its name',
)

runCommandOf(
  'portal',
  'Ask the search portal for what is new, and for the marks under way; slowly, as it wants to be asked.',
  'saved answers of the portal, in JSON; several of them are one run',
  'day of saved answers; else the day their file was last written',
)

command('status', 'How fresh each source is, and the newest runs.').action(({ json }: Common) =>
  withIngest(async (database) => {
    await closeLostRuns(database)
    const freshness = await getFreshness(database, {}, freshnessPolicy(config()))
    const { items } = await listSyncRuns(database, { limit: RUNS_TOLD })
    print(output.status(freshness, items, form(json)))
  }),
)

command('rejected', 'The rows that a run could not use, and why.')
  .addArgument(new Argument('<run>', 'its id, as status tells it').argParser(readRunId))
  .action((run: string, { json }: Common, command: Command) =>
    withIngest(async (database) => {
      const rejections =
        (await listRejections(database, run)) ??
        command.error(
          `error: there was no run ${run}; "${typedCommand('sync', 'status')}" shows the newest ones`,
        )
      print(output.rejections(rejections, run, form(json)))
    }),
  )

/** The files that were named, from where the operator stands. A typing error must not become a failed run. */
async function existingFiles(paths: readonly string[], command: Command): Promise<string[]> {
  const files = paths.map((path) => resolve(config().calledFrom ?? '.', path))
  for (const file of files) {
    const found = await stat(file).catch(() => undefined)
    if (!found?.isFile()) {
      const near = found ? '' : suggestion(basename(file), await readdir(dirname(file)).catch(() => []))
      command.error(`error: ${found ? 'this is no file' : 'there is no file'}: ${file}${near}`)
    }
  }
  return files
}

/** Tells people on a terminal in sentences, programs in JSON, and whatever else watches in lines of the log. */
function tell(source: RunSource, reports: readonly RunReport[], json: boolean | undefined): void {
  if (process.stdout.isTTY && !json) {
    tellReasons(reports) // before what can be done about it
    print(output.reports(source, reports, form(json)))
    return
  }
  if (json) {
    print(output.reports(source, reports, { json }))
  } else {
    for (const report of reports) {
      log()[isFine(report) ? 'info' : 'error']('sync run', { source, ...report })
    }
  }
  tellReasons(reports)
}

function tellReasons(reports: readonly RunReport[]): void {
  for (const { error } of reports.filter((report) => !isFine(report))) {
    process.exitCode = wasStopped() ? EXIT.interrupted : EXIT.refused
    process.stderr.write(`${error?.message}\n`)
  }
}

/** One that succeeded, or that found nothing new. */
const isFine = ({ error }: RunReport): boolean => error === null

function readEdition(text: string): string {
  const day = readDayOption(text)
  if (day > chileanDay(new Date())) {
    throw new InvalidArgumentError('It lies in the future: there is no such edition yet.')
  }
  return day
}

function readRunId(text: string): string {
  if (!/^[1-9]\d{0,17}$/.test(text)) {
    throw new InvalidArgumentError(`It must be a number, as "${typedCommand('sync', 'status')}" tells it.`)
  }
  return text
}

/** As it is shown to whoever reads standard output. */
const form = (json: boolean | undefined) => ({ json, screen: screenOf(process.stdout) })

const print = (text: string): void => void process.stdout.write(`${text}\n`)

const withIngest = <Result>(work: (database: Database) => Promise<Result>): Promise<Result> =>
  withDatabase('sync', 'trademark_ingest', work)

if (import.meta.main) {
  await runCommand(program)
}
