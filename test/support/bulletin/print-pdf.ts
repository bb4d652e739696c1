import PDFDocument from 'pdfkit'
import {
  cellsOf,
  HEADERS,
  type Layout,
  labelledLines,
  type PrintedEntry,
  type PrintedSection,
} from './printed.ts'

export type Alignment = 'left' | 'center' | 'right' | 'justify'

/** The layout of an edition; lengths are in points. */
export interface Look {
  layout: Layout
  size: readonly [width: number, height: number]
  fontSize: number
  /** Where the columns of a table begin, from the left margin; the last one ends at the right margin. */
  columns: readonly number[]
  /** A line break starts another line of the header. */
  headers: readonly string[]
  /** The texts of an additional column between the name and the event, used in turn; its header is in `headers`. */
  further: readonly string[]
  /** Prints the code and the words of an event in two columns. */
  splitsEvents: boolean
  /** How far below the number of a row its other texts are. */
  shift: number
  /** The font size of the other texts of a row. */
  cellSize: number | null
  /** Printed below the rows of a section, with `#` for their number. */
  total: string | null
  /** The number of columns in which labelled blocks are printed, as in a newspaper. */
  blockColumns: number
  /** Printed at the top of each page, with a page number at its foot; null prints neither. */
  title: string | null
  /** The horizontal alignment of each column of a table; default: left. */
  alignments: readonly Alignment[]
  /** The vertical alignment of the cells of a row; only rows aligned to the top continue on the next page. */
  vertical: 'top' | 'middle' | 'bottom'
  /** The space between a cell's text and the next column. */
  padding: number
  /** Printed at the foot of each page, with `#` for the number of the page. */
  footer: string | null
  /** The space between two entries, besides the leading. */
  gap: number
  userPassword: string | null
}

export const LOOK: Look = {
  layout: 'table',
  size: [595.28, 841.89],
  fontSize: 9,
  columns: [0, 70, 230, 430],
  headers: HEADERS,
  further: [],
  splitsEvents: false,
  shift: 0,
  cellSize: null,
  total: null,
  blockColumns: 1,
  title: 'Estado Diario de Marcas',
  alignments: [],
  vertical: 'top',
  padding: 6,
  footer: null,
  gap: 5,
  userPassword: null,
}

const MARGIN = 40
const LEADING = 1.25
/** A fixed date, so that the same edition always has the same bytes. */
const MADE = new Date(Date.UTC(2026, 0, 2))

/** A PDF in progress, and the vertical position on its last page. */
interface Print {
  readonly pdf: InstanceType<typeof PDFDocument>
  readonly look: Look
  y: number
  /** The current column of blocks, from 0, and the vertical position of its first line. */
  column: number
  top: number
}

/** Prints an edition with pdfkit. An entry that does not fit on a page continues on the next one. */
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
    let lowest = print.y
    for (const [index, entry] of entries.entries()) {
      if (look.layout === 'table') {
        printRow(print, rowOf(entry, index, look))
      } else {
        printBlock(print, labelledLines(entry))
      }
      print.y += look.gap
      lowest = print.column === 0 ? print.y : Math.max(lowest, print.y)
    }
    print.y = lowest
    if (look.total !== null) {
      at(print, look.total.replace('#', String(entries.length)), MARGIN, print.y)
      print.y += look.fontSize * LEADING
    }
  }
  print.pdf.end()
  return bytes
}

/** Returns the cells of a row, with the additional column. */
function rowOf(entry: PrintedEntry, index: number, { further, splitsEvents }: Look): string[] {
  const [numero = '', nombre = '', evento = '', resolucion = ''] = cellsOf(entry)
  const { code = '', words = evento } = /^(?<code>\d+) (?<words>.*)$/.exec(evento)?.groups ?? {}
  const more = further.length === 0 ? [] : [further[index % further.length] ?? '']
  return [numero, nombre, ...more, ...(splitsEvents ? [code, words] : [evento]), resolucion]
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
  return { pdf, look, y: 0, column: 0, top: 0 }
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
  if (look.footer !== null) {
    pdf.font('Helvetica').fontSize(look.fontSize - 1)
    const number = pdf.bufferedPageRange().start + 1
    at(print, look.footer.replace('#', String(number)), MARGIN, look.size[1] - 25)
  }
  print.y = MARGIN
  print.column = 0
  print.top = MARGIN
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
  print.column = 0
  print.top = print.y
  if (look.layout === 'table') {
    printHeaders(print)
  }
}

