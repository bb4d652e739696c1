/** How long a message may be, over either transport (decisions, MCP: Address). */
export const MOST_BYTES = 256 * 1024

/** The JSON of a message; undefined where it is none. */
export function readMessage(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A JSON-RPC error that belongs to no request which could be read (JSON-RPC 2.0, 5). */
export function refusal(code: number, message: string): object {
  const error = { code, message }
  return { jsonrpc: '2.0', error, id: null }
}

/** MCP has had no batches since 2025-06-18, and in one a request and its own cancellation would wait for ever. */
export const BATCH_REFUSAL = refusal(
  -32_600,
  'Invalid Request: send one message at a time, not an array of them',
)
