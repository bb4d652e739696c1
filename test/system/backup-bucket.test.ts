import { spawn } from 'node:child_process'
import type { RequestListener, ServerResponse } from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Target } from '../../shared/backup/target.ts'
import { isMissing } from '../../shared/backup/targets/bucket/bucket-failure.ts'
import { openTarget } from '../../shared/backup/targets/open-target.ts'
import {
  type AnsweringStore,
  errorBody,
  startAnsweringStore,
} from '../support/backup-targets/answering-store.ts'
import { CREDENTIALS, startStore } from '../support/backup-targets/s3-store.ts'
import { freePort } from '../support/free-port.ts'

const MIB = 1024 * 1024
const SILENCE_MS = 400
const WRITER = fileURLToPath(new URL('../support/backup-targets/write-forever.ts', import.meta.url))

let store: AnsweringStore
let answer: RequestListener
let target: Target

beforeEach(async () => {
  Object.assign(process.env, CREDENTIALS)
  store = await startAnsweringStore((request, response) => answer(request, response))
  target = openTarget(`s3://b1/p?endpoint=http://127.0.0.1:${store.port}`, { silenceMs: SILENCE_MS })
})
afterEach(() => store.stop())

async function* mebibytes(count: number): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < count; sent += 1) {
    yield Buffer.alloc(MIB)
  }
}
const failing =
  (status: number, code?: string): RequestListener =>
  (request, response) => {
    request.resume().on('end', () => {
      response.writeHead(status, { 'content-type': 'application/xml' }).end(code && errorBody(code))
    })
  }
const said = (doing: string, reason: string) => ({
  name: 'BackupError',
  message: `Cannot ${doing} p/ in the bucket b1 at 127.0.0.1:${store.port}: ${reason}.`,
})

describe('an error response of the store', () => {
  test.each([
    [403, 'AccessDenied', 'these credentials lack the permission'],
    [403, 'InvalidAccessKeyId', 'the store does not accept these credentials'],
    [403, 'SignatureDoesNotMatch', 'the store does not accept these credentials'],
    [403, 'RequestTimeTooSkewed', 'the clocks of this machine and of the store are too far apart'],
    [400, 'ExpiredToken', 'the credentials have expired'],
    [404, 'NoSuchBucket', 'there is no such bucket'],
    [301, 'PermanentRedirect', 'the bucket is in another region: name that region with ?region='],
    [503, 'SlowDown', 'the store is overloaded'],
    [503, undefined, 'the store answered 503'],
    [500, 'Unheard', 'the store answered 500'],
    [507, 'Unheard', 'no space is left there'],
  ])('with %d %s is reported in one sentence', async (status, code, reason) => {
    answer = failing(status, code)
    await expect(target.write('b/f', mebibytes(1))).rejects.toMatchObject(said('write to', reason))
    await expect(target.list()).rejects.toMatchObject(said('list', reason))
    expect(store.asked.length).toBeLessThanOrEqual(6) // three attempts each
  })

  test('to a read or a removal is reported in one sentence; a missing file is no error of the store', async () => {
    answer = failing(403, 'AccessDenied')
    const reason = 'these credentials lack the permission'
    await expect(target.read('b/f')).rejects.toMatchObject(said('read from', reason))
    await expect(target.remove(['b/f'])).rejects.toMatchObject(said('remove from', reason))
    answer = failing(404, 'NoSuchBucket')
    await expect(target.read('b/f')).rejects.toMatchObject(said('read from', 'there is no such bucket'))
    await expect(target.remove(['b/f'])).rejects.toMatchObject(said('remove from', 'there is no such bucket'))
    answer = failing(404, 'NoSuchKey')
    await expect(target.read('b/f')).rejects.toMatchObject({ name: 'MissingFileError' })
    await target.remove(['b/f'])
    expect(isMissing({ name: 'NoSuchBucket', $metadata: { httpStatusCode: 404 } })).toBe(false)
  })

  test('to a part of a file stops the upload, which is then aborted', async () => {
    answer = (request, response) => {
      const query = new URL(request.url ?? '', 'http://h').searchParams
      request.resume().on('end', () => {
        if (query.has('uploads')) {
          const body =
            '<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>'
          response.end(body)
        } else if (query.get('partNumber') === '2') {
          response.writeHead(403).end(errorBody('AccessDenied'))
        } else {
          response.writeHead(request.method === 'DELETE' ? 204 : 200, { etag: '"x"' }).end()
        }
      })
    }
    const wanted = said('write to', 'these credentials lack the permission')
    await expect(target.write('b/f', mebibytes(200))).rejects.toMatchObject(wanted)
    expect(store.asked).toContainEqual(expect.stringMatching(/^DELETE \/b1\/p\/b\/f\?.*uploadId=u1/))
    expect(store.asked.length).toBeLessThan(8)
    expect(store.asked.filter((asked) => /^POST .*uploadId=/.test(asked))).toEqual([])
  })
})

