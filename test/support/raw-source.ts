import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface RawSource {
  url: string
  port: number
  /** The received requests with their headers, in order. */
  readonly heard: readonly string[]
  /** Connections that are still open. */
  open(): number
  stop(): Promise<void>
}

/** Starts a TCP server that passes each request to `answer`, which writes the raw response bytes. */
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
