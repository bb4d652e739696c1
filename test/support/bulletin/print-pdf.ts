import PDFDocument from 'pdfkit'
import { cellsOf, HEADERS, type Layout, labelledLines, type PrintedSection } from './printed.ts'

/** How an edition looks, in points. */
export interface Look {
  layout: Layout
  size: readonly [width: number, height: number]
  fontSize: number
  /** Where the columns of a table begin, from the left margin; the last one ends at the right margin. */
  columns: readonly number[]
  headers: readonly string[]
  /** Printed at the top of each page, with a page number at its foot; nothing of both where it is null. */
  title: string | null
  /** Between two entries, besides the leading. */
  gap: number
  userPassword: string | null
}

export const LOOK: Look = {
  layout: 'table',
  size: [595.28, 841.89],
  fontSize: 9,
  columns: [0, 70, 230, 430],
  headers: HEADERS,
  title: 'Estado Diario de Marcas',
  gap: 5,
  userPassword: null,
}

const MARGIN = 40
const LEADING = 1.25
/** Between a cell's text and the next column. */
const PADDING = 6
/** Any day will do, so that the same edition is the same bytes. */
const MADE = new Date(Date.UTC(2026, 0, 2))

/** A PDF that is being printed, and how far down its last page is. */
interface Print {
  readonly pdf: InstanceType<typeof PDFDocument>
  readonly look: Look
  y: number
}

/**
 * Prints an edition with pdfkit: what does not fit goes on upon the next page, also in the middle of an
 * entry.
 */
export async function printPdf(
  sections: readonly PrintedSection[],
  changes: Partial<Look> = {},
): Promise<Buffer> {
  const look = { ...LOOK, ...changes }
  const print = open(look)
  const bytes = bytesOf(print.pdf)
  startPage(print, false)
  for (const { heading, entries } of sections) {
    printHeading(print, heading)
    for (const entry of entries) {
      if (look.layout === 'table') {
        printRow(print, cellsOf(entry))
      } else {
        printBlock(print, labelledLines(entry))
      }
      print.y += look.gap
    }
  }
  print.pdf.end()
  return bytes
}

function open(look: Look): Print {
  const pdf = new PDFDocument({
    size: [...look.size],
    margin: 0,
    autoFirstPage: false,
    compress: true,
    info: { CreationDate: MADE, ModDate: MADE },
    ...(look.userPassword === null ? {} : { userPassword: look.userPassword }),
  })
  return { pdf, look, y: 0 }
}

function bytesOf(pdf: Print['pdf']): Promise<Buffer> {
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((resolve, reject) => {
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
}

function startPage(print: Print, withHeaders: boolean): void {
  const { pdf, look } = print
  pdf.addPage()
  if (look.title !== null) {
    pdf.font('Helvetica').fontSize(look.fontSize - 1)
    at(print, look.title, MARGIN, MARGIN - 20)
    at(print, `Página ${pdf.bufferedPageRange().start + 1}`, look.size[0] / 2, look.size[1] - 25)
  }
  print.y = MARGIN
  if (withHeaders) {
    printHeaders(print)
  }
}

const at = ({ pdf }: Print, text: string, x: number, y: number): unknown =>
  pdf.text(text, x, y, { lineBreak: false })

function printHeading(print: Print, heading: string | null): void {
  const { pdf, look } = print
  if (heading !== null) {
    print.y += look.fontSize
    if (print.y > look.size[1] - MARGIN - 5 * look.fontSize) {
      startPage(print, false)
    }
    pdf.font('Helvetica-Bold').fontSize(look.fontSize + 2)
    at(print, heading, MARGIN, print.y)
    print.y += 2 * look.fontSize
  }
  if (look.layout === 'table') {
    printHeaders(print)
  }
}

function printHeaders(print: Print): void {
  const { pdf, look } = print
  pdf.font('Helvetica-Bold').fontSize(look.fontSize)
  for (const [index, header] of look.headers.entries()) {
    at(print, header, MARGIN + (look.columns[index] ?? 0), print.y)
  }
  print.y += 1.7 * look.fontSize
}

function printRow(print: Print, cells: readonly string[]): void {
  const { pdf, look } = print
  pdf.font('Helvetica').fontSize(look.fontSize)
  const ends = [...look.columns.slice(1), look.size[0] - 2 * MARGIN]
  const wrapped = cells.map((text, index) => wrap(print, text, widthOf(look.columns, ends, index)))
  const height = Math.max(...wrapped.map((lines) => lines.length))
  for (let line = 0; line < height; line++) {
    nextLine(print, look.layout === 'table')
    for (const [index, lines] of wrapped.entries()) {
      at(print, lines[line] ?? '', MARGIN + (look.columns[index] ?? 0), print.y)
    }
    print.y += look.fontSize * LEADING
  }
}

const widthOf = (columns: readonly number[], ends: readonly number[], index: number): number =>
  (ends[index] ?? 0) - (columns[index] ?? 0) - PADDING

function printBlock(print: Print, labelled: readonly [string, string][]): void {
  const { pdf, look } = print
  for (const [label, text] of labelled) {
    pdf.font('Helvetica').fontSize(look.fontSize)
    const lines = wrap(print, `${label} ${text}`, look.size[0] - 2 * MARGIN)
    for (const line of lines) {
      nextLine(print, false)
      at(print, line, MARGIN, print.y)
      print.y += look.fontSize * LEADING
    }
  }
}

function nextLine(print: Print, withHeaders: boolean): void {
  if (print.y > print.look.size[1] - MARGIN - print.look.fontSize) {
    startPage(print, withHeaders)
    print.pdf.font('Helvetica').fontSize(print.look.fontSize)
  }
}

/** Lines of at most that width, broken at spaces, or within words that are wider. */
function wrap({ pdf }: Print, text: string, width: number): string[] {
  const lines = ['']
  for (const word of text.split(' ').flatMap((each) => pieces(pdf, each, width))) {
    const line = lines.at(-1) ?? ''
    const longer = line === '' ? word : `${line} ${word}`
    if (line === '' || pdf.widthOfString(longer) <= width) {
      lines[lines.length - 1] = longer
    } else {
      lines.push(word)
    }
  }
  return lines
}

function pieces(pdf: Print['pdf'], word: string, width: number): string[] {
  const found = ['']
  for (const letter of word) {
    const longer = (found.at(-1) ?? '') + letter
    if (pdf.widthOfString(longer) > width) {
      found.push(letter)
    } else {
      found[found.length - 1] = longer
    }
  }
  return found
}
