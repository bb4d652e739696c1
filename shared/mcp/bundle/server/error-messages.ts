import { key, origin } from './settings.ts'

/** A JSON-RPC message or an error envelope of the service, with the members that the bridge reads. */
export interface Body {
  jsonrpc?: unknown
  id?: unknown
  result?: { protocolVersion?: unknown }
  error?: { code?: unknown; message?: unknown; requestId?: unknown }
}

const correct = (setting: 'address' | 'key'): string =>
  `correct the ${setting} in the settings of this extension, or ask the operator of the service`

export const NO_ADDRESS = `The address of the service is missing or invalid: ${correct('address')}`
export const NO_KEY = `The key contains a character that is not allowed in a key, such as a line break or a space: ${correct('key')}`

const MAX_LENGTH = 600

/** Removes the key from a message, and shortens the message to MAX_LENGTH. */
export const withoutKey = (sentence: string): string =>
  (key === '' ? sentence : hide(sentence)).slice(0, MAX_LENGTH)

/** Removes the key from a whole response. A key without the prefix `tmk_` is kept, because it may be a common word. */
export const responseWithoutKey = (text: string): string => (key.startsWith('tmk_') ? hide(text) : text)

const hide = (text: string): string => text.split(key).join('[hidden]')

/** Returns the problem and the action to take, for a response that does not answer the JSON-RPC message. */
export function responseMessage(response: Response, body: Body | undefined): string {
  const { status } = response
  const details = detailsOf(status, body)
  if (status >= 300 && status < 400) {
    return `${origin} redirects to ${targetOf(response)}${details}, and the key is not sent there: ${correct('address')}`
  }
  if (status === 408 || status >= 500) {
    return `The service cannot answer at the moment${details}: try again ${waitOf(response)}`
  }
  switch (status) {
    case 401:
      return `The key was refused${details}: ${correct('key')}`
    case 403:
      return `The service does not allow this key or this computer${details}: ask the operator of the service`
    case 413:
      return `The request is too large for the service${details}: ask for less at a time`
    case 429:
      return `Too many requests${details}: try again ${waitOf(response)}`
    default:
      return `The server at ${origin} is not the trademark service${details}: ${correct('address')}`
  }
}

function targetOf({ headers }: Response): string {
  try {
    return new URL(headers.get('location') ?? '', origin).origin
  } catch {
    return 'an invalid address'
  }
}

function waitOf({ headers }: Response): string {
  const seconds = headers.get('retry-after') ?? ''
  return /^\d{1,9}$/.test(seconds) ? `in ${seconds} seconds` : 'in a few minutes'
}

/** Returns the details that the operator of the service needs. */
function detailsOf(status: number, body: Body | undefined): string {
  const { message, requestId } = body?.error ?? {}
  const details = [message, requestId && `request ${requestId}`].filter((part) => typeof part === 'string')
  return ` (${[`HTTP ${status}`, ...details].join(', ')})`
}

/** Returns the message for a request that got no response. */
export function failureMessage(error: Error & { cause?: { code?: string } }, timeoutMs: number): string {
  if (error.name === 'AbortError') {
    return `${origin} has not answered within ${timeoutMs / 1_000} seconds: try again in a few minutes`
  }
  const reason = error.cause?.code ?? error.message
  return /CERT|SIGNATURE|SSL|TLS/.test(reason)
    ? `${origin} has no valid certificate (${reason}), and the key was not sent: ask the operator of the service`
    : `${origin} cannot be reached (${reason}): check the network, and the address in the settings of this extension`
}
