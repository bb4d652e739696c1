import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { seal, TYPES, typedDocument } from './client-types/seal.ts'
import { runCommand } from './run-command.ts'

/**
 * What makes the types: openapi-typescript, which is built on the API of TypeScript 5. The TypeScript of this project has
 * none, and npm puts no two of them beside each other: so the generator has a lock of its own, and is fetched when it is
 * needed, into a folder that goes again.
 */
const GENERATOR = new URL('client-types/', import.meta.url)

function generate(document: string): string {
  const cwd = mkdtempSync(join(tmpdir(), 'client-types-'))
  try {
    for (const file of ['package.json', 'package-lock.json']) {
      copyFileSync(new URL(file, GENERATOR), join(cwd, file))
    }
    const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    execFileSync('npm', ['ci', ...quietly], { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
    return execFileSync(process.execPath, ['node_modules/openapi-typescript/bin/cli.js'], {
      cwd,
      input: document,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'inherit'],
    })
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}

export const program = new Command('client-types')
  .description('Write the types of the client, client/src/schema.ts, from the OpenAPI document.')
  .action(() => {
    writeFileSync(TYPES, seal(generate(typedDocument())))
    process.stdout.write(`${fileURLToPath(TYPES)}\n`)
  })

if (import.meta.main) {
  await runCommand(program)
}
