import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chileanDay } from '../../chilean-day.ts'
import type { Database } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import type { Limits } from '../fetch/patience.ts'
import { corpusState } from '../merge/compare.ts'
import type { RunOrder, RunReport, StartedRun } from '../run.ts'
import { type Found, type RunOptions, runSync } from '../run-sync.ts'
import { LeftAloneError, SyncError } from '../sync-error.ts'
import type { PortalTaken } from '../taken.ts'
import { unreadable } from '../unreadable.ts'
import { openPortal, type Portal } from './ask/portal.ts'
import { UnreadableAnswer } from './ask/unreadable-answer.ts'
import { chooseNumbers } from './choose-numbers.ts'
import { closeForToday, type Manners, paceOf } from './manners.ts'
import { readMarca } from './read/read-marca.ts'
import { readSaved } from './read/read-saved.ts'
import { type MarkTaker, takeMarks } from './take-marks.ts'

/** Where the portal is. */
export type PortalPlace =
  /** Paths of answers that somebody has saved, in JSON. */
  | { files: readonly string[] }
  /** The address of the portal's page, or of a file of such answers. */
  | { url: string }

export interface PortalOrder extends Omit<RunOrder, 'source' | 'sample' | 'input'> {
  from: PortalPlace
  /** The day of saved answers, `YYYY-MM-DD`; without it the day on which their file was last written. */
  date?: string
  /** The portal is that of the made-up office. */
  sample?: boolean
  manners: Manners
  /** Sheets are configured, too: as long as none has come, it is not known what is new. */
  sheetsFirst?: boolean
}

export interface PortalOptions extends RunOptions {
  /** Told behind each application that was asked for. */
  onAsked?: (asked: number) => void
  /** How long the portal may take, where not as long as usual. */
  limits?: Partial<Limits>
}

/** So many answers in a row that cannot be read, and nothing that can be is to be expected. */
const MOST_UNREADABLE = 3

const STATE = sqlFile(import.meta.url, 'state.sql', 'planned')

interface State {
  newest: string
  /** The portal has said that it is enough for today. */
  closed: boolean
  hasSheets: boolean
}

/**
 * Asks the search portal for what is newer than all that is known, and then for the marks under way that it was asked for
 * longest ago: one after the other, a bounded number. What stops the portal's answering in the middle ends the run as
 * failed; what had come before is applied, and the next run goes on behind it.
 */
export const syncPortal = (
  database: Database,
  order: PortalOrder,
  options: PortalOptions = {},
): Promise<RunReport> => {
  const { from, date, manners: _, sheetsFirst: __, sample = false, ...rest } = order
  const files = savedFiles(from)
  const input = 'files' in from ? { input: { files: from.files, ...(date ? { date } : {}) } } : {}
  return runSync(
    database,
    { ...rest, ...input, source: 'portal', sample },
    (run) => (files ? readFiles(database, run, files, date) : askPortal(database, run, order, options)),
    options,
  )
}

const savedFiles = (from: PortalPlace): readonly string[] | undefined => {
  if ('files' in from) {
    return from.files
  }
  return from.url.startsWith('file:') ? [fileURLToPath(from.url)] : undefined
}

async function askPortal(
  database: Database,
  run: StartedRun,
  order: PortalOrder,
  options: PortalOptions,
): Promise<Found> {
  const { from, manners, sample = false } = order
  const anew = !sample && (await corpusState(database)).kind === 'sample'
  const [state] = await database.query<State>(STATE, { anew })
  const { newest } = refuseToAsk(state as State, order)
  const taken: PortalTaken = { newest, day: chileanDay(new Date()), numbers: [] }
  const taker = takeMarks(database, run, taken)
  const portal = openPortal({
    url: (from as { url: string }).url,
    contact: manners.contact,
    pace: paceOf(database, manners),
    signal: run.signal,
    ...(options.limits ? { limits: options.limits } : {}),
    ...(manners.pauseMs === 0 ? { retries: { minMs: 0, maxMs: 0 } } : {}),
  })
  run.reading.sourceDate = taken.day
  try {
    const choice = { portal, after: newest, most: manners.recordsPerRun, anew }
    await askForAll({ database, portal, taker, taken, options, choice })
  } catch (error) {
    run.signal.throwIfAborted()
    await stopAt(database, run, taken, error)
  }
  if (taken.numbers.length === 0) {
    return 'nothing new'
  }
  await taker.end()
  return 'read'
}

/** @throws LeftAloneError */
function refuseToAsk(state: State, { sheetsFirst }: PortalOrder): State {
  if (state.closed) {
    throw new LeftAloneError(
      'limit_reached',
      'The portal said today that it is enough: it is asked again tomorrow.',
    )
  }
  if (sheetsFirst && !state.hasSheets) {
    throw new LeftAloneError('no_sheets', 'The sheets come first: without them it is not known what is new.')
  }
  return state
}

interface Asking {
  database: Database
  portal: Portal
  taker: MarkTaker
  taken: PortalTaken
  options: PortalOptions
  choice: Parameters<typeof chooseNumbers>[1]
}

async function askForAll({ database, portal, taker, taken, options, choice }: Asking): Promise<void> {
  let unreadable = 0
  for await (const { nroSolicitud, isNew } of chooseNumbers(database, choice)) {
    const answer = await portal.detail(nroSolicitud).catch((error: unknown) => {
      if (!(error instanceof UnreadableAnswer) || ++unreadable >= MOST_UNREADABLE) {
        throw error
      }
      return error
    })
    if (answer instanceof UnreadableAnswer) {
      await taker.take(nroSolicitud, { reason: answer.message })
    } else {
      unreadable = 0
      await (answer === undefined
        ? taker.takeNone(nroSolicitud)
        : taker.take(nroSolicitud, readMarca(answer, nroSolicitud)))
    }
    if (isNew) {
      taken.newest = nroSolicitud
    }
    options.onAsked?.(taken.numbers.length)
  }
}

/** The end of a reading before its time. What came before it counts, unless nothing did. */
async function stopAt(
  database: Database,
  run: StartedRun,
  { numbers }: PortalTaken,
  error: unknown,
): Promise<void> {
  if (!(error instanceof SyncError)) {
    throw error
  }
  if (error.code === 'limit_reached') {
    await closeForToday(database)
  }
  if (numbers.length === 0) {
    throw error.code === 'calls_spent' ? new LeftAloneError(error.code, error.message) : error
  }
  if (error.code !== 'calls_spent') {
    run.stopped = error
  }
}

/** Answers that somebody has saved, of one application the last: where the next run goes on does not depend on them. */
async function readFiles(
  database: Database,
  run: StartedRun,
  files: readonly string[],
  date: string | undefined,
): Promise<Found> {
  const day = date ?? (await newestDay(files))
  run.reading.sourceDate = day
  const taker = takeMarks(database, run, { newest: '0', day, numbers: [] })
  const answers = new Map<string, unknown>()
  for (const file of files) {
    for await (const { place, asked, answer } of readSaved(file)) {
      answers.set(asked ?? `${file} ${place}`, answer)
    }
  }
  for (const [asked, answer] of answers) {
    run.signal.throwIfAborted()
    await taker.take(asked, readMarca(answer, asked))
  }
  await taker.end()
  return 'read'
}

/** The day on which a file was last written: the portal answers as of the day on which it is asked. */
async function newestDay(files: readonly string[]): Promise<string> {
  try {
    const written = await Promise.all(files.map(async (file) => (await stat(file)).mtimeMs))
    return chileanDay(new Date(Math.max(...written)))
  } catch (error) {
    throw unreadable(error)
  }
}
