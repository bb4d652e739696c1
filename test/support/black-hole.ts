import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

export interface BlackHole {
  url: string
  connections(): number
  close(): Promise<void>
}

/** Accepts connections and never responds, like a machine that hangs. */
export async function blackHole(): Promise<BlackHole> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => sockets.add(socket.on('error', () => {})))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://reader@127.0.0.1:${port}/none`,
    connections: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) {
          socket.destroy()
        }
        server.close(() => resolve())
      }),
  }
}
