import { cellsOf, HEADERS, type Layout, labelledLines, type PrintedSection } from './printed.ts'

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/\S{12}(?=\S)/g, '$&&shy;')

const row = (tag: 'td' | 'th', cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`

const table = ({ entries }: PrintedSection): string => {
  const rows = entries.map((entry) => row('td', cellsOf(entry))).join('\n')
  return `<table><thead>${row('th', HEADERS)}</thead><tbody>${rows}</tbody></table>`
}

const blocks = ({ entries }: PrintedSection): string =>
  entries
    .map((entry) =>
      labelledLines(entry).map(([label, text]) => `<div><b>${label}</b> ${escaped(text)}</div>`),
    )
    .map((lines) => `<section>${lines.join('')}</section>`)
    .join('\n')

const STYLE = `
  @page { size: 150mm 120mm; margin: 18mm 12mm;
    @top-left { content: 'Estado Diario de Marcas' } @bottom-right { content: counter(page) ' / ' counter(pages) } }
  body { font: 8pt 'DejaVu Sans', sans-serif } h2 { font-size: 10pt }
  table { border-collapse: collapse; width: 100%; table-layout: fixed }
  td, th { border: 0.3pt solid; padding: 1.5pt 3pt; text-align: left; hyphens: manual }
  th:nth-child(1) { width: 19mm } th:nth-child(4) { width: 24mm }
  section { margin-bottom: 4pt }`

/**
 * Returns an edition as an HTML page for a browser to print. Cells are centred vertically, and long words break.
 *
 * @param style more CSS rules
 */
export const printHtml = (sections: readonly PrintedSection[], layout: Layout, style = ''): string =>
  [
    `<!doctype html><html lang="es"><meta charset="utf-8"><title>Estado Diario</title><style>${STYLE}${style}</style>`,
    ...sections.map(
      (section) =>
        `<h2>${escaped(section.heading ?? '')}</h2>${layout === 'table' ? table(section) : blocks(section)}`,
    ),
    '</html>',
  ].join('\n')
