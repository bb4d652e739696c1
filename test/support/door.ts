import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A received request with its body. */
export interface Knock {
  readonly headers: IncomingMessage['headers']
  readonly url: string | undefined
  readonly body: string
  /** Whether the client has disconnected. */
  gone: boolean
}

/** A web server whose responses the test defines. */
export interface Door {
  readonly address: string
  readonly knocks: readonly Knock[]
  close(): Promise<void>
}

/** Starts a web server on loopback, on `port` or a free port. */
export async function openDoor(
  answer: (response: ServerResponse, knock: Knock) => void,
  port = 0,
): Promise<Door> {
  const knocks: Knock[] = []
  const server: Server = createServer(async (request, response) => {
    const { headers, url } = request
    const knock: Knock = { headers, url, body: await text(request), gone: false }
    response.on('close', () => {
      knock.gone = true
    })
    knocks.push(knock)
    answer(response, knock)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    knocks,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
