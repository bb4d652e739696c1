import { mkdir, writeFile } from 'node:fs/promises'
import { Argument, Command, InvalidArgumentError } from 'commander'
import { EXIT } from '../scripts/exit-codes.ts'
import { section } from '../scripts/help.ts'
import { runCommand } from '../scripts/run-command.ts'
import { suggestion } from '../scripts/suggestion.ts'
import { detail } from './detail.ts'
import { listing } from './listing.ts'
import { machine } from './machine.ts'
import { mcp } from './mcp.ts'
import { overload } from './overload.ts'
import { factsTable, formatReport, formatTable, whole } from './report.ts'
import { type Extent, type Part, runPart } from './run.ts'
import { search } from './search/search.ts'
import { sheets } from './sheets.ts'

/** The parts, in the order in which they run. */
const parts: Readonly<Record<string, Part>> = { detail, overload, mcp, sheets, listing, search }
const names = Object.keys(parts)

const REPORT = new URL('../report/', import.meta.url)

export const program = new Command('bench')
  .description(
    'Measure how fast this service answers and loads data on this machine, and whether it meets its goals. Each part prints its figures, and writes them to report/bench-PART.md.',
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
    throw new InvalidArgumentError(`The parts are ${names.join(', ')}.${suggestion(text, names)}`)
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

async function measure(chosen: string[], extent: Extent): Promise<void> {
  const interrupted = interruption()
  const here = machine()
  process.stdout.write(`${formatTable(factsTable(here))}\n`)
  try {
    for (const [name, part] of Object.entries(parts)) {
      if (chosen.length > 0 && !chosen.includes(name)) continue
      const { facts, ...figures } = await runPart(part, extent, interrupted)
      const decides = part.goalsFor === 'any size' || (extent.marks ?? part.marks) === part.marks
      process.stdout.write(`${formatReport(name, { facts, ...figures }, decides)}\n`)
      const page = formatReport(name, { facts: { ...here, ...facts }, ...figures }, decides)
      await mkdir(REPORT, { recursive: true })
      await writeFile(new URL(`bench-${name}.md`, REPORT), page)
    }
  } catch (error) {
    if (!interrupted.aborted) throw error
    process.exitCode = EXIT.interrupted
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
