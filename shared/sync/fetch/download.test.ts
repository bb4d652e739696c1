import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type DownloadFolder, downloadFolder } from '../../../test/support/download-folder.ts'
import { type RawSource, startRawSource } from '../../../test/support/raw-source.ts'
import { until } from '../../../test/support/until.ts'
import { VERSION } from '../../platform/version.ts'
import type { Downloaded } from './download-order.ts'
import { isFolder } from './local-file.ts'

const isIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))
const withIpv6 = isIpv6 ? test : test.skip

let folder: DownloadFolder
let source: RawSource
let answer: (socket: Socket, request: string) => void

beforeAll(async () => {
  folder = await downloadFolder()
  source = await startRawSource((socket, request) => answer(socket, request))
})
afterEach(() => until(() => source.open() === 0)) // every download closes its connection
afterAll(async () => {
  await source.stop()
  await folder.remove()
})

const answering = (text: string, end = true) => {
  answer = (socket) => {
    socket.write(Buffer.from(text, 'latin1'))
    if (end) {
      socket.end()
    }
  }
}
const ok = (headers: string, body = ''): string => `HTTP/1.1 200 OK\r\n${headers}\r\n\r\n${body}`

const fetched = async (...args: Parameters<DownloadFolder['fetch']>): Promise<Downloaded> => {
  const found = await folder.fetch(...args)
  if (found === 'not modified') {
    throw new Error(found)
  }
  return found
}

/** Expects a download to fail with this error and to leave no file. */
async function fails(
  code: string,
  message: string,
  ...[url = source.url, order, options]: Partial<Parameters<DownloadFolder['fetch']>>
): Promise<void> {
  const before = await folder.names()
  await expect(folder.fetch(url, order, options)).rejects.toMatchObject({ name: 'SyncError', code, message })
  expect(await folder.names()).toEqual(before)
}

