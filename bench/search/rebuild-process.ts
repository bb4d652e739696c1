import { type Connection, openDatabase } from '../../shared/db/database.ts'
import { rebuildSearchIndex } from '../../shared/search/index/rebuild-index.ts'
import { doTask } from '../own-process.ts'

/** How many marks are in the index so far. */
export type RebuildNews = number

/** How many seconds it took. */
export type RebuildAnswer = number

doTask<Connection, RebuildNews, RebuildAnswer>(async (connection, tell) => {
  const owner = openDatabase(connection, 'owner', 'rebuild')
  const startedAt = performance.now()
  await rebuildSearchIndex(owner, tell)
  const seconds = (performance.now() - startedAt) / 1_000
  await owner.close()
  return seconds
})
