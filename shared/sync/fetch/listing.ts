import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SyncError } from '../sync-error.ts'
import { cleanText } from '../text/clean-text.ts'
import { dayIn } from '../text/day-in-text.ts'
import type { Downloaded } from './download-order.ts'
import { decodePercents, nameInUrl, safeName } from './file-name.ts'
import { pathOf, sourceUnreadable } from './local-file.ts'
import { type PageBytes, pageText } from './page-text.ts'
import { parseHtml } from './parse-html.ts'

/** A file that a page or a folder lists. */
export interface Link {
  /** Absolute, without a fragment. */
  url: string
  /** The file name in the link; the last part of the path if the link has no file name. */
  name: string
  /** The link text, cleaned. */
  text: string
  /** The cleaned text of the row, list item or line with the link. */
  beside: string
}

const MOST_LINKS = 5_000
const LONGEST_TEXT = 500
const LONGEST_URL = 2_000

interface Line {
  text: string
}

interface Anchor {
  href: string
  text: string
  download: string
  line: Line
}

/**
 * Returns the http and https links of a page, each once, in page order.
 *
 * @throws SyncError `too_large` for more than 5 MB, more than 5,000 links, or too deeply nested elements
 */
export function readLinks(page: string | PageBytes, pageUrl: string): Link[] {
  const { anchors, base } = readAnchors(pageText(page))
  const from = webUrl(base ?? '', pageUrl) ?? new URL(pageUrl)
  const self = webUrl(pageUrl, pageUrl)?.href
  const links = new Map<string, Link>()
  for (const { href, text, download, line } of anchors) {
    const url = webUrl(href, from.href)
    if (url === undefined || url.href === self || links.get(url.href)?.text) {
      continue
    }
    const words = cleanText(text)
    const name = fileNameOf(url, download, words)
    links.set(url.href, { url: url.href, name, text: words, beside: cleanText(line.text) })
  }
  return [...links.values()]
}

function webUrl(href: string, from: string): URL | undefined {
  const url = href.length > LONGEST_URL ? null : URL.parse(href, from)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return undefined
  }
  url.hash = ''
  return url
}

const FILE_NAME = /^[^\n]{0,200}[^\s.]\.(?:csv|tsv|txt|xlsx|zip|pdf)$/i

/** Returns the file name in a link; otherwise the last part of the path, such as `descarga.aspx`. */
function fileNameOf(url: URL, download: string, text: string): string {
  const inPath = nameInUrl(url)
  const others = [download, ...url.searchParams.values(), text]
  const named = FILE_NAME.test(inPath) ? undefined : others.find((name) => FILE_NAME.test(name))
  return (named === undefined ? undefined : safeName(named)) ?? inPath
}

/** Words in the URL of a program that sends files. */
const SENDS_FILES = /desc[ae]rga|download|archivo|file|export|adjunt|attachment|document/i

/** Returns whether a link such as `descarga.aspx?id=7` may lead to a file whose name is only in the response. */
export function isUnnamed({ url, name }: Link): boolean {
  const { pathname, search } = new URL(url)
  return search !== '' && !FILE_NAME.test(name) && SENDS_FILES.test(pathname + search)
}

const SEPARATORS = new Set(
  (
    'article aside br dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th ' +
    'tr ul'
  ).split(' '),
)
/** Elements whose whole text is one line. */
const ROWS = new Set(['tr', 'li'])

function readAnchors(html: string): { anchors: Anchor[]; base: string | undefined } {
  const anchors: Anchor[] = []
  let base: string | undefined
  let current: Anchor | undefined
  let line: Line = { text: '' }
  let rows = 0
  let preformatted = 0
  /**
   * Adds a text to the current link and to the line, in which `dayOf` looks for a date. Keeps text in `<pre>` out of
   * the line, because folder lists in `<pre>` have dates in unknown formats.
   */
  const addText = (text: string): void => {
    for (const part of [...(preformatted > 0 ? [] : [line]), ...(current === undefined ? [] : [current])]) {
      if (part.text.length < LONGEST_TEXT) {
        part.text += text.slice(0, LONGEST_TEXT)
      }
    }
  }
  const separate = (tag: string, rowsBy: 1 | -1): void => {
    const isRow = ROWS.has(tag)
    rows = Math.max(0, rows + (isRow ? rowsBy : 0))
    if (isRow || (SEPARATORS.has(tag) && rows === 0)) {
      line = { text: '' }
    }
  }
  const isComplete = parseHtml(html, {
    onopentag(tag, { href, alt, download = '' }) {
      preformatted += tag === 'pre' ? 1 : 0
      separate(tag, 1)
      if (tag === 'base') {
        base ??= href
      } else if ((tag === 'a' || tag === 'area') && href !== undefined) {
        current = { href, text: tag === 'area' ? (alt ?? '') : '', download, line }
        if (anchors.push(current) > MOST_LINKS) {
          throw tooMany()
        }
      } else if (tag === 'img') {
        addText(alt ?? '')
      } else if (SEPARATORS.has(tag)) {
        addText(' ')
      }
    },
    onclosetag(tag) {
      preformatted -= tag === 'pre' ? 1 : 0
      separate(tag, -1)
      if (tag === 'a' || tag === 'area') {
        current = undefined
      }
    },
    ontext: addText,
  })
  if (!isComplete) {
    throw new SyncError('too_large', 'The page that lists the files nests its elements too deeply.')
  }
  return { anchors, base }
}

const tooMany = (): SyncError =>
  new SyncError('too_large', `The source lists more than ${MOST_LINKS.toLocaleString('en')} files.`)

/**
 * Returns the files of the folder at a file: URL, sorted by name, without hidden files.
 *
 * @throws SyncError `file_unreadable`, or `too_large` for more than 5,000 files
 */
export async function listFolder(fileUrl: string): Promise<Link[]> {
  const folder = pathOf(fileUrl)
  const entries = await readdir(folder).catch((cause) => {
    throw sourceUnreadable(cause)
  })
  const names = entries.filter((name) => !name.startsWith('.')).sort()
  if (names.length > MOST_LINKS) {
    throw tooMany()
  }
  const links = names.map((name) => ({
    url: pathToFileURL(join(folder, name)).href,
    name: safeName(name) ?? name,
    text: cleanText(name),
    beside: '',
  }))
  const areFiles = await Promise.all(names.map((name) => isFile(join(folder, name))))
  return links.filter((_, index) => areFiles[index])
}

/** Returns whether a path is a file; false for a broken symbolic link. */
const isFile = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isFile() ?? false

const HEAD_BYTES = 1024
const HTML_TYPE = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i
const HTML =
  /^(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype html|html|head|body|title|script|meta)\b/i
const LEAD = /^(?:\xef\xbb\xbf)?\s*/

/**
 * Returns whether a downloaded file is an HTML page. The Content-Type alone is not enough, because many servers send text/html
 * with any file.
 */
export async function isListing({
  path,
  contentType,
}: Pick<Downloaded, 'path' | 'contentType'>): Promise<boolean> {
  const head = (await firstBytes(path))
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(?:\xff\xfe|\xfe\xff)/, '')
  const text = head.replace(LEAD, '')
  return HTML.test(text) || (HTML_TYPE.test(contentType ?? '') && /^(?:<[a-z!]|$)/i.test(text))
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Returns the date in a link as `YYYY-MM-DD`. Ignores dates that do not exist, and fields of the link with several dates. */
export function dayOf({ url, name, text, beside }: Link): string | undefined {
  const path = decodePercents(new URL(url).pathname)
  return [name, path, text, beside].map(dayIn).find((day) => day !== undefined)
}
