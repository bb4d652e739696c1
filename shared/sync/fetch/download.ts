import { lookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import type { LookupFunction } from 'node:net'
import { SyncError } from '../sync-error.ts'
import { checkStep, guardedLookup, refused } from './allowed-address.ts'
import { credentialsOf } from './credentials.ts'
import type { Downloaded, DownloadOrder } from './download-order.ts'
import { exchange } from './exchange.ts'
import { headerText, nameInDisposition, nameInUrl } from './file-name.ts'
import { keepBody } from './keep-body.ts'
import { readLocalFile } from './local-file.ts'
import { LIMITS, type Limits, type Patience, startPatience } from './timeouts.ts'

/** How it is fetched: other limits, or another way to look up names, are for tests. */
export interface Means extends Limits {
  lookup: LookupFunction
}

const MEANS: Means = { ...LIMITS, lookup }

/**
 * Fetches a file by http, https or file: and hashes it on the way. A file of this machine stays where it is; what
 * cannot be had whole leaves nothing behind.
 *
 * @throws SyncError in words for integrators, or the reason of the order's signal
 */
export async function download(
  order: DownloadOrder,
  means: Partial<Means> = {},
): Promise<Downloaded | 'not modified'> {
  order.signal.throwIfAborted()
  const configured = new URL(order.configuredUrl)
  const url = new URL(order.url)
  url.hash = ''
  if (url.protocol === 'file:' && configured.protocol === 'file:') {
    return readLocalFile(url, order)
  }
  const { lookup, ...limits } = { ...MEANS, ...means }
  const patience = startPatience(order.signal, limits)
  try {
    const { response, url: found } = await ask(order, { url, configured, lookup, patience })
    return response.statusCode === 304 ? 'not modified' : await keep(response, found, order, patience)
  } finally {
    patience.end()
  }
}

interface Way {
  url: URL
  configured: URL
  lookup: LookupFunction
  patience: Patience
}

const MOST_REDIRECTS = 5
const REDIRECTS: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308])

/** The answer that is no redirect any more, and where it came from. */
async function ask(order: DownloadOrder, way: Way): Promise<{ response: IncomingMessage; url: URL }> {
  const { configured, lookup, patience } = way
  let from = configured
  let url = withoutOwnCredentials(way.url, configured)
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    checkStep(from, url, configured)
    const question = {
      url,
      auth: url.origin === configured.origin ? credentialsOf(configured) : undefined,
      validators: order.validators,
      lookup: guardedLookup(url, configured, lookup),
    }
    const response = await exchange(question, patience)
    const target = redirectOf(response, url)
    if (target === undefined) {
      return { response: accepted(response, order), url }
    }
    ;[from, url] = [url, target]
  }
  throw refused(`one address after the other, more than ${MOST_REDIRECTS} times`)
}

/** The password that the operator configured travels as a header, not in addresses that are kept or handed on. */
function withoutOwnCredentials(url: URL, configured: URL): URL {
  const stripped = new URL(url)
  if (url.origin === configured.origin && credentialsOf(url) === credentialsOf(configured)) {
    stripped.username = ''
    stripped.password = ''
  }
  return stripped
}

function redirectOf(response: IncomingMessage, from: URL): URL | undefined {
  const { location } = response.headers
  if (!REDIRECTS.has(response.statusCode) || location === undefined) {
    return undefined
  }
  response.destroy()
  const target = URL.parse(headerText(location), from.href)
  if (target === null) {
    throw refused('an address that cannot be read')
  }
  target.hash = ''
  return target
}

/** Lets go of an answer that is not the file. @throws SyncError `not_published` or `source_answer` */
function accepted(response: IncomingMessage, { validators }: DownloadOrder): IncomingMessage {
  const { statusCode, headers } = response
  const encoding = headers['content-encoding'] ?? 'identity'
  if (statusCode === 200 && encoding === 'identity') {
    return response
  }
  response.destroy()
  if (statusCode === 304 && (validators?.etag || validators?.lastModified)) {
    return response
  }
  if (statusCode === 404 || statusCode === 410) {
    throw new SyncError('not_published', `The source has not published it: it answered ${statusCode}.`)
  }
  const what = statusCode === 200 ? 'with a file that it had compressed, unasked' : statusCode
  throw new SyncError('source_answer', `The source answered ${what}.`)
}

async function keep(
  response: IncomingMessage,
  url: URL,
  order: DownloadOrder,
  patience: Patience,
): Promise<Downloaded> {
  const { headers } = response
  const kept = await keepBody(response, order, patience)
  return {
    ...kept,
    name: nameInDisposition(headers['content-disposition']) ?? nameInUrl(url),
    contentType: headers['content-type'] ?? null,
    validators: { etag: headers.etag ?? null, lastModified: headers['last-modified'] ?? null },
    url: url.href,
  }
}
