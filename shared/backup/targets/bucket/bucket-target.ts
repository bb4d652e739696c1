import { Readable } from 'node:stream'
import type { ListObjectsV2CommandOutput } from '@aws-sdk/client-s3'
import { BackupError } from '../../backup-error.ts'
import type { StoredFile, Target } from '../../target.ts'
import { type Doing, failure, handOver, missing } from '../failure.ts'
import { checkName, isFileName } from '../file-name.ts'
import { withPatience } from '../patience.ts'
import type { BucketAddress } from '../target-url.ts'
import { bucketFailure, isMissing, NOT_A_STORE } from './bucket-failure.ts'
import { type Connection, connect, SILENCE_MS } from './connect.ts'

/** Two of them are on their way at a time: 10,000 parts, which a file may have, are 80 GB. */
const PART_BYTES = 8 * 1024 * 1024
const PARTS_AT_ONCE = 2
const REMOVED_AT_ONCE = 8

/** What the work with one bucket has at hand. */
interface Bucket {
  address: BucketAddress
  place: string
  silenceMs: number
  connection(): Promise<Connection>
}

/** Backups in a bucket of Amazon S3, or of a store that speaks as it does. */
export function bucketTarget(address: BucketAddress, silenceMs = SILENCE_MS): Target {
  let connected: Promise<Connection> | undefined
  const connection = (): Promise<Connection> => {
    connected ??= connect(address, silenceMs)
    return connected
  }
  const bucket: Bucket = { address, place: placeOf(address), silenceMs, connection }
  return {
    place: bucket.place,
    async write(name, bytes) {
      checkName(name)
      const tell = (error: unknown): BackupError => bucketFailure('write to', bucket.place, error)
      await handOver(bytes, (watched) => upload(bucket, name, watched), tell)
    },
    async read(name) {
      checkName(name)
      return told(bucket, 'read from', download(bucket, name))
    },
    list: () => told(bucket, 'list', list(bucket)),
    async remove(names) {
      names.forEach(checkName)
      await told(bucket, 'remove from', remove(bucket, names))
    },
  }
}

function placeOf({ bucket, prefix, endpoint }: BucketAddress): string {
  const store = endpoint === undefined ? 'Amazon S3' : new URL(endpoint).host
  return `${prefix === '' ? '' : `${prefix} in `}the bucket ${bucket} at ${store}`
}

const told = <Result>({ place }: Bucket, doing: Doing, work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    throw error instanceof BackupError ? error : bucketFailure(doing, place, error)
  })

/** A file of one part is one request; parts of a longer one become a file by the last request, or are given up. */
async function upload(bucket: Bucket, name: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const { uploads, sending } = await bucket.connection()
  const { bucket: Bucket, prefix, storageClass } = bucket.address
  const body = Readable.from(bytes, { objectMode: true, highWaterMark: 1 })
  const order = { Bucket, Key: prefix + name, Body: body, ContentType: 'application/octet-stream' }
  const sent = new uploads.Upload({
    client: sending,
    params: storageClass === undefined ? order : { ...order, StorageClass: storageClass as 'STANDARD' },
    partSize: PART_BYTES,
    queueSize: PARTS_AT_ONCE,
    leavePartsOnError: false,
  })
  try {
    await sent.done()
  } finally {
    body.destroy() // its source ends, too, where the store has failed
  }
}

async function download(bucket: Bucket, name: string): Promise<AsyncIterable<Uint8Array>> {
  const { sdk, asking } = await bucket.connection()
  const { bucket: Bucket, prefix } = bucket.address
  const order = new sdk.GetObjectCommand({ Bucket, Key: prefix + name })
  const { Body, ContentLength } = await asking.send(order).catch((error: unknown) => {
    throw isMissing(error) ? missing(bucket.place, name, error) : error
  })
  return arriving(bucket, Body as Readable, ContentLength)
}

/** The body of an answer: silent, cut off or shorter than it said, it fails. */
async function* arriving(
  { place, silenceMs }: Bucket,
  body: Readable,
  length: number | undefined,
): AsyncGenerator<Uint8Array> {
  const cut = (cause?: unknown): BackupError =>
    failure('read from', place, 'the file broke off in the middle', cause)
  const silent = (): BackupError =>
    failure('read from', place, 'the store fell silent in the middle of a file')
  let bytes = 0
  body.on('error', () => {}) // told by the loop, also where its reader has left
  try {
    for await (const chunk of withPatience(body, silenceMs, silent)) {
      bytes += chunk.length
      yield chunk
    }
  } catch (error) {
    throw error instanceof BackupError ? error : cut(error)
  } finally {
    body.destroy()
  }
  if (length !== undefined && bytes !== length) {
    throw cut()
  }
}

async function list({ connection, address, place }: Bucket): Promise<StoredFile[]> {
  const { sdk, asking } = await connection()
  const found: StoredFile[] = []
  let next: string | undefined
  do {
    const page: ListObjectsV2CommandOutput = await asking.send(
      new sdk.ListObjectsV2Command({
        Bucket: address.bucket,
        Prefix: address.prefix,
        ContinuationToken: next,
      }),
    )
    if (page.Name === undefined && page.IsTruncated === undefined) {
      throw failure('list', place, NOT_A_STORE)
    }
    for (const { Key = '', Size = 0 } of page.Contents ?? []) {
      found.push({ name: Key.slice(address.prefix.length), bytes: Size })
    }
    next = page.IsTruncated ? page.NextContinuationToken : undefined
  } while (next !== undefined)
  return found.filter(({ name }) => isFileName(name))
}

/** One request a file: not every store knows the one that removes many. */
async function remove({ connection, address }: Bucket, names: readonly string[]): Promise<void> {
  const { sdk, asking } = await connection()
  const left = [...new Set(names)]
  const removeNext = async (): Promise<void> => {
    for (let name = left.pop(); name !== undefined; name = left.pop()) {
      const order = new sdk.DeleteObjectCommand({ Bucket: address.bucket, Key: address.prefix + name })
      await asking.send(order).catch((error: unknown) => {
        if (!isMissing(error)) {
          throw error
        }
      })
    }
  }
  await Promise.all(Array.from({ length: REMOVED_AT_ONCE }, removeNext))
}
