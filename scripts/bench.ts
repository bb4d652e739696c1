import { writeFile } from 'node:fs/promises'
import { Argument, Command } from 'commander'
import { OperatorError } from '../shared/operator-error.ts'
import { whole } from './bench/figures-table.ts'
import { machine } from './bench/machine.ts'
import { readCount, readMarks, readSearches } from './bench/options.ts'
import { parts } from './bench/parts.ts'
import { formatFacts, formatReport, reportData } from './bench/report.ts'
import { type Extent, runPart } from './bench/run.ts'
import { runCommand } from './run-command.ts'

interface Options extends Extent {
  json?: string
  chart?: string
}

/** The exit code of a program that Ctrl-C ended. */
const INTERRUPTED = 130

const program = new Command('bench')
  .description('Measure how fast this service answers and loads here, and whether it meets its goals.')
  .usage('[part...] [options]')
  .addArgument(
    new Argument('[part...]', 'what to measure; everything without it').choices(Object.keys(parts)),
  )
  .option('--marks <n>', 'size of the corpus, up to 10000000; each part has its own without it', readMarks)
  .option('--json <file>', 'write the figures to a file, too')
  .option('--chart <file>', 'write a chart to a file (SVG): p95 of a search against the number of marks')
  .option('--seconds <n>', 'length of a round under load', readCount, 5)
  .option('--rounds <n>', 'rounds of each kind of request; a figure is the median of them', readCount, 5)
  .option('--searches <n>', 'searches that one process has to bear', readSearches, 100_000)
  .option('--fresh', 'forget what an interrupted run has measured', false)
  .addHelpText('after', () => `\nParts:\n${formatFacts(summaries())}`)
  .action(measure)

async function measure(chosen: string[], { json, chart, ...extent }: Options): Promise<void> {
  const interrupted = interruption()
  const here = machine()
  const reports: Record<string, object> = {}
  process.stdout.write(`${formatFacts(here)}\n`)
  try {
    for (const name of chosen.length > 0 ? chosen : Object.keys(parts)) {
      const report = await runPart(name, extent, interrupted)
      process.stdout.write(`${formatReport(name, report)}\n`)
      reports[name] = { marks: extent.marks ?? parts[name]?.marks, ...reportData(report), ...report.data }
      if (chart !== undefined && report.chart !== undefined) {
        await writeFile(chart, report.chart)
      }
    }
    if (json !== undefined) {
      await writeFile(json, `${JSON.stringify({ machine: here, ...extent, parts: reports }, null, 2)}\n`)
    }
  } catch (error) {
    tellFailure(error, interrupted)
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

function tellFailure(error: unknown, interrupted: AbortSignal): void {
  process.exitCode = interrupted.aborted ? INTERRUPTED : 1
  if (!interrupted.aborted) {
    const explained = error instanceof OperatorError
    process.stderr.write(`${explained ? error.message : (error as Error).stack}\n`)
  }
}

const summaries = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parts).map(([name, { summary, marks }]) => [name, `${summary} (${whole(marks)} marks)`]),
  )

await runCommand(program)
