import { existsSync } from 'node:fs'
import { test } from '@jest/globals'
import { runProgram } from './run-script.ts'

/** The one of util-linux, which lends a program a terminal. */
const SCRIPT = '/usr/bin/script'

/** A test that needs a terminal; it is reported as skipped if none is available. */
export const onTerminals = process.platform === 'linux' && existsSync(SCRIPT) ? test : test.skip

/**
 * Runs a script, with its arguments, on a terminal of so many columns: what it shows there, and how it ends.
 *
 * @param stdin the typed text
 */
export async function runOnTerminal(
  columns: number,
  typed: string,
  env: Record<string, string>,
  stdin = '',
): Promise<{ code: number | null; lines: string[] }> {
  const command = `stty cols ${columns} && "${process.execPath}" scripts/${typed}`
  const { out, code } = await runProgram(SCRIPT, ['-qec', command, '/dev/null'], {
    env: { TERM: 'xterm-256color', ...env },
    stdin,
  })
  return { code, lines: out.trimEnd().split('\r\n') }
}
