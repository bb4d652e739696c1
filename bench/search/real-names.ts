import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { openSheet } from '../../shared/sync/sheets/open-sheet.ts'
import { readRecords } from '../../shared/sync/sheets/read-records.ts'
import type { Conflict } from './draw-queries.ts'

/** Real records lie beside the project, where they are there at all. */
const FOLDER = new URL('../../../shared/realdata/', import.meta.url)
const SHEETS = ['solicitudes-2019-1.csv', 'solicitudes-2019-2.xlsx']
const PAIRS = 'pairs/pairs-dev.tsv'

/** Names of marks that exist. */
export interface RealNames {
  readonly names: readonly string[]
  /** Their marks are not among the names. */
  readonly conflicts: readonly Conflict[]
}

/** @returns null where the real records are not there */
export async function readRealNames(folder: URL = FOLDER): Promise<RealNames | null> {
  const sheets = SHEETS.map((file) => fileURLToPath(new URL(`sheets/${file}`, folder)))
  const pairs = new URL(PAIRS, folder)
  if (![...sheets, pairs].every((file) => existsSync(file))) {
    return null
  }
  const names: string[] = []
  for (const sheet of sheets) {
    for await (const { records } of readRecords(() => openSheet(sheet))) {
      names.push(...records.map(({ record }) => record.denominacion))
    }
  }
  return { names, conflicts: readPairs(await readFile(pairs, 'utf8')) }
}

/** The first two columns below the headers: what was asked for, and the mark that it was held against. */
export const readPairs = (text: string): Conflict[] =>
  text
    .trimEnd()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => {
      const [query = '', mark = ''] = line.split('\t')
      return { query, mark }
    })
