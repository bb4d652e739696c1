import { SaxesParser } from 'saxes'
import type { ArchivePart } from './archive.ts'
import { LIMITS } from './limits.ts'
import { notASheet, tooLarge } from './workbook-error.ts'

export type Attributes = Readonly<Record<string, string | undefined>>

/** Callbacks for an XML file. Element names have no prefix. */
export interface XmlHandlers {
  open?(name: string, attributes: Attributes): void
  text?(text: string): void
  close?(name: string): void
}

interface XmlReader {
  write(bytes: Buffer): void
  /** Ends the file; throws if the XML is incomplete. */
  end(): void
}

/**
 * Returns a parser of an untrusted XML file in UTF-8. The parser rejects document types, deeply nested elements and
 * long tokens.
 *
 * @param what the name of the file in messages, such as "its styles"
 */
export function xmlReader(what: string, handlers: XmlHandlers): XmlReader {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const { parser, isTokenTooLong } = boundedParser(what, handlers)
  return {
    write: (bytes) =>
      asWorkbookErrors(what, () => {
        if (isTokenTooLong(bytes.length)) {
          throw tooLarge(`${what} have a tag or text of more than ${LIMITS.xmlTokenBytes} bytes`)
        }
        parser.write(decoder.decode(bytes, { stream: true }))
      }),
    end: () =>
      asWorkbookErrors(what, () => {
        parser.write(decoder.decode())
        parser.close()
      }),
  }
}

/** Parses a small part. Throws SyncError `too_large` for a large part. */
export async function readSmallPart(part: ArchivePart, what: string, handlers: XmlHandlers): Promise<void> {
  if (part.size > LIMITS.smallPartBytes) {
    throw tooLarge(`${what} have more than ${LIMITS.smallPartBytes} bytes`)
  }
  await readWhole(part.bytes(), xmlReader(what, handlers))
}

export async function readWhole(chunks: AsyncIterable<Buffer>, reader: XmlReader): Promise<void> {
  for await (const bytes of chunks) {
    reader.write(bytes)
  }
  reader.end()
}

function boundedParser(what: string, handlers: XmlHandlers) {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let depth = 0
  let tokenBytes = 0
  parser.on('opentag', ({ name, attributes }) => {
    tokenBytes = 0
    if (++depth > LIMITS.xmlDepth) {
      throw tooLarge(`${what} are nested more than ${LIMITS.xmlDepth} deep`)
    }
    handlers.open?.(localName(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    tokenBytes = 0
    depth--
    handlers.close?.(localName(name))
  })
  const text = (found: string): void => {
    tokenBytes = 0
    handlers.text?.(found)
  }
  parser.on('text', text)
  parser.on('cdata', text)
  parser.on('doctype', () => {
    throw notASheet(`${what} have a document type, which no workbook has`)
  })
  const isTokenTooLong = (bytes: number): boolean => {
    tokenBytes += bytes
    return tokenBytes > LIMITS.xmlTokenBytes
  }
  return { parser, isTokenTooLong }
}

/** Converts syntax errors to SyncError `not_a_sheet`. Rethrows other errors, such as a SyncError from a handler. */
function asWorkbookErrors(what: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    throw isSyntaxError(error) ? notASheet(`${what} are not valid XML`, error) : error
  }
}

/** The parser throws plain errors; the decoder throws errors with a code. */
const isSyntaxError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'Error'
    ? true
    : (error as { code?: unknown }).code === 'ERR_ENCODING_INVALID_ENCODED_DATA'

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}
