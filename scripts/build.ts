import { join } from 'node:path'
import { Command } from 'commander'
import { type BuiltFunction, buildFunctions, ROOT } from './lambda/build-functions.ts'
import { runCommand } from './run-command.ts'
import { screenOf } from './screen.ts'
import { number, table } from './table.ts'

const KILOBYTE = 1_000

/** The folder that contains every `CodeUri` of template.yaml. */
const FOLDER = join(ROOT, 'dist')

export const program = new Command('build')
  .description('Build the functions of template.yaml for AWS Lambda: one folder in dist/ for each function.')
  .option('--json', 'one JSON array on standard output')
  .action(async ({ json }: { json?: true }) => {
    const built = await buildFunctions(FOLDER)
    process.stdout.write(`${json ? JSON.stringify(built) : formatTable(built)}\n`)
  })

const formatTable = (built: readonly BuiltFunction[]): string =>
  table(
    [
      { heading: 'function', cell: ({ source }) => source },
      {
        heading: 'bundle, KB',
        cell: ({ bundleBytes }) => number(Math.ceil(bundleBytes / KILOBYTE)),
        numeric: true,
      },
    ],
    built,
    screenOf(process.stdout),
  )

if (import.meta.main) {
  await runCommand(program)
}
