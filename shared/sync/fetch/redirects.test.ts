import { rm } from 'node:fs/promises'
import type { LookupFunction, Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type DownloadFolder, downloadFolder } from '../../../test/support/download-folder.ts'
import { type RawSource, startRawSource } from '../../../test/support/raw-source.ts'
import { until } from '../../../test/support/until.ts'

let folder: DownloadFolder
let source: RawSource
let other: RawSource
let answer: (socket: Socket, path: string) => void

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
const to = (location: string, status = 302): string => `HTTP/1.1 ${status} x\r\nLocation: ${location}\r\n\r\n`
const pathOf = (request: string): string => request.split(' ')[1] ?? ''

beforeAll(async () => {
  folder = await downloadFolder()
  source = await startRawSource((socket, request) => answer(socket, pathOf(request)))
  other = await startRawSource((socket) => socket.end(OK))
})
afterEach(() => until(() => source.open() + other.open() === 0))
afterAll(async () => {
  await source.stop()
  await other.stop()
  await folder.remove()
})

/** Makes the source redirect every path except `/end`. */
const redirecting = (location: string, status?: number) => {
  answer = (socket, path) => socket.write(path === '/end' ? OK : to(location, status))
}

const NOT_PUBLIC =
  'The source refers to an address that is not on the public internet. The service does not follow this reference.'
const refused = { name: 'SyncError', code: 'redirect_refused' }

async function follows(url = source.url): Promise<string> {
  const found = await folder.fetch(url)
  if (found === 'not modified') {
    throw new Error(found)
  }
  await rm(found.path)
  return found.url
}

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])('is followed on the same host and port: %d', async (status) => {
    redirecting('/end#there', status)
    expect(await follows()).toBe(`${source.url}end`)
    redirecting(`//127.0.0.1:${source.port}/end`, status)
    expect(await follows()).toBe(`${source.url}end`)
    redirecting(`http://0x7f.1:${source.port}/end`, status)
    expect(await follows()).toBe(`${source.url}end`)
  })

  test('may name its target in UTF-8', async () => {
    answer = (socket, path) => socket.write(path === '/a%C3%B1o' ? OK : Buffer.from(to('/año')))
    expect(await follows()).toBe(`${source.url}a%C3%B1o`)
  })

  test('is followed up to five times', async () => {
    answer = (socket, path) => socket.write(path === '/5' ? OK : to(`/${Number(path.slice(1)) + 1}`))
    expect(await follows(`${source.url}0`)).toBe(`${source.url}5`)
    await expect(follows(`${source.url}-1`)).rejects.toMatchObject({
      ...refused,
      message:
        'The source refers to another address after 5 redirects. The service does not follow this reference.',
    })
    expect(source.heard.slice(-6).map(pathOf)).toEqual(['/-1', '/0', '/1', '/2', '/3', '/4'])
  })

  test('without a Location is refused', async () => {
    answer = (socket) => socket.write('HTTP/1.1 302 x\r\nContent-Length: 0\r\n\r\n')
    await expect(follows()).rejects.toMatchObject({ code: 'source_answer' })
  })

  test.each([
    'http://127.0.0.1/',
    'http://127.0.0.1:1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://0/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[fe80::1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.1.2.3/',
    'http://100.64.0.1/',
    'https://192.168.0.1/',
    'http://1２7.0.0.1/',
    '//192.168.0.1/x',
  ])('to a private address is refused: %s', async (target) => {
    answer = (socket) => socket.write(Buffer.from(to(target)))
    await expect(follows()).rejects.toMatchObject({ ...refused, message: NOT_PUBLIC })
  })

  test('to another port of the same machine is refused, by address or by name', async () => {
    for (const host of ['127.0.0.1', 'localhost', 'LOCALHOST.', 'x.localhost']) {
      redirecting(`http://${host}:${other.port}/`)
      await expect(follows()).rejects.toMatchObject(refused)
    }
    expect(other.heard).toEqual([])
  })

  test.each([
    ['ftp://oficina.cl/x', 'an address that is neither http nor https'],
    ['file:///etc/passwd', 'an address that is neither http nor https'],
    ['data:text/csv,x', 'an address that is neither http nor https'],
    ['javascript:x', 'an address that is neither http nor https'],
    ['https://ana:clave@oficina.cl/', 'an address with a user or a password in it'],
    ['https://ana@oficina.cl/', 'an address with a user or a password in it'],
    ['http://[', 'an address that cannot be read'],
    ['http://1.2.3.4.5.6:99999/', 'an address that cannot be read'],
  ])('to %s is refused', async (target, where) => {
    redirecting(target)
    await expect(follows()).rejects.toMatchObject({
      ...refused,
      message: `The source refers to ${where}. The service does not follow this reference.`,
    })
  })
})

