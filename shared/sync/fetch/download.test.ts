import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
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
afterEach(() => until(() => source.open() === 0)) // whatever happened, the connection is let go of
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

/** A download that fails so, and leaves nothing behind. */
async function fails(
  code: string,
  message: string,
  ...[url = source.url, order, means]: Partial<Parameters<DownloadFolder['fetch']>>
): Promise<void> {
  const before = await folder.names()
  await expect(folder.fetch(url, order, means)).rejects.toMatchObject({ name: 'SyncError', code, message })
  expect(await folder.names()).toEqual(before)
}

describe('a file', () => {
  test('is written whole, with what is known of it', async () => {
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
      bytes: body.length,
      sha256: createHash('sha256').update(body).digest('hex'),
      validators: { etag: 'W/"x"', lastModified: 'Fri, 04 Sep 2026 11:30:00 GMT' },
      url: `${source.url}hojas/x?y=1`,
    })
    expect(body.equals(await readFile(found.path))).toBe(true)
    await rm(found.path)
  })

  test.each([
    ['in chunks', ok('Transfer-Encoding: chunked', '3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n'), 'abcde'],
    ['until the connection ends', ok('Connection: close', 'abcde'), 'abcde'],
    ['without a byte', ok('Content-Length: 0'), ''],
    ['before more than it said', ok('Content-Length: 3', 'abcde'), 'abc'],
  ])('may come %s', async (_, text, wanted) => {
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

  test('is asked for by name, as it is, and on a connection of its own', async () => {
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

  test('is not sent again where nothing has changed', async () => {
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

  test('comes with the password that the operator configured, which no address keeps', async () => {
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

  withIpv6('may come from an IPv6 address', async () => {
    const there = await startRawSource((socket) => socket.end(ok('Content-Length: 0')), '::1')
    const { path, url } = await fetched(there.url)
    expect([url, there.heard[0]]).toEqual([there.url, expect.stringContaining(`host: [::1]:${there.port}`)])
    await rm(path)
    await there.stop()
  })

  test('does not disturb another one that comes at the same time', async () => {
    answer = (socket, request) => socket.end(ok('Connection: close', request.slice(4, 8)))
    const all = await Promise.all(['aaa', 'bbb', 'ccc'].map((name) => fetched(source.url + name)))
    const texts = await Promise.all(all.map(({ path }) => readFile(path, 'utf8')))
    expect(texts).toEqual(['/aaa', '/bbb', '/ccc'])
    await Promise.all(all.map(({ path }) => rm(path)))
  })
})

describe('a source that answers something else', () => {
  test.each([404, 410])('has not published it: %d', async (status) => {
    answering(`HTTP/1.1 ${status} x\r\nContent-Length: 2\r\n\r\nno`)
    await fails('not_published', `The source has not published it: it answered ${status}.`)
  })

  test.each([201, 204, 206, 300, 400, 403, 429, 500, 503])('is told by its status: %d', async (status) => {
    answering(`HTTP/1.1 ${status} x\r\nContent-Length: 0\r\n\r\n`)
    await fails('source_answer', `The source answered ${status}.`)
  })

  test('is refused where it is not HTTP, or where a file was compressed unasked', async () => {
    const unreadable = 'The source did not answer in HTTP that can be read.'
    answering('220 ftp.oficina.cl ready\r\n')
    await fails('source_answer', unreadable)
    answering(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, false)
    await fails('source_answer', unreadable)
    answering(ok('Content-Encoding: gzip\r\nContent-Length: 1', 'x'), false)
    await fails('source_answer', 'The source answered with a file that it had compressed, unasked.')
  })
})

describe('a file that does not come whole', () => {
  const message = 'The source ended the connection before all of the file had come.'

  test.each([
    ['shorter than its length', ok('Content-Length: 10', 'abc')],
    ['without its last chunk', ok('Transfer-Encoding: chunked', '3\r\nabc\r\n')],
    ['within a chunk', ok('Transfer-Encoding: chunked', '9\r\nabc')],
    ['with a chunk that is none', ok('Transfer-Encoding: chunked', '3\r\nabc\r\nzz\r\n')],
    ['without its body', ok('Content-Length: 10')],
  ])('is cut off: %s', async (_, text) => {
    answering(text)
    await fails('cut_off', message)
  })

  test('is cut off also where the connection was reset', async () => {
    answer = (socket) => socket.write(ok('Connection: close', 'abc'), () => socket.resetAndDestroy())
    await fails('cut_off', message)
  })

  test('is too large, by what it says or by what comes', async () => {
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

describe('a source that cannot be reached', () => {
  test('is told in words, without its name', async () => {
    answer = (socket) => socket.resetAndDestroy()
    const closed = 'The source cannot be reached: it closed the connection before it answered.'
    await fails('source_unreachable', closed)
    answering('')
    await fails('source_unreachable', closed)
    const gone = await startRawSource(() => {})
    await gone.stop()
    await fails('source_unreachable', 'The source cannot be reached: it takes no connections.', gone.url)
  })

  test('may have a name that nobody knows', async () => {
    await fails(
      'source_unreachable',
      'The source cannot be reached: its name is not known.',
      'http://x.invalid/',
    )
  })

  test('is given up when it does not answer, in whole or in part', async () => {
    const message = 'The source cannot be reached: it does not answer.'
    answer = () => {}
    await fails('source_unreachable', message, source.url, {}, { headersMs: 50 })
    answering('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nX: y', false)
    await fails('source_unreachable', message, source.url, {}, { headersMs: 50 })
    const neverFound = { headersMs: 50, lookup: () => {} }
    await fails('source_unreachable', message, 'http://oficina.example/', {}, neverFound)
  })

  test('is given up when it falls silent in the middle', async () => {
    answering(ok('Content-Length: 10', 'abc'), false)
    const message = 'The source fell silent in the middle of the file.'
    await fails('source_unreachable', message, source.url, {}, { silenceMs: 50 })
    answering(ok('Content-Length: 10'), false)
    await fails('source_unreachable', message, source.url, {}, { silenceMs: 50 })
  })

  test('is given up when it takes too long, however often it sends something', async () => {
    const message = 'The source is too slow: the file did not come in the time that it has.'
    answer = (socket) => {
      socket.write(ok('Connection: close'))
      const drip = setInterval(() => socket.write('x'), 5)
      socket.once('close', () => clearInterval(drip))
    }
    await fails('source_unreachable', message, source.url, {}, { totalMs: 200, silenceMs: 150 })
  })
})

describe('an order that is taken back', () => {
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

test('a folder that cannot be written is no failure of the source', async () => {
  answering(ok('Content-Length: 3', 'abc'))
  const gone = join(folder.path, 'nowhere')
  await expect(folder.fetch(source.url, { folder: gone })).rejects.toMatchObject({ code: 'ENOENT' })
})

describe('a file of this machine', () => {
  const path = () => join(folder.path, 'hoja ñ.csv')
  const url = () => pathToFileURL(path()).href
  afterEach(() => rm(path(), { force: true }))

  test('stays where it is, and is known again as long as nobody writes it', async () => {
    await writeFile(path(), 'abc')
    const found = await fetched(url())
    expect(found).toEqual({
      path: path(),
      name: 'hoja ñ.csv',
      contentType: null,
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

  test('is refused where it is none, too large, or outside its folder', async () => {
    const cannot = 'The file or folder of the source cannot be read.'
    await fails('not_published', 'The source has no such file.', url())
    await fails('file_unreadable', cannot, 'file:///dev/zero')
    await fails('file_unreadable', cannot, 'file://elsewhere/x')
    await fails('file_unreadable', cannot, 'file:///a%2Fb')
    await fails('file_unreadable', cannot, pathToFileURL(folder.path).href)
    await writeFile(path(), 'abcd')
    await fails('too_large', 'The file is larger than 3 bytes.', url(), { mostBytes: 3 })
    const inside = pathToFileURL(join(folder.path, 'hojas')).href
    const outside = 'The source leads to a file outside its folder, which is not followed.'
    await fails('redirect_refused', outside, url(), { configuredUrl: inside })
    await fails('redirect_refused', outside, `${inside}/../../x`, { configuredUrl: inside })
  })

  test('is told apart from a folder', async () => {
    await mkdir(join(folder.path, 'hojas'))
    const here = pathToFileURL(folder.path).href
    expect(await Promise.all([here, `${here}/hojas/`, url()].map(isFolder))).toEqual([true, true, false])
    expect(await fetched(url(), { configuredUrl: here }).catch(({ code }) => code)).toBe('not_published')
    await rm(join(folder.path, 'hojas'), { recursive: true })
  })
})
