import { connect } from 'node:net'

/** A parsed response. */
export interface RawAnswer {
  status: number
  headers: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  body: any
}

/**
 * Writes bytes to a server that no HTTP library would send, and reads until it closes the connection.
 *
 * With `end`, closes the client's side of the connection after the bytes.
 */
export async function sendRaw(
  address: string,
  bytes: string | Buffer,
  { end = false } = {},
): Promise<string> {
  const { hostname, port } = new URL(address)
  const chunks: Buffer[] = []
  await new Promise<void>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => (end ? socket.end(bytes) : socket.write(bytes)))
    socket.on('data', (chunk) => chunks.push(chunk))
    // A server that has answered may reset the connection while the client still writes.
    socket.on('error', (error) => (chunks.length > 0 ? resolve() : reject(error)))
    socket.on('close', () => resolve())
  })
  return Buffer.concat(chunks).toString('utf8')
}

/** Returns the first response in the bytes that a server sent. */
export function parseAnswer(text: string): RawAnswer {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(': ')
      return [name.toLowerCase(), value.join(': ')]
    }),
  )
  return {
    status: Number(statusLine.split(' ')[1]),
    headers,
    body: body === '' ? undefined : JSON.parse(body),
  }
}
