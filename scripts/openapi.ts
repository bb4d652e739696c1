import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { openApiText } from '../shared/openapi/document.ts'
import { RELEASED, releasedTexts } from '../shared/openapi/released.ts'
import { config } from '../shared/platform/config.ts'
import { runCommand } from './run-command.ts'

/**
 * Records the OpenAPI document and the MCP tools of a release. Run it once per release, in the commit that sets the version in
 * `package.json`. Never run it to silence the test for breaking changes.
 */
async function release(): Promise<void> {
  for (const [name, text] of Object.entries(releasedTexts())) {
    const file = fileURLToPath(new URL(name, RELEASED))
    await writeFile(file, text)
    process.stdout.write(`${file}\n`)
  }
}

export const program = new Command('openapi')
  .description('Print the OpenAPI document of this service.')
  .option(
    '--release',
    'instead of printing, write the document and the MCP tools to schemas/released/; use it once per release',
  )
  .action(async (options: { release?: true }) => {
    if (options.release) {
      await release()
    } else {
      process.stdout.write(`${openApiText(config())}\n`)
    }
  })

if (import.meta.main) {
  await runCommand(program)
}
