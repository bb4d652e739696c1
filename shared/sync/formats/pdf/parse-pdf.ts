import { getDocumentProxy } from 'unpdf'
import { SyncError } from '../../sync-error.ts'
import { quote } from '../../values/quote.ts'
import { filledFields, notesOf } from './annotations.ts'
import { product } from './graphics.ts'
import { drawnLetters, hiddenOf, isOnDarkGround } from './hidden-text.ts'
import { type Box, type Shape, shapesOf } from './shapes.ts'
import { linesOf, type TextLine } from './text-lines.ts'
import { overlaps, type PageBox, unreadShapes, withDefects, withoutLogos } from './unread-shapes.ts'
import { type RawText, type UprightTexts, upright } from './upright.ts'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

const MAX_PAGES = 2_000
/** A page of small print has 10,000 letters, and each letter may be a separate text item. */
const MAX_TEXTS_OF_A_PAGE = 50_000
const MAX_LINES = 500_000

export interface PdfText {
  pages: TextLine[][]
  /** Texts that do not run from left to right (`isTurned`), tiny texts and invisible texts. */
  unread: { page: number; text: string; isTurned: boolean }[]
  /** Areas that may contain unread text: pictures, rows of drawn letters, and filled form fields. */
  pictures: PageBox[]
}

/**
 * Parses the pages of a PDF to lines of text.
 *
 * @throws SyncError `encrypted`, `too_large`, `cut_off`, `not_a_bulletin`, `no_text_layer` or `layout_unknown`
 */
export async function parsePdf(bytes: Uint8Array): Promise<PdfText> {
  rejectCutOff(bytes)
  const pdf = await openPdf(bytes)
  try {
    rejectManyPages(pdf.numPages)
    await rejectHiddenLayers(pdf)
    return await readPages(pdf)
  } finally {
    await pdf.loadingTask.destroy()
  }
}

const END = '%%EOF'
/** The end marker must be within this number of bytes from the end. Some programs add bytes after the marker. */
const END_WITHIN = 2_048

function rejectCutOff(bytes: Uint8Array): void {
  const tail = Buffer.from(bytes.subarray(-END_WITHIN)).toString('latin1')
  if (!tail.includes(END)) {
    throw new SyncError('cut_off', 'The PDF has no end marker: it was cut off.')
  }
}

async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  try {
    return await getDocumentProxy(bytes, { verbosity: 0, enableXfa: false })
  } catch (cause) {
    throw isAboutPassword(cause)
      ? new SyncError('encrypted', 'The PDF requires a password: save it without a password.', { cause })
      : unreadable(cause)
  }
}

const isAboutPassword = (error: unknown): boolean => (error as Error | null)?.name === 'PasswordException'

const unreadable = (cause: unknown): SyncError =>
  new SyncError('not_a_bulletin', 'The file begins like a PDF, but cannot be read as one.', { cause })

function rejectManyPages(pages: number): void {
  if (pages > MAX_PAGES) {
    throw new SyncError('too_large', `The PDF has ${pages} pages; at most ${MAX_PAGES} are read.`)
  }
}

/** Rejects a PDF with a hidden layer, because PDF.js also returns the text of hidden layers. */
async function rejectHiddenLayers(pdf: Pdf): Promise<void> {
  const layers = [...(await pdf.getOptionalContentConfig())] as readonly [string, Layer][]
  const [, hidden] = layers.find(([, { visible }]) => !visible) ?? []
  if (hidden !== undefined) {
    throw new SyncError(
      'layout_unknown',
      `The PDF has a layer that is not shown: ${quote(hidden.name ?? '')}.`,
    )
  }
}

interface Layer {
  name: string | null
  visible: boolean
}

