import { Command } from 'commander'
import { openApiText } from '../shared/openapi/document.ts'
import { config } from '../shared/platform/config.ts'
import { runCommand } from './run-command.ts'

export const program = new Command('openapi')
  .description('Print the OpenAPI document of this service.')
  .action(() => {
    process.stdout.write(`${openApiText(config())}\n`)
  })

if (import.meta.main) {
  await runCommand(program)
}
