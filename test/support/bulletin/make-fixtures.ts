/**
 * Creates the fixtures: `node test/support/bulletin/make-fixtures.ts`. It needs Chromium, WeasyPrint, LibreOffice and
 * ReportLab (the Debian packages chromium, weasyprint, libreoffice-writer-nogui and python3-reportlab), which no test needs.
 */

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { FIXTURE } from './fixture-editions.ts'
import { printHtml } from './print-html.ts'
import { printPdf } from './print-pdf.ts'
import { cellsOf, HEADERS } from './printed.ts'

const FOLDER = fileURLToPath(new URL('../../../shared/sync/sources/bulletin/fixtures/', import.meta.url))
const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...[
    '--disable-background-networking',
    '--disable-component-update',
    '--no-pdf-header-footer',
    '--disable-pdf-tagging',
  ],
]

const run = promisify(execFile)

/** Prints a page of HTML; `print` receives the page, the fixture to write, and a temporary folder. */
async function printPage(
  name: string,
  html: string,
  print: (page: string, target: string, folder: string) => Promise<unknown>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bulletin-'))
  try {
    const page = join(folder, `${name}.html`)
    await writeFile(page, html)
    await print(page, `${FOLDER}${name}.pdf`, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const inChromium = (page: string, target: string, folder: string) =>
  run(
    'chromium',
    [...FLAGS, `--user-data-dir=${join(folder, 'profile')}`, `--print-to-pdf=${target}`, page],
    {
      timeout: 60_000,
    },
  )

const inWeasyPrint = (page: string, target: string) =>
  run('weasyprint', ['-q', page, target], { timeout: 60_000 })

const inLibreOffice = (page: string, _: string, folder: string) =>
  run(
    'soffice',
    [
      `-env:UserInstallation=file://${join(folder, 'profile')}`,
      ...['--headless', '--infilter=HTML (StarWriter)', '--convert-to', 'pdf:writer_web_pdf_Export'],
      ...['--outdir', FOLDER, page],
    ],
    { timeout: 120_000 },
  )

function inReportLab(target: string): Promise<unknown> {
  const printing = run('/usr/bin/python3', [
    fileURLToPath(new URL('print-reportlab.py', import.meta.url)),
    target,
  ])
  const sections = FIXTURE.map(({ heading, entries }) => ({
    heading,
    headers: HEADERS,
    rows: entries.map(cellsOf),
  }))
  printing.child.stdin?.end(JSON.stringify(sections))
  return printing
}

for (const layout of ['table', 'blocks'] as const) {
  await writeFile(
    `${FOLDER}pdfkit-${layout}.pdf`,
    await printPdf(FIXTURE, { layout, size: [420, 400], columns: [0, 55, 160, 270] }),
  )
  await printPage(`chromium-${layout}`, printHtml(FIXTURE, layout), inChromium)
}
const centred = '@page { size: A4 } td, th { text-align: center; vertical-align: bottom }'
await printPage('weasyprint-centred', printHtml(FIXTURE, 'table', centred), inWeasyPrint)
const right = '@page { size: A4 } td, th { text-align: right }'
await printPage('libreoffice-right', printHtml(FIXTURE, 'table', right), inLibreOffice)
await inReportLab(`${FOLDER}reportlab-bottom.pdf`)
