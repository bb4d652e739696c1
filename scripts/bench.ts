import { writeFile } from 'node:fs/promises'
import { Argument, Command, InvalidArgumentError } from 'commander'
import { OperatorError } from '../shared/operator-error.ts'
import { machine } from './bench/machine.ts'
import type { PartReport } from './bench/part.ts'
import { parts } from './bench/parts.ts'
import { formatFacts, formatReport } from './bench/report.ts'
import { runPart } from './bench/run.ts'
import { runCommand } from './run-command.ts'

interface Options {
  json?: string
  seconds: number
  rounds: number
}

/** The exit code of a program that Ctrl-C ended. */
const INTERRUPTED = 130

const program = new Command('bench')
  .description('Measure how fast this service answers here, and whether it meets its goals.')
  .usage('[part...] [options]')
  .addArgument(
    new Argument('[part...]', 'what to measure; everything without it').choices(Object.keys(parts)),
  )
  .option('--json <file>', 'write the figures to a file, too')
  .option('--seconds <n>', 'length of a round', readCount, 5)
  .option('--rounds <n>', 'rounds for each server; a figure is the median of them', readCount, 5)
  .addHelpText('after', () => `\nParts:\n${formatFacts(summaries())}`)
  .action(measure)

async function measure(chosen: string[], { json, ...length }: Options): Promise<void> {
  const interrupted = interruption()
  const here = machine()
  const reports: Record<string, PartReport> = {}
  process.stdout.write(`${formatFacts(here)}\n`)
  try {
    for (const name of chosen.length > 0 ? chosen : Object.keys(parts)) {
      const report = await runPart(name, length, interrupted)
      process.stdout.write(`${formatReport(name, report)}\n`)
      reports[name] = report
    }
    if (json !== undefined) {
      await writeFile(json, `${JSON.stringify({ machine: here, ...length, parts: reports }, null, 2)}\n`)
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

function readCount(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) {
    throw new InvalidArgumentError('It is a whole number from 1 to 9999.')
  }
  return Number(text)
}

const summaries = (): Record<string, string> =>
  Object.fromEntries(Object.entries(parts).map(([name, { summary }]) => [name, summary]))

await runCommand(program)