describe('an address that the page of a source lists', () => {
  test.each([
    ['http://127.0.0.1:1/x', 'http://127.0.0.1/'],
    ['http://x.localhost/x', 'http://localhost/'],
    ['file:///etc/passwd', 'http://127.0.0.1/'],
    ['http://127.0.0.1/', 'file:///hojas/'],
    ['http://93.184.216.34/', 'https://93.184.216.34/'],
    ['https://ana:clave@93.184.216.34/', 'https://93.184.216.34/'],
  ])('is refused like a redirect: %s, listed by %s', async (url, configuredUrl) => {
    await expect(folder.fetch(url, { configuredUrl })).rejects.toMatchObject(refused)
  })
})

describe('a host name', () => {
  /**
   * Resolves any name: the first time to the first argument, the second time to the second, and so on, then always to the last.
   * An argument has one or more addresses, divided by spaces.
   */
  const resolvingTo = (...addresses: string[]): LookupFunction & { asked: number } => {
    const lookup = (_: string, options: { all?: boolean }, done: Parameters<LookupFunction>[2]) => {
      const address = addresses[Math.min(lookup.asked++, addresses.length - 1)] ?? ''
      const found = address.split(' ').map((each) => ({ address: each, family: each.includes(':') ? 6 : 4 }))
      options.all ? done(null, found) : done(null, address, 4)
    }
    lookup.asked = 0
    return lookup as LookupFunction & { asked: number }
  }

  test('with a private address is allowed only if the operator configured this host and port', async () => {
    redirecting('/end')
    const url = `http://mirror.example:${source.port}/`
    const lookup = resolvingTo('127.0.0.1')
    const found = await folder.fetch(url, {}, { lookup })
    expect(found).toMatchObject({ url: `${url}end` })
    await rm((found as { path: string }).path)

    redirecting(`http://mirror.example:${other.port}/`)
    await expect(folder.fetch(url, {}, { lookup })).rejects.toMatchObject({ ...refused, message: NOT_PUBLIC })
    redirecting(`http://another.example:${source.port}/end`)
    await expect(folder.fetch(url, {}, { lookup })).rejects.toMatchObject({ ...refused, message: NOT_PUBLIC })
    expect(other.heard).toEqual([])
  })

  test('is resolved once, by the connection itself, so that DNS rebinding has no effect', async () => {
    const lookup = resolvingTo('127.0.0.1')
    const configuredUrl = 'http://93.184.216.34/'
    const url = `http://rebound.example:${other.port}/`
    await expect(folder.fetch(url, { configuredUrl }, { lookup })).rejects.toMatchObject(refused)
    expect([lookup.asked, other.heard.length]).toEqual([1, 0])
  })

  test('is refused when any of its addresses is private', async () => {
    const order = { configuredUrl: 'http://93.184.216.34/' }
    for (const addresses of ['93.184.216.34 127.0.0.1', '::1 93.184.216.34', '::ffff:10.0.0.1']) {
      const fetched = folder.fetch(`http://x.example:${other.port}/`, order, {
        lookup: resolvingTo(addresses),
      })
      await expect(fetched).rejects.toMatchObject({ ...refused, message: NOT_PUBLIC })
    }
  })
})
