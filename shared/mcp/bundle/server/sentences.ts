import { key, origin } from './settings.ts'

/** What is looked for in an answer: the members of JSON-RPC, and of the service's own error. */
export interface Body {
  jsonrpc?: unknown
  id?: unknown
  result?: { protocolVersion?: unknown }
  error?: { code?: unknown; message?: unknown; requestId?: unknown }
}

const MEND = 'mend it in the settings of this extension, or ask whoever runs the service'

export const NO_ADDRESS = `The address of the service is missing, or is none: ${MEND}`
export const NO_KEY = `The key holds what no key does, such as a line break or a space: ${MEND}`

const LONGEST = 600

/** What others have told never shows the key, and is no longer than somebody reads. */
export const withoutKey = (sentence: string): string =>
  (key === '' ? sentence : hide(sentence)).slice(0, LONGEST)

/** The same of a whole answer. What does not begin as keys do is none, and may be a word that every answer has. */
export const answerWithoutKey = (text: string): string => (key.startsWith('tmk_') ? hide(text) : text)

const hide = (text: string): string => text.split(key).join('[hidden]')

/** What a person can do about an answer that is none of the protocol's. */
export function aboutAnswer(response: Response, body: Body | undefined): string {
  const { status } = response
  const told = detailsOf(status, body)
  if (status >= 300 && status < 400) {
    return `${origin} sends its callers on to ${targetOf(response)}${told}, where the key does not go: ${MEND}`
  }
  if (status === 408 || status >= 500) {
    return `The service cannot answer at the moment${told}: try again ${waitOf(response)}`
  }
  switch (status) {
    case 401:
      return `The key was refused${told}: ${MEND}`
    case 403:
      return `The service does not let this key or this computer in${told}: ask whoever runs it`
    case 413:
      return `The question is too long for the service${told}: ask for less at a time`
    case 429:
      return `Too much was asked in too short a time${told}: try again ${waitOf(response)}`
    default:
      return `What answers at ${origin} is not the trademark service${told}: ${MEND}`
  }
}

function targetOf({ headers }: Response): string {
  try {
    return new URL(headers.get('location') ?? '', origin).origin
  } catch {
    return 'nowhere'
  }
}

function waitOf({ headers }: Response): string {
  const seconds = headers.get('retry-after') ?? ''
  return /^\d{1,9}$/.test(seconds) ? `in ${seconds} seconds` : 'in a few minutes'
}

/** What whoever runs the service will ask for. */
function detailsOf(status: number, body: Body | undefined): string {
  const { message, requestId } = body?.error ?? {}
  const told = [message, requestId && `request ${requestId}`].filter((part) => typeof part === 'string')
  return ` (${[`HTTP ${status}`, ...told].join(', ')})`
}

/** What a person can do where nothing answered. */
export function aboutSilence(error: Error & { cause?: { code?: string } }, timeoutMs: number): string {
  if (error.name === 'AbortError') {
    return `${origin} has not answered within ${timeoutMs / 1_000} seconds: try again in a few minutes`
  }
  const why = error.cause?.code ?? error.message
  return /CERT|SIGNATURE|SSL|TLS/.test(why)
    ? `${origin} could not prove that it is what it says (${why}), and the key was not sent: ask whoever runs the service`
    : `${origin} cannot be reached (${why}): check the network, and the address in the settings of this extension`
}
