import { once } from 'node:events'
import { expect, test } from 'vitest'
import { stopSignal } from './sync-job.ts'

const outOfTime = new Error('The job exceeded its time limit.')

test('a job stops at its time limit, with the error of the job', async () => {
  const signal = stopSignal({ getRemainingTimeInMillis: () => 1 }, outOfTime)
  const keepsRunning = setInterval(() => {}, 1_000) // the timer of the signal does not keep a process running
  await once(signal, 'abort')
  clearInterval(keepsRunning)
  expect(signal.reason).toBe(outOfTime)
})

test('a job stops with its process, with the error of the process', () => {
  const stopped = new Error('The service was stopped.')
  const signal = stopSignal({ signal: AbortSignal.abort(stopped) }, outOfTime)
  expect(signal.reason).toBe(stopped)
})
