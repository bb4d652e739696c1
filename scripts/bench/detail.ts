import type { ChildProcess } from 'node:child_process'
import { type BenchDatabase, isUp, openBenchDatabase } from './bench-database.ts'
import { type DetailRequest, drawRequests, fillKeys, fillMarks, settle } from './fill.ts'
import type { Load, LoadFigures } from './load.ts'
import { databaseFacts, residentMegabytes } from './machine.ts'
import { type Goal, MeasuringError, median, type Part, type Run, type ServerFigures } from './part.ts'
import { ask, type Service, startPeer, startService } from './processes.ts'

const MARKS = 20_000
const KEYS = 1_000
const CONNECTIONS = 32
const REQUESTS = CONNECTIONS * 500
const WARM_UP_SECONDS = 2
const STARTS = 5

/** The goals of one service on one machine. */
const LEAST_OF_SELECT = 0.25
const LEAST_OF_ADMISSION = 0.6
const MOST_MEMORY_MB = 150
const MOST_START_SECONDS = 3

/** One mark by its number: against the bare look-up, and against the same statements without the service. */
export const detail: Part = {
  summary: 'GET /v1/brands/{nroSolicitud}, against the same queries on bare node:http',
  async measure(run) {
    run.step('making a database')
    const database = await openBenchDatabase(run)
    const requests = await fill(run, database)
    const facts = { load: describeLoad(run), ...(await databaseFacts(database.owner)) }

    run.step('starting the servers')
    const { targets, peers, service } = await startServers(run, database)
    const servers = compare(await takeTurns(run, targets, requests))
    const memory = await residentMegabytes(service.pid)

    await Promise.all(peers.map(({ stop }) => stop()))
    await database.leave()
    const starts = await measureStarts(run, database, service)
    return { facts, servers, goals: [...ratioGoals(servers), memoryGoal(memory), startGoal(starts)] }
  },
}
