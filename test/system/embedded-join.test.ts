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

describe('the first to join', () => {
  test('makes the cluster, the database and a role that owns it without being a superuser', async () => {
    const { connection, leave } = await joinHere(newDataDir())
    const [row] = await query(
      connection,
      `select current_database() as database, current_user as user, r.rolsuper, r.rolcreaterole, r.rolcreatedb,
              d.datlocale, pg_encoding_to_char(d.encoding) as encoding, d.datdba = r.oid as owns,
              current_setting('data_checksums') as checksums
         from pg_roles r, pg_database d
        where r.rolname = current_user and d.datname = current_database()`,
    )
    expect(row).toEqual({
      database: 'trademark',
      user: 'trademark',
      rolsuper: false,
      rolcreaterole: true,
      rolcreatedb: true,
      datlocale: 'C.UTF-8',
      encoding: 'UTF8',
      owns: true,
      checksums: 'on',
    })
    await leave()
  })

  test('gets a server that does not listen on the network and requires the password', async () => {
    const { connection, leave } = await joinHere(await readyDataDir())
    expect(await query(connection, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
    await expect(query({ ...connection, password: 'guess' }, 'select 1')).rejects.toThrow('password')
    await expect(query({ ...connection, user: 'postgres' }, 'select 1')).rejects.toThrow('password')
    await leave()
  })

  test('gets durable commits by default, and the settings that it requests', async () => {
    const { connection, leave } = await joinHere(await readyDataDir(), { settings: { work_mem: '8MB' } })
    const [row] = await query(
      connection,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
              current_setting('jit') as jit, current_setting('work_mem') as work_mem`,
    )
    expect(row).toEqual({ fsync: 'on', commit: 'on', jit: 'off', work_mem: '8MB' })
    await leave()
  })
})

describe('several members', () => {
  test('that start at once on an empty folder share one cluster', async () => {
    const dataDir = newDataDir()
    const members = ['start', 'keys', 'sync'].map((name) => startMember(dataDir, name))
    const connections = await Promise.all(members.map((member) => member.joined))
    const identifiers = await Promise.all(
      connections.map((connection) => query(connection, 'select system_identifier from pg_control_system()')),
    )
    expect(new Set(identifiers.map((rows) => rows[0].system_identifier)).size).toBe(1)
    expect(processesWith(` -D ${join(dataDir, 'postgres')} `)).toHaveLength(1)
    await Promise.all(members.map((member) => member.leave()))
    expect(isStopped(dataDir)).toBe(true)
  })

  test('keep the server running until the last of them leaves', async () => {
    const dataDir = await readyDataDir()
    const [first, second] = [await joinHere(dataDir), await joinHere(dataDir)]
    await first.leave()
    expect(await query(second.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await second.leave()
    expect(isStopped(dataDir)).toBe(true)
  })

  test('that leave at once stop the server', async () => {
    const dataDir = await readyDataDir()
    for (let round = 0; round < 5; round++) {
      const members = await Promise.all([1, 2, 3, 4].map(() => joinHere(dataDir)))
      await Promise.all(members.map((member) => member.leave()))
      expect(isStopped(dataDir)).toBe(true)
    }
  })
})

describe('leaving', () => {
  test('does not stop a server that has other connections', async () => {
    const dataDir = await readyDataDir()
    const first = await joinHere(dataDir)
    const visitor = query({ ...first.connection, database: 'postgres' }, 'select pg_sleep(600)')
    visitor.catch(() => {})
    await eventually(async () => {
      const rows = await query(
        first.connection,
        `select from pg_stat_activity where query like '%sleep(600)'`,
      )
      return rows.length === 1
    })
    await first.leave()
    expect(processesWith(` -D ${join(dataDir, 'postgres')} `)).toHaveLength(1)
    process.kill(postmasterPid(dataDir), 'SIGINT')
    await expect(visitor).rejects.toThrow()
    await eventually(() => isStopped(dataDir))
  })

  test('may be repeated, also after the server has stopped', async () => {
    const dataDir = await readyDataDir()
    const member = await joinHere(dataDir)
    process.kill(postmasterPid(dataDir), 'SIGINT')
    await Promise.all([member.leave(), member.leave()])
    await member.leave()
    expect(isStopped(dataDir)).toBe(true)
  })
})

describe('a joining member', () => {
  test('waits for a server that is shutting down, and starts it again', async () => {
    const dataDir = await readyDataDir()
    const log = logFromNow(dataDir)
    const first = await joinHere(dataDir)
    const postmaster = postmasterPid(dataDir)
    const checkpointer = serverProcess(postmaster, 'checkpointer')
    process.kill(checkpointer, 'SIGSTOP') // the shutdown waits for it
    const leaving = first.leave()
    await eventually(() => log().includes('received fast shutdown request'))
    const joining = joinHere(dataDir)
    await eventually(() => log().includes('FATAL:  the database system is shutting down'))
    process.kill(checkpointer, 'SIGCONT')
    await leaving
    const second = await joining
    expect(await query(second.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(postmasterPid(dataDir)).not.toBe(postmaster)
    await second.leave()
  })

  test('can join while a leaving member waits for connections to end', async () => {
    const dataDir = await readyDataDir()
    const first = await joinHere(dataDir)
    const client = new pg.Client(first.connection)
    await client.connect()
    const leaving = first.leave()
    const rows = async (text: string) => (await client.query(text)).rows
    // Its last statement shows that it has taken the lock once, and has found the other connection.
    const leaver = `select from pg_stat_activity
                     where application_name like 'trademark leaving %' and query ~ 'backend_type|advisory_unlock'`
    await eventually(async () => (await rows(leaver)).length === 1)
    const join = `select pg_try_advisory_lock_shared(hashtextextended('trademark embedded: members', 0)) as joined,
                         exists (select from pg_stat_activity where application_name like 'trademark leaving %') as leaving`
    let [found] = await rows(join)
    while (!found.joined) [found] = await rows(join)
    expect(found).toEqual({ joined: true, leaving: true })
    await client.end()
    await leaving
  })

  test('always gets a server, also if another member leaves at the same moment', async () => {
    const dataDir = await readyDataDir()
    let member = await joinHere(dataDir)
    for (let round = 0; round < 10; round++) {
      const [next] = await Promise.all([joinHere(dataDir), member.leave()])
      expect(await query(next.connection, 'select 1 as one')).toEqual([{ one: 1 }])
      member = next
    }
    await member.leave()
    expect(isStopped(dataDir)).toBe(true)
  })
})

describe('an exclusive member', () => {
  test('refuses a second member of its name with its pid, and admits other names', async () => {
    const dataDir = await readyDataDir()
    const first = startMember(dataDir, 'start', true)
    await first.joined
    await expect(startMember(dataDir, 'start', true).joined).rejects.toThrow(
      `another "start" (pid ${first.pid}) already runs on the data folder ${dataDir}: stop that process first`,
    )
    const other = startMember(dataDir, 'keys', true)
    await other.joined
    await Promise.all([first.leave(), other.leave()])
    expect(isStopped(dataDir)).toBe(true)
  })

  test('that was killed blocks its name until the server notices', async () => {
    const dataDir = await readyDataDir()
    const first = startMember(dataDir, 'start', true)
    const connection = await first.joined
    const backend = serverProcess(postmasterPid(dataDir), 'trademark trademark')
    process.kill(backend, 'SIGSTOP')
    await first.kill()
    const joining = joinHere(dataDir, { name: 'start', exclusive: true })
    const refused = `select from pg_stat_activity
                      where application_name = 'trademark start ${process.pid}' and query like '%pg_locks%'`
    await eventually(async () => (await query(connection, refused)).length > 0)
    process.kill(backend, 'SIGCONT')
    await (await joining).leave()
    expect(isStopped(dataDir)).toBe(true)
  })
})
