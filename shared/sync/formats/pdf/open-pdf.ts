import type { getDocumentProxy } from 'unpdf'
import { SyncError } from '../../sync-error.ts'
import { linesOf, type PlacedText, type TextLine } from './text-lines.ts'
import { type RawText, upright } from './upright.ts'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

const MOST_PAGES = 2_000
/** A page of small print has 10,000 letters. */
const MOST_TEXTS_OF_A_PAGE = 50_000
const MOST_LINES = 500_000

/**
 * Reads a PDF's pages one after the other as lines of text; each page is let go of before the next.
 *
 * @throws SyncError `encrypted`, `too_large`, `cut_off`, `not_a_bulletin` or `no_text_layer`; the signal's
 * reason
 */
export async function readPdf(bytes: Uint8Array, signal: AbortSignal): Promise<TextLine[][]> {
  refuseCutOff(bytes)
  const pdf = await openPdf(bytes)
  try {
    refuseManyPages(pdf.numPages)
    return await readPages(pdf, signal)
  } finally {
    await pdf.loadingTask.destroy()
  }
}

/** What ends a PDF; some writers put a little behind it. */
const END = '%%EOF'
const END_WITHIN = 2_048

function refuseCutOff(bytes: Uint8Array): void {
  const tail = Buffer.from(bytes.subarray(-END_WITHIN)).toString('latin1')
  if (!tail.includes(END)) {
    throw new SyncError('cut_off', 'The PDF has no end: it was cut off.')
  }
}

/** The reader is of 1.6 MB, and loaded where there is a PDF. */
async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  const { getDocumentProxy } = await import('unpdf')
  try {
    return await getDocumentProxy(bytes, { verbosity: 0, enableXfa: false })
  } catch (cause) {
    throw isAboutPassword(cause)
      ? new SyncError('encrypted', 'The PDF can be opened with a password only.', { cause })
      : unreadable(cause)
  }
}

const isAboutPassword = (error: unknown): boolean => (error as Error | null)?.name === 'PasswordException'

const unreadable = (cause: unknown): SyncError =>
  new SyncError('not_a_bulletin', 'The file begins as a PDF does, and cannot be read as one.', { cause })

function refuseManyPages(pages: number): void {
  if (pages > MOST_PAGES) {
    throw new SyncError('too_large', `The PDF has ${pages} pages, and more than ${MOST_PAGES} are not read.`)
  }
}

async function readPages(pdf: Pdf, signal: AbortSignal): Promise<TextLine[][]> {
  const pages: TextLine[][] = []
  let lines = 0
  for (let number = 1; number <= pdf.numPages; number++) {
    signal.throwIfAborted()
    const page = linesOf(await textsOf(pdf, number), number, lines)
    lines += page.length
    if (lines > MOST_LINES) {
      throw new SyncError('too_large', `The PDF has more than ${MOST_LINES} lines of text.`)
    }
    pages.push(page)
  }
  refuseScans(pages)
  return pages
}

async function textsOf(pdf: Pdf, number: number): Promise<PlacedText[]> {
  try {
    const page = await pdf.getPage(number)
    try {
      const { transform } = page.getViewport({ scale: 1 })
      return upright(await rawTexts(page), transform)
    } finally {
      page.cleanup()
    }
  } catch (cause) {
    throw cause instanceof SyncError ? cause : pageUnreadable(number, cause)
  }
}

const pageUnreadable = (page: number, cause: unknown): SyncError =>
  new SyncError('not_a_bulletin', `Page ${page} of the PDF cannot be read.`, { cause })

/** A page's texts as they come, so that a page without an end is given up before it fills the memory. */
async function rawTexts(page: Awaited<ReturnType<Pdf['getPage']>>): Promise<RawText[]> {
  const texts: RawText[] = []
  const reader = page.streamTextContent().getReader()
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    texts.push(...(value.items as Partial<RawText>[]).filter((item): item is RawText => 'str' in item))
    if (texts.length > MOST_TEXTS_OF_A_PAGE) {
      await reader.cancel(new Error('too many texts'))
      throw new SyncError('too_large', `A page of the PDF has more than ${MOST_TEXTS_OF_A_PAGE} texts.`)
    }
  }
  return texts
}

/** Pages that are pictures of pages have no lines. */
function refuseScans(pages: readonly TextLine[][]): void {
  const empty = pages.filter((lines) => lines.length === 0).length
  if (empty * 2 > pages.length || empty === pages.length) {
    const how = `${empty} of its ${pages.length} pages have no text`
    throw new SyncError('no_text_layer', `The PDF cannot be read as text: ${how}, as when paper is scanned.`)
  }
}
