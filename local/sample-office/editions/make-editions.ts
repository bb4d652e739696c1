/** Makes the finished editions anew, by hand: `node local/sample-office/editions/make-editions.ts`. */

import { writeFile } from 'node:fs/promises'
import { printPdf } from '../../../shared/sync/bulletin/testing/print-pdf.ts'
import { editionSections } from './edition-entries.ts'

for (const [index, sections] of editionSections().entries()) {
  const name = `edicion-${String(index + 1).padStart(2, '0')}.pdf`
  const layout = index % 2 === 0 ? 'table' : 'blocks'
  await writeFile(new URL(name, import.meta.url), await printPdf(sections, { layout, size: [595.28, 420] }))
}
