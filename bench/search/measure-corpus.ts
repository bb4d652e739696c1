import { openDatabase } from '../../shared/db/database.ts'
import { drawBrands } from '../draw-brands.ts'
import { settle } from '../fill.ts'
import { databaseFacts } from '../machine.ts'
import { once } from '../once.ts'
import type { Run } from '../part.ts'
import { askAll, askedOf, askSlowestOfEach, type Ways } from './ask-queries.ts'
import { type Built, buildIndex } from './build.ts'
import type { Corpus } from './corpus.ts'
import { measureDay } from './day.ts'
import { drawFiltered } from './draw-filtered.ts'
import { conflictQueries, drawQueries, namesOf } from './draw-queries.ts'
import { type KeptDatabase, openKeptDatabase, removeKeptDatabase } from './kept-database.ts'
import type { KeptRun } from './kept-run.ts'
import type { SearchQuery } from './kinds.ts'
import { loadCorpus } from './load-corpus.ts'
import type { RealNames } from './real-names.ts'
import { measureStress } from './stress/stress.ts'
import { openTextbook, type Textbook } from './textbook.ts'
import { corpusVersion } from './version.ts'
import { ours, timed, type WayName } from './ways.ts'

const EACH = 200
const DRAWN = 20_000
const THRESHOLD = 0.3
const TOLERANT_THRESHOLD = 0.1

interface Task {
  readonly real: RealNames | null
  /** Whether the stress is for this one. */
  readonly stressed: boolean
}

/** Everything of one corpus; what has been measured already is not measured again. */
export async function measureCorpus(kept: KeptRun, corpus: Corpus, { real, stressed }: Task): Promise<void> {
  const { run, results, version } = kept
  if (results.get(`${corpus.id}/done`)) {
    await removeKeptDatabase(kept.folder, corpus.id)
    return
  }
  const database = await openLoaded(kept, corpus)
  const textbook = await openTextbook(database.connection, THRESHOLD)
  run.atEnd(textbook.close)
  const serving = openDatabase(database.connection, 'trademark_serve', 'bench')
  const closeServing = once(() => serving.close())
  run.atEnd(closeServing)
  await buildBoth(kept, database, textbook, corpus)
  const queries = await results.once(`${corpus.id}/queries`, () => drawAll(run, database, corpus, real))
  const ways: Ways = { ours: ours(serving), textbook }
  await askAll(run, results, corpus, queries, ways)
  await results.once(`${corpus.id}/slowest`, () =>
    askSlowestOfEach(run, askedOf(results, corpus, queries), ways),
  )
  await results.once(`${corpus.id}/settings`, () => databaseFacts(database.owner))
  if (corpus.id === 'real-names') {
    await results.once(`${corpus.id}/tolerant`, () => askTolerantly(database, queries))
  } else {
    await database.setDone('changed', version)
    await results.once(`${corpus.id}/day`, () => measureDay(run, database, corpus, ways.ours))
  }
  if (stressed) await measureStress(run, results, database, corpus, queries)
  results.put(`${corpus.id}/done`, new Date().toISOString())
  await textbook.close()
  await closeServing()
  await database.remove()
}

/** The database of a corpus; one that was loaded to its end is used again, unless a run has changed it since. */
async function openLoaded({ run, folder, results }: KeptRun, corpus: Corpus): Promise<KeptDatabase> {
  const version = corpusVersion(corpus.names)
  run.step(`${corpus.title}: opening the database`)
  const found = await openKeptDatabase(run, folder, corpus.id)
  const isNew = results.get(`${corpus.id}/queries`) === undefined
  const isChanged = isNew && (await found.done('changed')) !== undefined
  if ((await found.done('loaded')) === version && !isChanged) return found
  await found.remove()
  results.forget(`${corpus.id}/`)
  const database = await openKeptDatabase(run, folder, corpus.id)
  await loadCorpus(run, database.owner, corpus)
  run.step(`${corpus.title}: vacuum analyze`)
  await settle(database.owner)
  await database.setDone('loaded', version)
  return database
}

/** Both ways as they are for this version of ours; the textbook does not change with it. */
async function buildBoth(
  { run, version, results }: KeptRun,
  database: KeptDatabase,
  textbook: Textbook,
  corpus: Corpus,
): Promise<void> {
  const ours = await builtOnce(database, 'ours', version, () => buildIndex(run, database, corpus))
  const peer = await builtOnce(database, 'textbook', 'as ever', () => buildTextbook(run, textbook, corpus))
  results.put(`${corpus.id}/built`, { ours, textbook: peer })
  run.step(`${corpus.title}: vacuum analyze`)
  await settle(database.owner)
}

/** What it came to is kept in the database itself: it is known as long as it is there. */
async function builtOnce(
  database: KeptDatabase,
  way: WayName,
  version: string,
  build: () => Promise<Built>,
): Promise<Built> {
  const kept = JSON.parse((await database.done(way)) ?? '{}') as { version?: string; built?: Built }
  if (kept.built !== undefined && kept.version === version) return kept.built
  const built = await build()
  await database.setDone(way, JSON.stringify({ version, built }))
  return built
}

async function buildTextbook(run: Run, textbook: Textbook, corpus: Corpus): Promise<Built> {
  run.step(`${corpus.title}: building the textbook search`)
  const startedAt = performance.now()
  await textbook.build()
  const seconds = (performance.now() - startedAt) / 1_000
  return { seconds, megabytes: await textbook.megabytes(), peakMegabytes: null, slowestMeanwhile: null }
}

async function drawAll(
  run: Run,
  { owner }: KeptDatabase,
  corpus: Corpus,
  real: RealNames | null,
): Promise<SearchQuery[]> {
  run.step(`${corpus.title}: drawing queries`)
  const brands = await drawBrands(owner, DRAWN)
  return [
    ...drawQueries(namesOf(brands), EACH),
    ...(await drawFiltered(owner, brands, corpus.marks, EACH)),
    ...conflictQueries(real?.conflicts ?? []),
  ]
}

/** The decided conflicts once more, by the textbook way that lets less similar names count. */
async function askTolerantly({ connection }: KeptDatabase, queries: readonly SearchQuery[]) {
  const way = await openTextbook(connection, TOLERANT_THRESHOLD)
  const answers = []
  for (const query of queries.filter(({ kind }) => kind === 'decided conflict')) {
    answers.push({ query, answer: await timed(way, query) })
  }
  await way.close()
  return answers
}