async function readPages(pdf: Pdf): Promise<PdfText> {
  const pages: TextLine[][] = []
  const unread: PdfText['unread'] = []
  const pictures: PageBox[] = []
  const fields: PageBox[] = []
  const drawn: number[] = []
  let lines = 0
  for (let page = 1; page <= pdf.numPages; page++) {
    const found = await readPage(pdf, page, lines)
    lines += found.lines.length
    if (lines > MAX_LINES) {
      throw new SyncError('too_large', `The PDF has more than ${MAX_LINES} lines of text.`)
    }
    pages.push(found.lines)
    drawn.push(...(found.isDrawn && found.lines.length === 0 ? [page] : []))
    pictures.push(...found.pictures.map((box) => ({ ...box, page })))
    fields.push(...found.fields.map((box) => ({ ...box, page })))
    unread.push(...found.unread.map((text) => ({ page, ...text })))
  }
  rejectScans(pages, drawn)
  return { pages, unread, pictures: [...withoutLogos(pictures, pages.length), ...fields] }
}

interface Page {
  lines: TextLine[]
  unread: { text: string; isTurned: boolean }[]
  pictures: Box[]
  /** The filled form fields that do not overlap a line of text. */
  fields: Box[]
  /** True if the page has a picture or a shape. */
  isDrawn: boolean
}

async function readPage(pdf: Pdf, number: number, after: number): Promise<Page> {
  try {
    const page = await pdf.getPage(number)
    try {
      const raw = await rawTexts(page)
      const operators = await page.getOperatorList({ annotationMode: NO_ANNOTATIONS })
      const hidden = hiddenOf(
        raw.map(({ str }) => str),
        drawnLetters(operators),
      )
      const view = page.getViewport({ scale: 1 }).transform
      const found = upright(
        raw.map((text, index) => ({ ...text, hidden: hidden[index] })),
        view,
      )
      const toText = product(found.turn, view)
      const shapes = shapesOf(operators, toText)
      const texts = found.texts.map((text) => ({ ...text, isHidden: isUnseen(text, shapes) }))
      const annotations = await page.getAnnotations()
      const lines = withDefects(linesOf(texts, number, after), shapes, notesOf(annotations, toText))
      const unseen = [...found.tiny, ...texts.filter(({ isHidden }) => isHidden).map(({ text }) => text)]
      return {
        lines,
        unread: [
          ...unseen.map((text) => ({ text, isTurned: false })),
          ...found.turned.map((text) => ({ text, isTurned: true })),
        ],
        pictures: unreadShapes(lines, shapes),
        fields: filledFields(annotations, toText).filter(
          (field) => !lines.some((line) => overlaps(field, line)),
        ),
        isDrawn: shapes.length > 0,
      }
    } finally {
      page.cleanup()
    }
  } catch (cause) {
    throw cause instanceof SyncError ? cause : pageUnreadable(number, cause)
  }
}

/** Excludes annotations from the operators of PDF.js. */
const NO_ANNOTATIONS = 0

const isUnseen = (text: UprightTexts['texts'][number], shapes: readonly Shape[]): boolean =>
  text.hidden === 'no ink' || (text.hidden === 'white' && !isOnDarkGround(text, shapes))

const pageUnreadable = (page: number, cause: unknown): SyncError =>
  new SyncError('not_a_bulletin', `Page ${page} of the PDF cannot be read.`, { cause })

/** Reads the text items of a page as a stream, so that too many items do not fill the memory. */
async function rawTexts(page: Awaited<ReturnType<Pdf['getPage']>>): Promise<RawText[]> {
  const texts: RawText[] = []
  const reader = page.streamTextContent().getReader()
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    texts.push(...(value.items as Partial<RawText>[]).filter((item): item is RawText => 'str' in item))
    if (texts.length > MAX_TEXTS_OF_A_PAGE) {
      await reader.cancel(new Error('too many texts'))
      throw new SyncError('too_large', `A page of the PDF has more than ${MAX_TEXTS_OF_A_PAGE} text items.`)
    }
  }
  return texts
}

/** Rejects a document that may be scanned: most pages have no text, or a page has only pictures or shapes. */
function rejectScans(pages: readonly TextLine[][], [picture]: readonly number[]): void {
  const empty = pages.filter((lines) => lines.length === 0).length
  if (empty * 2 > pages.length || empty === pages.length) {
    const how = `${empty} of its ${pages.length} pages have no text`
    throw new SyncError('no_text_layer', `The PDF cannot be read as text: ${how}, as in a scan of paper.`)
  }
  if (picture !== undefined) {
    throw new SyncError('no_text_layer', `Page ${picture} of the PDF has a picture or shapes, and no text.`)
  }
}
