import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { BROWSER } from './browser.ts'

/** Declares tests that need a browser; they are skipped if none is installed. */
export const inBrowser = BROWSER ? describe : describe.skip

/** Git-ignored; `SCREENSHOTS=yes npm run test:system -- browser` writes them. */
const SCREENSHOTS = 'report/screenshots'

/** The rules of axe-core that depend on the colour scheme. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** Expects that a page meets the rules of axe-core and fits the width, in every view unless some are named. */
export async function expectFit(
  page: Page,
  name: string,
  views: readonly (keyof typeof VIEWS)[] = ['light', 'dark', 'telephone'],
): Promise<void> {
  for (const view of views) {
    const { viewport, colorScheme } = VIEWS[view]
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    // Draws the page once, which ends transitions between colours and reports sizes to the scripts of the page.
    await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 }, animations: 'disabled' })
    await keepScreenshot(page, `${name}-${view}`)
    const found = await findings(page, view === 'dark' ? RULES_OF_COLOURS : [])
    expect({ view, isTooWide: await isTooWide(page), found }).toEqual({ view, isTooWide: false, found: [] })
  }
}

/** Saves a screenshot of a page if SCREENSHOTS is `yes`: each takes a second. */
export async function keepScreenshot(page: Page, name: string, fullPage = true): Promise<void> {
  if (process.env.SCREENSHOTS === 'yes') {
    await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage })
  }
}

export const SCREEN = { width: 1280, height: 900 }
export const TELEPHONE = { width: 390, height: 844 }

/** The viewports and colour schemes of the tests. */
export const VIEWS = {
  light: { viewport: SCREEN, colorScheme: 'light' },
  dark: { viewport: SCREEN, colorScheme: 'dark' },
  telephone: { viewport: TELEPHONE, colorScheme: 'light' },
} as const satisfies Record<string, BrowserContextOptions>

/** The timeout of a browser action in milliseconds: the browser may share two cores with all other tests. */
export const PATIENCE_MS = 100_000

/** The requests and console messages that are allowed. */
interface Allowed {
  request(url: string): boolean
  line?(text: string): boolean
}

/** Creates a browser context, whose pages share a cache. */
export async function patientContext(browser: Browser, view: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(view)
  context.setDefaultTimeout(PATIENCE_MS)
  return context
}

/** Opens a page in a browser context. Collects the errors that the browser reports, and forbidden requests. */
export async function watchedPage(
  context: BrowserContext,
  { request: mayAsk, line: maySay = () => false }: Allowed,
): Promise<{ page: Page; complaints: string[] }> {
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (line) => {
    const isBad = line.type() === 'error' || line.type() === 'warning'
    if (isBad && !maySay(line.text())) complaints.push(line.text())
  })
  page.on('request', (request) => {
    if (!mayAsk(request.url())) complaints.push(`asked ${request.url()}`)
  })
  await page.exposeFunction('complain', (text: string) => complaints.push(text))
  await page.addInitScript(`addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    complain('policy: ' + violatedDirective + ' ' + blockedURI))`)
  return { page, complaints }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The search button of the theme shows a keyboard shortcut that its accessible name does not contain. */
const OF_THE_THEME = ['label-content-name-mismatch: .DocSearch']

interface Violation {
  id: string
  nodes: { target: string[] }[]
}

/** Ends colour transitions, during which contrast may be too low. Endless animations continue. */
const FINISH_TRANSITIONS = `for (const each of document.getAnimations()) {
  if (each.effect?.getComputedTiming().endTime !== Infinity) each.finish()
}`

/**
 * Returns the violations of axe-core rules, as `rule: element`; checks all rules unless some are named, and the whole page
 * unless `within` selects a part of it.
 */
export async function findings(
  page: Page,
  rules: readonly string[] = [],
  within?: string,
): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) {
    await page.evaluate(AXE)
  }
  await page.evaluate(FINISH_TRANSITIONS)
  // Without this limit, axe describes every element that meets a rule too, which doubles its duration.
  const options = { resultTypes: ['violations'], ...(rules.length > 0 ? { runOnly: rules } : {}) }
  const { violations } = await page.evaluate<{ violations: Violation[] }>(
    `axe.run(${within === undefined ? 'document' : JSON.stringify(within)}, ${JSON.stringify(options)})`,
  )
  return violations
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
    .filter((finding) => !OF_THE_THEME.includes(finding))
}

/** Returns whether a page needs horizontal scrolling. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > innerWidth')
