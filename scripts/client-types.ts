import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { openApiDocument } from '../shared/openapi/document.ts'
import { digest } from '../shared/platform/digest.ts'
import { runCommand } from './run-command.ts'

export const TYPES = new URL('../client/src/schema.ts', import.meta.url)

/** Returns the OpenAPI document for the generator: without servers, with a fixed version, and with known codes as enums. */
function typedDocument(): string {
  const { servers, ...document } = openApiDocument({ servers: ['/'] })
  const text = JSON.stringify({ ...document, info: { title: document.info.title, version: '1' } })
  return text.replaceAll('"x-extensible-enum":', '"enum":') // client/src/types.ts allows other codes, too
}

/** Adds a first line with the digests of the document and of the types. A test uses the line to find outdated types. */
export const seal = (types: string): string =>
  `// Made by npm run client-types, never by hand: document ${digest(typedDocument(), 16)}, text ${digest(types, 16)}\n${types}`

/** The generator needs TypeScript 5, but the project uses a newer version. Therefore npx installs both apart from the project. */
const GENERATOR = ['--package=openapi-typescript@7.13.0', '--package=typescript@5.9.3', 'openapi-typescript']

const generate = (document: string): string =>
  execFileSync('npx', ['--yes', '--ignore-scripts', '--loglevel=error', ...GENERATOR], {
    input: document,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'inherit'],
  })

export const program = new Command('client-types')
  .description('Write the types of the client, client/src/schema.ts, from the OpenAPI document.')
  .action(() => {
    writeFileSync(TYPES, seal(generate(typedDocument())))
    process.stdout.write(`${fileURLToPath(TYPES)}\n`)
  })

if (import.meta.main) {
  await runCommand(program)
}
