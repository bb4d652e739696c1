import { connect } from 'node:net'

/** An answer as it came over the wire. */
export interface RawAnswer {
  status: number
  headers: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  body: any
}

/**
 * Writes bytes to a server as no HTTP library would, and reads until it closes the connection.
 *
 * With `end`, our own side is closed behind the bytes.
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
    // A server that has answered may reset a connection on which we are still writing.
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
