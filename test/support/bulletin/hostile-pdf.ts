import { deflateSync } from 'node:zlib'

/** An object of a PDF: its dictionary without brackets, and its stream. */
interface PdfObject {
  dictionary: string
  stream?: Buffer
}

const FONT = '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>'

/**
 * Returns a PDF with one page, whose content is the deflated `stream`.
 *
 * @param more objects, numbered from 4
 * @param catalog added to the root
 */
export function pdfOfPage(
  stream: Buffer,
  {
    resources = `/Resources << ${FONT} >>`,
    more = [],
    catalog = '',
  }: { resources?: string; more?: PdfObject[]; catalog?: string } = {},
): Buffer {
  const content = deflateSync(stream)
  return pdfOf([
    { dictionary: `/Type /Catalog /Pages 2 0 R ${catalog}` },
    { dictionary: '/Type /Pages /Kids [3 0 R] /Count 1' },
    {
      dictionary: `/Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] ${resources} /Contents ${4 + more.length} 0 R`,
    },
    ...more,
    { dictionary: '/Filter /FlateDecode', stream: content },
  ])
}

/** Returns a PDF with a page whose content is deflated to a thousandth of its size. */
export const inflatingPdf = (bytes: number): Buffer => pdfOfPage(Buffer.alloc(bytes, 'q Q\n'))

/** Returns a PDF with a page that draws a form, which draws the next form ten times, and so on. */
export function nestedFormsPdf(depth: number): Buffer {
  const formAt = (level: number): PdfObject => ({
    dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /F ${5 + level} 0 R >> ${FONT} >>`,
    stream: Buffer.from(level + 1 < depth ? '/F Do '.repeat(10) : 'BT /F1 9 Tf (a) Tj ET'),
  })
  return pdfOfPage(Buffer.from('/F Do'), {
    resources: '/Resources << /XObject << /F 4 0 R >> >>',
    more: Array.from({ length: depth }, (_, level) => formAt(level)),
  })
}

/** Returns a PDF with a page whose content is one array of empty dictionaries, deflated to a thousandth of its size. */
export const largeArrayPdf = (length: number): Buffer =>
  pdfOfPage(Buffer.concat([Buffer.from('['), Buffer.alloc(length * 5, '<<>> '), Buffer.from('] TJ')]))

function pdfOf(objects: readonly PdfObject[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const places: number[] = []
  let place = (parts[0] as Buffer).length
  for (const [index, { dictionary, stream }] of objects.entries()) {
    const head = `${index + 1} 0 obj\n<< ${dictionary}${stream ? ` /Length ${stream.length}` : ''} >>\n`
    const body = stream ? [Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n')] : []
    const part = Buffer.concat([Buffer.from(head), ...body, Buffer.from('endobj\n')])
    places.push(place)
    place += part.length
    parts.push(part)
  }
  const rows = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${place}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}
