import { Logger } from '@aws-lambda-powertools/logger'
import { config } from './config.ts'
import { BASE62, CHECKSUM_LENGTH, checksum, PREFIX, SECRET_LENGTH } from './key-checksum.ts'
import { VERSION } from './version.ts'

let logger: Logger | undefined

/**
 * Returns the logger, which hides API keys. Callers pass the request id with each message, because fields appended to the
 * logger would leak between concurrent requests.
 */
export const log = (): Logger => {
  logger ??= new Logger({
    serviceName: 'trademark-read-service',
    logLevel: LEVELS[config().logLevel],
    persistentKeys: { version: VERSION },
    jsonReplacerFn: hideKeys,
  })
  return logger
}

const LEVELS = { debug: 'DEBUG', info: 'INFO', warn: 'WARN', error: 'ERROR', silent: 'SILENT' } as const

/** Hides API keys in texts and member names. A replacer for `JSON.stringify`. */
export function hideKeys(_name: string, value: unknown): unknown {
  if (typeof value === 'string') {
    return withoutKeys(value)
  }
  const isNamed = typeof value === 'object' && value !== null && Object.keys(value).some(mayHoldKey)
  return isNamed
    ? Object.fromEntries(Object.entries(value).map(([name, of]) => [withoutKeys(name), of]))
    : value
}

const KEY = /tmk_[0-9A-Za-z]+/g
/** Characters without a glyph. With such a character inside, a key would not match the other patterns. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
/** Matches base62 text that is long enough to contain a key without the prefix. */
const RUN = new RegExp(`[${BASE62}]{${SECRET_LENGTH + CHECKSUM_LENGTH},}`, 'g')
/** The maximum length of text that is searched for keys. Longer text is hidden completely. */
const LONGEST_RUN = 200
/** Matches every text that may contain a key or an invisible character. */
const SUSPICIOUS = new RegExp(`${PREFIX}|${RUN.source}|[^\\x00-\\x7F]`)

const mayHoldKey = (text: string): boolean => SUSPICIOUS.test(text)

/** Hides API keys in a text, even keys without the prefix. */
export function withoutKeys(text: string): string {
  if (!mayHoldKey(text)) {
    return text
  }
  const visible = text.replaceAll(INVISIBLE, '')
  const hidden = visible.replaceAll(KEY, `${PREFIX}[hidden]`).replaceAll(RUN, withoutSecrets)
  return hidden === visible ? text : hidden
}

/** Hides keys without a prefix. The checksum identifies a key. */
function withoutSecrets(run: string): string {
  if (run.length > LONGEST_RUN) {
    return '[hidden]'
  }
  for (let start = 0; start <= run.length - SECRET_LENGTH - CHECKSUM_LENGTH; start++) {
    const end = start + SECRET_LENGTH
    const after = end + CHECKSUM_LENGTH
    if (checksum(PREFIX + run.slice(start, end)) === run.slice(end, after)) {
      return `${run.slice(0, start)}[hidden]${withoutSecrets(run.slice(after))}`
    }
  }
  return run
}
