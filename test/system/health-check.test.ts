import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocket, type Server } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { operations } from '../../schemas/operations.ts'

/** The last HEALTHCHECK instruction of the Dockerfile, on one line. */
const healthCheck =
  readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8')
    .replaceAll('\\\n', '')
    .split('\n')
    .findLast((line) => line.startsWith('HEALTHCHECK ')) ?? ''

describe('the health check of the image', () => {
  const open: Server[] = []
  afterEach(() => {
    for (const server of open.splice(0)) server.close()
  })

  const [program, ...words] = JSON.parse(healthCheck.replace(/^.*? CMD /, '')) as string[]

  /** Runs the health check as a container engine does, and returns its exit code. */
  const check = (settings: Record<string, string | number>): Promise<number> =>
    new Promise((resolve) => {
      const env = { PORT: '1', HOST: '0.0.0.0', ...settings } as Record<string, string>
      execFile(program === 'node' ? process.execPath : '', words, { env }, (error) =>
        resolve(Number(error?.code ?? 0)),
      )
    })

  const listen = async (server: Server, host = '127.0.0.1'): Promise<number> => {
    open.push(server)
    await new Promise<void>((resolve) => server.listen(0, host, resolve))
    return (server.address() as AddressInfo).port
  }
  const answering =
    (status: number): RequestListener =>
    (request, response) =>
      response.writeHead(request.url === operations.health.path ? status : 404).end('{}')

  test('passes while the service reports that it is healthy', async () => {
    const port = await listen(createServer(answering(200)))
    expect(await check({ PORT: port })).toBe(0)
    expect(await check({ PORT: port, HOST: '127.0.0.1' })).toBe(0)
    expect(await check({ PORT: port, HOST: '' })).toBe(0)
  })

  test('fails while the service reports that it cannot serve reads', async () => {
    expect(await check({ PORT: await listen(createServer(answering(503))) })).toBe(1)
  })

  test('fails if nothing listens', async () => {
    const server = createServer(answering(200))
    const port = await listen(server)
    await new Promise((resolve) => server.close(resolve))
    expect(await check({ PORT: port })).toBe(1)
  })

  test('fails before its timeout if a connection is never answered', async () => {
    const silent = createSocket((socket) => socket.on('error', () => {}))
    const timeout = Number(/--timeout=(?<seconds>\d+)s/.exec(healthCheck)?.groups?.seconds) * 1_000
    const own = Number(/setTimeout\(end, (?<ms>\d+)/.exec(words.at(-1) ?? '')?.groups?.ms)
    expect(own).toBeLessThan(timeout)
    expect(await check({ PORT: await listen(silent) })).toBe(1)
  })

  test('uses TLS if the service does', async () => {
    let first: number | undefined
    const server = createSocket((socket) => {
      socket
        .on('error', () => {})
        .once('data', (bytes) => {
          first = bytes[0]
          socket.destroy()
        })
    })
    expect(await check({ PORT: await listen(server), TLS_CERT_FILE: '/run/secrets/certificate' })).toBe(1)
    expect(first).toBe(0x16) // a TLS handshake, not the G of GET
  })
})
