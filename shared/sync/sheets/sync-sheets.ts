import { basename } from 'node:path'
import { chileanDay } from '../../chilean-day.ts'
import type { Database } from '../../db/database.ts'
import type { RunReport, Trigger } from '../run.ts'
import { type RunOptions, runSync } from '../run-sync.ts'
import { SyncError } from '../sync-error.ts'
import { type Edition, editionOf } from './edition.ts'
import { unreadable } from './open-sheet.ts'
import { ofSheet, type ReadProgress, readSheets, type SheetFile } from './read-sheets.ts'

export interface SheetsOrder {
  /** Paths of workbooks (XLSX) and delimited texts. */
  files: readonly string[]
  /** Edition of all of them, `YYYY-MM-DD`; without it each has its own, as `editionOf` finds it. */
  date?: string
  trigger: Trigger
  /** The sheets are those of the made-up office. */
  sample?: boolean
}

/** A sheet as it is taken. */
export interface TakenSheet {
  name: string
  edition: Edition
}

export interface SheetsOptions extends RunOptions {
  /** Told before the first row is read, oldest edition first. */
  onSheets?: (sheets: readonly TakenSheet[]) => void
  onProgress?: (progress: ReadProgress) => void
}

/**
 * Brings the corpus up to date with bulk sheets, in one run: all of them count, or none. Where two tell of the same
 * application, the newer edition is right, and of two of one day the one that is named later.
 */
export const syncSheets = (
  database: Database,
  { files, date, trigger, sample = false }: SheetsOrder,
  { onSheets = () => {}, onProgress, ...options }: SheetsOptions = {},
): Promise<RunReport> =>
  runSync(
    database,
    { source: 'sheets', trigger, sample },
    async (run) => {
      const sheets = await oldestFirst(files, date)
      onSheets(sheets)
      return readSheets(database, run, sheets, onProgress)
    },
    options,
  )

async function oldestFirst(files: readonly string[], date: string | undefined): Promise<SheetFile[]> {
  const sheets = await Promise.all(
    files.map(async (path) => ({ path, name: basename(path), edition: await findEdition(path, date) })),
  )
  return sheets.sort((a, b) => a.edition.day.localeCompare(b.edition.day))
}

async function findEdition(path: string, date: string | undefined): Promise<Edition> {
  if (date !== undefined && date > chileanDay(new Date())) {
    throw new SyncError('edition_in_future', `No sheet has the edition ${date} yet.`)
  }
  try {
    return date === undefined ? await editionOf(path) : { day: date, from: 'given' }
  } catch (error) {
    throw ofSheet(basename(path), unreadable(error))
  }
}
