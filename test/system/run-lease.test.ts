import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { isGone, leaseOwner } from '../../shared/sync/run/lease-owner.ts'
import { until } from '../support/until.ts'

test('the owner of a run counts as gone as soon as its process is killed, even before its parent reaps it', async () => {
  // The shell starts a child, prints its pid, and becomes a program that never waits for it.
  const parent = spawn('/bin/sh', ['-c', 'sleep 60 & echo $!; exec sleep 61'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = await once(parent.stdout, 'data')
  const pid = Number(String(line))
  await until(async () => (await readFile(`/proc/${parent.pid}/comm`, 'utf8')) === 'sleep\n')
  const [, ...rest] = leaseOwner().split(' ')
  const owner = [pid, ...rest].join(' ')
  expect(isGone(owner)).toBe(false)
  process.kill(pid, 'SIGKILL')
  await until(() => isGone(owner))
  process.kill(pid, 0) // still in the process table
  parent.kill('SIGKILL')
})
