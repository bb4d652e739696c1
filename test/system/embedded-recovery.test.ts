import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import {
  isStopped,
  joinHere,
  logFromNow,
  newDataDir,
  postmasterPid,
  query,
  readyDataDir,
  removeFolders,
  removeReadyDataDir,
} from '../support/embedded/data-dir.ts'
import { eventually, processesWith, serverProcess, startMember } from '../support/embedded/processes.ts'

afterEach(removeFolders)
afterAll(removeReadyDataDir)

describe('a member that is killed', () => {
  test('leaves a server that the next member uses, with its data', async () => {
    const dataDir = await readyDataDir()
    const first = startMember(dataDir, 'start')
    await query(await first.joined, 'create table kept as select 42 as answer')
    const postmaster = postmasterPid(dataDir)
    await first.kill()
    const second = await joinHere(dataDir)
    expect(await query(second.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
    expect(postmasterPid(dataDir)).toBe(postmaster)
    await second.leave()
    expect(isStopped(dataDir)).toBe(true)
  })

  test('while it creates the cluster leaves only a draft, which the next member removes', async () => {
    const dataDir = newDataDir()
    const first = startMember(dataDir, 'start')
    const draft = await eventually(() =>
      readdirSync(dataDir).find((name) => name.startsWith('postgres.new-')),
    )
    await eventually(() => existsSync(join(dataDir, draft, 'global', 'pg_control')))
    await first.kill()
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    await eventually(() => processesWith(draft).length === 0)
    const second = await joinHere(dataDir)
    expect(await query(second.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.'))).toEqual(['postgres.log'])
    await second.leave()
  })
})

describe('a server that is killed', () => {
  test('is started again by its members, and existing connection pools work again', async () => {
    const dataDir = await readyDataDir()
    const lines: string[] = []
    const members = await Promise.all(
      ['start', 'keys'].map((name) =>
        joinHere(dataDir, { name, exclusive: true, log: (line) => void lines.push(`${name}: ${line}`) }),
      ),
    )
    const pool = new pg.Pool({ ...members[0]?.connection })
    pool.on('error', () => {})
    await pool.query('create table pooled as select 42 as answer')
    process.kill(postmasterPid(dataDir), 'SIGKILL')
    await eventually(() => lines.filter((line) => line.endsWith('PostgreSQL is running again')).length === 2)
    expect((await pool.query('select answer from pooled')).rows).toEqual([{ answer: 42 }])
    expect([...lines].sort().slice(0, 2)).toEqual([
      'keys: PostgreSQL is running again',
      'keys: the connection to PostgreSQL was lost: starting PostgreSQL again',
    ])
    await expect(joinHere(dataDir, { name: 'start', exclusive: true })).rejects.toThrow('another "start"')
    await pool.end()
    await Promise.all(members.map((member) => member.leave()))
    await eventually(() => isStopped(dataDir))
  })

  test('can be left while it is being started again', async () => {
    const dataDir = await readyDataDir()
    let lost = (): void => {}
    const loss = new Promise<void>((resolve) => {
      lost = resolve
    })
    const member = await joinHere(dataDir, { log: () => lost() })
    process.kill(postmasterPid(dataDir), 'SIGKILL')
    await loss
    await member.leave()
    await eventually(() => processesWith(` -D ${join(dataDir, 'postgres')} `).length === 0)
  })

  test('is started again as soon as its last process has released the shared memory', async () => {
    const dataDir = await readyDataDir()
    const first = startMember(dataDir, 'start')
    await first.joined
    const postmaster = postmasterPid(dataDir)
    const straggler = serverProcess(postmaster, 'checkpointer')
    const log = logFromNow(dataDir)
    process.kill(straggler, 'SIGSTOP')
    await first.kill()
    process.kill(postmaster, 'SIGKILL')
    const joining = joinHere(dataDir)
    await eventually(() => log().includes('pre-existing shared memory block'))
    process.kill(straggler, 'SIGCONT')
    const second = await joining
    expect(await query(second.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await second.leave()
  })

  test('is not replaced if it restarts by itself', async () => {
    const dataDir = await readyDataDir()
    const lines: string[] = []
    const member = await joinHere(dataDir, { log: (line) => void lines.push(line) })
    const postmaster = postmasterPid(dataDir)
    const backend = serverProcess(postmaster, 'trademark trademark')
    process.kill(backend, 'SIGKILL') // makes PostgreSQL restart all server processes
    await eventually(() => lines.includes('PostgreSQL is running again'))
    expect(postmasterPid(dataDir)).toBe(postmaster)
    await member.leave()
    expect(isStopped(dataDir)).toBe(true)
  })
})

describe('a postmaster.pid that a crash left behind', () => {
  test('does not prevent the start if its pid belongs to another running program', async () => {
    const dataDir = await readyDataDir()
    const first = startMember(dataDir, 'start')
    const { host } = await first.joined
    const postmaster = postmasterPid(dataDir)
    await first.kill()
    process.kill(postmaster, 'SIGKILL')
    await eventually(() => processesWith('').every(({ parent, pid }) => ![parent, pid].includes(postmaster)))

    // PostgreSQL respects the pid only if the process belongs to its own user.
    const { uid, gid } = statSync(join(dataDir, 'postgres'))
    const other = spawn('sleep', ['600'], process.getuid?.() === 0 ? { uid, gid } : {})
    for (const file of [join(dataDir, 'postgres', 'postmaster.pid'), join(host, '.s.PGSQL.5432.lock')]) {
      writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(other.pid)))
    }
    const second = await joinHere(dataDir)
    expect(await query(second.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(postmasterPid(dataDir)).not.toBe(other.pid)
    expect(other.exitCode ?? other.signalCode).toBeNull()
    other.kill()
    await second.leave()
  })
})
