import type { S3Client } from '@aws-sdk/client-s3'
import type { BucketAddress } from '../target-url.ts'

/** The idle timeout of each attempt. */
export const SILENCE_MS = 15_000
const ATTEMPTS = 3

/** The clients of a store. Uploads only have an idle timeout, because a part may take long on a slow connection. */
export interface BucketConnection {
  sdk: typeof import('@aws-sdk/client-s3')
  uploads: typeof import('@aws-sdk/lib-storage')
  /** For short requests. It has a timeout until the response begins. */
  asking: S3Client
  /** For requests with a long body. */
  sending: S3Client
}

/**
 * Loads the SDK, which takes several hundred milliseconds, and creates its clients without sending a request. The SDK's
 * default chain finds the credentials.
 */
export async function connectBucket(address: BucketAddress, silenceMs: number): Promise<BucketConnection> {
  const [sdk, uploads] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')])
  const client = (timeouts: object): S3Client =>
    new sdk.S3Client({
      ...place(address),
      maxAttempts: ATTEMPTS,
      // Not every store supports the newer checksums; the signature of each part covers its SHA-256.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: silenceMs, ...timeouts },
    })
  return {
    sdk,
    uploads,
    asking: client({ requestTimeout: silenceMs, throwOnRequestTimeout: true }),
    sending: client({ socketTimeout: silenceMs }),
  }
}

function place({ endpoint, region }: BucketAddress): object {
  if (endpoint === undefined) {
    return region === undefined ? {} : { region }
  }
  return { endpoint, forcePathStyle: true, region: region ?? 'us-east-1' }
}
