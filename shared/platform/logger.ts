import { Logger } from '@aws-lambda-powertools/logger'
import { config } from './config.ts'
import { VERSION } from './version.ts'

let logger: Logger | undefined

/**
 * Returns the logger, which writes one JSON object a line and replaces everything that looks like an API key. Callers pass
 * the request id with each line: keys appended to the logger would leak between concurrent requests.
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

/** Replaces everything that could be an API key, in texts and member names; a replacer for `JSON.stringify`. */
export function hideKeys(_name: string, value: unknown): unknown {
  if (typeof value === 'string') {
    return withoutKeys(value)
  }
  const isNamed = typeof value === 'object' && value !== null && Object.keys(value).some(mayHoldKey)
  return isNamed
    ? Object.fromEntries(Object.entries(value).map(([name, of]) => [withoutKeys(name), of]))
    : value
}

/** An API key, or the beginning of one. */
const KEY = /tmk_[0-9A-Za-z]+/g

/** Returns a text for a log or a terminal, with everything replaced that could be an API key. */
export const withoutKeys = (text: string): string => text.replaceAll(KEY, 'tmk_[hidden]')

const mayHoldKey = (text: string): boolean => text.includes('tmk_')