function printHeaders(print: Print): void {
  const { pdf, look } = print
  pdf.font('Helvetica-Bold').fontSize(look.fontSize)
  const lines = Math.max(1, ...look.headers.map((header) => header.split('\n').length))
  for (let line = 0; line < lines; line++) {
    for (const [index, header] of look.headers.entries()) {
      printCell(print, index, header.split('\n')[line] ?? '', { isLast: true, y: print.y })
    }
    print.y += (line + 1 < lines ? LEADING : 1.7) * look.fontSize
  }
}

function printRow(print: Print, cells: readonly string[]): void {
  const { pdf, look } = print
  pdf.font('Helvetica').fontSize(look.fontSize)
  const wrapped = cells.map((text, index) => wrap(print, text, widthOf(look, index)))
  const height = Math.max(...wrapped.map((lines) => lines.length))
  if (look.vertical !== 'top') {
    nextLine(print, true, height)
  }
  const shifts = wrapped.map(({ length }) => shiftOf(look, height - length))
  for (let line = 0; line < height; line++) {
    nextLine(print, true)
    for (const [index, lines] of wrapped.entries()) {
      pdf.fontSize(index === 0 ? look.fontSize : (look.cellSize ?? look.fontSize))
      printCell(print, index, lines[line] ?? '', {
        isLast: line + 1 >= lines.length,
        y: print.y + (shifts[index] ?? 0) + (index === 0 ? 0 : look.shift),
      })
    }
    print.y += look.fontSize * LEADING
  }
}

/** Returns how far below the top of its row a cell starts that has `lines` fewer lines than the row. */
const shiftOf = ({ vertical, fontSize }: Look, lines: number): number =>
  ({ top: 0, middle: lines / 2, bottom: lines })[vertical] * fontSize * LEADING

function printCell(
  print: Print,
  index: number,
  text: string,
  { isLast, y }: { isLast: boolean; y: number },
): void {
  const { pdf, look } = print
  const left = MARGIN + (look.columns[index] ?? 0)
  const space = widthOf(look, index) - pdf.widthOfString(text)
  const alignment = look.alignments[index] ?? 'left'
  const words = text.split(' ')
  if (alignment === 'justify' && !isLast && words.length > 1) {
    let x = left
    for (const word of words) {
      at(print, word, x, y)
      x += pdf.widthOfString(`${word} `) + space / (words.length - 1)
    }
  } else {
    at(print, text, left + { left: 0, justify: 0, center: space / 2, right: space }[alignment], y)
  }
}

const widthOf = ({ columns, size, padding }: Look, index: number): number =>
  (columns[index + 1] ?? size[0] - 2 * MARGIN) - (columns[index] ?? 0) - padding

function printBlock(print: Print, labelled: readonly [string, string][]): void {
  const { pdf, look } = print
  for (const [label, text] of labelled) {
    pdf.font('Helvetica').fontSize(look.fontSize)
    const width = (look.size[0] - 2 * MARGIN) / look.blockColumns
    const lines = wrap(print, `${label} ${text}`, width - look.padding)
    for (const line of lines) {
      nextLine(print, false)
      at(print, line, MARGIN + width * print.column, print.y)
      print.y += look.fontSize * LEADING
    }
  }
}

function nextLine(print: Print, withHeaders: boolean, lines = 1): void {
  const height = print.look.fontSize * (1 + (lines - 1) * LEADING)
  const isFull = print.y > print.look.size[1] - MARGIN - height
  if (isFull && print.look.layout === 'blocks' && print.column + 1 < print.look.blockColumns) {
    print.column += 1
    print.y = print.top
  } else if (isFull) {
    startPage(print, withHeaders)
    print.pdf.font('Helvetica').fontSize(print.look.fontSize)
  }
}

/** Wraps a text to a width, at spaces, or within words that are wider. */
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
