import { SaxesParser } from 'saxes'
import type { Part } from './archive.ts'
import { LIMITS } from './limits.ts'
import { notASheet, tooLarge } from './workbook-error.ts'

export type Attributes = Readonly<Record<string, string | undefined>>

/**
 * What is told of an XML file, in its order. Names are those of elements without their namespace's prefix.
 */
export interface XmlHandlers {
  open?(name: string, attributes: Attributes): void
  text?(text: string): void
  close?(name: string): void
}

export interface XmlReader {
  /** Takes the next bytes, and calls the handlers for what is complete with them. */
  write(bytes: Buffer): void
  /** Says that there are no more; throws where the XML is not complete. */
  end(): void
}

/**
 * A reader of one XML file in UTF-8 that trusts nobody: document types and entities are refused, depth and
 * the length of what has to be held in memory are bounded. `what` names the file in messages ("its styles").
 */
export function xmlReader(what: string, handlers: XmlHandlers): XmlReader {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const { parser, isQuietAfter } = boundedParser(what, handlers)
  return {
    write: (bytes) =>
      inWords(what, () => {
        if (isQuietAfter(bytes.length)) {
          throw tooLarge(`${what} have a tag or text of more than ${LIMITS.xmlTokenBytes} bytes`)
        }
        parser.write(decoder.decode(bytes, { stream: true }))
      }),
    end: () =>
      inWords(what, () => {
        parser.write(decoder.decode())
        parser.close()
      }),
  }
}

/** Reads a part that is small in every honest workbook. */
export async function readSmallPart(part: Part, what: string, handlers: XmlHandlers): Promise<void> {
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

/** The parser, and how to learn that too many bytes have gone into it without anything coming out. */
function boundedParser(what: string, handlers: XmlHandlers) {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let depth = 0
  let quietBytes = 0
  parser.on('opentag', ({ name, attributes }) => {
    quietBytes = 0
    if (++depth > LIMITS.xmlDepth) {
      throw tooLarge(`${what} are nested more than ${LIMITS.xmlDepth} deep`)
    }
    handlers.open?.(localName(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    quietBytes = 0
    depth--
    handlers.close?.(localName(name))
  })
  const text = (found: string): void => {
    quietBytes = 0
    handlers.text?.(found)
  }
  parser.on('text', text)
  parser.on('cdata', text)
  parser.on('doctype', () => {
    throw notASheet(`${what} have a document type, which a workbook does not`)
  })
  const isQuietAfter = (bytes: number): boolean => {
    quietBytes += bytes
    return quietBytes > LIMITS.xmlTokenBytes
  }
  return { parser, isQuietAfter }
}

/** What the parser and the decoder find wrong is told of the file; a defect in a handler stays a defect. */
function inWords(what: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    throw isFinding(error) ? notASheet(`${what} are not valid XML`, error) : error
  }
}

/** The parser throws plain errors; of the decoder's, the code is what tells them. */
const isFinding = (error: unknown): boolean =>
  error instanceof Error && error.name === 'Error'
    ? true
    : (error as { code?: unknown }).code === 'ERR_ENCODING_INVALID_ENCODED_DATA'

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}
