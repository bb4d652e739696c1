import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { BenchDatabase } from './bench-database.ts'
import { end, lastLines, npmScript, ROOT, withOutput } from './child-process.ts'
import { type Door, resultText } from './mcp-doors.ts'
import { type Message, openings, type Revision, toolCall } from './mcp-requests.ts'
import { MeasuringError, type Run } from './part.ts'

/** The tools over stdio, in a process of their own as a client starts it. */
export interface StdioDoor {
  ask: Door
  stop(): Promise<void>
}

/** Starts `npm run mcp` for a client of a revision; it ends with the run at the latest. */
export async function openStdioDoor(
  run: Run,
  { environment }: BenchDatabase,
  key: string,
  revision: Revision,
): Promise<StdioDoor> {
  const log = join(run.folder, `mcp-${revision}.log`)
  const child = withOutput(
    log,
    (output) =>
      spawn(process.execPath, npmScript('mcp'), {
        cwd: ROOT,
        env: { PATH: process.env.PATH, ...environment, TRADEMARK_API_KEY: key },
        stdio: ['pipe', 'pipe', output],
        detached: true, // out of reach of the terminal's Ctrl-C, as the service is
      }) as ChildProcessByStdio<Writable, Readable, null>,
  )
  run.atEnd(() => end(child))
  child.stdin.on('error', () => {}) // one that has ended gives no answer either
  const lines = createInterface({ input: child.stdout, signal: run.signal })[Symbol.asyncIterator]()

  const exchange = async (message: Message): Promise<string> => {
    child.stdin.write(`${JSON.stringify(message)}\n`)
    if (message.id === undefined) {
      return ''
    }
    const { value, done } = await lines.next()
    if (done) {
      run.signal.throwIfAborted()
      throw new MeasuringError(`The tools over stdio ended before they answered:\n${lastLines(log)}`)
    }
    return value
  }
  for (const message of openings[revision]) {
    await exchange(message)
  }
  let id = 0
  return {
    async ask(question) {
      id += 1
      const call = toolCall(revision, question, id)
      const startedAt = performance.now()
      const answer = await exchange(call)
      const milliseconds = performance.now() - startedAt
      return { text: resultText(answer), milliseconds }
    },
    stop: () => end(child),
  }
}
