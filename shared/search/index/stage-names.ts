import { copyLine } from '../../db/copy-text.ts'
import type { Transaction } from '../../db/database.ts'
import { readBatches } from '../../db/read-batches.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { nameColumns, wordLine } from './index-lines.ts'
import { nameEntry, wordsOf } from './name-entry.ts'

const READ_STAGED = sqlFile(import.meta.url, 'read-staged-names.sql', 'planned')
const COPY_NAMES = {
  text: 'copy staged_name (run_id, nro_solicitud, name, weight, shares, sound) from stdin',
  parameters: [],
}
const COPY_WORDS = { text: 'copy staged_word (run_id, word, sound, deletions) from stdin', parameters: [] }

const BATCH = 10_000
/** The maximum number of staged words to remember. Beyond this number, a word may be staged twice, without harm. */
const MAX_KNOWN_WORDS = 100_000

/** A mark whose name is to be staged. */
interface NamedMark {
  /** The application number. */
  number: string
  denominacion: string
}

/** Stages the index entries of the marks that a run has staged: the names, and the words of the names. */
export async function stageNames(
  transaction: Transaction,
  runId: number,
  signal: AbortSignal,
): Promise<void> {
  const known = new Set<string>()
  for await (const marks of readBatches<NamedMark>(transaction, READ_STAGED, { run_id: runId }, BATCH)) {
    signal.throwIfAborted()
    await stageMarks(transaction, runId, marks, known)
  }
}

/** Stages the names of marks, and the words that are not in `known`. Adds the staged words to `known`. */
export async function stageMarks(
  target: Transaction,
  runId: number,
  marks: readonly NamedMark[],
  known: Set<string> = new Set(),
): Promise<void> {
  const entries = marks.map(({ number, denominacion }) => ({ number, ...nameEntry(denominacion) }))
  const words = new Set(entries.flatMap(({ name }) => wordsOf(name)))
  const unknown = [...words].filter((word) => !known.has(word))
  const names = entries.map((entry) => copyLine([runId, entry.number, ...nameColumns(entry)]))
  await target.copyIn(COPY_NAMES, [names.join('')])
  await target.copyIn(COPY_WORDS, [unknown.map((word) => wordLine(word, [runId])).join('')])
  remember(known, unknown)
}

function remember(known: Set<string>, words: readonly string[]): void {
  if (known.size > MAX_KNOWN_WORDS) {
    known.clear()
  }
  for (const word of words) known.add(word)
}
