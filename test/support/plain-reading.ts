import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'

/** The texts of one row of a sheet by header, unchanged; days as `YYYY-MM-DD`. */
export type PlainRow = Readonly<Record<string, string>>

/**
 * Reads the sheets of the real office in the simplest way, without code of the pipeline, to compare the responses of the
 * service with the sheets. It supports these files only.
 */
export const plainRows = (path: string): PlainRow[] =>
  path.endsWith('.csv') ? plainText(path) : plainWorkbook(path)

function plainText(path: string): PlainRow[] {
  const [headers = [], ...rows] = readFileSync(path, 'utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) => line.split(';').map((cell) => cell.replace(/^"(.*)"$/, '$1').replaceAll('""', '"')))
  return rows.map((cells) =>
    byHeader(
      headers,
      cells.map((cell) => cell.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$2-$1')),
    ),
  )
}

function plainWorkbook(path: string): PlainRow[] {
  const zip = readFileSync(path)
  const texts = [
    ...entry(zip, 'xl/sharedStrings.xml').matchAll(/<si><t[^>]*?(?:\/>|>([^<]*)<\/t>)<\/si>/g),
  ].map(([, text]) => unescaped(text ?? ''))
  const [headers = [], ...rows] = [
    ...entry(zip, 'xl/worksheets/sheet1.xml').matchAll(/<row [^>]*>(.*?)<\/row>/g),
  ].map(([, row]) => cellsOf(row ?? '', texts))
  return rows.map((cells) => byHeader(headers, cells))
}

/** Returns cells by column: resolves shared strings, converts the serial numbers of days, and keeps other numbers. */
function cellsOf(row: string, texts: readonly string[]): string[] {
  const cells: string[] = []
  for (const [, column, attributes, value] of row.matchAll(/<c r="([A-Z])\d+"([^>]*)><v>([^<]*)<\/v>/g)) {
    const place = (column ?? 'A').charCodeAt(0) - 65
    const isText = attributes?.includes('t="s"')
    const isDay = attributes?.includes('s="1"')
    cells[place] = isText ? (texts[Number(value)] ?? '') : isDay ? dayOf(Number(value)) : (value ?? '')
  }
  return cells
}

const dayOf = (serial: number): string =>
  new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000).toISOString().slice(0, 10)

const byHeader = (headers: readonly string[], cells: readonly string[]): PlainRow =>
  Object.fromEntries(headers.map((header, place) => [header, cells[place] ?? '']))

/** Returns the text of one entry, found by the central directory (APPNOTE.TXT 4.3.12). */
function entry(zip: Buffer, name: string): string {
  for (let at = zip.indexOf('PK\x01\x02'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 4)) {
    const length = zip.readUInt16LE(at + 28)
    if (zip.toString('utf8', at + 46, at + 46 + length) === name) {
      const local = zip.readUInt32LE(at + 42)
      const data = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
      return inflateRawSync(zip.subarray(data, data + zip.readUInt32LE(at + 20))).toString('utf8')
    }
  }
  throw new Error(`no ${name}`)
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescaped = (text: string): string =>
  text.replace(/&(?:#x([0-9a-fA-F]+)|#(\d+)|(\w+));/g, (_, hex, decimal, name) =>
    name ? (ENTITIES[name] ?? '') : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
  )
