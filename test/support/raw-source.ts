import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface RawSource {
  url: string
  port: number
  /** The requests that came, each with its headers, as they came. */
  readonly heard: readonly string[]
  /** Connections that are still open. */
  open(): number
  stop(): Promise<void>
}

/** A source that answers each request as `answer` says, byte by byte where it must; nothing is done for it. */
export async function startRawSource(
  answer: (socket: Socket, request: string) => void,
  host = '127.0.0.1',
): Promise<RawSource> {
  const sockets = new Set<Socket>()
  const heard: string[] = []
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
    let request = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      request += text
      if (request.endsWith('\r\n\r\n')) {
        heard.push(request)
        answer(socket, request)
        request = ''
      }
    })
  })
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/`,
    port,
    heard,
    open: () => sockets.size,
    stop: async () => {
      for (const socket of sockets) {
        socket.destroy()
      }
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
