import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { baseUrl } from '../shared/docs/find-document.ts'
import { makeBundle } from '../shared/mcp/bundle/make-bundle.ts'
import { BUNDLE_NAME } from '../shared/mcp/bundle/manifest.ts'
import { config } from '../shared/platform/config.ts'
import { isLoopback } from '../shared/platform/net/loopback.ts'
import { readOrigin } from '../shared/platform/net/origins.ts'
import { OperatorError } from '../shared/platform/operator-error.ts'
import { runCommand } from './run-command.ts'

/** Parses the address of a service. */
function readAddress(text: string): string {
  const origin = readOrigin(text)
  if (origin === null) {
    throw new InvalidArgumentError('It must be the address of a service, such as https://marks.example.')
  }
  return origin
}

export const program = new Command('bundle')
  .description(
    'Write the desktop bundle (MCP Bundle) of a service to a file. The service offers the same file at /docs/trademarks.mcpb.',
  )
  .option(
    '--url <url>',
    'the address of the service (default: PUBLIC_URL, or the address that the service listens on)',
    readAddress,
  )
  .option('--out <file>', 'the output file', BUNDLE_NAME)
  .action(async ({ url, out }: { url?: string; out: string }) => {
    const settings = config()
    const file = resolve(settings.calledFrom ?? '.', out)
    const address = url ?? baseUrl(settings)
    await writeFile(file, makeBundle(address)).catch((error: NodeJS.ErrnoException) => {
      throw new OperatorError(`The bundle cannot be written to ${file}: ${error.code}.`)
    })
    process.stdout.write(`${file}\n`)
    if (isLoopback(new URL(address).hostname)) {
      process.stderr.write(
        `The bundle connects to ${address}, which only this machine can reach. For other machines, use --url or set PUBLIC_URL.\n`,
      )
    }
  })

if (import.meta.main) {
  await runCommand(program)
}
