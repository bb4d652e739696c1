import { readFileSync } from 'node:fs'
import PDFDocument from 'pdfkit'
import { describe, expect, test } from 'vitest'
import {
  FIXTURE,
  FIXTURE_ENTRIES,
  SHORT_RESOLUTION,
} from '../../../../test/support/bulletin/fixture-editions.ts'
import { printPdf } from '../../../../test/support/bulletin/print-pdf.ts'
import type { PrintedEntry } from '../../../../test/support/bulletin/printed.ts'
import type { SyncErrorCode } from '../../sync-error.ts'
import { readPdf } from './read-pdf.ts'

const fixture = (name: string): Buffer => readFileSync(new URL(`fixtures/${name}.pdf`, import.meta.url))

/** Reads a copy, because the library takes ownership of the buffer. */
const read = (content: Uint8Array) => readPdf(new Uint8Array(content))

/** A picture of one pixel. */
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='

const refusal = (code: SyncErrorCode, message: string | RegExp = '') =>
  expect.objectContaining({ name: 'SyncError', code, message: expect.stringMatching(message) })

describe('an edition in a PDF', () => {
  test.each([
    'pdfkit-table',
    'pdfkit-blocks',
    'chromium-table',
    'chromium-blocks',
    'weasyprint-centred',
    'libreoffice-right',
    'reportlab-bottom',
  ])('is read with each entry that was printed: %s', async (name) => {
    const { entries, rejections, rows } = await read(fixture(name))
    expect(rejections).toEqual([
      expect.objectContaining({ nroSolicitud: '1645870', reason: expect.stringContaining(SHORT_RESOLUTION) }),
    ])
    expect(rows).toBe(entries.length + 1)
    expect(
      entries.map(({ nroSolicitud, descripcion, resolucion }) => ({
        nroSolicitud,
        descripcion,
        resolucion,
      })),
    ).toEqual(FIXTURE_ENTRIES)
  })

  test('is read with the kind and status of each entry, without duplicates', async () => {
    const entry = { numero: '1604543', nombre: 'CASA', evento: '', resolucion: '' }
    const other = { ...entry, evento: 'Se hace presente algo', numero: '1604544' }
    const { entries, rows } = await read(await printPdf([{ heading: 'M5', entries: [entry, other, entry] }]))
    expect(rows).toBe(3)
    expect(entries).toEqual([
      {
        rowNumber: 4,
        nroSolicitud: '1604543',
        fecha: null,
        tipo: 'CONCESION',
        descripcion: 'Sección M5',
        resolucion: null,
        estado: 'REGISTRADA',
      },
      expect.objectContaining({ tipo: 'OTRA', descripcion: 'Se hace presente algo', estado: null }),
    ])
  })

  test('is read if its page is rotated and its lines are drawn twice to look bold', async () => {
    const turned = drawn((pdf) => {
      pdf.rotate(90, { origin: [0, 0] }).translate(0, -500)
      for (const shift of [0, 0.3]) {
        pdf.text('M2', 40 + shift, 40, { lineBreak: false })
        pdf.text('1604543', 40 + shift, 80, { lineBreak: false })
        pdf.text('777 Resolución', 240 + shift, 80, { lineBreak: false })
      }
    })
    const { entries } = await read(await turned)
    expect(entries).toEqual([expect.objectContaining({ nroSolicitud: '1604543', descripcion: 'Resolución' })])
  })

  test('may have unreadable entries, up to one in ten, which are rejected', async () => {
    const entries = rowsOf(40, (index) => (index % 10 === 5 ? `16O45${index}` : `16045${index + 10}`))
    const edition = await read(await printPdf([{ heading: 'M2', entries }]))
    expect(edition.entries).toHaveLength(36)
    expect(edition.rows).toBe(40)
    expect(edition.rejections).toHaveLength(4)
    expect(edition.rejections[0]).toEqual({
      rowNumber: expect.any(Number),
      nroSolicitud: null,
      reason: '"16O455" is not an application number.',
    })
  })
})

