import PDFDocument from 'pdfkit'
import { describe, expect, test } from 'vitest'
import { pdfOfPage } from '../../../../test/support/bulletin/hostile-pdf.ts'
import { readPdf } from './read-pdf.ts'

type Pdf = InstanceType<typeof PDFDocument>

/** The baselines of the rows of a page, from the top. */
const ROWS = Array.from({ length: 20 }, (_, index) => 120 + 20 * index)
const GAP = { from: 300, to: 340 }

/** Prints and reads an edition. Its pages have a row at each of `ROWS`, outside `GAP` if `hasGap`; `more` draws more. */
async function readPages(more: (pdf: Pdf, page: number) => void, { pages = 1, hasGap = false } = {}) {
  const pdf = new PDFDocument({ size: [600, 800], autoFirstPage: false })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const bytes = new Promise<Buffer>((resolve) => pdf.on('end', () => resolve(Buffer.concat(chunks))))
  for (let page = 1; page <= pages; page++) {
    pdf.addPage().fontSize(9).fillColor('black')
    const at = (text: string, x: number, y: number) =>
      pdf.text(text, x, y, { lineBreak: false, baseline: 'alphabetic' })
    at('SECCIÓN M7', 40, 80)
    for (const [index, y] of ROWS.filter((y) => !hasGap || y < GAP.from || y > GAP.to).entries()) {
      at(String(1_600_100 + 100 * page + index), 40, y)
      at('CASA TORRES', 110, y)
      at('999 Resolución definitiva de rechazo', 250, y)
    }
    more(pdf, page)
  }
  pdf.end()
  const { entries, rejections } = await readPdf(new Uint8Array(await bytes))
  return { entries: entries.length, reasons: rejections.map(({ reason }) => reason) }
}

const refusal = (message: RegExp) => ({
  name: 'SyncError',
  code: 'layout_unknown',
  message: expect.stringMatching(message),
})

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='

