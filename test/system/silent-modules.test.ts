import { spawnSync } from 'node:child_process'
import { expect, test } from '@jest/globals'
import { makeBundle } from '../../shared/mcp/bundle/make-bundle.ts'

/** Runs a one-module program and returns its standard output and standard error. */
function run(program: string, env: Record<string, string> = {}): { stdout: Buffer; stderr: Buffer } {
  return spawnSync(process.execPath, ['--input-type=module', '--eval', program], { env })
}

const moduleUrl = (path: string): string => JSON.stringify(new URL(`../../${path}`, import.meta.url).href)

test.each(['America/Santiago', 'Pacific/Auckland'])(
  'the desktop bundle has the same bytes in %s, and writes nothing to standard error, where the log goes',
  (TZ) => {
    const address = 'https://marks.example'
    const { stdout, stderr } = run(
      `process.stdout.write((await import(${moduleUrl('shared/mcp/bundle/make-bundle.ts')})).makeBundle('${address}'))`,
      { TZ },
    )
    expect(stdout.equals(makeBundle(address))).toBe(true)
    expect(stderr.toString()).toBe('')
  },
)
