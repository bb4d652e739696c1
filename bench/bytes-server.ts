// A process of its own: the least that answers a text over HTTP, which is node:http and the text.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What it answers everybody. */
export interface Bytes {
  type: string
  body: string
}

process.once('message', ({ type, body }: Bytes) => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
process.on('disconnect', () => process.exit())
