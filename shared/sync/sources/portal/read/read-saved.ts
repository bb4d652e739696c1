import { readFile } from 'node:fs/promises'
import { SyncError } from '../../../sync-error.ts'
import { readNumber } from '../../../values/read-value.ts'
import { statFile, unreadable } from '../../../values/unreadable.ts'
import { answersInText } from './saved-text.ts'

const MEGABYTE = 1024 * 1024
const MOST_BYTES = 64 * MEGABYTE

/** An answer of the portal that somebody has kept. */
export interface SavedAnswer {
  /** Which one of the file's answers it is, from 1. */
  place: number
  /** The number that it tells of itself, as digits; null where it has none that can be read. */
  asked: string | null
  /** The value of `Marca`, as `readMarca` takes it. */
  answer: unknown
}

/**
 * Reads saved answers of the portal from a JSON file: whole answers (`{"d":"…"}`), their `{"Marca":{…}}`, or the bare
 * value of that; one of them, an array of them, or one on each line. The file is looked through before the first one is
 * handed on: all of it can be read, or nothing is.
 *
 * @throws SyncError `file_unreadable`, `too_large` or `no_rows`
 */
export async function* readSaved(path: string): AsyncGenerator<SavedAnswer> {
  const answers = answersInText(decode(await bytesOf(path)))
  for (const [index, answer] of answers.entries()) {
    yield { place: index + 1, asked: numberIn(answer), answer }
  }
}

async function bytesOf(path: string): Promise<Buffer> {
  const { size } = await statFile(path)
  refuseLarge(size)
  const bytes = await readFile(path).catch((cause) => {
    throw unreadable(cause)
  })
  refuseLarge(bytes.length) // it may have grown
  return bytes
}

function refuseLarge(size: number): void {
  if (size > MOST_BYTES) {
    throw new SyncError('too_large', `The file is larger than ${MOST_BYTES / MEGABYTE} MB.`)
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new SyncError('file_unreadable', 'The file is no JSON: it is not even a text in UTF-8.', { cause })
  }
}

function numberIn(answer: unknown): string | null {
  const { NumeroSolicitud: told } = Object(answer) as { NumeroSolicitud?: unknown }
  const number = typeof told === 'string' || typeof told === 'number' ? readNumber(told) : null
  return number === '0' ? null : (number ?? null)
}
