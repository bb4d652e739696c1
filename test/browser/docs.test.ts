import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { ALL_PAGES, LANGUAGES, pagePath } from '../../shared/docs/pages.ts'
import { BROWSER } from '../support/browser.ts'
import { sampleMarks } from '../support/marks.ts'
import { startTestService, type TestService } from '../support/service.ts'
import {
  expectFitInAllViews,
  findings,
  inBrowser,
  keepScreenshot,
  VIEWS,
  watchedPage,
} from '../support/watched-page.ts'

const marks = sampleMarks().slice(0, 50)
const number = marks[0]?.nroSolicitud ?? ''

const pagePaths = LANGUAGES.flatMap((language) => ALL_PAGES.map((page) => pagePath(language, page)))

let service: TestService
let key: string
let browser: Browser

inBrowser('in a browser', () => {
  beforeAll(async () => {
    service = await startTestService({ marks })
    key = await service.key()
    browser = await chromium.launch(BROWSER)
  })
  afterAll(async () => {
    await browser?.close()
    await service?.stop()
  })

  /** Opens a page of the site in a browser that knows nothing yet; what it complains of is gathered. */
  async function open(
    path: string,
    view: BrowserContextOptions = VIEWS.light,
  ): Promise<{ page: Page; complaints: string[] }> {
    const opened = await watchedPage(browser, view, {
      request: (url) => url.startsWith(`${service.address}/`) || url.startsWith('data:'),
    })
    await opened.page.goto(service.address + path)
    if (path === '/docs') {
      await opened.page.waitForSelector('.opblock')
    }
    return opened
  }

  const operation = (page: Page, path: string) =>
    page.locator('.opblock', { has: page.locator(`[data-path="${path}"]`) })

  const expand = async (page: Page, path: string): Promise<void> => {
    await operation(page, path).locator('.opblock-summary-control').click()
    await operation(page, path).locator('.execute').waitFor()
  }

  async function authorize(page: Page, typed: string): Promise<void> {
    await page.locator('.operations-head .authorize').click()
    await page.locator('.auth-container input').fill(typed)
    await page.locator('.auth-btn-wrapper .authorize').click()
    await page.locator('.auth-btn-wrapper .btn-done').click()
  }

  /** Asks by the button of an operation; the status that is shown. */
  async function execute(page: Page, path: string): Promise<string> {
    await operation(page, path).locator('.execute').click()
    return operation(page, path).locator('.live-responses-table .response-col_status').last().innerText()
  }

  describe('in light and dark, on a screen and on a telephone', () => {
    test.each(pagePaths)(
      '%s is fit for everybody, fits the width, and loads nothing from elsewhere',
      async (path) => {
        const { page, complaints } = await open(path)
        await expectFitInAllViews(page, path.slice(1).replaceAll('/', '-'))
        expect(complaints).toEqual([])
        await page.context().close()
      },
    )

    test('the reference is, too, and an operation that is open in it', async () => {
      const { page, complaints } = await open('/docs')
      await expectFitInAllViews(page, 'docs')
      await expand(page, '/v1/brands')
      for (const summary of await page.locator('.response-headers summary').all()) {
        await summary.click()
      }
      await expectFitInAllViews(page, 'docs-open')
      expect(complaints).toEqual([])
      await page.context().close()
    })

    test('the dialog for the key is, too', async () => {
      const { page } = await open('/docs')
      await page.locator('.operations-head .authorize').click()
      await page.locator('.auth-container input').fill(key)
      await expectFitInAllViews(page, 'docs-key')
      await page.context().close()
    })
  })

  describe('the reference', () => {
    test('asks with the key that was typed in, and shows what came', async () => {
      const { page, complaints } = await open('/docs')
      await authorize(page, key)
      await expand(page, '/v1/brands')
      expect(await execute(page, '/v1/brands')).toMatch(/^200/)
      expect(await operation(page, '/v1/brands').locator('.live-responses-table').innerText()).toContain(
        'nextCursor',
      )
      await expand(page, '/v1/brands/{nroSolicitud}')
      await page.getByLabel('nroSolicitud', { exact: true }).fill(number)
      expect(await execute(page, '/v1/brands/{nroSolicitud}')).toMatch(/^200/)
      expect(await findings(page)).toEqual([])
      expect(complaints).toEqual([])
      await keepScreenshot(page, 'docs-answer-light')
      await page.context().close()
    })

    test('hides the key that is typed in, and asks no browser to keep or check it', async () => {
      const { page } = await open('/docs')
      await page.locator('.operations-head .authorize').click()
      const field = page.getByLabel('Value of the key', { exact: true })
      await field.fill(key)
      expect(await field.getAttribute('type')).toBe('password')
      expect(await field.getAttribute('autocomplete')).toBe('off')
      expect(await field.getAttribute('spellcheck')).toBe('false')
      await page.context().close()
    })

    test('has the buttons of the dialog for the key within a low window', async () => {
      const { page } = await open('/docs', { viewport: { width: 390, height: 480 } })
      await page.locator('.operations-head .authorize').click()
      for (const button of ['.authorize', '.btn-done']) {
        const box = await page.locator(`.auth-btn-wrapper ${button}`).boundingBox()
        expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThanOrEqual(480)
      }
      expect(await findings(page)).toEqual([])
      await page.context().close()
    })

    test('folds the headers of each response, and breaks no line of JSON', async () => {
      const { page } = await open('/docs', VIEWS.telephone)
      await expand(page, '/v1/brands')
      const headers = operation(page, '/v1/brands').locator('[data-code="200"] .response-headers')
      expect(await headers.locator('dl').isVisible()).toBe(false)
      await headers.locator('summary').focus()
      await page.keyboard.press('Enter')
      expect(await headers.locator('dt').allInnerTexts()).toContain('x-request-id string')
      const whiteSpace = `getComputedStyle(document.querySelector('[data-code="200"] pre code')).whiteSpace`
      expect(await page.evaluate(whiteSpace)).toBe('pre')
      await page.context().close()
    })

    test('shows the 401 of a key that is not good', async () => {
      const { page } = await open('/docs')
      await authorize(page, 'tmk_nonsense')
      await expand(page, '/v1/brands')
      expect(await execute(page, '/v1/brands')).toMatch(/^401/)
      expect(await operation(page, '/v1/brands').innerText()).toContain('Missing or invalid API key')
      await page.context().close()
    })

    test('keeps no key: it is gone once the page was loaded again', async () => {
      const { page } = await open('/docs')
      await authorize(page, key)
      const kept = await page.evaluate(
        'JSON.stringify({ ...localStorage, ...sessionStorage, cookie: document.cookie })',
      )
      expect(kept).toBe('{"cookie":""}')
      await page.reload()
      await page.waitForSelector('.opblock')
      await expand(page, '/v1/brands')
      expect(await execute(page, '/v1/brands')).toMatch(/^401/)
      await page.context().close()
    })

    test('takes no other document from its address', async () => {
      const { page, complaints } = await open('/docs')
      await page.goto(
        `${service.address}/docs?url=https://elsewhere.example/openapi.json&configUrl=https://elsewhere.example/c`,
      )
      await page.waitForSelector('.opblock')
      expect(complaints).toEqual([])
      await page.context().close()
    })

    test('loads what it is made of, and no more', async () => {
      const { page } = await open('/docs')
      const asked = await page.evaluate(
        `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)`,
      )
      expect(asked).toHaveLength(8)
      await page.context().close()
    })
  })

  describe('a block of code', () => {
    test.each([
      ['/docs/en/quick-start', 'Copy', 'Copied'],
      ['/docs/es/quick-start', 'Copiar', 'Copiado'],
    ])('of %s can be copied, by keyboard too, which is told', async (path, copy, copied) => {
      const { page, complaints } = await open(path)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      const block = page.locator('.code').first()
      await block.getByRole('button', { name: copy }).focus()
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 60_000) // it is told for a while only
      await page.keyboard.press('Enter')
      await page.getByRole('status').filter({ hasText: copied }).waitFor({ state: 'attached' })
      await page.clock.resume()
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
        (await block.locator('pre').innerText()).trimEnd(),
      )
      expect(await findings(page)).toEqual([])
      expect(complaints).toEqual([])
      await page.context().close()
    })

    test('has no button where pages may not write to the clipboard', async () => {
      const { page } = await open('/docs/en/quick-start')
      await page.addInitScript('delete Navigator.prototype.clipboard')
      await page.reload()
      expect(await page.locator('main pre').count()).toBeGreaterThan(0)
      expect(await page.locator('main button').count()).toBe(0)
      await page.context().close()
    })
  })

  describe('by keyboard', () => {
    const focused = (page: Page): Promise<{ text: string; outline: string }> =>
      page.evaluate(`(() => {
        const { activeElement: element } = document
        return { text: element.textContent.trim(), outline: getComputedStyle(element).outlineStyle }
      })()`)

    test.each(['/docs', '/docs/en/errors', '/docs/es'])(
      '%s: the first stop skips to the content',
      async (path) => {
        const { page } = await open(path)
        await page.keyboard.press('Tab')
        const { text } = await focused(page)
        expect(text).toBe(path.startsWith('/docs/es') ? 'Ir al contenido' : 'Skip to the content')
        expect(await page.locator('.skip').boundingBox()).toMatchObject({ y: 0 })
        await page.keyboard.press('Enter')
        await page.locator('#content:focus').waitFor()
        await page.context().close()
      },
    )

    test.each(['light', 'dark'] as const)('%s: what is stopped at can be seen', async (view) => {
      const { page } = await open('/docs/en/errors', VIEWS[view])
      const stops: string[] = []
      for (let stop = 0; stop < 12; stop += 1) {
        await page.keyboard.press('Tab')
        const { text, outline } = await focused(page)
        expect({ text, outline }).toEqual({ text, outline: 'solid' })
        stops.push(text)
      }
      expect(stops.slice(0, 6)).toEqual([
        'Skip to the content',
        'Trademark Read Service',
        'Explore',
        'API reference',
        'Español',
        'Overview',
      ])
      await page.context().close()
    })

    test('on a telephone a button brings the list of pages, and Escape takes it away', async () => {
      const { page } = await open('/docs/en/errors', VIEWS.telephone)
      const list = page.locator('#pages')
      expect(await list.isVisible()).toBe(false)
      await page.locator('.menu').focus()
      await page.keyboard.press('Enter')
      expect(await list.isVisible()).toBe(true)
      expect(await findings(page)).toEqual([])
      await keepScreenshot(page, 'menu-telephone', false)
      await page.keyboard.press('Escape')
      expect(await list.isVisible()).toBe(false)
      await page.context().close()
    })

    test('a section that was chosen in that list is in sight', async () => {
      const { page } = await open('/docs/en/errors', VIEWS.telephone)
      await page.locator('.menu').click()
      await page.locator('#pages [href^="#"]').first().click()
      await page.locator('#pages').waitFor({ state: 'hidden' })
      await page.context().close()
    })
  })
})
