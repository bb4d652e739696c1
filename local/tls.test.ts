import { copyFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { connect as connectTcp } from 'node:net'
import { connect, type PeerCertificate } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCertificate, OPENSSL } from '../test/support/certificate.ts'
import { temporaryFolder } from '../test/support/temporary-folder.ts'
import { until } from '../test/support/until.ts'
import type { RequestLimits } from './request-limits.ts'
import { startServer } from './server.ts'
import { readCertificate } from './tls.ts'

const withOpenssl = OPENSSL ? describe : describe.skip

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

const answering = (certificate: ReturnType<typeof readCertificate>, limits: Partial<RequestLimits> = {}) =>
  startServer({
    host: '127.0.0.1',
    port: 0,
    certificate,
    limits,
    handler: async () => ({ statusCode: 200, body: '{"tls":true}' }),
  })

/** Returns the name in the certificate of a server. */
const nameOf = (address: string, localAddress = '127.0.0.1'): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address)
    const to = { host: hostname, port: Number(port), localAddress }
    const socket = connect({ ...to, rejectUnauthorized: false }, () => {
      const { subject }: PeerCertificate = socket.getPeerCertificate()
      socket.end()
      resolve(String(subject.CN))
    }).on('error', reject)
  })

withOpenssl('the HTTPS server', () => {
  test('answers requests over TLS only', async () => {
    const server = await answering(readCertificate(makeCertificate(folder.path, 'first'), () => {}))
    expect(server.address).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
    const body = await new Promise<string>((resolve, reject) => {
      request(server.address, { rejectUnauthorized: false }, (response) => {
        response.setEncoding('utf8').on('data', resolve)
      })
        .on('error', reject)
        .end()
    })
    expect(JSON.parse(body)).toEqual({ tls: true })
    await expect(fetch(server.address.replace('https', 'http'))).rejects.toThrow()
    await server.stop()
  })

  test('loads a renewed certificate without a restart, and keeps the old one while the new one is invalid', async () => {
    const [old, renewed] = [makeCertificate(folder.path, 'old'), makeCertificate(folder.path, 'renewed')]
    const failures: unknown[] = []
    const server = await answering(readCertificate(old, (error) => failures.push(error), 20))
    expect(await nameOf(server.address)).toBe('old')

    writeFileSync(old.certFile, 'not a certificate')
    await until(() => failures.length > 0)
    expect(await nameOf(server.address)).toBe('old')

    copyFileSync(renewed.keyFile, old.keyFile)
    copyFileSync(renewed.certFile, old.certFile)
    await until(async () => (await nameOf(server.address)) === 'renewed')
    await server.stop()
  })

  test('stops without waiting for a client that does not start a TLS handshake', async () => {
    const server = await answering(readCertificate(makeCertificate(folder.path, 'silent'), () => {}))
    const { hostname, port } = new URL(server.address)
    const silent = connectTcp(Number(port), hostname)
    const closed = new Promise((resolve) => silent.on('error', () => {}).once('close', resolve))
    await new Promise((resolve) => silent.once('connect', resolve))
    await nameOf(server.address) // by now the server has also accepted the silent connection
    await server.stop()
    await closed
  })

  test('limits the handshakes of one client, and begins the handshakes of another', async () => {
    const certificate = readCertificate(makeCertificate(folder.path, 'limited'), () => {})
    const server = await answering(certificate, { connectionsPerClient: 2, handshakesPerSecond: 1e-6 })
    expect(await nameOf(server.address)).toBe('limited')
    expect(await nameOf(server.address)).toBe('limited')
    await expect(nameOf(server.address)).rejects.toThrow()
    expect(await nameOf(server.address, '127.0.0.2')).toBe('limited')
    await server.stop()
  })

  test('rejects a key that does not match the certificate, and a file that cannot be read, naming the setting', () => {
    const [one, other] = [makeCertificate(folder.path, 'one'), makeCertificate(folder.path, 'other')]
    const reading = (files: { certFile?: string; keyFile?: string }) =>
      expect(() => readCertificate({ ...one, ...files }, () => {}))
    reading({ keyFile: other.keyFile }).toThrow(
      /^TLS_CERT_FILE and TLS_KEY_FILE must be PEM files, and the key must belong to the certificate: .*key values mismatch\.$/,
    )
    reading({ certFile: '/nowhere.pem' }).toThrow(
      'TLS_CERT_FILE names a file that cannot be read: /nowhere.pem (ENOENT).',
    )
    reading({ keyFile: '/' }).toThrow('TLS_KEY_FILE names a file that cannot be read: / (EISDIR).')
  })
})