describe('a downloaded file', () => {
  test('is stored unchanged with its name, type, size, hash and validators', async () => {
    const body = Buffer.alloc(300_000, 'año;')
    answer = (socket) => {
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nContent-Type: text/csv; charset=utf-8\r\n` +
          `Content-Disposition: attachment; filename*=UTF-8''a%C3%B1o.csv\r\nETag: W/"x"\r\n` +
          'Last-Modified: Fri, 04 Sep 2026 11:30:00 GMT\r\n\r\n',
      )
      socket.end(body)
    }
    const found = await fetched(`${source.url}hojas/x?y=1#z`)
    expect(found).toEqual({
      path: expect.stringContaining(folder.path),
      name: 'año.csv',
      contentType: 'text/csv; charset=utf-8',
      isComplete: true,
      bytes: body.length,
      sha256: createHash('sha256').update(body).digest('hex'),
      validators: { etag: 'W/"x"', lastModified: 'Fri, 04 Sep 2026 11:30:00 GMT' },
      url: `${source.url}hojas/x?y=1`,
    })
    expect(body.equals(await readFile(found.path))).toBe(true)
    await rm(found.path)
  })

  test.each([
    ['chunked', ok('Transfer-Encoding: chunked', '3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n'), 'abcde'],
    ['ended by the end of the connection', ok('Connection: close', 'abcde'), 'abcde'],
    ['empty', ok('Content-Length: 0'), ''],
    ['followed by bytes beyond its length', ok('Content-Length: 3', 'abcde'), 'abc'],
  ])('may be %s', async (_, text, wanted) => {
    answering(text)
    const found = await fetched(`${source.url}a%20b.csv`)
    expect(await readFile(found.path, 'utf8')).toBe(wanted)
    expect(found).toMatchObject({
      name: 'a b.csv',
      bytes: wanted.length,
      contentType: null,
      validators: { etag: null, lastModified: null },
    })
    await rm(found.path)
  })

  test('is requested with the product name, uncompressed, and on a connection of its own', async () => {
    answering(ok('Content-Length: 0'), false)
    const { path } = await fetched(`${source.url}x?y=%20`)
    expect(source.heard.at(-1)?.split('\r\n').sort()).toEqual(
      [
        'GET /x?y=%20 HTTP/1.1',
        `host: 127.0.0.1:${source.port}`,
        `user-agent: trademark-read-service/${VERSION}`,
        'accept: */*',
        'accept-encoding: identity',
        'Connection: close',
        '',
        '',
      ].sort(),
    )
    await rm(path)
  })

  test('is not downloaded again when the source answers 304 to a conditional request', async () => {
    const validators = { etag: '"x"', lastModified: 'Fri, 04 Sep 2026 11:30:00 GMT' }
    answering('HTTP/1.1 304 Not Modified\r\n\r\n')
    expect(await folder.fetch(source.url, { validators })).toBe('not modified')
    expect(source.heard.at(-1)).toContain(
      'if-none-match: "x"\r\nif-modified-since: Fri, 04 Sep 2026 11:30:00 GMT',
    )
    await fails('source_answer', 'The source answered 304.')
    const neither = { etag: null, lastModified: null }
    await fails('source_answer', 'The source answered 304.', source.url, { validators: neither })
  })

  test('is requested with the configured password, which the resulting URL does not contain', async () => {
    answer = (socket, request) =>
      socket.end(
        request.startsWith('GET /a') ? 'HTTP/1.1 302 x\r\nLocation: /b\r\n\r\n' : ok('Content-Length: 0'),
      )
    const url = `${source.url.replace('//', '//ana:cl%C3%A1ve%2F@')}a`
    const { path, url: found } = await fetched(url)
    const authorization = `Authorization: Basic ${Buffer.from('ana:cláve/').toString('base64')}`
    expect(source.heard.slice(-2)).toEqual([
      expect.stringContaining(authorization),
      expect.stringContaining(authorization),
    ])
    expect(found).toBe(`${source.url}b`)
    await rm(path)
  })

  withIpv6('may have an IPv6 address', async () => {
    const there = await startRawSource((socket) => socket.end(ok('Content-Length: 0')), '::1')
    const { path, url } = await fetched(there.url)
    expect([url, there.heard[0]]).toEqual([there.url, expect.stringContaining(`host: [::1]:${there.port}`)])
    await rm(path)
    await there.stop()
  })

  test('is independent of simultaneous downloads', async () => {
    answer = (socket, request) => socket.end(ok('Connection: close', request.slice(4, 8)))
    const all = await Promise.all(['aaa', 'bbb', 'ccc'].map((name) => fetched(source.url + name)))
    const texts = await Promise.all(all.map(({ path }) => readFile(path, 'utf8')))
    expect(texts).toEqual(['/aaa', '/bbb', '/ccc'])
    await Promise.all(all.map(({ path }) => rm(path)))
  })
})

describe('a response without the file', () => {
  test.each([404, 410])('with status %d is reported as not published', async (status) => {
    answering(`HTTP/1.1 ${status} x\r\nContent-Length: 2\r\n\r\nno`)
    await fails('not_published', `The source has not published the file: it answered ${status}.`)
  })

  test.each([201, 204, 206, 300, 400, 403, 429, 500, 503])(
    'with status %d is reported with that status',
    async (status) => {
      answering(`HTTP/1.1 ${status} x\r\nContent-Length: 0\r\n\r\n`)
      await fails('source_answer', `The source answered ${status}.`)
    },
  )

  test('is refused when it is not HTTP, has too large headers, or is compressed', async () => {
    const unreadable = 'The source did not answer with valid HTTP.'
    answering('220 ftp.oficina.cl ready\r\n')
    await fails('source_answer', unreadable)
    answering(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, false)
    await fails('source_answer', unreadable)
    answering(ok('Content-Encoding: gzip\r\nContent-Length: 1', 'x'), false)
    await fails('source_answer', 'The source answered with a compressed file, which was not requested.')
  })
})

describe('an incomplete file', () => {
  const message = 'The source closed the connection before the whole file had arrived.'

  test.each([
    ['with fewer bytes than its Content-Length', ok('Content-Length: 10', 'abc')],
    ['without its last chunk', ok('Transfer-Encoding: chunked', '3\r\nabc\r\n')],
    ['that ends within a chunk', ok('Transfer-Encoding: chunked', '9\r\nabc')],
    ['with an invalid chunk', ok('Transfer-Encoding: chunked', '3\r\nabc\r\nzz\r\n')],
    ['without its body', ok('Content-Length: 10')],
  ])('%s is refused', async (_, text) => {
    answering(text)
    await fails('cut_off', message)
  })

  test('without a length is refused when the connection is reset', async () => {
    answer = (socket) => socket.write(ok('Connection: close', 'abc'), () => socket.resetAndDestroy())
    await fails('cut_off', message)
  })

  test('over the size limit is refused by its Content-Length or its received bytes', async () => {
    const tooLarge = 'The file is larger than 1,000 bytes.'
    answering(ok('Content-Length: 1001'), false)
    await fails('too_large', tooLarge, source.url, { mostBytes: 1_000 })
    answering(ok('Connection: close', 'x'.repeat(1_001)), false)
    await fails('too_large', tooLarge, source.url, { mostBytes: 1_000 })
    answering(ok('Content-Length: 1000', 'x'.repeat(1_000)))
    const { bytes, path } = await fetched(source.url, { mostBytes: 1_000 })
    expect(bytes).toBe(1_000)
    await rm(path)
  })
})

describe('an unreachable source', () => {
  test('is reported without its host name', async () => {
    answer = (socket) => socket.resetAndDestroy()
    const closed = 'The source cannot be reached: it closed the connection before it answered.'
    await fails('source_unreachable', closed)
    answering('')
    await fails('source_unreachable', closed)
    const gone = await startRawSource(() => {})
    await gone.stop()
    await fails('source_unreachable', 'The source cannot be reached: it refuses connections.', gone.url)
  })

  test('may have an unknown host name', async () => {
    await fails(
      'source_unreachable',
      'The source cannot be reached: its host name cannot be resolved.',
      'http://x.invalid/',
    )
  })

  test('times out without complete response headers', async () => {
    const message = 'The source cannot be reached: it does not answer.'
    answer = () => {}
    await fails('source_unreachable', message, source.url, {}, { headersMs: 50 })
    answering('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nX: y', false)
    await fails('source_unreachable', message, source.url, {}, { headersMs: 50 })
    const neverFound = { headersMs: 50, lookup: () => {} }
    await fails('source_unreachable', message, 'http://oficina.example/', {}, neverFound)
  })

  test('times out when it stops sending in the middle of a body', async () => {
    answering(ok('Content-Length: 10', 'abc'), false)
    const message = 'The source stopped sending in the middle of the file.'
    await fails('source_unreachable', message, source.url, {}, { idleMs: 50 })
    answering(ok('Content-Length: 10'), false)
    await fails('source_unreachable', message, source.url, {}, { idleMs: 50 })
  })

  test('times out when the download takes too long, although data keeps arriving', async () => {
    const message = 'The source is too slow: the file was not complete within the time limit.'
    answer = (socket) => {
      socket.write(ok('Connection: close'))
      const drip = setInterval(() => socket.write('x'), 5)
      socket.once('close', () => clearInterval(drip))
    }
    await fails('source_unreachable', message, source.url, {}, { totalMs: 200, idleMs: 150 })
  })
})

describe('an aborted download', () => {
  const reason = new Error('the operator stopped it')

  test('ends at once, before, during and after the headers', async () => {
    for (const text of [undefined, '', ok('Content-Length: 10', 'abc')]) {
      const stop = new AbortController()
      answer = (socket) => socket.write(text ?? '', () => setImmediate(() => stop.abort(reason)))
      if (text === undefined) {
        stop.abort(reason)
      }
      await expect(folder.fetch(source.url, { signal: stop.signal })).rejects.toBe(reason)
      expect(await folder.names()).toEqual([])
    }
  })
})

test('a folder that cannot be written is not reported as a failure of the source', async () => {
  answering(ok('Content-Length: 3', 'abc'))
  const gone = join(folder.path, 'nowhere')
  await expect(folder.fetch(source.url, { folder: gone })).rejects.toMatchObject({ code: 'ENOENT' })
})

describe('a local file', () => {
  const path = () => join(folder.path, 'hoja ñ.csv')
  const url = () => pathToFileURL(path()).href
  afterEach(() => rm(path(), { force: true }))

  test('is read in place and reported as not modified until it changes', async () => {
    await writeFile(path(), 'abc')
    const found = await fetched(url())
    expect(found).toEqual({
      path: path(),
      name: 'hoja ñ.csv',
      contentType: null,
      isComplete: false,
      bytes: 3,
      sha256: createHash('sha256').update('abc').digest('hex'),
      validators: { etag: expect.any(String), lastModified: expect.any(String) },
      url: url(),
    })
    const { validators } = found
    expect(await folder.fetch(url(), { validators })).toBe('not modified')
    await writeFile(path(), 'abcd')
    expect(await folder.fetch(url(), { validators })).toMatchObject({ bytes: 4 })
  })

  test('is refused when it is missing, unreadable, too large, or outside the configured folder', async () => {
    const cannot = 'The file or folder of the source cannot be read.'
    await fails('not_published', 'The source has no such file.', url())
    await fails('file_unreadable', cannot, 'file:///dev/zero')
    await fails('file_unreadable', cannot, 'file://elsewhere/x')
    await fails('file_unreadable', cannot, 'file:///a%2Fb')
    await fails('file_unreadable', cannot, pathToFileURL(folder.path).href)
    await writeFile(path(), 'abcd')
    await fails('too_large', 'The file is larger than 3 bytes.', url(), { mostBytes: 3 })
    const inside = pathToFileURL(join(folder.path, 'hojas')).href
    const outside =
      'The source refers to a file outside its folder. The service does not follow this reference.'
    await fails('redirect_refused', outside, url(), { configuredUrl: inside })
    await fails('redirect_refused', outside, `${inside}/../../x`, { configuredUrl: inside })
  })

  test('is distinguished from a folder', async () => {
    await mkdir(join(folder.path, 'hojas'))
    const here = pathToFileURL(folder.path).href
    expect(await Promise.all([here, `${here}/hojas/`, url()].map(isFolder))).toEqual([true, true, false])
    expect(await fetched(url(), { configuredUrl: here }).catch(({ code }) => code)).toBe('not_published')
    await rm(join(folder.path, 'hojas'), { recursive: true })
  })
})
