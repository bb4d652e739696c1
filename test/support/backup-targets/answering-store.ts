import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface AnsweringStore {
  port: number
  /** `METHOD path?query` of each request. */
  asked: string[]
  stop(): Promise<void>
}

/** Starts a server on loopback that answers as a test defines. */
export async function startAnsweringStore(answer: RequestListener): Promise<AnsweringStore> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.on('error', () => {})
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Returns the body of an S3 error. */
export const errorBody = (code: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>secret words</Message></Error>`