const rowsOf = (count: number, numero: (index: number) => string): PrintedEntry[] =>
  Array.from({ length: count }, (_, index) => ({
    numero: numero(index),
    nombre: `MARCA ${index}`,
    evento: '009 Resolución de aceptación a trámite de marca',
    resolucion: `2026/${index + 1}`,
  }))

/** Returns a PDF with the content that `draw` adds. */
function drawn(draw: (pdf: InstanceType<typeof PDFDocument>) => void): Promise<Buffer> {
  const pdf = new PDFDocument()
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const bytes = new Promise<Buffer>((resolve) => pdf.on('end', () => resolve(Buffer.concat(chunks))))
  draw(pdf)
  pdf.end()
  return bytes
}

describe('an unreadable edition is rejected', () => {
  test('more than one unreadable entry in ten, with their count and a quotation', async () => {
    const entries = rowsOf(20, (index) => (index % 5 === 0 ? '16O4543' : `16045${index + 10}`))
    await expect(read(await printPdf([{ heading: 'M2', entries }]))).rejects.toEqual(
      refusal(
        'layout_unknown',
        /^4 of its 20 lines that start like an entry cannot be read. The first of them has "16O4543/,
      ),
    )
  })

  test('columns in another order, with headers and without', async () => {
    const swapped = rowsOf(20, (index) => `1604${index + 100}`).map(
      ({ numero, nombre, evento, resolucion }) => ({
        numero: nombre,
        nombre: evento,
        evento: resolucion,
        resolucion: numero,
      }),
    )
    const headers = ['Marca', 'Evento', 'Resolución', 'N° Solicitud']
    for (const each of [headers, []]) {
      const bytes = await printPdf([{ heading: 'M2', entries: swapped }], { headers: each })
      await expect(read(bytes)).rejects.toEqual(refusal('layout_unknown', /^20 of its 20 lines/))
    }
  })

  test('unknown labels, and a text about something else', async () => {
    const renamed = drawn((pdf) => {
      pdf.text('M2\nExpediente: 1604543\nSigno: CASA\nSuceso: 009 Resolución\nExpediente: 1604544')
    })
    await expect(read(await renamed)).rejects.toEqual(refusal('layout_unknown', /^None of its \d lines/))
    const letter = drawn((pdf) => pdf.text('Estimada señora:\nLe escribo por su casa de Ñuñoa.'))
    await expect(read(await letter)).rejects.toEqual(refusal('layout_unknown', /"Estimada señora:"/))
  })

  test('pages that are pictures or drawings, and a password', async () => {
    const scan = drawn((pdf) => pdf.rect(50, 50, 300, 400).fill('grey'))
    await expect(read(await scan)).rejects.toEqual(refusal('no_text_layer', /1 of its 1 pages/))
    const oneScan = drawn((pdf) => {
      pdf.text('M2\n1604543 009 Resolución de aceptación a trámite de marca').addPage().image(PIXEL, 0, 0)
      pdf.addPage().text('1604544 009 Resolución de aceptación a trámite de marca')
    })
    await expect(read(await oneScan)).rejects.toEqual(
      refusal('no_text_layer', /^Page 2 of the PDF has a picture/),
    )
    const drawnPage = drawn((pdf) => {
      pdf
        .text('M2\n1604543 009 Resolución de aceptación a trámite de marca')
        .addPage()
        .rect(50, 50, 300, 400)
        .fill('grey')
      pdf.addPage().text('1604544 009 Resolución de aceptación a trámite de marca')
    })
    await expect(read(await drawnPage)).rejects.toEqual(
      refusal('no_text_layer', /^Page 2 of the PDF has a picture/),
    )
    const locked = await printPdf(FIXTURE, { userPassword: 'secreto' })
    await expect(read(locked)).rejects.toEqual(refusal('encrypted'))
  })

  test('a document that says that it is a test', async () => {
    const stamped = drawn((pdf) => pdf.text('DOCUMENTO DE PRUEBA - SIN VALIDEZ'))
    await expect(read(await stamped)).rejects.toEqual(refusal('layout_unknown', /^Page 1 says "DOCUMENTO/))
  })

  test.each([
    'Nota: se excluyen de este Estado Diario las solicitudes N° 1670145 y 1680234.',
    'Se informa que la resolución recaída en la solicitud 1670135 fue publicada por error y queda sin efecto.',
    'Las resoluciones de la sección M3 quedan sin efecto por error en su publicación.',
  ])('an edition with a notice that revokes entries: %s', async (notice) => {
    const edition = drawn((pdf) => pdf.text(notice).text('1604544 009 Resolución de aceptación a trámite'))
    await expect(read(await edition)).rejects.toEqual(refusal('layout_unknown', /^Page 1 has the notice/))
  })

  test.each(['ANULADO', 'DOCUMENTO DE PRUEBA'])(
    'an edition with the stamp %s across a page',
    async (stamp) => {
      const edition = drawn((pdf) =>
        pdf
          .text('1604544 009 Resolución de aceptación a trámite de marca')
          .rotate(30)
          .fontSize(40)
          .text(stamp, 200, 100),
      )
      await expect(read(await edition)).rejects.toEqual(
        refusal('layout_unknown', /^Page 1 has ".*" across it/),
      )
    },
  )

  test('an edition that says that it has no entries, or has only headers', async () => {
    const quiet = drawn((pdf) => pdf.text('Estado Diario\nNo hay resoluciones que informar en esta fecha.'))
    await expect(read(await quiet)).rejects.toEqual(refusal('no_rows'))
    await expect(read(await drawn((pdf) => pdf.text('Sin movimiento')))).rejects.toEqual(refusal('no_rows'))
    await expect(read(await printPdf([{ heading: 'M2', entries: [] }]))).rejects.toEqual(refusal('no_rows'))
  })

  test('more than 2,000 pages, which are counted and not read', async () => {
    await expect(read(pdfOfPages(5_000))).rejects.toEqual(refusal('too_large', /5000 pages/))
  })

  test('a truncated PDF', async () => {
    const whole = fixture('pdfkit-table')
    for (const part of [0.1, 0.5, 0.9, 0.999]) {
      await expect(read(whole.subarray(0, whole.length * part))).rejects.toEqual(refusal('cut_off'))
    }
  })

  test.each([
    [
      'garbage after the header',
      Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5_000, 0xa7), end()]),
    ],
    ['a huge count of objects', hostile('xref\n0 99999999999\ntrailer\n<< /Size 99999999999 /Root 1 0 R >>')],
    ['a huge count of pages', hostile('trailer\n<< /Root 1 0 R >>', '/Count 1999999999')],
    ['a page count that exceeds the pages', hostile('trailer\n<< /Root 1 0 R >>', '/Count 1999')],
    ['a page tree that contains itself', hostile('trailer\n<< /Root 1 0 R >>', '/Count 3', '2 0 R')],
  ])('a hostile PDF: %s', async (_, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({ name: 'SyncError' })
  })
})

function end(): Buffer {
  return Buffer.from('\nstartxref\n9\n%%EOF\n')
}

function hostile(trailer: string, count = '/Count 1', kid = '3 0 R'): Buffer {
  const objects = `1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj
2 0 obj\n<< /Type /Pages /Kids [${kid}] ${count} >>\nendobj
3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>\nendobj\n`
  return Buffer.concat([Buffer.from(`%PDF-1.4\n${objects}${trailer}`), end()])
}

/** Returns a minimal PDF with the given number of empty pages. */
function pdfOfPages(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, index) => `${index + 3} 0 R`).join(' ')
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>'
  const bodies = ['<< /Type /Catalog /Pages 2 0 R >>', `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`]
  const objects = [...bodies, ...Array.from({ length: count }, () => page)]
  let text = '%PDF-1.4\n'
  const places = objects.map((body, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${body}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(
    `${text}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
  )
}
