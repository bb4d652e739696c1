import { UnreadableCell } from '../sheet.ts'
import type { ArchivePart } from './archive.ts'
import { isOn } from './cell-formats.ts'
import { appendText, cellText } from './cell-value.ts'
import { LIMITS } from './limits.ts'
import { tooLarge } from './workbook-error.ts'
import { readWhole, type XmlHandlers, xmlReader } from './xml-reader.ts'

/**
 * Reads the shared texts of a workbook. A cell refers to a shared text by the index of the text. A text is unreadable
 * if it is too long, or if a part of it is crossed out or raised (superscript).
 */
export async function readSharedTexts(
  part: ArchivePart | undefined,
): Promise<readonly (string | UnreadableCell)[]> {
  const texts: (string | UnreadableCell)[] = []
  if (part !== undefined) {
    await readWhole(part.bytes(), xmlReader('its shared texts', collectInto(texts)))
  }
  return texts
}

const CROSSED_OUT = new UnreadableCell('a part of it is crossed out')
const RAISED = new UnreadableCell('a part of it is raised, and may be the number of a footnote')

function collectInto(texts: (string | UnreadableCell)[]): XmlHandlers {
  let raw = ''
  let bytes = 0
  let isText = false
  let isPhonetic = false
  let isCrossedOut = false
  let isRaised = false
  return {
    open(name, attributes) {
      if (name === 'si') {
        raw = ''
        isCrossedOut = false
        isRaised = false
      }
      isRaised ||= name === 'vertAlign' && attributes.val === 'superscript'
      isCrossedOut ||= name === 'strike' && isOn(attributes)
      isText = name === 't' && !isPhonetic
      isPhonetic ||= name === 'rPh'
    },
    text(piece) {
      raw = isText ? appendText(raw, piece) : raw
    },
    close(name) {
      isText = false
      isPhonetic &&= name !== 'rPh'
      if (name === 'si') {
        const read = isCrossedOut ? CROSSED_OUT : isRaised ? RAISED : cellText(raw)
        const text = typeof read === 'string' ? detached(read) : read
        bytes += bytesHeld(typeof text === 'string' ? text : '')
        checkSize(texts.length + 1, bytes)
        texts.push(text)
      }
    },
  }
}

function checkSize(count: number, bytes: number): void {
  if (count > LIMITS.sharedTexts) {
    throw tooLarge(`it has more than ${LIMITS.sharedTexts} shared texts`)
  }
  if (bytes > LIMITS.sharedTextBytes) {
    throw tooLarge(`its shared texts would hold more than ${LIMITS.sharedTextBytes} bytes of memory`)
  }
}

/** The bytes that a text takes in V8 in addition to its characters: header, padding, and its place in a growing array. */
const BYTES_OF_TEXT = 40
const TWO_BYTES_WIDE = /[\u0100-\uffff]/

/** Estimates the bytes of memory that a text takes. If a character is not in Latin-1, each character takes two bytes. */
const bytesHeld = (text: string): number => BYTES_OF_TEXT + text.length * (TWO_BYTES_WIDE.test(text) ? 2 : 1)

/** V8 copies substrings up to this length. A longer substring keeps its whole source (a chunk of XML) in memory. */
const LONGEST_COPY = 12

/** Copies a text that may be a long substring. */
const detached = (text: string): string =>
  text.length > LONGEST_COPY ? Buffer.from(text, 'utf8').toString('utf8') : text
