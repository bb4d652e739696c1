import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Argument, Command, InvalidArgumentError } from 'commander'
import { onStopSignal } from '../local/run-process.ts'
import { forgetSampleKey } from '../local/sample-key.ts'
import { withSheetsProgress } from '../local/sync-progress.ts'
import { chileanDay } from '../shared/chilean-day.ts'
import { config } from '../shared/config.ts'
import type { Database } from '../shared/db/database.ts'
import { getFreshness } from '../shared/insights/freshness.ts'
import { listSyncRuns } from '../shared/insights/sync-runs.ts'
import { log } from '../shared/logger.ts'
import { closeLostRuns } from '../shared/sync/lease.ts'
import { listRejections } from '../shared/sync/rejections.ts'
import type { RunReport } from '../shared/sync/run.ts'
import { type SheetsOrder, syncSheets } from '../shared/sync/sheets/sync-sheets.ts'
import { SyncError } from '../shared/sync/sync-error.ts'
import { readDay } from './read-day.ts'
import { runCommand, withDatabase } from './run-command.ts'
import * as output from './sync/output.ts'

interface Common {
  json?: boolean
}

interface SheetsTyped extends Common {
  file?: string[]
  date?: string
}

/** How many of the newest runs `status` tells. */
const RUNS_TOLD = 10
/** The exit code of a program that Ctrl-C ended. */
const INTERRUPTED = 130

const program = new Command('sync')
  .description('Bring the corpus up to date from a source, or see how it went.')
  .usage('COMMAND [options]')
  .configureHelp({ sortSubcommands: false })
  .helpCommand(false)

const command = (name: string, description: string): Command =>
  program.command(name).description(description).option('--json', 'one JSON object on standard output')

command('sheets', 'Load bulk sheets, workbooks (.xlsx) or delimited text (.csv): all of them, or none.')
  .argument('[path...]', 'sheets, the same as --file')
  .option('--file <path...>', 'a sheet; several of them are one run')
  .option(
    '--date <YYYY-MM-DD>',
    'edition of the sheets; else the day in a file’s name, or the day it was last written',
    readEdition,
  )
  .action(async (paths: string[], { file = [], date, json }: SheetsTyped, command: Command) => {
    const files = await existingFiles([...file, ...paths], command)
    const order: SheetsOrder = { files, trigger: 'manual', ...(date === undefined ? {} : { date }) }
    const report = await withIngest((database) => runSheets(database, order))
    if (report.becameRegister) {
      await forgetSampleKey(config().dataDir)
    }
    tell(report, json)
  })

command('status', 'How fresh each source is, and the newest runs.').action(({ json }: Common) =>
  withIngest(async (database) => {
    await closeLostRuns(database)
    const freshness = await getFreshness(database, {}, config().lagHours)
    const { items } = await listSyncRuns(database, { limit: RUNS_TOLD })
    print(output.status(freshness, items, { json }))
  }),
)

command('rejected', 'The rows that a run could not use, and why.')
  .addArgument(new Argument('<run>', 'its id, as status tells it').argParser(readRunId))
  .action((run: string, { json }: Common, command: Command) =>
    withIngest(async (database) => {
      const rejections =
        (await listRejections(database, run)) ?? command.error(`error: there was no run ${run}`)
      print(output.rejections(rejections, run, { json }))
    }),
  )

/** The files that were named, from where the operator stands. A typing error must not become a failed run. */
async function existingFiles(paths: readonly string[], command: Command): Promise<string[]> {
  if (paths.length === 0) {
    command.error('error: say which sheets: --file PATH, once or more')
  }
  const files = paths.map((path) => resolve(config().calledFrom ?? '.', path))
  for (const file of files) {
    const found = await stat(file).catch(() => undefined)
    if (!found?.isFile()) {
      command.error(`error: ${found ? 'this is no file' : 'there is no file'}: ${file}`)
    }
  }
  return files
}

const runSheets = (database: Database, order: SheetsOrder): Promise<RunReport> =>
  withSheetsProgress((progress) =>
    syncSheets(database, order, {
      ...progress,
      signal: interruption(),
      onSheets: (taken) => void (process.stdout.isTTY && process.stdout.write(output.sheets(taken))),
    }),
  )

/** The first signal ends the run in order, as long as nothing is applied for good; a second one does not wait. */
function interruption(): AbortSignal {
  const controller = new AbortController()
  onStopSignal(
    () =>
      controller.abort(
        new SyncError('interrupted', 'The run was stopped by its operator; nothing of it was applied.'),
      ),
    () => process.exit(INTERRUPTED),
  )
  return controller.signal
}

/** Tells people on a terminal in sentences, programs in JSON, and whatever else watches in a line of the log. */
function tell(report: RunReport, json: boolean | undefined): void {
  const succeeded = report.status === 'succeeded'
  if (json || process.stdout.isTTY) {
    print(output.report(report, { json }))
  } else {
    log()[succeeded ? 'info' : 'error']('sync run', { source: 'sheets', ...report })
  }
  if (!succeeded) {
    process.exitCode = report.error?.code === 'interrupted' ? INTERRUPTED : 1
    process.stderr.write(`${report.error?.message}\n`)
  }
}

function readEdition(text: string): string {
  const day = readDay(text)
  if (day > chileanDay(new Date())) {
    throw new InvalidArgumentError('It lies in the future: no sheet has that edition yet.')
  }
  return day
}

function readRunId(text: string): string {
  if (!/^[1-9]\d{0,17}$/.test(text)) {
    throw new InvalidArgumentError('It is a number, as "npm run sync -- status" tells it.')
  }
  return text
}

const print = (text: string): void => void process.stdout.write(`${text}\n`)

const withIngest = <Result>(work: (database: Database) => Promise<Result>): Promise<Result> =>
  withDatabase('sync', 'trademark_ingest', work)

await runCommand(program)
if (process.exitCode === INTERRUPTED) {
  process.exit() // a statement that was left to itself would keep the process alive
}
