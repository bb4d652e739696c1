import { getDocumentProxy } from 'unpdf'
import { SyncError } from '../../sync-error.ts'
import { drawnLetters, hasPicture, hiddenOf, hiddenTexts } from './hidden-text.ts'
import { linesOf, type TextLine } from './text-lines.ts'
import { type RawText, type UprightTexts, upright } from './upright.ts'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

const MAX_PAGES = 2_000
/** A page of small print has 10,000 letters. */
const MAX_TEXTS_OF_A_PAGE = 50_000
const MAX_LINES = 500_000

/** The text of a PDF. */
export interface PdfText {
  pages: TextLine[][]
  /** Texts that no reader sees or expects: without ink, white, smaller than a point, or in another direction. */
  unread: { page: number; text: string; isTurned: boolean }[]
}

/**
 * Parses the pages of a PDF to lines of text. Each page is released before the next one.
 *
 * @throws SyncError `encrypted`, `too_large`, `cut_off`, `not_a_bulletin` or `no_text_layer`
 */
export async function parsePdf(bytes: Uint8Array): Promise<PdfText> {
  rejectCutOff(bytes)
  const pdf = await openPdf(bytes)
  try {
    rejectManyPages(pdf.numPages)
    return await readPages(pdf)
  } finally {
    await pdf.loadingTask.destroy()
  }
}

/** The end of a PDF; some writers add a few bytes. */
const END = '%%EOF'
const END_WITHIN = 2_048

function rejectCutOff(bytes: Uint8Array): void {
  const tail = Buffer.from(bytes.subarray(-END_WITHIN)).toString('latin1')
  if (!tail.includes(END)) {
    throw new SyncError('cut_off', 'The PDF has no end: it was cut off.')
  }
}

async function openPdf(bytes: Uint8Array): Promise<Pdf> {
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

function rejectManyPages(pages: number): void {
  if (pages > MAX_PAGES) {
    throw new SyncError('too_large', `The PDF has ${pages} pages, and more than ${MAX_PAGES} are not read.`)
  }
}

async function readPages(pdf: Pdf): Promise<PdfText> {
  const pages: TextLine[][] = []
  const unread: PdfText['unread'] = []
  const pictures: number[] = []
  let lines = 0
  for (let number = 1; number <= pdf.numPages; number++) {
    const { texts, hidden, turned, isPicture } = await textsOf(pdf, number)
    const page = linesOf(texts, number, lines)
    pictures.push(...(isPicture && page.length === 0 ? [number] : []))
    unread.push(
      ...hidden.map((text) => ({ page: number, text, isTurned: false })),
      ...turned.map((text) => ({ page: number, text, isTurned: true })),
    )
    lines += page.length
    if (lines > MAX_LINES) {
      throw new SyncError('too_large', `The PDF has more than ${MAX_LINES} lines of text.`)
    }
    pages.push(page)
  }
  rejectScans(pages, pictures)
  return { pages, unread }
}

async function textsOf(pdf: Pdf, number: number): Promise<UprightTexts & { isPicture: boolean }> {
  try {
    const page = await pdf.getPage(number)
    try {
      const raw = await rawTexts(page)
      const operators = await page.getOperatorList()
      const letters = drawnLetters(operators)
      const isHidden = letters.some((each) => each.isHidden)
      const which = isHidden
        ? hiddenOf(
            raw.map(({ str }) => str),
            letters,
          )
        : []
      const texts = raw.map((text, index) => ({ ...text, isHidden: which[index] === true }))
      const found = upright(texts, page.getViewport({ scale: 1 }).transform)
      const hidden = [...found.hidden, ...hiddenTexts(letters)]
      return { ...found, hidden, isPicture: hasPicture(operators) }
    } finally {
      page.cleanup()
    }
  } catch (cause) {
    throw cause instanceof SyncError ? cause : pageUnreadable(number, cause)
  }
}

const pageUnreadable = (page: number, cause: unknown): SyncError =>
  new SyncError('not_a_bulletin', `Page ${page} of the PDF cannot be read.`, { cause })

/** Reads the texts of a page as a stream, so that an endless page is stopped before it fills the memory. */
async function rawTexts(page: Awaited<ReturnType<Pdf['getPage']>>): Promise<RawText[]> {
  const texts: RawText[] = []
  const reader = page.streamTextContent().getReader()
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    texts.push(...(value.items as Partial<RawText>[]).filter((item): item is RawText => 'str' in item))
    if (texts.length > MAX_TEXTS_OF_A_PAGE) {
      await reader.cancel(new Error('too many texts'))
      throw new SyncError('too_large', `A page of the PDF has more than ${MAX_TEXTS_OF_A_PAGE} texts.`)
    }
  }
  return texts
}

/**
 * Scanned pages have no lines of text. One of them may have entries, and the heading of a section.
 *
 * @param pictures the numbers of the pages with a picture and without text
 */
function rejectScans(pages: readonly TextLine[][], [picture]: readonly number[]): void {
  const empty = pages.filter((lines) => lines.length === 0).length
  if (empty * 2 > pages.length || empty === pages.length) {
    const how = `${empty} of its ${pages.length} pages have no text`
    throw new SyncError('no_text_layer', `The PDF cannot be read as text: ${how}, as when paper is scanned.`)
  }
  if (picture !== undefined) {
    throw new SyncError('no_text_layer', `Page ${picture} of the PDF has a picture or shapes, and no text.`)
  }
}
