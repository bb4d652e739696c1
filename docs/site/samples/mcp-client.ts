// Lists the tools and calls both. Node 24, with the package @modelcontextprotocol/client
import { setTimeout as wait } from 'node:timers/promises'
import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'

const address = process.env.TRADEMARK_URL ?? 'http://127.0.0.1:8080'
const key = process.env.TRADEMARK_API_KEY ?? ''

/**
 * Waits if the limit per minute is reached. It is a `fetch`, because MCP clients do not pass
 * headers to their callers.
 */
const patientFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  const seconds = Number(response.headers.get('Retry-After'))
  if (response.status !== 429 || seconds > 60) {
    return response
  }
  await wait(seconds * 1000)
  return patientFetch(input, init)
}

/** Returns the JSON in the first text block of a tool result. Throws an error result. */
function bodyOf({ content: [first], isError }: CallToolResult) {
  const text = first?.type === 'text' ? first.text : ''
  if (isError) {
    throw new Error(text)
  }
  return JSON.parse(text)
}

/** Returns the reason of an error. If the service cannot be reached, the cause has the reason. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message: string; cause?: NodeJS.ErrnoException }
  return cause === undefined ? message : `${address}: ${cause.code ?? cause.message}`
}

const client = new Client({ name: 'quick-start', version: '1.0.0' })
try {
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', address), {
      fetch: patientFetch,
      requestInit: { headers: { 'X-API-Key': key } },
    }),
  )
  const { tools } = await client.listTools()
  console.log(tools.map(({ name }) => name).join('\n'))

  const search = { name: 'search_brands', arguments: { q: 'fiordo', limit: 3 } }
  for (const { nroSolicitud } of bodyOf(await client.callTool(search)).items) {
    const detail = { name: 'get_brand_detail', arguments: { nroSolicitud } }
    const { denominacion, estadoOficina } = bodyOf(await client.callTool(detail))
    console.log([nroSolicitud, denominacion, estadoOficina].join('\t'))
  }
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
} finally {
  await client.close()
}
