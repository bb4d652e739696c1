import { lookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import type { LookupFunction } from 'node:net'
import { SyncError } from '../sync-error.ts'
import { checkedLookup, checkTarget, redirectRefused } from './allowed-address.ts'
import { credentialsOf } from './credentials.ts'
import type { Downloaded, DownloadOrder } from './download-order.ts'
import { headerText, nameInDisposition, nameInUrl } from './file-name.ts'
import { readLocalFile } from './local-file.ts'
import { saveBody } from './save-body.ts'
import { sendRequest } from './send-request.ts'
import { DEFAULT_TIMEOUTS, type Deadlines, startDeadlines, type Timeouts } from './timeouts.ts'

/** The timeouts of a download, and its resolver of host names. Only tests replace the resolver. */
export interface DownloadOptions extends Timeouts {
  lookup: LookupFunction
}

/**
 * Downloads a file from an http or https URL, or reads a local file (file: URL) in place. Computes the hash of the file. A
 * failed download leaves no file.
 *
 * @throws SyncError, or the abort reason of `order.signal`
 */
export async function download(
  order: DownloadOrder,
  options: Partial<DownloadOptions> = {},
): Promise<Downloaded | 'not modified'> {
  order.signal.throwIfAborted()
  const configured = new URL(order.configuredUrl)
  const url = new URL(order.url)
  url.hash = ''
  if (url.protocol === 'file:' && configured.protocol === 'file:') {
    return readLocalFile(url, order)
  }
  const deadlines = startDeadlines(order.signal, { ...DEFAULT_TIMEOUTS, ...options })
  try {
    const start = { url, configured, lookup: options.lookup ?? lookup, deadlines }
    const { response, url: finalUrl } = await followRedirects(order, start)
    return response.statusCode === 304 ? 'not modified' : await save(response, finalUrl, order, deadlines)
  } finally {
    deadlines.clear()
  }
}

interface Start {
  url: URL
  configured: URL
  lookup: LookupFunction
  deadlines: Deadlines
}

const MOST_REDIRECTS = 5
const REDIRECTS: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308])

/** Returns the first response that is not a redirect, and its URL. */
async function followRedirects(
  order: DownloadOrder,
  start: Start,
): Promise<{ response: IncomingMessage; url: URL }> {
  const { configured, lookup, deadlines } = start
  let from = configured
  let url = withoutConfiguredCredentials(start.url, configured)
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    checkTarget(from, url, configured)
    const request = {
      url,
      auth: url.origin === configured.origin ? credentialsOf(configured) : undefined,
      validators: order.validators,
      lookup: checkedLookup(url, configured, lookup),
    }
    const response = await sendRequest(request, deadlines)
    const target = redirectTarget(response, url)
    if (target === undefined) {
      return { response: acceptResponse(response, order), url }
    }
    ;[from, url] = [url, target]
  }
  throw redirectRefused(`another address after ${MOST_REDIRECTS} redirects`)
}

/** Removes the configured credentials from a URL, so that no stored URL contains them. */
function withoutConfiguredCredentials(url: URL, configured: URL): URL {
  const stripped = new URL(url)
  if (url.origin === configured.origin && credentialsOf(url) === credentialsOf(configured)) {
    stripped.username = ''
    stripped.password = ''
  }
  return stripped
}

function redirectTarget(response: IncomingMessage, from: URL): URL | undefined {
  const { location } = response.headers
  if (!REDIRECTS.has(response.statusCode) || location === undefined) {
    return undefined
  }
  response.destroy()
  const target = URL.parse(headerText(location), from.href)
  if (target === null) {
    throw redirectRefused('an address that cannot be read')
  }
  target.hash = ''
  return target
}

/**
 * Returns a response that contains the file, or a 304 response to a request with validators. Closes every response that does
 * not contain the file.
 *
 * @throws SyncError `not_published` or `source_answer`
 */
function acceptResponse(response: IncomingMessage, { validators }: DownloadOrder): IncomingMessage {
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
    throw new SyncError('not_published', `The source has not published the file: it answered ${statusCode}.`)
  }
  const received = statusCode === 200 ? 'with a compressed file, which was not requested' : statusCode
  throw new SyncError('source_answer', `The source answered ${received}.`)
}

async function save(
  response: IncomingMessage,
  url: URL,
  order: DownloadOrder,
  deadlines: Deadlines,
): Promise<Downloaded> {
  const { headers } = response
  const saved = await saveBody(response, order, deadlines)
  return {
    ...saved,
    name: nameInDisposition(headers['content-disposition']) ?? nameInUrl(url),
    contentType: headers['content-type'] ?? null,
    isComplete: 'content-length' in headers || 'transfer-encoding' in headers,
    validators: { etag: headers.etag ?? null, lastModified: headers['last-modified'] ?? null },
    url: url.href,
  }
}
