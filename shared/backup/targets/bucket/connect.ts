import type { S3Client } from '@aws-sdk/client-s3'
import type { BucketAddress } from '../target-url.ts'

/** The idle timeout of each attempt. */
export const SILENCE_MS = 15_000
const ATTEMPTS = 3

export interface BucketConnection {
  sdk: typeof import('@aws-sdk/client-s3')
  uploads: typeof import('@aws-sdk/lib-storage')
  /** For short requests. The response must begin within the timeout. */
  asking: S3Client
  /** For uploads, which may be slow. Only the time without data is limited. */
  sending: S3Client
}

/** Loads the AWS SDK and creates the clients, without sending a request. The import takes several hundred milliseconds. */
export async function connectBucket(address: BucketAddress, silenceMs: number): Promise<BucketConnection> {
  const [sdk, uploads] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')])
  const client = (timeouts: object): S3Client =>
    new sdk.S3Client({
      ...place(address),
      maxAttempts: ATTEMPTS,
      // Not every store supports the newer checksums. The signature of each part already covers a SHA-256 digest.
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
