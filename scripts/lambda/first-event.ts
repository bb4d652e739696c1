import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { execute } from 'lambda-local'

/** The outcome of the first event of a process. `milliseconds` includes the import of the handler file. */
export interface FirstEvent {
  result?: unknown
  /** The message of the error that the handler threw. */
  errorMessage?: string
  milliseconds: number
}

/** Usage: `node first-event.ts HANDLER-FILE EVENT-FILE`; prints a `FirstEvent` as one line of JSON. */
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
process.exit() // open database connections would keep the process running
