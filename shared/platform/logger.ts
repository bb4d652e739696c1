import { Logger } from '@aws-lambda-powertools/logger'
import { config } from './config.ts'
import { BASE62, CHECKSUM_LENGTH, checksum, PREFIX, SECRET_LENGTH } from './key-checksum.ts'
import { VERSION } from './version.ts'

let logger: Logger | undefined

/**
 * Returns the logger, which writes one JSON object per line and replaces everything that looks like an API key. Callers pass
 * the request id with each line, because fields appended to the logger would leak between concurrent requests.
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

/** Replaces everything in texts and member names that could be an API key. A replacer for `JSON.stringify`. */
export function hideKeys(_name: string, value: unknown): unknown {
  if (typeof value === 'string') {
    return withoutKeys(value)
  }
  const isNamed = typeof value === 'object' && value !== null && Object.keys(value).some(mayHoldKey)
  return isNamed
    ? Object.fromEntries(Object.entries(value).map(([name, of]) => [withoutKeys(name), of]))
    : value
}

/** Matches an API key, or the beginning of an API key. */
const KEY = /tmk_[0-9A-Za-z]+/g
/** Matches characters without a glyph, which could hide a key from the other patterns. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
/** Matches a run of characters that may contain a key without its prefix. A run over LONGEST_RUN is hidden as a whole. */
const RUN = new RegExp(`[${BASE62}]{${SECRET_LENGTH + CHECKSUM_LENGTH},}`, 'g')
const LONGEST_RUN = 200
/** Matches every text that may contain a key or an invisible character. Other texts need no more checks. */
const SUSPICIOUS = new RegExp(`${PREFIX}|${RUN.source}|[^\\x00-\\x7F]`)

const mayHoldKey = (text: string): boolean => SUSPICIOUS.test(text)

/** Replaces everything in a text that could be an API key, even without the prefix. */
export function withoutKeys(text: string): string {
  if (!mayHoldKey(text)) {
    return text
  }
  const visible = text.replaceAll(INVISIBLE, '')
  const hidden = visible.replaceAll(KEY, `${PREFIX}[hidden]`).replaceAll(RUN, withoutSecrets)
  return hidden === visible ? text : hidden
}

/** Replaces keys without a prefix in a run of characters. The checksum identifies a key. */
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
