import { SyncError } from '../../sync-error.ts'

/** The first bytes of other file formats, as Latin-1. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ['PK\x03\x04', 'a ZIP archive or an Excel workbook'],
  ['\xd0\xcf\x11\xe0', 'an old Excel workbook (.xls)'],
  ['\x1f\x8b', 'a file compressed with gzip'],
  ['%PDF', 'a PDF'],
  ['{\\rtf', 'a rich text document'],
]
/** The beginnings of other text formats. */
const BEGINNINGS: readonly (readonly [RegExp, string])[] = [
  [/<!doctype html|<html[\s>]|^<(?:!--|head|body|script|meta|table|div|style|title)/i, 'a web page (HTML)'],
  [/^<\?xml|^<[a-z][\w:.-]*[\s>/]/i, 'an XML document'],
  [/^\{\s*["}]|^\[\s*(?:[[{\]]|"[^"]*"\s*[,\]])/, 'JSON'],
]
/** A byte order mark and white space, as Latin-1. */
const LEAD = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*/
const HEAD_BYTES = 1024
const UTF_16_MARK = /^(?:\xff\xfe|\xfe\xff)/

/** Decodes the first bytes as Latin-1, without the zero bytes of UTF-16. */
function decodeHead(head: Uint8Array): string {
  const text = Buffer.from(head).toString('latin1')
  return UTF_16_MARK.test(text) ? text.replaceAll('\0', '') : text
}

/** Matches the first four bytes of UTF-32, or of UTF-16 without a byte order mark. */
const WIDE = /^(?:\xff\xfe\0\0|\0\0\xfe\xff|[^\0]\0\0\0|\0\0\0[^\0]|[^\0]\0[^\0]\0|\0[^\0]\0[^\0])/s

function rejectWideEncodings(head: Uint8Array): void {
  if (WIDE.test(Buffer.from(head.subarray(0, 4)).toString('latin1'))) {
    throw new SyncError(
      'not_a_sheet',
      'The encoding of the file is UTF-32, or UTF-16 without a byte order mark: save it as UTF-8.',
    )
  }
}

/**
 * Rejects the first bytes of another format or of an unsupported encoding.
 *
 * @throws SyncError `not_a_sheet`
 */
export function rejectOtherFormats(head: Uint8Array): void {
  rejectWideEncodings(head)
  const text = decodeHead(head.subarray(0, HEAD_BYTES)).replace(LEAD, '')
  const [, kind] =
    SIGNATURES.find(([signature]) => text.startsWith(signature)) ??
    BEGINNINGS.find(([beginning]) => beginning.test(text)) ??
    []
  if (kind !== undefined) {
    throw new SyncError('not_a_sheet', `The file is not delimited text: it looks like ${kind}.`)
  }
}

const isControl = (byte: number): boolean => byte < 0x20 && (byte < 0x09 || byte > 0x0d)
/** The maximum number of control characters in a short text. */
const MAX_CONTROLS = 16
/** The maximum share of control characters in a long text. */
const MAX_CONTROLS_SHARE = 0.01

/**
 * Rejects bytes with a NUL or many control characters.
 *
 * @throws SyncError `not_a_sheet`
 */
export function rejectBinary(chunk: Uint8Array): void {
  if (chunk.includes(0) || countControls(chunk) > Math.max(MAX_CONTROLS, chunk.length * MAX_CONTROLS_SHARE)) {
    throw new SyncError('not_a_sheet', 'The file is not delimited text: it contains binary data.')
  }
}

function countControls(chunk: Uint8Array): number {
  let controls = 0
  for (let index = 0; index < chunk.length; index++) {
    if (isControl(chunk[index] as number)) {
      controls++
    }
  }
  return controls
}
