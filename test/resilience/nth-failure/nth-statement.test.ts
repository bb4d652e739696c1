import { afterAll, beforeAll, describe, test } from 'vitest'
import { backup, OPERATIONS, restoreOf } from './operations.ts'
import { LOSSES, type Loss, startStatementProxy } from './statement-proxy.ts'
import { openTrials, type Trials } from './trials.ts'

let trials: Trials
beforeAll(async () => {
  trials = await openTrials('nth-statement', 'Each statement fails once', {
    name: 'statements',
    losses: LOSSES.map(String),
    open: async (url) => {
      const { through, arm, ...proxy } = await startStatementProxy(url)
      return { ...proxy, url: through(url), arm: (place, loss) => arm(place, loss as Loss) }
    },
  })
})
afterAll(() => trials.close())

describe('after the failure of any one statement the invariants hold, and the next attempt succeeds:', () => {
  test.each(Object.entries(OPERATIONS))('%s', (name, operation) => trials.failEach(name, operation))

  test('a restore', () => trials.after(backup, (source) => trials.failEach('a restore', restoreOf(source))))
})
