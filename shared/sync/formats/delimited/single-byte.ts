import { SyncError } from '../../sync-error.ts'

export type SingleByte = 'windows-1252' | 'macintosh' | 'cp850'

/** The characters of code page 850 for the bytes 0x80 to 0xFF. TextDecoder lacks this encoding. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»' +
  '░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀' +
  'ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

const upperBytes = Uint8Array.from({ length: 128 }, (_, index) => 0x80 + index)
const CHARACTERS: Readonly<Record<SingleByte, string>> = {
  'windows-1252': new TextDecoder('windows-1252').decode(upperBytes),
  macintosh: new TextDecoder('macintosh').decode(upperBytes),
  cp850: CP850,
}

export function decodeCp850(bytes: Uint8Array): string {
  const characters: string[] = new Array(bytes.length)
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0
    characters[index] = byte < 0x80 ? String.fromCharCode(byte) : CP850.charAt(byte - 0x80)
  }
  return characters.join('')
}

const SPANISH = /[áéíóúñü]/i
const IN_WORD = /[\p{L}’·\u00a0\u00ad]/u
/** Currency signs are not written directly before a letter. */
const CURRENCY = /[¢£¤¥]/

interface Evidence {
  /** The number of accented Spanish letters next to an ASCII letter. */
  spanish: number
  /** The number of implausible characters, such as `¥` in `NI¥O`. */
  odd: number
}

interface Counts {
  readonly evidence: Readonly<Record<SingleByte, Evidence>>
  /** The first character that is implausible in Windows-1252. */
  first: { byte: number; line: number } | undefined
}

/** The minimum number of accented Spanish letters that prove an encoding. */
const MIN_LETTERS = 3
/** The maximum number of implausible characters for each accented Spanish letter. */
const MAX_ODD_SHARE = 0.01

/**
 * Detects the encoding of a text that is not UTF-8. Returns Windows-1252 if no character is implausible in it, or if the
 * other encodings have no accented Spanish letter.
 *
 * @throws SyncError `not_a_sheet` if the evidence is not sufficient
 */
export async function findSingleByte(chunks: AsyncIterable<Uint8Array>): Promise<SingleByte> {
  const { evidence, first } = await countEvidence(chunks)
  const usual = evidence['windows-1252']
  const name = evidence.cp850.spanish >= evidence.macintosh.spanish ? 'cp850' : 'macintosh'
  const other = evidence[name]
  if (first === undefined || other.spanish === 0) {
    return 'windows-1252'
  }
  if (usual.spanish >= MIN_LETTERS && usual.odd <= usual.spanish * MAX_ODD_SHARE + 1) {
    return 'windows-1252'
  }
  const isOther = other.spanish > usual.spanish && other.odd <= other.spanish * MAX_ODD_SHARE
  if (isOther && other.spanish >= MIN_LETTERS) {
    return name
  }
  throw new SyncError('not_a_sheet', uncertain(first.byte, first.line, name))
}

const LABELS = { 'windows-1252': 'Windows-1252', macintosh: 'Mac Roman', cp850: 'code page 850' } as const

function uncertain(byte: number, line: number, other: SingleByte): string {
  const in1252 = characterOf('windows-1252', byte)
  const inOther = characterOf(other, byte)
  return (
    `The encoding of the file is not certain: a word on line ${line} contains "${in1252}" if read as Windows-1252, ` +
    `or "${inOther}" if read as ${LABELS[other]}. Save the file as UTF-8.`
  )
}

const characterOf = (encoding: SingleByte, byte: number): string => CHARACTERS[encoding].charAt(byte - 0x80)

const KINDS = Object.fromEntries(
  Object.entries(CHARACTERS).map(([encoding, characters]) => [
    encoding,
    [...characters].map((character) => ({
      isSpanish: SPANISH.test(character),
      isInWord: IN_WORD.test(character),
      isCurrency: CURRENCY.test(character),
    })),
  ]),
) as Record<SingleByte, { isSpanish: boolean; isInWord: boolean; isCurrency: boolean }[]>

const ENCODINGS = Object.keys(CHARACTERS) as readonly SingleByte[]
const LINE_FEED = 0x0a

async function countEvidence(chunks: AsyncIterable<Uint8Array>): Promise<Counts> {
  const none = (): Evidence => ({ spanish: 0, odd: 0 })
  const counts: Counts = {
    evidence: { 'windows-1252': none(), macintosh: none(), cp850: none() },
    first: undefined,
  }
  let line = 1
  let before = 0
  let current = 0
  const step = (next: number): void => {
    if (current >= 0x80) {
      countByte(counts, current, isLetter(before), isLetter(next), line)
    } else if (current === LINE_FEED) {
      line++
    }
    before = current
    current = next
  }
  for await (const chunk of chunks) {
    for (const byte of chunk) {
      step(byte)
    }
  }
  step(0)
  return counts
}

function countByte(
  counts: Counts,
  byte: number,
  isAfterLetter: boolean,
  isBeforeLetter: boolean,
  line: number,
): void {
  for (const encoding of ENCODINGS) {
    const kind = KINDS[encoding][byte - 0x80]
    const evidence = counts.evidence[encoding]
    if (kind?.isSpanish && (isAfterLetter || isBeforeLetter)) {
      evidence.spanish++
    } else if (isBeforeLetter && (kind?.isCurrency || (isAfterLetter && !kind?.isInWord))) {
      evidence.odd++
      if (encoding === 'windows-1252') {
        counts.first ??= { byte, line }
      }
    }
  }
}

/** Returns whether a byte is an ASCII letter. */
const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a && byte < 0x80
