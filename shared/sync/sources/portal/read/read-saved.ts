import { readFile } from 'node:fs/promises'
import { readUnchanged } from '../../../fetch/unchanged-file.ts'
import { utf16Of } from '../../../formats/delimited/encoding.ts'
import { SyncError } from '../../../sync-error.ts'
import { readNumber } from '../../../values/read-value.ts'
import { statFile, unreadable } from '../../../values/unreadable.ts'
import { answersInText } from './saved-text.ts'

const MEGABYTE = 1024 * 1024
const MOST_BYTES = 64 * MEGABYTE

/** A saved answer of the portal. */
export interface SavedAnswer {
  /** Its position in the file, from 1. */
  position: number
  /** Its own number, as digits; null without a readable one. */
  nroSolicitud: string | null
  /** The value of `Marca`, as `readMarca` takes it. */
  answer: unknown
}

/**
 * Reads saved answers of the portal from a JSON file: whole answers (`{"d":"…"}`), their content (`{"Marca":{…}}`), or
 * only the value of `Marca`. The file has one answer, an array, or one answer per line. It is parsed as a whole before
 * the first answer is returned.
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
  refuseLarge(bytes.length) // it may have grown
  return bytes
}

function refuseLarge(size: number): void {
  if (size > MOST_BYTES) {
    throw new SyncError('too_large', `The file is larger than ${MOST_BYTES / MEGABYTE} MB.`)
  }
}

/** Decodes UTF-8, or UTF-16 with its byte order mark. */
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
