import type { S3Client } from '@aws-sdk/client-s3'
import type { BucketAddress } from '../target-url.ts'

/** How long a store may be silent in one attempt, of three. */
export const SILENCE_MS = 15_000
const ATTEMPTS = 3

/** What speaks with a store: uploads are bounded by silence, since a part may take long on a slow line. */
export interface Connection {
  sdk: typeof import('@aws-sdk/client-s3')
  uploads: typeof import('@aws-sdk/lib-storage')
  /** For what has a short question: bounded until its answer begins. */
  asking: S3Client
  /** For what has a long body. */
  sending: S3Client
}

/**
 * Loads the SDK, which takes a good part of a second, and prepares its clients; nothing is sent yet. Credentials are
 * found by the SDK's own default chain.
 */
export async function connect(address: BucketAddress, silenceMs: number): Promise<Connection> {
  const [sdk, uploads] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')])
  const client = (timeouts: object): S3Client =>
    new sdk.S3Client({
      ...place(address),
      maxAttempts: ATTEMPTS,
      // Stores other than Amazon's do not all know the newer checksums; each part is signed with its SHA-256 anyhow.
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
