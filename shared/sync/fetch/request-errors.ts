import { SyncError } from '../sync-error.ts'

/** Descriptions of network and TLS error codes; the first pattern that matches applies. */
const DESCRIPTIONS: readonly (readonly [RegExp, string])[] = [
  [/^CERT_HAS_EXPIRED$/, 'its certificate is not valid: it has expired'],
  [/^CERT_NOT_YET_VALID$/, 'its certificate is not valid yet'],
  [/SELF_SIGNED|^UNABLE_TO_(?:GET_ISSUER|VERIFY)/, 'its certificate is not valid: its issuer is not trusted'],
  [/^ERR_TLS_CERT_ALTNAME/, 'its certificate is not valid: it is for another host'],
  [/^CERT_|^CRL_|^INVALID_CA|^INVALID_PURPOSE|CERT(?:IFICATE)?_/, 'its certificate is not valid'],
  [/^ERR_SSL_|^ERR_TLS_|^EPROTO$/, 'the TLS handshake failed'],
  [/^ENOTFOUND$|^EAI_|^ENODATA$/, 'its host name cannot be resolved'],
  [/^ECONNREFUSED$/, 'it refuses connections'],
  [/^ECONNRESET$|^EPIPE$/, 'it closed the connection before it answered'],
]

/** Returns the SyncError for a request that failed before its response began. The message does not name the host. */
export function asRequestError(error: unknown): SyncError {
  if (error instanceof SyncError) {
    return error
  }
  const code = codeOf(error)
  if (code.startsWith('HPE_')) {
    return new SyncError('source_answer', 'The source did not answer with valid HTTP.', {
      cause: error,
    })
  }
  const description = DESCRIPTIONS.find(([pattern]) => pattern.test(code))?.[1] ?? 'the connection failed'
  return new SyncError('source_unreachable', `The source cannot be reached: ${description}.`, {
    cause: error,
  })
}

/** The noun for a response body in error messages. */
type BodyNoun = 'file' | 'answer'

/** Returns the SyncError for a response whose body ended early. */
export const asBodyError = (error: unknown, noun: BodyNoun = 'file'): SyncError =>
  error instanceof SyncError
    ? error
    : new SyncError('cut_off', `The source closed the connection before the whole ${noun} had arrived.`, {
        cause: error,
      })

/** Returns the SyncError for a body over its size limit. */
export const tooLargeError = (mostBytes: number, noun: BodyNoun = 'file'): SyncError =>
  new SyncError('too_large', `The ${noun} is larger than ${mostBytes.toLocaleString('en')} bytes.`)

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
