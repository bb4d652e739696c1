import { SyncError } from '../../sync-error.ts'

/** First bytes of other kinds of file, as Latin-1. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ['PK\x03\x04', 'a ZIP archive or an Excel workbook'],
  ['\xd0\xcf\x11\xe0', 'an old Excel workbook (.xls)'],
  ['\x1f\x8b', 'a file compressed with gzip'],
  ['%PDF', 'a PDF'],
  ['{\\rtf', 'a rich text document'],
]
/** What other kinds of text begin with. */
const BEGINNINGS: readonly (readonly [RegExp, string])[] = [
  [/^<!doctype html|^<(?:html|head|body|script|meta)\b/i, 'a web page (HTML)'],
  [/^<\?xml|^<[a-z][\w:.-]*[\s>/]/i, 'an XML document'],
  [/^\{\s*["}]|^\[\s*(?:[[{\]]|"[^"]*"\s*[,\]])/, 'JSON'],
]
/** What may stand before it: a byte order mark and white space. */
const LEAD = /^(?:\xef\xbb\xbf)?\s*/
const LOOKED_AT = 1024

/**
 * Refuses a file whose first bytes are those of another kind of file.
 *
 * @throws SyncError `not_a_sheet`, in a sentence that says what it looks like
 */
export function refuseOtherKinds(head: Uint8Array): void {
  const text = Buffer.from(head.subarray(0, LOOKED_AT)).toString('latin1').replace(LEAD, '')
  const [, kind] =
    SIGNATURES.find(([signature]) => text.startsWith(signature)) ??
    BEGINNINGS.find(([beginning]) => beginning.test(text)) ??
    []
  if (kind !== undefined) {
    throw new SyncError('not_a_sheet', `The file is no delimited text: it looks like ${kind}.`)
  }
}

/** Control characters that no text needs, besides tabs and what ends lines and pages. */
const isControl = (byte: number): boolean => byte < 0x20 && (byte < 0x09 || byte > 0x0d)
/** A few stray ones may come in names; more, and more than one in a hundred bytes, are no text any more. */
const STRAY_CONTROLS = 16
const MOST_CONTROLS = 0.01

/**
 * Refuses bytes that are no text: one NUL, or many control characters.
 *
 * @throws SyncError `not_a_sheet`
 */
export function refuseBinary(chunk: Uint8Array): void {
  if (chunk.includes(0) || countControls(chunk) > Math.max(STRAY_CONTROLS, chunk.length * MOST_CONTROLS)) {
    throw new SyncError('not_a_sheet', 'The file is no delimited text: it holds binary data.')
  }
}

function countControls(chunk: Uint8Array): number {
  let controls = 0
  for (const byte of chunk) {
    if (isControl(byte)) {
      controls++
    }
  }
  return controls
}
