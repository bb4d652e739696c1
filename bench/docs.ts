import type { Browser } from 'playwright-core'
import { openBenchDatabase } from './bench-database.ts'
import { type PageFigures, pagesTable, readyGoal } from './docs-figures.ts'
import { openBrowser } from './open-browser.ts'
import type { Part } from './part.ts'
import { startPeer, startService } from './processes.ts'

/** Loads in a round, each by a browser that has kept nothing. */
const LOADS = 5
/** The last thing that Swagger UI shows. */
const READY = '.opblock'

/** The reference from the click to what can be used, next to Swagger UI's own page on bare node:http. */
export const docs: Part = {
  summary: "GET /docs in a browser with a cold cache, next to Swagger UI's own page on bare node:http",
  marks: 20_000,
  async measure(run) {
    run.step('making a database')
    const database = await openBenchDatabase(run)
    run.step('starting the servers and a browser')
    const service = await startService(run, database.environment)
    const document = await (await fetch(`${service.url}/docs/openapi.json`)).text()
    const peer = startPeer(run, 'swagger-server.ts')
    const browser = await openBrowser(run)
    const ours: PageFigures = { page: '/docs', milliseconds: [], bytes: 0 }
    const theirs: PageFigures = { page: "Swagger UI's own", milliseconds: [], bytes: 0 }
    const pages = [
      [ours, `${service.url}/docs`],
      [theirs, `http://127.0.0.1:${await peer.ask<number>({ document })}/`],
    ] as const
    for (let round = 1; round <= run.rounds; round++) {
      for (let load = 1; load <= LOADS; load++) {
        run.step(`round ${round} of ${run.rounds}: load ${load} of ${LOADS}`)
        for (const [figures, url] of pages) {
          await measure(browser, url, figures)
        }
      }
    }
    await browser.close()
    await peer.stop()
    await service.stop()
    return {
      facts: { load: `${run.rounds} rounds of ${LOADS} loads`, browser: browser.version() },
      tables: { pages: pagesTable([ours, theirs]) },
      goals: [readyGoal(ours, run.marks)],
    }
  },
}

async function measure(browser: Browser, url: string, figures: PageFigures): Promise<void> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) =>
    sizes.push(
      request
        .sizes()
        .then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize),
    ),
  )
  const startedAt = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator(READY).last().waitFor()
  figures.milliseconds.push(performance.now() - startedAt)
  figures.bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  await context.close()
}
