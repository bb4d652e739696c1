import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { execute } from 'lambda-local'

/** What a handler made of its first event, and how long that took from before its file was loaded. */
export interface FirstEvent {
  result?: unknown
  /** Of what it threw. */
  errorMessage?: string
  milliseconds: number
}

/** Told by a process of its own: `node first-event.ts HANDLER-FILE EVENT-FILE`, as one line of JSON. */
const [file = '', event = ''] = process.argv.slice(2)
const asked = JSON.parse(await readFile(event, 'utf8'))
const began = performance.now()
const found = await import(pathToFileURL(resolve(file)).href)
const outcome = await execute({ event: asked, lambdaFunc: found, timeoutMs: 300_000, verboseLevel: -1 })
  .then((result: unknown) => ({ result }))
  .catch(({ errorMessage, message }: { errorMessage?: string; message?: string }) => ({
    errorMessage: errorMessage ?? message,
  }))
process.stdout.write(
  `${JSON.stringify({ ...outcome, milliseconds: performance.now() - began } as FirstEvent)}\n`,
)
process.exit() // connections that are kept for the next event would keep the process
