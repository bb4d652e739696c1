import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Command, InvalidArgumentError } from 'commander'
import { execute } from 'lambda-local'
import { sampleKeyFile } from '../local/sample-key.ts'
import { connectDatabase } from '../shared/db/connect-database.ts'
import { setDatabases } from '../shared/db/serving.ts'
import { toGatewayResult } from '../shared/http/gateway-result.ts'
import { config } from '../shared/platform/config.ts'
import { OperatorError } from '../shared/platform/operator-error.ts'
import { runCommand } from './run-command.ts'

interface Options {
  lambda: string
  event: string
  handler: string
  timeout: number
}

/** In the text of an event file, this placeholder is replaced by the API key. */
const KEY_PLACEHOLDER = '$' + '{TRADEMARK_API_KEY}'

export const program = new Command('invoke')
  .description('Run one handler as AWS Lambda would, with the configured database.')
  .requiredOption('-l, --lambda <file>', 'the handler file, such as functions/api/get-brand.ts (required)')
  .requiredOption('-e, --event <file>', 'the event file, such as local/events/get-brand.json (required)')
  .option('-h, --handler <name>', 'the function that the file exports', 'handler')
  .option('-t, --timeout <seconds>', 'time limit of the handler', readSeconds, 10)
  .action(invoke)

/** The longest timeout that AWS Lambda allows. */
const MAX_SECONDS = 900

function readSeconds(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text) || Number(text) > MAX_SECONDS) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_SECONDS}.`)
  }
  return Number(text)
}

async function invoke({ lambda, event, handler, timeout }: Options): Promise<void> {
  const reached = await connectDatabase({ name: 'invoke' })
  const serving = reached.open('trademark_serve')
  const ingesting = reached.open('trademark_ingest')
  const owner = reached.open('owner')
  setDatabases({ serving, ingesting, owner })
  try {
    const result = await execute({
      event: await readEvent(event),
      lambdaFunc: await readHandler(lambda, handler),
      lambdaHandler: handler,
      timeoutMs: timeout * 1_000,
      verboseLevel: -1, // prints only the output of the handler
    }).catch(failed)
    process.stdout.write(`${JSON.stringify(toGatewayResult(result), null, 2)}\n`)
  } finally {
    await Promise.all([serving.close(), ingesting.close(), owner.close()])
    await reached.leave()
  }
}

/** AWS Lambda reports the message of a failed handler as `errorMessage`. */
function failed({ errorMessage, message }: { errorMessage?: string; message?: string }): never {
  throw new OperatorError(`The handler failed: ${errorMessage ?? message}`)
}

async function readHandler(file: string, name: string): Promise<unknown> {
  const found = await importFile(file)
  return typeof found[name] === 'function'
    ? found
    : program.error(`error: ${file} exports no function "${name}"`)
}

async function importFile(file: string): Promise<Record<string, unknown>> {
  try {
    return await import(pathToFileURL(resolve(file)).href)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ERR_MODULE_NOT_FOUND') {
      throw error
    }
    return program.error(
      existsSync(file)
        ? `error: ${file} cannot be loaded: ${message}`
        : `error: there is no handler file ${file}`,
    )
  }
}

async function readEvent(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() =>
    program.error(`error: there is no event file ${file}`),
  )
  try {
    return JSON.parse(
      text.includes(KEY_PLACEHOLDER) ? text.replaceAll(KEY_PLACEHOLDER, await readKey()) : text,
    )
  } catch {
    return program.error(`error: ${file} is not JSON`)
  }
}

/** Returns TRADEMARK_API_KEY, or the sample key if the variable is not set. */
async function readKey(): Promise<string> {
  const { apiKey, dataDir } = config()
  return apiKey ?? (await readFile(sampleKeyFile(dataDir), 'utf8').catch(() => '')).trim()
}

if (import.meta.main) {
  await runCommand(program)
}
