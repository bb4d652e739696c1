import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import { type AddressInfo, createServer as createPlainServer } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type DownloadFolder, downloadFolder } from '../../../test/support/download-folder.ts'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'
import { until } from '../../../test/support/until.ts'

const OPENSSL = ['/usr/bin/openssl', '/opt/homebrew/bin/openssl'].find((file) => existsSync(file))
const withOpenssl = OPENSSL ? describe : describe.skip

let certificates: Awaited<ReturnType<typeof temporaryFolder>>
let folder: DownloadFolder
const servers: Server[] = []
const LASTING = 2099
const trusted = getCACertificates('default')

beforeAll(async () => {
  certificates = await temporaryFolder()
  folder = await downloadFolder()
})
afterEach(async () => {
  setDefaultCACertificates(trusted)
  for (const server of servers.splice(0)) {
    await until(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count === 0))))
    await new Promise((resolve) => server.close(resolve))
  }
})
afterAll(async () => {
  await folder.remove()
  await certificates.remove()
})

/** Returns a configuration for `openssl ca`, the only command that can set the end date of a certificate. */
const authority = (names: string): string => `
[ca]
default_ca = authority
[authority]
database = ${certificates.path}/index.txt
new_certs_dir = ${certificates.path}
rand_serial = yes
unique_subject = no
default_md = sha256
policy = policy
x509_extensions = extensions
[policy]
commonName = supplied
[extensions]
subjectAltName = ${names}
`

const openssl = (...args: string[]): void =>
  void execFileSync(OPENSSL ?? '', args, { stdio: 'ignore', cwd: certificates.path })

/** Returns a self-signed certificate for names and addresses, such as `IP:127.0.0.1`, valid until the end of a year. */
function makeCertificate(name: string, names: string, year: number): { cert: string; key: string } {
  const [config, request, cert, key] = ['cnf', 'csr', 'pem', 'key'].map((kind) => `${name}.${kind}`) as [
    string,
    string,
    string,
    string,
  ]
  writeFileSync(join(certificates.path, config), authority(names))
  writeFileSync(join(certificates.path, 'index.txt'), '')
  const asked = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', `/CN=${name}`]
  openssl('req', '-new', ...asked, '-keyout', key, '-out', request)
  const dates = ['-startdate', '20200101000000Z', '-enddate', `${year}1231235959Z`]
  const files = ['-in', request, '-keyfile', key, '-out', cert]
  openssl('ca', '-batch', '-notext', '-selfsign', '-config', config, ...dates, ...files)
  const [certText, keyText] = [cert, key].map((file) => readFileSync(join(certificates.path, file), 'utf8'))
  return { cert: certText ?? '', key: keyText ?? '' }
}

/** Starts an https source. */
async function startTlsSource(
  certificate: { cert: string; key: string },
  headers: Record<string, string> = {},
): Promise<string> {
  const server = createServer(certificate, (_, response) => {
    response.writeHead('location' in headers ? 302 : 200, headers).end('ok')
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/hoja.csv`
}

const trust = ({ cert }: { cert: string }): void => setDefaultCACertificates([...trusted, cert])

withOpenssl('an https source', () => {
  test('is accepted with a valid certificate', async () => {
    const certificate = makeCertificate('good', 'IP:127.0.0.1', LASTING)
    trust(certificate)
    const url = await startTlsSource(certificate)
    expect(await folder.fetch(url)).toMatchObject({ name: 'hoja.csv', bytes: 2, url })
  })

  test.each([
    ['self-signed', 'IP:127.0.0.1', LASTING, false, 'is not valid: its issuer is not trusted'],
    ['elsewhere', 'DNS:oficina.example', LASTING, true, 'is not valid: it is for another host'],
    ['expired', 'IP:127.0.0.1', 2020, true, 'is not valid: it has expired'],
  ])('is refused with an invalid certificate: %s', async (name, names, year, isTrusted, words) => {
    const certificate = makeCertificate(name, names, year)
    if (isTrusted) {
      trust(certificate)
    }
    const before = await folder.names()
    await expect(folder.fetch(await startTlsSource(certificate))).rejects.toMatchObject({
      name: 'SyncError',
      code: 'source_unreachable',
      message: `The source cannot be reached: its certificate ${words}.`,
    })
    expect(await folder.names()).toEqual(before)
  })

  test('may not redirect to http, on any host', async () => {
    const certificate = makeCertificate('downgrade', 'IP:127.0.0.1', LASTING)
    trust(certificate)
    for (const location of ['http://93.184.216.34/', 'http://127.0.0.1:1/']) {
      await expect(folder.fetch(await startTlsSource(certificate, { location }))).rejects.toMatchObject({
        code: 'redirect_refused',
        message: 'The source refers to an address without https. The service does not follow this reference.',
      })
    }
  })
})

test('a server without TLS at an https address is reported', async () => {
  const plain = createPlainServer((socket) => {
    socket.on('error', () => {}).on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  })
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
  const url = `https://127.0.0.1:${(plain.address() as AddressInfo).port}/`
  await expect(folder.fetch(url)).rejects.toMatchObject({
    code: 'source_unreachable',
    message: 'The source cannot be reached: the TLS handshake failed.',
  })
  await new Promise((resolve) => plain.close(resolve))
})
