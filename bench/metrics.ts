import type { Database } from '../shared/db/database.ts'
import { sqlFile } from '../shared/db/sql-file.ts'
import { type Asker, openAsker } from './ask.ts'
import { openBenchDatabase } from './bench-database.ts'
import type { Bytes } from './bytes-server.ts'
import { whole } from './figures-table.ts'
import { fillKeys, fillMarks, settle } from './fill.ts'
import { databaseFacts } from './machine.ts'
import { type Scraped, scrapeGoal, scrapesTable } from './metrics-figures.ts'
import { MeasuringError, type Part, type Run } from './part.ts'
import { startPeer, startService } from './processes.ts'

const CONSUMERS = 1_000
/** Scrapes before anything counts, and of a round at least, however short it is. */
const WARM_UP = 50
const LEAST = 100
const PATH = '/metrics'
const TYPE = 'text/plain; version=0.0.4; charset=utf-8'

const FILL_CONSUMERS = sqlFile(import.meta.url, 'fill-consumers.sql', 'planned')

/** One scrape after the other, of a service that many have called, next to what the same bytes cost. */
export const metrics: Part = {
  summary: `GET /metrics of a service that ${whole(CONSUMERS)} consumers have called, next to the same bytes on bare node:http`,
  marks: 20_000,
  async measure(run) {
    run.step('making a database')
    const database = await openBenchDatabase(run)
    await fillMarks(run, database)
    const keys = await fillConsumers(run, database.owner)
    run.step('starting the service')
    const service = await startService(run, database.environment)
    await callByAll(run, service.url, keys)
    const asker = openAsker(service.url, '', run.signal)
    const page = await scrape(asker)
    const scraped = await takeTurns(run, asker, page)
    const facts = { ...describe(run, page), ...(await databaseFacts(database.owner)) }
    asker.close()
    await service.stop()
    return { facts, tables: { scrapes: scrapesTable(scraped) }, goals: [scrapeGoal(scraped, run.marks)] }
  },
}

const describe = ({ rounds, seconds, marks }: Run, page: string): Record<string, string> => ({
  load: `${rounds} rounds of ${seconds} s, one scrape after the other, ${whole(marks)} marks`,
  page: `${whole(page.length)} bytes, ${whole(page.split('\n').filter((line) => /^\w/.test(line)).length)} series`,
})

async function fillConsumers(run: Run, owner: Database): Promise<string[]> {
  run.step(`making ${CONSUMERS} consumers`)
  const keys = await fillKeys(owner, CONSUMERS)
  await owner.query(FILL_CONSUMERS)
  await settle(owner)
  return keys
}

/** Each calls twice: it is granted once, and once refused. */
async function callByAll(run: Run, url: string, keys: readonly string[]): Promise<void> {
  run.step(`calling as ${keys.length} consumers`)
  for (const key of keys) {
    const asker = openAsker(url, key, run.signal)
    await asker.ask('/v1/brands?limit=1')
    await asker.ask('/v1/brands?limit=1')
    asker.close()
  }
}

/** @throws MeasuringError where it is not the page that is to be measured */
async function scrape(asker: Asker): Promise<string> {
  const { status, body } = await asker.ask(PATH)
  const granted = body.match(/^trademark_admissions_total\{consumer="[^"]+",verdict="granted"\} 1$/gm) ?? []
  const refused =
    body.match(/^trademark_admissions_total\{consumer="[^"]+",verdict="rate_limited"\} 1$/gm) ?? []
  if (status !== 200 || granted.length !== CONSUMERS || refused.length !== CONSUMERS) {
    throw new MeasuringError(
      `${PATH} told of ${granted.length} grants and ${refused.length} refusals: figures prove nothing.`,
    )
  }
  return body
}

/** Both are asked one after the other, so that whatever else the machine does falls on both. */
async function takeTurns(run: Run, service: Asker, page: string): Promise<Scraped> {
  const peer = startPeer(run, 'bytes-server.ts')
  const port = await peer.ask<number>({ type: TYPE, body: page } satisfies Bytes)
  const bare = openAsker(`http://127.0.0.1:${port}`, '', run.signal)
  const found = { service: [] as number[][], bare: [] as number[][] }
  for (let round = 0; round <= run.rounds; round++) {
    run.step(round === 0 ? 'warming up' : `round ${round} of ${run.rounds}`)
    const times = { service: [] as number[], bare: [] as number[] }
    const end = performance.now() + (round === 0 ? 0 : run.seconds * 1_000)
    const least = round === 0 ? WARM_UP : LEAST
    for (let asked = 0; asked < least || performance.now() < end; asked++) {
      times.service.push((await service.ask(PATH)).milliseconds)
      times.bare.push((await bare.ask(PATH)).milliseconds)
    }
    if (round > 0) {
      found.service.push(times.service)
      found.bare.push(times.bare)
    }
  }
  bare.close()
  await peer.stop()
  return found
}
