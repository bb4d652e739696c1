import { existsSync } from 'node:fs'
import { test } from 'vitest'
import { runProgram } from './run-script.ts'

/** `script` of util-linux, which runs a program on a terminal. */
const SCRIPT = '/usr/bin/script'

/** Declares a test that needs a terminal; the test is skipped if none is available. */
export const onTerminals = process.platform === 'linux' && existsSync(SCRIPT) ? test : test.skip

/**
 * Runs a script on a terminal with this number of columns, and returns its exit code and the displayed lines.
 *
 * @param typed the script and its arguments
 * @param stdin the input of the user
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