describe('a faulty store', () => {
  const hung = 'the store does not answer in time'

  test('that never answers causes a timeout', async () => {
    answer = (request) => request.resume()
    await expect(target.list()).rejects.toMatchObject(said('list', hung))
    await expect(target.write('b/f', mebibytes(1))).rejects.toMatchObject(said('write to', hung))
    await expect(target.write('b/f', mebibytes(40))).rejects.toMatchObject(said('write to', hung))
    await expect(target.read('b/f')).rejects.toMatchObject(said('read from', hung))
  })

  test('that reads no bytes causes a timeout', async () => {
    answer = () => {}
    await expect(target.write('b/f', mebibytes(15))).rejects.toMatchObject(said('write to', hung))
  })

  test('that does not listen is reported', async () => {
    const host = `127.0.0.1:${await freePort()}`
    const child = spawn(process.execPath, [WRITER, 'b/f'], {
      env: { ...CREDENTIALS, BACKUP_TARGET: `s3://b1?endpoint=http://${host}` },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    expect(await text(child.stderr)).toContain(
      `BackupError: Cannot write to the bucket b1 at ${host}: nothing listens at that address.`,
    )
  })

  test('that is not an object store is reported', async () => {
    answer = (_, response) => response.end('<html>Welcome</html><p>')
    await expect(target.list()).rejects.toMatchObject({ name: 'BackupError' })
  })

  const body =
    (send: (response: ServerResponse) => void): RequestListener =>
    (_, response) => {
      response.writeHead(200, { 'content-length': 1000 })
      response.write('some of it', () => send(response))
    }

  test('that disconnects or stops sending in the middle of a file causes an error, not the end of the file', async () => {
    answer = body((response) => response.destroy())
    await expect(buffer(await target.read('b/f'))).rejects.toMatchObject(
      said('read from', 'the connection ended in the middle of the file'),
    )
    answer = body(() => {})
    await expect(buffer(await target.read('b/f'))).rejects.toMatchObject(
      said('read from', 'the store stopped responding in the middle of a file'),
    )
  })

  test('does not time out because the reader is slow', async () => {
    answer = (_, response) => response.end(Buffer.alloc(3 * MIB))
    let bytes = 0
    for await (const chunk of await target.read('b/f')) {
      if (bytes === 0) {
        await new Promise((resolve) => setTimeout(resolve, 2 * SILENCE_MS))
      }
      bytes += chunk.length
    }
    expect(bytes).toBe(3 * MIB)
  })
})

test('all pages of a listing are read, without files that belong to no backup', async () => {
  const entry = (key: string): string => `<Contents><Key>${key}</Key><Size>7</Size></Contents>`
  answer = (request, response) => {
    const token = Number(new URL(request.url ?? '', 'http://h').searchParams.get('continuation-token') ?? 0)
    const next = token < 4 ? `<NextContinuationToken>${token + 1}</NextContinuationToken>` : ''
    const entries = entry(`p/b${token}/f`) + entry(`p/b/.x`) + entry('p/') + entry(`p/a/b/c`)
    response.end(
      `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${entries}${next}</ListBucketResult>`,
    )
  }
  const wanted = [0, 1, 2, 3, 4].map((page) => ({ name: `b${page}/f`, bytes: 7 }))
  expect(await target.list()).toEqual(wanted)
})

test('a missing bucket of a real store is reported', async () => {
  const real = await startStore()
  const bucket = openTarget(real.url('p', 'others'))
  const message = expect.stringMatching(
    /^Cannot \w+( to)? p\/ in the bucket others at .*: there is no such bucket\.$/,
  )
  await expect(bucket.list()).rejects.toMatchObject({ message })
  await expect(bucket.write('b/f', mebibytes(1))).rejects.toMatchObject({ message })
  await real.stop()
})

test('missing credentials are reported before any request', async () => {
  const home = process.env.HOME
  process.env.AWS_ACCESS_KEY_ID = ''
  process.env.AWS_SECRET_ACCESS_KEY = ''
  process.env.HOME = '/nonexistent'
  await expect(target.list()).rejects.toMatchObject(
    said('list', 'no credentials are set, such as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'),
  )
  expect(store.asked).toEqual([])
  process.env.HOME = home
})
