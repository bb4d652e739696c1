import { resolve } from 'node:path'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { servedTools } from '../functions/mcp/server.ts'
import { asRole, connectDatabase } from '../shared/db/connect-database.ts'
import type { Database } from '../shared/db/database.ts'
import { servingDatabase, setDatabases } from '../shared/db/serving.ts'
import { isWellFormed } from '../shared/keys/key-format.ts'
import { createMcpServer } from '../shared/mcp/create-server.ts'
import { hasMarks, readInstructions } from '../shared/mcp/instructions.ts'
import { traceHeaders } from '../shared/mcp/trace-headers.ts'
import { config } from '../shared/platform/config.ts'
import { log } from '../shared/platform/logger.ts'
import { OperatorError } from '../shared/platform/operator-error.ts'
import { createContext } from './http-event.ts'
import { MCP_DEADLINE_MS } from './routes.ts'
import { runProcess, stopRequested } from './run-process.ts'
import { updateIndexWithProgress } from './search-index-progress.ts'
import { StdioTransport } from './stdio-transport.ts'

/** Runs the MCP server over stdio with the key from the environment (docs/contract.md#endpoints, MCP tools, rule 4). */
async function main(): Promise<void> {
  const transport = new StdioTransport(process.stdin, reserveStdout())
  refuseArguments()
  warnOfInvalidKey()
  stopRequested().then(() => transport.end())
  const reached = await connectDatabase({ name: 'mcp', log: (line) => log().warn(line) })
  try {
    await asRole(reached, 'owner', updateIndexWithProgress)
    await asRole(reached, 'trademark_serve', async (serving) => {
      setDatabases({ serving })
      await logStart(serving)
      await serve(transport)
      await Promise.allSettled(calls)
    })
  } finally {
    await reached.leave()
  }
}

/** Reserves standard output for the protocol. Other output goes to standard error. */
function reserveStdout(): NodeJS.WriteStream {
  const { stdout } = process
  Object.defineProperty(process, 'stdout', { value: process.stderr })
  return stdout
}

function refuseArguments(): void {
  const [unknown] = process.argv.slice(2)
  if (unknown !== undefined) {
    throw new OperatorError(
      `npm run mcp does not accept "${unknown}". An MCP client starts the command and sends messages over standard input. ` +
        'Set the key in the variable TRADEMARK_API_KEY.',
    )
  }
}

/** Warns at the start, because a refused call does not state the reason. */
function warnOfInvalidKey(): void {
  const { apiKey } = config()
  if (apiKey === undefined) {
    log().warn('TRADEMARK_API_KEY is not set: every call of a tool will be refused')
  } else if (!isWellFormed(apiKey)) {
    log().warn('TRADEMARK_API_KEY does not have the form of a key: every call of a tool will be refused')
  }
}

async function logStart(serving: Database): Promise<void> {
  const { databaseUrl, dataDir } = config()
  log().info('started', { database: databaseUrl === undefined ? resolve(dataDir) : 'of DATABASE_URL' })
  if (!(await hasMarks(serving))) {
    log().warn('no mark is loaded: npm start loads a sample, and npm run sync loads a register')
  }
}

const serve = (transport: StdioTransport): Promise<void> =>
  new Promise((done) => {
    serveStdio(
      async () => createMcpServer(servedTools, callTool, await readInstructions(servingDatabase())),
      {
        transport,
        maxSubscriptions: 0,
        onerror: (error) => log().debug('mcp', error),
      },
    )
    const { onclose } = transport
    transport.onclose = () => {
      onclose?.()
      done()
    }
  })

/** Unfinished calls. The process waits until they end, because a failed call still has to refund its charge. */
const calls = new Set<Promise<unknown>>()

/**
 * Calls the handler of a tool and returns the `result` of its outcome. The other field of the outcome, `limited`, determines
 * the HTTP status, which stdio does not have.
 */
const callTool: Parameters<typeof createMcpServer>[1] = async ({ handler }, args, meta) => {
  const call = handler(
    { headers: { 'x-api-key': config().apiKey, ...traceHeaders(meta) }, arguments: args },
    createContext(MCP_DEADLINE_MS),
  )
  calls.add(call)
  try {
    return (await call).result
  } finally {
    calls.delete(call)
  }
}

await runProcess(main)
