import { afterAll, beforeAll, describe, test, vi } from 'vitest'
import { armFileCalls, countedFiles, FILE_LOSSES, type FileLoss, fileCalls } from './file-calls.ts'
import type { Operation } from './operations.ts'
import type { Trials } from './trials.ts'

// Before the import of the modules under test, so that they get the counted calls.
const real = await import('node:fs/promises')
vi.doMock('node:fs/promises', () => ({ ...countedFiles(real), default: real }))
const { backup, sheetsOfFiles } = await import('./operations.ts')
const { openTrials } = await import('./trials.ts')

let trials: Trials
beforeAll(async () => {
  trials = await openTrials('nth-file-call', 'Each call of the file system fails once', {
    name: 'calls',
    losses: FILE_LOSSES.map(String),
    open: async (url) => ({
      url,
      arm: (place, loss) => armFileCalls(place, loss as FileLoss),
      count: fileCalls,
      close: async () => {},
    }),
  })
})
afterAll(() => trials.close())

describe('after the failure of any one call of the file system the invariants hold, and the next attempt succeeds:', () => {
  test.each<[string, Operation]>([
    ['a backup of keys and corpus', backup],
    ['a run of the sheets from downloaded files', sheetsOfFiles],
  ])('%s', (name, operation) => trials.failEach(name, operation))
})
