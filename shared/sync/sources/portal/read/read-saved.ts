import { readFile } from 'node:fs/promises'
import { readUnchanged } from '../../../fetch/unchanged-file.ts'
import { utf16Of } from '../../../formats/delimited/encoding.ts'
import { SyncError } from '../../../sync-error.ts'
import { readNumber } from '../../../values/read-value.ts'
import { statFile, unreadable } from '../../../values/unreadable.ts'
import { answersInText } from './saved-text.ts'

const MEGABYTE = 1024 * 1024
const MOST_BYTES = 64 * MEGABYTE

export interface SavedAnswer {
  /** The position of the answer in the file, from 1. */
  position: number
  /** The application number in the answer, as digits; null if the number is missing or unreadable. */
  nroSolicitud: string | null
  /** The value of `Marca`, which is the input of `readMarca`. */
  answer: unknown
}

/**
 * Reads saved answers of the portal from a JSON file. The file has one answer, an array of answers, or one answer per line. An
 * answer has one of these forms:
 *
 * - the whole response: `{"d":"…"}`;
 * - the value of `d`: `{"Marca":{…}}`;
 * - the value of `Marca`.
 *
 * @throws SyncError `file_unreadable`, `file_changed`, `too_large` or `no_rows`
 */
export async function* readSaved(path: string): AsyncGenerator<SavedAnswer> {
  const answers = answersInText(decode(await bytesOf(path)))
  for (const [index, answer] of answers.entries()) {
    yield { position: index + 1, nroSolicitud: numberIn(answer), answer }
  }
}

async function bytesOf(path: string): Promise<Buffer> {
  const { size } = await statFile(path)
  refuseLarge(size)
  const bytes = await readUnchanged(path, () => readFile(path)).catch((cause) => {
    throw cause instanceof SyncError ? cause : unreadable(cause)
  })
  refuseLarge(bytes.length) // the file may have grown
  return bytes
}

function refuseLarge(size: number): void {
  if (size > MOST_BYTES) {
    throw new SyncError('too_large', `The file is larger than ${MOST_BYTES / MEGABYTE} MB.`)
  }
}

/** Decodes UTF-8, or UTF-16 with a byte order mark. */
function decode(bytes: Buffer): string {
  const encoding = utf16Of(bytes) ?? 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new SyncError('file_unreadable', 'The file is not JSON: it is not UTF-8 text.', { cause })
  }
}

function numberIn(answer: unknown): string | null {
  const { NumeroSolicitud: value } = Object(answer) as { NumeroSolicitud?: unknown }
  const number = typeof value === 'string' || typeof value === 'number' ? readNumber(value) : null
  return number === '0' ? null : (number ?? null)
}
