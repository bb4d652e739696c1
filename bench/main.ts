import { writeFile } from 'node:fs/promises'
import { Argument, Command } from 'commander'
import { EXIT } from '../scripts/exit-codes.ts'
import { section } from '../scripts/help.ts'
import { runCommand } from '../scripts/run-command.ts'
import { whole } from './figures-table.ts'
import { machine } from './machine.ts'
import { readCount, readMarks, readPart, readSearches } from './options.ts'
import { parts } from './parts.ts'
import { formatFacts, formatReport, reportData } from './report.ts'
import { type Extent, runPart } from './run.ts'

interface Options extends Extent {
  json?: string
  chart?: string
}

/** The file that is standard output. */
const STDOUT = '-'

export const program = new Command('bench')
  .description('Measure how fast this service answers and loads here, and whether it meets its goals.')
  .usage('[part...] [options]')
  .addArgument(
    new Argument('[part...]', 'what to measure, see below (default: everything)').argParser(
      readPart(Object.keys(parts)),
    ),
  )
  .option('--marks <n>', 'size of the corpus, up to 10,000,000 (default: that of each part)', readMarks)
  .option(
    '--json <file>',
    'write the figures to a file, too; - writes them to standard output, and the report to standard error',
  )
  .option('--chart <file>', 'write a chart to a file (SVG): p95 of a search against the number of marks')
  .option('--seconds <n>', 'length of a round under load', readCount, 5)
  .option('--rounds <n>', 'rounds of each kind of request; a figure is the median of them', readCount, 5)
  .option('--searches <n>', 'searches that one process has to bear', readSearches, 100_000)
  .option('--fresh', 'forget what an interrupted run has measured')
  .addHelpText('after', ({ error, command }) => section(command, 'Parts:', summaries(), error))
  .action(measure)

async function measure(chosen: string[], { json, chart, fresh = false, ...typed }: Options): Promise<void> {
  const extent = { ...typed, fresh }
  const report = json === STDOUT ? process.stderr : process.stdout
  const interrupted = interruption()
  const here = machine()
  const reports: Record<string, object> = {}
  report.write(`${formatFacts(here)}\n`)
  try {
    for (const name of chosen.length > 0 ? chosen : Object.keys(parts)) {
      const found = await runPart(name, extent, interrupted)
      report.write(`${formatReport(name, found)}\n`)
      reports[name] = { marks: extent.marks ?? parts[name]?.marks, ...reportData(found), ...found.data }
      if (chart !== undefined && found.chart !== undefined) {
        await writeFile(chart, found.chart)
      }
    }
    const figures = { machine: here, ...extent, parts: reports }
    if (json === STDOUT) {
      process.stdout.write(`${JSON.stringify(figures)}\n`)
    } else if (json !== undefined) {
      await writeFile(json, `${JSON.stringify(figures, null, 2)}\n`)
    }
  } catch (error) {
    unlessInterrupted(error, interrupted)
  }
}

/** A signal ends the measuring; what was started for it is taken down before the program ends. */
function interruption(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => controller.abort())
  }
  return controller.signal
}

/** What an interruption has broken off is no failure. */
function unlessInterrupted(error: unknown, interrupted: AbortSignal): void {
  if (interrupted.aborted) {
    process.exitCode = EXIT.interrupted
    return
  }
  throw error
}

const summaries = (): [name: string, summary: string][] =>
  Object.entries(parts).map(([name, { summary, marks }]) => [name, `${summary} (${whole(marks)} marks)`])

if (import.meta.main) {
  await runCommand(program)
}
