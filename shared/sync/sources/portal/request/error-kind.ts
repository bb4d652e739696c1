import { SyncError, type SyncErrorCode } from '../../../sync-error.ts'
import { foldWords } from '../../../text/fold-words.ts'
import { readPageWords } from './page-words.ts'

export type ErrorKind = 'limit' | 'captcha' | 'session_over' | 'hash_refused' | 'no_such_number'

const CAPTCHA = /captcha|\bcodigo de verificacion\b|\bno (?:soy|es) un robot\b/

/** Patterns for folded error messages. The first match counts, so the kinds that end the run come first. */
const PATTERNS: readonly (readonly [ErrorKind, RegExp])[] = [
  ['limit', /\blimites?\b|\bexced\w*|\bdemasiad[oa]s (?:consultas|solicitudes|peticiones|intentos)\b/],
  ['captcha', CAPTCHA],
  ['session_over', /\bsesion\b/],
  ['hash_refused', /\b(?:actualice|recargue|refresque) la pagina\b|\bsolicitud no es valida\b|\bhash\b/],
  [
    'no_such_number',
    /^(?!.*\b(?:intente|momento|servicios?|servidor(?:es)?|sistema|conexion|base de datos)\b).*?(?:\b(?:numero|solicitud|marca|expediente|registros?|resultados)\b.*\bno existen?\b|\bno (?:existen?|hay|se (?:ha )?enc[ou]\w+)\b.*\b(?:numero|solicitud|marca|expediente|registros?|resultados)\b)/,
  ],
]

/** `errorKindOf` searches only this number of characters at the start of a message. */
const LONGEST_MESSAGE = 2_000

/** Returns the kind of an error message; undefined for an unknown message. */
export function errorKindOf(message: string): ErrorKind | undefined {
  const words = foldWords(message.slice(0, LONGEST_MESSAGE))
  return PATTERNS.find(([, pattern]) => pattern.test(words))?.[0]
}

/** Stricter than the pattern for `limit` in messages, because a page has more words. */
const LIMIT_ON_PAGE =
  /\b(?:exced|super|sobrepas|alcanz)\w* (?:el|su) (?:limite|maximo)\b|\blimite de consultas\b|\bdemasiadas (?:consultas|solicitudes|peticiones)\b|\btoo many requests\b/

export function errorKindOfPage(html: string): 'limit' | 'captcha' | undefined {
  const { text, names } = readPageWords(html)
  if (LIMIT_ON_PAGE.test(text)) {
    return 'limit'
  }
  return /captcha|turnstile/.test(names) || CAPTCHA.test(text) ? 'captcha' : undefined
}

/** Returns whether a body is a page or plain text instead of JSON. */
export const isPage = (text: string): boolean => /^\s*[^\s{["\d-]/.test(text)

const BLOCKS: Readonly<Partial<Record<ErrorKind, readonly [SyncErrorCode, string]>>> = {
  limit: ['limit_reached', 'The portal says that its query limit has been reached.'],
  captcha: ['captcha_required', 'The portal asks for a captcha, which only a person may answer.'],
}

/** Throws SyncError `limit_reached` for a limit, and `captcha_required` for a captcha. */
export function throwIfBlocked(kind: ErrorKind | undefined): void {
  const block = kind && BLOCKS[kind]
  if (block) {
    throw new SyncError(...block)
  }
}
