import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Argument, Command, InvalidArgumentError } from 'commander'
import { EXIT } from '../scripts/exit-codes.ts'
import { section } from '../scripts/help.ts'
import { runCommand } from '../scripts/run-command.ts'
import { didYouMean } from '../shared/platform/text/did-you-mean.ts'
import { changes } from './changes.ts'
import { detail } from './detail.ts'
import { lambda } from './lambda.ts'
import { listing } from './listing.ts'
import { machine } from './machine.ts'
import { mcp } from './mcp.ts'
import { overload } from './overload.ts'
import { formatFacts, formatReport, reportData, whole } from './report.ts'
import { type Extent, type Part, runPart } from './run.ts'
import { scale } from './scale.ts'
import { search } from './search/search.ts'
import { sheets } from './sheets.ts'

/** The parts, in the order in which they run. */
const parts: Readonly<Record<string, Part>> = {
  detail,
  overload,
  mcp,
  lambda,
  sheets,
  listing,
  changes,
  search,
  scale,
}
const names = Object.keys(parts)

/** The file name that means standard output. */
const STDOUT = '-'

export const program = new Command('bench')
  .description(
    'Measure how fast this service answers and loads data on this machine, and whether it meets its goals.',
  )
  .usage('[part...] [options]')
  .addArgument(
    new Argument('[part...]', 'what to measure, see below (default: everything)').argParser(readPart),
  )
  .option(
    '--marks <n>',
    'size of the corpus, up to 10,000,000 (default: the size of each part)',
    wholeNumber(1, 10_000_000),
  )
  .option(
    '--json <file>',
    'write the figures to a file, too; - writes them to standard output, and the report to standard error',
  )
  .option('--seconds <n>', 'length of a round under load', wholeNumber(1, 9_999), 5)
  .option(
    '--rounds <n>',
    'rounds of each kind of request; a figure is their median',
    wholeNumber(1, 9_999),
    5,
  )
  .option('--searches <n>', 'search queries of each kind', wholeNumber(10, 9_999), 200)
  .option('--names <file...>', 'sheets with names of real marks, for the corpus of the part search')
  .addHelpText('after', ({ error, command }) => section(command, 'Parts:', summaries(), error))
  .action(measure)

function readPart(text: string, earlier: readonly string[] = []): string[] {
  if (!names.includes(text)) {
    const meant = didYouMean(text, names)
    throw new InvalidArgumentError(
      `${meant === undefined ? '' : `Did you mean ${meant}? `}The parts are ${names.join(', ')}.`,
    )
  }
  return [...earlier, text]
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^[1-9]\d{0,7}$/.test(text) ? Number(text) : 0
    if (value < least || value > most) {
      throw new InvalidArgumentError(
        `It must be a whole number from ${least} to ${whole(most)}, in digits alone.`,
      )
    }
    return value
  }
}

async function measure(chosen: string[], { json, ...extent }: Extent & { json?: string }): Promise<void> {
  const report = json === STDOUT ? process.stderr : process.stdout
  const interrupted = interruption()
  const here = machine()
  const reports: Record<string, object> = {}
  const figures = {
    machine: here,
    ...extent,
    // The folders of the files exist only on this machine, so only the names are reported.
    ...(extent.names && { names: extent.names.map((file) => basename(file)) }),
    parts: reports,
  }
  const writeFigures = (file: string): Promise<void> =>
    writeFile(file, `${JSON.stringify(figures, null, 2)}\n`)
  report.write(`${formatFacts(here)}\n`)
  try {
    for (const [name, part] of Object.entries(parts)) {
      if (chosen.length > 0 && !chosen.includes(name)) continue
      const found = await runPart(part, extent, interrupted)
      report.write(`${formatReport(name, found)}\n`)
      reports[name] = { marks: extent.marks ?? part.marks, ...reportData(found) }
      // Written after each part, because a later part may fail after an hour.
      if (json !== undefined && json !== STDOUT) await writeFigures(json)
    }
  } catch (error) {
    if (!interrupted.aborted) throw error
    process.exitCode = EXIT.interrupted
    return
  }
  if (json === STDOUT) {
    process.stdout.write(`${JSON.stringify(figures)}\n`)
  }
}

/** Returns a signal that is aborted by Ctrl-C, SIGTERM or SIGHUP, so that the cleanups of the current part still run. */
function interruption(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => controller.abort())
  }
  return controller.signal
}

function summaries(): [name: string, summary: string][] {
  return names.map((name) => [name, `${parts[name]?.summary} (${whole(parts[name]?.marks ?? 0)} marks)`])
}

if (import.meta.main) {
  await runCommand(program)
}
