import { Readable } from 'node:stream'
import type { ListObjectsV2CommandOutput } from '@aws-sdk/client-s3'
import { BackupError } from '../../backup-error.ts'
import type { StoredFile, Target } from '../../target.ts'
import { checkName, isFileName } from '../file-name.ts'
import { missingFile, type TargetOperation, targetError, writeStream } from '../target-error.ts'
import type { BucketAddress } from '../target-url.ts'
import { bucketFailure, isMissing, NOT_A_STORE } from './bucket-failure.ts'
import { type BucketConnection, connectBucket, SILENCE_MS } from './connect.ts'
import { withIdleTimeout } from './idle-timeout.ts'

/** The size of a part of an upload. S3 allows 10,000 parts, so a file can have 80 GB. */
const PART_BYTES = 8 * 1024 * 1024
/** The number of parts that are uploaded at the same time. */
const PARTS_AT_ONCE = 2
const REMOVED_AT_ONCE = 8

interface Bucket {
  address: BucketAddress
  place: string
  silenceMs: number
  connection(): Promise<BucketConnection>
}

/** Returns a target in a bucket of Amazon S3 or of an S3-compatible store. */
export function bucketTarget(address: BucketAddress, silenceMs = SILENCE_MS): Target {
  let connected: Promise<BucketConnection> | undefined
  const connection = (): Promise<BucketConnection> => {
    connected ??= connectBucket(address, silenceMs)
    return connected
  }
  const bucket: Bucket = { address, place: placeOf(address), silenceMs, connection }
  return {
    place: bucket.place,
    async write(name, bytes) {
      checkName(name)
      const describe = (error: unknown): BackupError => bucketFailure('write to', bucket.place, error)
      await writeStream(bytes, (watched) => upload(bucket, name, watched), describe)
    },
    async read(name) {
      checkName(name)
      return withBucketErrors(bucket, 'read from', download(bucket, name))
    },
    list: () => withBucketErrors(bucket, 'list', list(bucket)),
    async remove(names) {
      names.forEach(checkName)
      await withBucketErrors(bucket, 'remove from', remove(bucket, names))
    },
  }
}

function placeOf({ bucket, prefix, endpoint }: BucketAddress): string {
  const store = endpoint === undefined ? 'Amazon S3' : new URL(endpoint).host
  return `${prefix === '' ? '' : `${prefix} in `}the bucket ${bucket} at ${store}`
}

/** Converts the errors of an operation into `BackupError`. */
const withBucketErrors = <Result>(
  { place }: Bucket,
  operation: TargetOperation,
  work: Promise<Result>,
): Promise<Result> =>
  work.catch((error: unknown) => {
    throw error instanceof BackupError ? error : bucketFailure(operation, place, error)
  })

/** Uploads a file, in parts if it is large. After an error, removes the uploaded parts. */
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
    body.destroy() // closes the source of the bytes if the store has failed
  }
}

async function download(bucket: Bucket, name: string): Promise<AsyncIterable<Uint8Array>> {
  const { sdk, asking } = await bucket.connection()
  const { bucket: Bucket, prefix } = bucket.address
  const order = new sdk.GetObjectCommand({ Bucket, Key: prefix + name })
  const { Body, ContentLength } = await asking.send(order).catch((error: unknown) => {
    throw isMissing(error) ? missingFile(bucket.place, name, error) : error
  })
  return readBody(bucket, Body as Readable, ContentLength)
}

/** Yields the body of a response. Throws if the body stalls or is incomplete. */
async function* readBody(
  { place, silenceMs }: Bucket,
  body: Readable,
  length: number | undefined,
): AsyncGenerator<Uint8Array> {
  const cut = (cause?: unknown): BackupError =>
    targetError('read from', place, 'the connection ended in the middle of the file', cause)
  const stalled = (): BackupError =>
    targetError('read from', place, 'the store stopped responding in the middle of a file')
  let bytes = 0
  body.on('error', () => {}) // the loop below reports the error
  try {
    for await (const chunk of withIdleTimeout(body, silenceMs, stalled)) {
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
      throw targetError('list', place, NOT_A_STORE)
    }
    for (const { Key = '', Size = 0 } of page.Contents ?? []) {
      found.push({ name: Key.slice(address.prefix.length), bytes: Size })
    }
    next = page.IsTruncated ? page.NextContinuationToken : undefined
  } while (next !== undefined)
  return found.filter(({ name }) => isFileName(name))
}

/** Removes each file with its own request, because not every store supports DeleteObjects. */
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
