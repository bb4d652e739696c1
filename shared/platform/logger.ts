import { Logger } from '@aws-lambda-powertools/logger'
import { config } from './config.ts'
import { VERSION } from './version.ts'

let logger: Logger | undefined

/**
 * The log: one JSON object a line. Whatever a caller passes, nothing in it that looks like a key is written.
 * The request id is passed with each line, because keys appended to the logger would leak between requests that
 * one process serves at the same time.
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

/** For `JSON.stringify`: the value without anything that could be a key, neither in a text nor as a member's name. */
export function hideKeys(_name: string, value: unknown): unknown {
  if (typeof value === 'string') {
    return withoutKeys(value)
  }
  const isNamed = typeof value === 'object' && value !== null && Object.keys(value).some(mayHoldKey)
  return isNamed
    ? Object.fromEntries(Object.entries(value).map(([name, of]) => [withoutKeys(name), of]))
    : value
}

/** Anything in a text that could be a key, whole or in part. */
const KEY = /tmk_[0-9A-Za-z]+/g

/** Returns a text with everything hidden that could be a key: for whatever a log or a terminal shows. */
export const withoutKeys = (text: string): string => text.replaceAll(KEY, 'tmk_[hidden]')

const mayHoldKey = (text: string): boolean => text.includes('tmk_')
