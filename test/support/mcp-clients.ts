import { fileURLToPath } from 'node:url'
import {
  Client,
  StreamableHTTPClientTransport as HttpTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client'
import { StdioClientTransport as StdioTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OlderStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as OlderHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import packageJson from '../../package.json' with { type: 'json' }
import type { ErrorEnvelope } from '../../schemas/error.ts'
import type { TestService } from './service.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** The arguments of Node in `npm run mcp`, to start it without npm. */
const MCP = packageJson.scripts.mcp.split(' ').slice(2)

/** The result of a tool call, reduced to the members that all client libraries have. */
export interface ToolResult {
  content: { type: string; text?: string }[]
  structuredContent?: unknown
  isError?: boolean
}

/** A connected server: its instructions, and the requests that it answers. */
export interface Connection {
  readonly instructions: string | undefined
  /** The negotiated revision of the protocol. */
  readonly revision: string | undefined
  /** The exchanges over HTTP, in order; empty over stdio. */
  readonly exchanges: readonly Exchange[]
  listTools(): Promise<{ tools: ListedTool[] }>
  callTool(name: string, args?: Record<string, unknown>): Promise<ToolResult>
  close(): Promise<void>
}

/** The method of an HTTP request, and the status and headers of its response. */
export interface Exchange {
  readonly method: string | undefined
  readonly status: number
  readonly headers: Headers
}

export interface ListedTool {
  name: string
  inputSchema: object
  outputSchema?: object | undefined
  annotations?: object | undefined
}

/** The credentials and options of a connection. */
export interface Caller {
  key?: string | undefined
  /** Sent as `X-Request-Id` with every HTTP request; ignored over stdio. */
  requestId?: string
}

/** A service that clients connect to: over HTTP, or through their own stdio server on its database. */
export type Served = Pick<TestService, 'address'> & {
  readonly database: Pick<TestService['database'], 'url'>
}

/** A client library and a transport, by which a client reaches the tools. */
export interface Way {
  readonly name: string
  readonly transport: 'HTTP' | 'stdio'
  /** The revision of the protocol that such a client and the server negotiate. */
  readonly revision: string
  connect(service: Served, caller?: Caller): Promise<Connection>
}

/** A client library: creates clients, and has their transports. The two libraries share no type. */
interface Library {
  readonly revision: string
  client(): OlderClient | Client
  readonly Http: typeof OlderHttpTransport | typeof HttpTransport
  readonly Stdio: typeof OlderStdio | typeof StdioTransport
}

/** Keeps the protocol version that the client sets, as the transport over HTTP does. */
class OlderStdio extends OlderStdioTransport {
  protocolVersion: string | undefined
  setProtocolVersion(version: string): void {
    this.protocolVersion = version
  }
}

const INFO = { name: 'test', version: '0' }

const newer = (revision: string, mode?: VersionNegotiationMode): Library => ({
  revision,
  client: () => new Client(INFO, mode ? { versionNegotiation: { mode } } : {}),
  Http: HttpTransport,
  Stdio: StdioTransport,
})

const libraries: Readonly<Record<string, Library>> = {
  'sdk 1.x': {
    revision: '2025-11-25',
    client: () => new OlderClient(INFO),
    Http: OlderHttpTransport,
    Stdio: OlderStdio,
  },
  'client 2.x by default': newer('2025-11-25'),
  'client 2.x in auto': newer('2026-07-28', 'auto'),
  'client 2.x pinned': newer('2026-07-28', { pin: '2026-07-28' }),
}

/** The transports of a library. */
const roads = [
  { road: 'HTTP', transport: 'HTTP', over: overHttp((key) => ({ 'x-api-key': key })) },
  {
    road: 'HTTP with a bearer token',
    transport: 'HTTP',
    over: overHttp((key) => ({ authorization: `Bearer ${key}` })),
  },
  { road: 'stdio', transport: 'stdio', over: overStdio },
] as const

/** Every combination of library and transport, so that one suite can run over all of them. */
export const ways: readonly Way[] = Object.entries(libraries).flatMap(([name, library]) =>
  roads.map(({ road, transport, over }) => ({
    name: `${name} over ${road}`,
    transport,
    revision: library.revision,
    connect: over(library),
  })),
)

/** Returns the way with this name, for tests that need only a few. */
export function wayOf(name: string): Way {
  const way = ways.find((each) => each.name === name)
  if (way === undefined) {
    throw new Error(`there is no way "${name}"`)
  }
  return way
}

const open = new Set<Connection>()

/** Closes the connections that tests left open: their child processes would keep the whole run alive. */
export async function closeConnections(): Promise<void> {
  await Promise.all([...open].map((connection) => connection.close()))
}

/** Returns the text of a result, which is the JSON of a REST body. */
export const textOf = ({ content: [first] }: ToolResult): string => first?.text ?? ''

/** Why a call was refused, and how that was reported: in an error result, or by an HTTP status. */
export interface Refusal {
  readonly reportedBy: 'result' | number
  readonly error: ErrorEnvelope['error']
}

/** Returns the refusal of a call, or undefined. @throws other errors, such as protocol errors */
export async function refusalOf(call: Promise<ToolResult>): Promise<Refusal | undefined> {
  try {
    const result = await call
    return result.isError ? { reportedBy: 'result', ...JSON.parse(textOf(result)) } : undefined
  } catch (error) {
    return thrownRefusal(error as Error & { status?: number; code?: unknown })
  }
}

/** Reads a refusal from the message of an error, the only place where client libraries expose the body of the response. */
function thrownRefusal(thrown: Error & { status?: number; code?: unknown }): Refusal {
  const reportedBy = thrown.status ?? thrown.code
  const body = thrown.message.indexOf('{"error":')
  if (typeof reportedBy !== 'number' || body === -1) {
    throw thrown
  }
  return { reportedBy, ...JSON.parse(thrown.message.slice(body)) }
}

/** @param headersOf returns the headers that carry a key */
function overHttp(headersOf: (key: string) => Record<string, string>): (library: Library) => Way['connect'] {
  return ({ client, Http }) =>
    ({ address }, { key, requestId } = {}) => {
      const exchanges: Exchange[] = []
      const headers = {
        ...(key === undefined ? {} : headersOf(key)),
        ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
      }
      const transport = new Http(new URL('/mcp', address), {
        requestInit: { headers },
        fetch: async (url, init) => {
          const response = await fetch(url, init)
          exchanges.push({ method: init?.method, status: response.status, headers: response.headers })
          return response
        },
      })
      return connect(client(), transport, exchanges)
    }
}

function overStdio({ client, Stdio }: Library): Way['connect'] {
  return ({ database }, { key } = {}) => {
    const stderr = 'inherit' // silent, except for errors at its start
    return connect(client(), new Stdio({ ...stdioServer(database.url, key), stderr }), [])
  }
}

/** Returns the command of a stdio server, as `spawn` and the client libraries accept it. */
export const stdioServer = (databaseUrl: string, key: string | undefined) => ({
  command: process.execPath,
  args: MCP,
  cwd: ROOT,
  env: {
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'silent',
    ...(key === undefined ? {} : { TRADEMARK_API_KEY: key }),
  },
})

async function connect(
  client: OlderClient | Client,
  transport: object,
  exchanges: readonly Exchange[],
): Promise<Connection> {
  await client.connect(transport as never)
  const { protocolVersion } = transport as { protocolVersion?: string | undefined }
  const connection: Connection = {
    instructions: client.getInstructions(),
    revision: client instanceof Client ? client.getNegotiatedProtocolVersion() : protocolVersion,
    exchanges,
    listTools: () => client.listTools(),
    callTool: (name, args) =>
      client.callTool({ name, ...(args ? { arguments: args } : {}) }) as Promise<ToolResult>,
    close: async () => {
      open.delete(connection)
      await client.close()
    },
  }
  open.add(connection)
  return connection
}
