/**
 * Makes the fixtures: `node test/support/bulletin/make-fixtures.ts`. It needs Chromium,
 * which no test does.
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
import type { Layout } from './printed.ts'

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

async function printInChromium(layout: Layout): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bulletin-'))
  try {
    const page = join(folder, 'edition.html')
    await writeFile(page, printHtml(FIXTURE, layout))
    const target = `--print-to-pdf=${FOLDER}chromium-${layout}.pdf`
    const profile = `--user-data-dir=${join(folder, 'profile')}`
    await promisify(execFile)('chromium', [...FLAGS, profile, target, page], { timeout: 60_000 })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

for (const layout of ['table', 'blocks'] as const) {
  await writeFile(
    `${FOLDER}pdfkit-${layout}.pdf`,
    await printPdf(FIXTURE, { layout, size: [420, 400], columns: [0, 55, 160, 270] }),
  )
  await printInChromium(layout)
}