describe('an entry that is crossed out is rejected', () => {
  test.each<[string, (pdf: Pdf, y: number) => unknown]>([
    ['by a line over the row', (pdf, y) => pdf.moveTo(35, y).lineTo(450, y).stroke()],
    ['by a thin rectangle over its event', (pdf, y) => pdf.rect(250, y, 160, 0.5).fill('red')],
    ['by pieces of a line', (pdf, y) => pdf.moveTo(40, y).lineTo(58, y).moveTo(59, y).lineTo(75, y).stroke()],
  ])('%s', async (_, cross) => {
    const { entries, reasons } = await readPages((pdf) => cross(pdf, 160 - 2.5))
    expect(entries).toBe(19)
    expect(reasons).toEqual([expect.stringMatching(/^The text "1600202 CASA .* is crossed out\.$/)])
  })

  test('but not by the lines of the table or of an underline, nor by white lines or a gradient', async () => {
    const { entries } = await readPages((pdf) => {
      for (const y of ROWS) {
        pdf.rect(35, y - 12, 420, 20).stroke()
        pdf
          .moveTo(40, y + 1.5)
          .lineTo(450, y + 1.5)
          .stroke()
      }
      pdf.rect(35, 157.5, 400, 0.5).fill('white')
      for (let y = 190; y < 205; y += 0.4) {
        pdf.rect(35, y, 400, 0.4).fill('#ddeeff')
      }
    })
    expect(entries).toBe(20)
  })

  test('and a heading that is crossed out refuses the edition', async () => {
    const crossed = readPages((pdf) => pdf.moveTo(40, 77.5).lineTo(140, 77.5).stroke())
    await expect(crossed).rejects.toMatchObject(
      refusal(/^Page 1 has the heading "SECCIÓN M7", which is crossed out/),
    )
  })
})

test('an entry below an annotation is rejected, but not one below a link or beside an annotation', async () => {
  const covered = await readPages((pdf) => pdf.textAnnotation(38, 150, 400, 14, 'ELIMINADO'))
  expect(covered.reasons).toEqual([expect.stringMatching(/ is below an annotation of the PDF\.$/)])
  const ordinary = await readPages((pdf) => {
    pdf.link(38, 150, 400, 14, 'https://example.org/')
    pdf.textAnnotation(500, 150, 40, 14, 'Visto')
  })
  expect(ordinary.entries).toBe(20)
})

test('an edition with a filled-in form field is refused, because the value is not part of the page text', async () => {
  const withField = (value: string) =>
    readPages((pdf) => {
      pdf.initForm()
      pdf.formText('resolución', 480, 145, 80, 14, { value })
    })
  await expect(withField('2026/407000')).rejects.toMatchObject(
    refusal(/ a field of a form among its entries/),
  )
  expect((await withField('')).entries).toBe(20)
})

test('an edition with a hidden layer is refused', async () => {
  const page = (config: string) =>
    readPdf(
      new Uint8Array(
        pdfOfPage(Buffer.from('BT /F1 9 Tf 40 700 Td (M7 - Otros tramites) Tj 0 -40 Td (1600123) Tj ET'), {
          catalog: `/OCProperties << /OCGs [4 0 R] /D << ${config} >> >>`,
          more: [{ dictionary: '/Type /OCG /Name (Borrador)' }],
        }),
      ),
    )
  expect((await page('/ON [4 0 R]')).entries).toHaveLength(1)
  await expect(page('/OFF [4 0 R]')).rejects.toMatchObject(
    refusal(/^The PDF has a layer that is not shown: "Borrador"/),
  )
})

describe('an edition with drawn letters or pictures among its entries is refused', () => {
  const inGap = (pdf: Pdf) => pdf.image(PIXEL, 40, GAP.from, { width: 400, height: GAP.to - GAP.from })
  const letters = (pdf: Pdf, y: number) => {
    for (let x = 250; x < 330; x += 6) {
      pdf.circle(x, y, 2.5).fill('black')
    }
  }

  test.each<[string, (pdf: Pdf) => unknown]>([
    ['a picture between two entries', inGap],
    ['letters that are drawn as curves', (pdf) => letters(pdf, 320)],
    ['a wide picture below the last entry', (pdf) => pdf.image(PIXEL, 40, 600, { width: 400, height: 60 })],
  ])('%s', async (_, draw) => {
    await expect(readPages(draw, { hasGap: true })).rejects.toMatchObject(
      refusal(/^Page 1 has a picture, drawn letters or a field of a form among its entries/),
    )
  })

  test('letters that are drawn beside the text of a row, but not behind it', async () => {
    const lettersFrom = (left: number) => (pdf: Pdf) => {
      for (let x = left; x < left + 60; x += 6) {
        pdf.circle(x, 137.5, 2.5).fill('black')
      }
    }
    await expect(readPages(lettersFrom(420))).rejects.toMatchObject(refusal(/drawn letters/))
    expect((await readPages(lettersFrom(260))).entries).toBe(20)
  })

  test('but not with a logo above the entries or on each page, a seal at the end, a watermark, or a picture in a row', async () => {
    const { entries } = await readPages(
      (pdf, page) => {
        pdf.image(PIXEL, 40, 20, { width: 80, height: 30 })
        pdf.image(PIXEL, 100, 200, { width: 400, height: 400 })
        pdf.image(PIXEL, 480, 152, { width: 20, height: 12 })
        if (page === 1) {
          pdf.image(PIXEL, 200, 20, { width: 300, height: 30 })
        }
        if (page === 3) {
          pdf.image(PIXEL, 400, 600, { width: 80, height: 80 })
        }
      },
      { pages: 3 },
    )
    expect(entries).toBe(60)
  })
})

describe('white text', () => {
  const headingAt = (pdf: Pdf, ground: string) => {
    pdf.rect(35, 310, 400, 16).fill(ground).fillColor('white')
    pdf.text('SECCIÓN M2', 40, 320, { lineBreak: false, baseline: 'alphabetic' })
  }

  test('is read on a dark background', async () => {
    expect((await readPages((pdf) => headingAt(pdf, '#224488'), { hasGap: true })).entries).toBe(17)
  })

  test('fails the edition if it is a heading on white paper', async () => {
    await expect(readPages((pdf) => headingAt(pdf, 'white'), { hasGap: true })).rejects.toMatchObject(
      refusal(/^Page 1 has text without ink, or in white, among its entries: "SECCIÓN M2"/),
    )
  })
})
