import type { Page } from 'playwright-core'
import { EXPLORE_PATHS } from '../shared/docs/pages.ts'
import { openBenchDatabase } from './bench-database.ts'
import { drawBrands } from './draw-brands.ts'
import { firstHitGoal, type Waits, waitsTable } from './explore-figures.ts'
import { whole } from './figures-table.ts'
import { fillKeys, fillMarks, settle } from './fill.ts'
import { databaseFacts } from './machine.ts'
import { openBrowser } from './open-browser.ts'
import { MeasuringError, type Part } from './part.ts'
import { startService } from './processes.ts'
import { drawSearches } from './search-requests.ts'

/** Searches in a round, of names as they are, single words and words with a typing error. */
const SEARCHES = 30
const DRAWN = 2_000
/** How somebody types who is fast. */
const KEY_MS = 60

/** From the last key to the painted hits, and to a bare answer on the same page. */
export const explore: Part = {
  summary: 'a name typed into /docs/explore, to the first hit painted, next to a bare fetch on the same page',
  marks: 2_000_000,
  async measure(run) {
    run.step('making a database')
    const database = await openBenchDatabase(run)
    const { seconds } = await fillMarks(run, database)
    run.step('vacuum analyze')
    await settle(database.owner)
    const [key] = await fillKeys(database.owner, 1)
    const brands = await drawBrands(database.owner, DRAWN)
    // The page does not ask twice for the same.
    const names = [...new Set(drawSearches(brands, run.rounds * SEARCHES).map(({ q }) => tidy(q)))]
    if (key === undefined || names.length === 0) {
      throw new MeasuringError('No mark has a name that could be typed.')
    }
    run.step('starting the service and a browser')
    const service = await startService(run, database.environment)
    const browser = await openBrowser(run)
    const page = await browser.newPage()
    await page.addInitScript(WATCH)
    await page.goto(service.url + EXPLORE_PATHS.en)
    await page.locator('#key').fill(key)
    await page.keyboard.press('Enter')
    await page.locator('#q:focus').waitFor()

    const typed: Waits = { way: 'typed, to the first hit painted', milliseconds: [] }
    const bare: Waits = { way: 'the same search by a bare fetch', milliseconds: [] }
    for (const [place, name] of names.entries()) {
      run.step(`search ${place + 1} of ${names.length}`)
      const both = [
        async () => typed.milliseconds.push(await type(page, name)),
        async () => bare.milliseconds.push(await fetchBare(page, name, key)),
      ]
      // The first of the two finds a colder database.
      for (const ask of place % 2 === 0 ? both : both.reverse()) await ask()
    }
    await browser.close()
    await service.stop()
    return {
      facts: {
        load: `${whole(run.marks)} marks (loaded in ${seconds.toFixed(1)} s), ${whole(names.length)} searches by one person`,
        typing: `a key every ${KEY_MS} ms; the page waits for a pause before it asks`,
        browser: browser.version(),
        ...(await databaseFacts(database.owner)),
      },
      tables: { waits: waitsTable([typed, bare]) },
      goals: [firstHitGoal(typed, run.marks)],
    }
  },
}

/**
 * Watches the page from within: when something was typed last, and when its hits, or the word that there are none, were
 * painted. Hits of what was typed before the last key do not count.
 */
const WATCH = `
let typedAt
addEventListener('input', () => { typedAt = performance.now() }, { capture: true })
window.untilShown = (name) => new Promise((resolve) => {
  const isShown = () =>
    new URLSearchParams(location.hash.slice(1)).get('q') === name &&
    document.getElementById('hits').ariaBusy === 'false' &&
    document.getElementById('hit-count').textContent !== ''
  const observer = new MutationObserver(() => {
    if (isShown()) {
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - typedAt)))
    }
  })
  observer.observe(document.getElementById('hits'), { childList: true, subtree: true, attributes: true })
})
`

async function type(page: Page, name: string): Promise<number> {
  await page.locator('#q').fill('')
  await page.locator('#hit-list:empty').waitFor({ state: 'attached' })
  const shown = page.evaluate<number>(`untilShown(${JSON.stringify(name)})`)
  await page.keyboard.type(name, { delay: KEY_MS })
  return shown
}

const tidy = (name: string): string => name.trim().replaceAll(/\s+/g, ' ')

const fetchBare = (page: Page, name: string, key: string): Promise<number> =>
  page.evaluate<number>(`(async () => {
    const beganAt = performance.now()
    const url = '/v1/brands?' + new URLSearchParams({ q: ${JSON.stringify(name)}, incluir: 'clasesNiza' })
    const response = await fetch(url, { cache: 'no-store', headers: { 'X-API-Key': ${JSON.stringify(key)} } })
    await response.json()
    return performance.now() - beganAt
  })()`)
