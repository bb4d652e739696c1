import { SyncError, type SyncErrorCode } from '../../../sync-error.ts'
import { foldWords } from '../../../text/fold-words.ts'
import { readPageWords } from './page-words.ts'

/** What an error sentence of the portal means. */
export type Meaning = 'limit' | 'captcha' | 'session_over' | 'hash_refused' | 'no_such_number'

const CAPTCHA = /captcha|\bcodigo de verificacion\b|\bno (?:soy|es) un robot\b/

/**
 * What their folded words are known by. The first that fits counts: what asks to be left alone goes before what would
 * be asked again.
 */
const SENTENCES: readonly (readonly [Meaning, RegExp])[] = [
  ['limit', /\blimites?\b|\bexced\w*|\bdemasiad[oa]s (?:consultas|solicitudes|peticiones|intentos)\b/],
  ['captcha', CAPTCHA],
  ['session_over', /\bsesion\b/],
  ['hash_refused', /\b(?:actualice|recargue|refresque) la pagina\b|\bsolicitud no es valida\b|\bhash\b/],
  [
    'no_such_number',
    /^(?!.*\b(?:intente|momento|servicios?|servidor(?:es)?|sistema|conexion|base de datos)\b).*?(?:\b(?:numero|solicitud|marca|expediente|registros?|resultados)\b.*\bno existen?\b|\bno (?:existen?|hay|se (?:ha )?enc[ou]\w+)\b.*\b(?:numero|solicitud|marca|expediente|registros?|resultados)\b)/,
  ],
]

/** Sentences are short; what is longer is looked at so far. */
const LOOKED_AT = 2_000

export function meaningOf(sentence: string): Meaning | undefined {
  const words = foldWords(sentence.slice(0, LOOKED_AT))
  return SENTENCES.find(([, form]) => form.test(words))?.[0]
}

/** A page has many words, and few of them are about limits. */
const LIMIT_ON_PAGE =
  /\b(?:exced|super|sobrepas|alcanz)\w* (?:el|su) (?:limite|maximo)\b|\blimite de consultas\b|\bdemasiadas (?:consultas|solicitudes|peticiones)\b|\btoo many requests\b/

/** The meaning of a page that came in the place of data: a limit, a challenge, or nothing that is known. */
export function meaningOfPage(html: string): Meaning | undefined {
  const { text, names } = readPageWords(html)
  if (LIMIT_ON_PAGE.test(text)) {
    return 'limit'
  }
  return /captcha|turnstile/.test(names) || CAPTCHA.test(text) ? 'captcha' : undefined
}

/** Whether it is a page or a text for people: it begins as no JSON does. */
export const isPage = (text: string): boolean => /^\s*[^\s{["\d-]/.test(text)

/** The errors that end all asking: the office wants to be left alone, or to see a person. */
const STOPS: Readonly<Partial<Record<Meaning, readonly [SyncErrorCode, string]>>> = {
  limit: ['limit_reached', 'The portal says that the limit of its queries has been reached.'],
  captcha: ['captcha_required', 'The portal asks for a captcha, which only a person may answer.'],
}

/** @throws SyncError `limit_reached` or `captcha_required` where that is what the portal means */
export function refuseStop(meaning: Meaning | undefined): void {
  const stop = meaning && STOPS[meaning]
  if (stop) {
    throw new SyncError(...stop)
  }
}
