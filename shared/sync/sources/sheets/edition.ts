import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { chileanDay } from '../../../platform/time/chilean-day.ts'
import { dayIn, withoutDays } from '../../text/day-in-text.ts'
import { foldWords } from '../../text/fold-words.ts'

/** The edition of a sheet, and where it was found. */
export interface Edition {
  /** `YYYY-MM-DD`. */
  day: string
  from: 'given' | 'name' | 'written'
}

/**
 * Returns the edition of a file: the day in its name, or else the day in Chile of its last change. The name may contain a
 * day in the future: then a quality gate stops the run.
 */
export async function editionOf(path: string, now = new Date()): Promise<Edition> {
  const named = dayIn(basename(path))
  if (named !== undefined) {
    return { day: named, from: 'name' }
  }
  const { mtime } = await stat(path)
  return { day: chileanDay(mtime < now ? mtime : now), from: 'written' }
}

const EXTENSIONS = /(?:\.(?:csv|tsv|txt|xlsx|zip))+$/i

/**
 * Returns the name that all editions of a sheet share: `solicitudes-2026-11-02.xlsx`, `Solicitudes_20261103.csv` and
 * `Solicitudes del 4 de noviembre de 2026.csv` are editions of `solicitudes`.
 */
export const seriesOf = (fileName: string): string =>
  foldWords(withoutDays(fileName.replace(EXTENSIONS, '')))
    .replace(/ (?:del?|al)$/, '')
    .replaceAll(' ', '-')
