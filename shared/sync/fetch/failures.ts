import { SyncError } from '../sync-error.ts'

/** What the codes of network and TLS errors mean, in the order in which they are looked up. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/^CERT_HAS_EXPIRED$/, 'its certificate is not valid: it has expired'],
  [/^CERT_NOT_YET_VALID$/, 'its certificate is not valid yet'],
  [
    /SELF_SIGNED|^UNABLE_TO_(?:GET_ISSUER|VERIFY)/,
    'its certificate is not valid: nobody known has signed it',
  ],
  [/^ERR_TLS_CERT_ALTNAME/, 'its certificate is not valid: it is for another host'],
  [/^CERT_|^CRL_|^INVALID_CA|^INVALID_PURPOSE|CERT(?:IFICATE)?_/, 'its certificate is not valid'],
  [/^ERR_SSL_|^ERR_TLS_|^EPROTO$/, 'it does not speak TLS that can be understood'],
  [/^ENOTFOUND$|^EAI_|^ENODATA$/, 'its name is not known'],
  [/^ECONNREFUSED$/, 'it takes no connections'],
  [/^ECONNRESET$|^EPIPE$/, 'it closed the connection before it answered'],
]

/** What stopped a request before its answer began, in words without the host. */
export function asRequestError(error: unknown): SyncError {
  if (error instanceof SyncError) {
    return error
  }
  const code = codeOf(error)
  if (code.startsWith('HPE_')) {
    return new SyncError('source_answer', 'The source did not answer in HTTP that can be read.', {
      cause: error,
    })
  }
  const meaning = MEANINGS.find(([form]) => form.test(code))?.[1] ?? 'the connection failed'
  return new SyncError('source_unreachable', `The source cannot be reached: ${meaning}.`, { cause: error })
}

/** What a source sends, as sentences call it. */
export type Sent = 'file' | 'answer'

/** What stopped an answer in the middle of its body. */
export const asBodyError = (error: unknown, sent: Sent = 'file'): SyncError =>
  error instanceof SyncError
    ? error
    : new SyncError('cut_off', `The source ended the connection before all of the ${sent} had come.`, {
        cause: error,
      })

export const tooLarge = (mostBytes: number, sent: Sent = 'file'): SyncError =>
  new SyncError('too_large', `The ${sent} is larger than ${mostBytes.toLocaleString('en')} bytes.`)

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
