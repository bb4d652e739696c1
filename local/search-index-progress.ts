import type { Database } from '../shared/db/database.ts'
import {
  ensureSearchIndex,
  type OnProgress,
  rebuildSearchIndex,
} from '../shared/search/index/rebuild-index.ts'
import { terminalLine } from './terminal-line.ts'

/** Rebuilds a missing or outdated search index, and shows the progress on a terminal. Returns whether the index was rebuilt. */
export const updateIndexWithProgress = (owner: Database): Promise<boolean> =>
  withProgress((onProgress) => ensureSearchIndex(owner, onProgress))

export const rebuildIndexWithProgress = (owner: Database): Promise<void> =>
  withProgress((onProgress) => rebuildSearchIndex(owner, onProgress))

async function withProgress<Result>(build: (onProgress: OnProgress) => Promise<Result>): Promise<Result> {
  const line = terminalLine()
  try {
    return await build((marks, phase) => {
      const read = `Building the search index: ${marks.toLocaleString('en')} marks read`
      line.show(phase === 'reading' ? read : `${read}, sorting…`)
    })
  } finally {
    line.clear()
  }
}
