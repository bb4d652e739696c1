import type { BackupError } from '../../backup-error.ts'
import { type TargetOperation, targetError } from '../target-error.ts'

// Each reason ends a message such as `Cannot list the bucket NAME at STORE: there is no such bucket.`
const CREDENTIALS = 'the store does not accept these credentials'
const REGION = 'the bucket is in another region: name that region with ?region='
const CLOCK = 'the clocks of this machine and of the store are too far apart'
const NO_CREDENTIALS = 'no credentials are set, such as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'
const SILENT = 'the store does not answer in time'
const REFUSED = 'nothing listens at that address'
const UNKNOWN_HOST = 'the host name of the store has no address'
const CUT = 'the store ended the connection'
const NO_TLS = 'the certificate of the store is not trusted'
export const NOT_A_STORE = 'the server at that address is not an S3 store'

/** Reasons for error messages, by the name or code of an error. */
const REASONS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'there is no such bucket',
  InvalidBucketName: 'no bucket can have that name',
  AccessDenied: 'these credentials lack the permission',
  AllAccessDisabled: 'the store has closed this bucket',
  InvalidAccessKeyId: CREDENTIALS,
  SignatureDoesNotMatch: CREDENTIALS,
  InvalidToken: CREDENTIALS,
  ExpiredToken: 'the credentials have expired',
  CredentialsProviderError: NO_CREDENTIALS,
  RequestTimeTooSkewed: CLOCK,
  PermanentRedirect: REGION,
  AuthorizationHeaderMalformed: REGION,
  IllegalLocationConstraintException: REGION,
  'Region is missing': 'the region of the bucket is unknown: name the region with ?region=',
  InvalidStorageClass: 'the store does not know that storageClass',
  InvalidObjectState: 'the file is archived: restore it in the store first',
  QuotaExceeded: 'no space is left there',
  EntityTooLarge: 'the file is larger than the store accepts',
  SlowDown: 'the store is overloaded',
  TimeoutError: SILENT,
  ETIMEDOUT: SILENT,
  ECONNREFUSED: REFUSED,
  ENOTFOUND: UNKNOWN_HOST,
  EAI_AGAIN: UNKNOWN_HOST,
  EHOSTUNREACH: 'there is no route to the host of the store',
  ENETUNREACH: 'there is no route to the host of the store',
  ECONNRESET: CUT,
  EPIPE: CUT,
  ERR_STREAM_PREMATURE_CLOSE: CUT,
  DEPTH_ZERO_SELF_SIGNED_CERT: NO_TLS,
  SELF_SIGNED_CERT_IN_CHAIN: NO_TLS,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NO_TLS,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NO_TLS,
  CERT_HAS_EXPIRED: 'the certificate of the store has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the store is for another name',
  EPROTO: 'this machine and the store have no TLS version in common',
  HPE_INVALID_CONSTANT: NOT_A_STORE,
}

/** Reasons by HTTP status, for errors without a known name or code. */
const STATUSES: Readonly<Record<number, string>> = {
  301: REGION,
  307: REGION,
  401: CREDENTIALS,
  403: 'these credentials lack the permission',
  404: 'there is no such bucket',
  429: 'the store is overloaded',
  507: 'no space is left there',
}

/** An error of the AWS SDK. */
interface StoreError {
  name?: string
  code?: string
  message?: string
  errors?: StoreError[]
  $metadata?: { httpStatusCode?: number }
}

const statusOf = (error: unknown): number => (error as StoreError).$metadata?.httpStatusCode ?? 0

/** Returns whether an error reports a missing file, and not a missing bucket. */
export const isMissing = (error: unknown): boolean => {
  const name = (error as StoreError).name
  return name === 'NoSuchKey' || (statusOf(error) === 404 && name !== 'NoSuchBucket')
}

export function bucketFailure(operation: TargetOperation, place: string, error: unknown): BackupError {
  const { name, code, message, errors } = error as StoreError
  const keys = [code, errors?.[0]?.code, name, message] // a code says more than a name such as `TimeoutError`
  const known = keys.map((key) => REASONS[key ?? '']).find((reason) => reason !== undefined)
  return targetError(operation, place, known ?? byStatus(statusOf(error)), error)
}

const byStatus = (status: number): string =>
  STATUSES[status] ?? (status >= 300 ? `the store answered ${status}` : NOT_A_STORE)
