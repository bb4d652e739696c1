import { readFile } from 'node:fs/promises'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../shared/db/database.ts'
import { setDatabases } from '../../shared/db/serving.ts'
import { LANGUAGES } from '../../shared/docs/languages.ts'
import type { KeyTerms } from '../../shared/keys/keys.ts'
import { rebuildSearchIndex } from '../../shared/search/index/rebuild-index.ts'
import { BROWSER } from '../support/browser.ts'
import { type SampleMark, sampleMarks } from '../support/marks.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import {
  expectFit,
  findings,
  inBrowser,
  isTooWide,
  keepScreenshot,
  patientContext,
  SCREEN,
  TELEPHONE,
  VIEWS,
  watchedPage,
} from '../support/watched-page.ts'

const EXPLORE_PATHS = { en: '/docs/en/explore', es: '/docs/es/explore' }

const KAYAKS = '1132851'
/** A fixed day for tests that depend on the current day. Marks that are in force on it expire later. */
const TODAY = '2026-11-22T15:00:00Z'
const HOSTILE = '<img src=x onerror="document.title=\'taken\'"> zumbido'
const LONG_NAME = `Zumbido ${'interminable'.repeat(80)}`
const LONG_STATUS = 'Notificación de resolución de aceptación a registro con exclusión parcial de cobertura'
const SIGNS = ['FIGURATIVA', 'SONORA'] as const

const base = sampleMarks()
const like = (number: number, change: Partial<SampleMark>): SampleMark => ({
  ...(base[1] as SampleMark),
  nroSolicitud: String(number),
  nroRegistro: null,
  ...change,
})
const marks: SampleMark[] = [
  ...base,
  like(9_000_001, { denominacion: HOSTILE, estadoOficina: '<b>Registrada</b>' }),
  like(9_000_002, { denominacion: LONG_NAME }),
  like(9_000_003, { denominacion: 'زومبيدو zumbido' }),
  like(9_000_004, {
    denominacion: 'Silencio',
    clases: [],
    personas: [],
    anotaciones: [],
    fuentes: [],
    fechaVencimiento: null,
  }),
  like(9_000_005, { denominacion: 'Esfera', estado: 'EN_TRAMITE', estadoOficina: LONG_STATUS }),
  like(9_000_007, {
    denominacion: 'Ocaso',
    estado: 'REGISTRADA',
    estadoOficina: 'Registrada',
    fechaVencimiento: '2026-11-21',
  }),
  like(9_000_006, { denominacion: '1800 Susurros' }),
  like(9_000_008, { denominacion: '=SUSURRO(1) agrio' }),
  ...SIGNS.map((tipoSigno, place) =>
    like(9_000_010 + place, { denominacion: '', tipoSigno, fechaPresentacion: '2026-11-20' }),
  ),
  ...Array.from({ length: 205 }, (_, place) =>
    like(9_100_000 + place, { denominacion: `Murmullo ${place}` }),
  ),
]

process.env.OFFICE_RECORD_URL = 'https://office.example/marks?lang=es&number={nroSolicitud}'

let service: TestService
let key: string
let browser: Browser
/** The context of tests that change nothing that another page could notice. */
let shared: BrowserContext

interface Opened {
  page: Page
  complaints: string[]
  /** The requests under /v1, in order. */
  asked: string[]
}

inBrowser('the page for exploring', () => {
  beforeAll(async () => {
    service = await startTestService({ marks })
    await rebuildSearchIndex(service.owner)
    key = await service.key()
    browser = await chromium.launch(BROWSER)
    shared = await patientContext(browser, VIEWS.light)
  })
  afterAll(async () => {
    await browser?.close()
    await service?.stop()
  })

  /** Opens the page, in a new browser context if a view is given, and collects the errors that the browser reports. */
  async function open(path: string = EXPLORE_PATHS.en, view?: BrowserContextOptions): Promise<Opened> {
    const context = view === undefined ? shared : await patientContext(browser, view)
    const { page, complaints } = await watchedPage(context, {
      request: (url) => new URL(url).origin === service.address,
      // Some tests cause responses with 401, 429 or 500.
      line: (text) => /Failed to load resource: the server responded with/.test(text),
    })
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/v1/')) asked.push(pathname + search)
    })
    await page.goto(service.address + path)
    await page.locator('#key').waitFor()
    return { page, complaints, asked }
  }

  async function useKey(page: Page, typed: string): Promise<void> {
    await page.locator('#key').fill(typed)
    await page.keyboard.press('Enter')
  }

  /** Opens the page and enters a valid key. */
  async function begin(
    path?: string,
    view?: BrowserContextOptions,
    terms?: Partial<KeyTerms>,
  ): Promise<Opened & { key: string }> {
    const ours = terms === undefined ? key : await service.key(terms)
    const opened = await open(path, view)
    await useKey(opened.page, ours)
    await opened.page.locator('#q:focus').waitFor()
    return { ...opened, key: ours }
  }

  /** Expects that a link opens, in a new tab, the part of a page that its fragment names; the explorer keeps its key. */
  async function expectLink(page: Page, link: string, text: RegExp): Promise<void> {
    const [beside] = await Promise.all([page.waitForEvent('popup'), page.locator(link).click()])
    // The router of the site does not make the part the :target.
    const part = 'document.getElementById(decodeURIComponent(location.hash.slice(1)))'
    await until(() => beside.evaluate<boolean>(`${text}.test(${part}?.textContent)`).catch(() => false))
    await beside.close()
  }

  const hits = (page: Page) => page.locator('#hit-list li')
  const hit = (page: Page, name: string) => page.locator('#hit-list a', { hasText: name })
  const focused = (page: Page): Promise<string> => page.evaluate('document.activeElement.id')

  /** Types all letters at once: a pause between two letters would start a search. */
  async function search(page: Page, name: string): Promise<void> {
    await page.locator('#q').fill(name)
    await hits(page).first().waitFor()
  }

  async function close({ page }: Opened): Promise<void> {
    const context = page.context()
    await (context === shared ? page.close() : context.close())
  }

  /** Returns the violations of axe-core rules in the explorer, without the frame of the site. */
  const findingsInside = (page: Page): Promise<string[]> => findings(page, [], '#explore')

  describe('in every view in English, and in light in Spanish', () => {
    test.each(LANGUAGES)(
      'it is accessible, fits the width and links to its explanations in %s, from the key to the open mark',
      async (language) => {
        const opened = await open(EXPLORE_PATHS[language], VIEWS.light)
        const { page } = opened
        const views = language === 'en' ? undefined : (['light'] as const)
        await expectLink(page, '#key-help a', /Get a key|Obtener una clave/)
        await useKey(page, 'tmk_nonsense')
        await page.locator('#key-mistake').waitFor()
        await expectFit(page, `explore-${language}-refused`, ['light'])
        await useKey(page, key)
        await page.locator('#q:focus').waitFor()
        await search(page, 'zumbido')
        await expectFit(page, `explore-${language}-hits`, views)
        await page.locator('#q').fill('fiordo')
        await hit(page, 'Kayaks').click()
        await page.locator('#detail-name:focus').waitFor()
        await expectLink(page, '#detail-content .detail-state a', /estado/)
        for (const request of await page.locator('details.request:visible > summary').all())
          await request.click()
        await expectFit(page, `explore-${language}-detail`, views)
        await page.locator('#detail-name').focus()
        await page.keyboard.press('Tab')
        expect(await focused(page)).toBe('close')
        await page.keyboard.press('Escape')
        await page.locator('#q').fill('xyzzyxyzzy')
        await page.locator('#nothing').waitFor()
        await expectFit(page, `explore-${language}-nothing`, ['light'])
        expect(opened.complaints).toEqual([])
        await close(opened)
      },
    )
  })

  describe('the key', () => {
    test('is hidden while it is typed, and a refusal shows a message beside its field, which has the focus', async () => {
      const opened = await open()
      const { page } = opened
      const field = page.locator('#key')
      for (const [name, value] of [
        ['type', 'password'],
        ['autocomplete', 'off'],
        ['spellcheck', 'false'],
        ['name', null],
      ] as const) {
        expect(await field.getAttribute(name)).toBe(value)
      }
      await useKey(page, 'tmk_nonsense')
      await page.locator('#key-mistake', { hasText: 'does not take this key' }).waitFor()
      expect(await focused(page)).toBe('key')
      expect(await page.locator('#key').getAttribute('aria-invalid')).toBe('true')
      await useKey(page, 'no key, but words')
      await page.locator('#key-mistake', { hasText: 'one text without spaces' }).waitFor()
      await useKey(page, key)
      await page.locator('#q:focus').waitFor()
      expect(opened.complaints).toEqual([])
      await close(opened)
    })

    test('appears neither on the page nor in the address or storage, and is gone after a reload', async () => {
      const opened = await begin()
      const { page } = opened
      await search(page, 'fiordo')
      await hit(page, 'Kayaks').click()
      await page.locator('#detail-name:focus').waitFor()
      const everything = await page.evaluate(`JSON.stringify([
        { ...localStorage, ...sessionStorage }, document.cookie, location.href, history.state,
        document.documentElement.outerHTML, [...document.querySelectorAll('input')].map(({ value }) => value),
      ])`)
      expect(everything).toContain('$KEY')
      expect(everything).not.toContain(key)
      expect(everything).not.toContain(key.slice(4, 20))
      await page.reload()
      await page.locator('#key:focus').waitFor()
      expect(await page.locator('#key').inputValue()).toBe('')
      expect(await page.locator('#with-key').isVisible()).toBe(false)
      await close(opened)
    })

    test('is stored in the tab on request, until it is deleted together with its results', async () => {
      const opened = await open()
      const { page } = opened
      await page.locator('#keep').check()
      await useKey(page, key)
      await page.locator('#q:focus').waitFor()
      await page.goto(service.address + EXPLORE_PATHS.es)
      await page.locator('#q:focus').waitFor()
      expect(await page.evaluate('sessionStorage.length')).toBe(1)
      await search(page, 'fiordo')
      await page.locator('#forget').click()
      await page.locator('#key:focus').waitFor()
      expect(await page.evaluate('sessionStorage.length')).toBe(0)
      expect(await hits(page).count()).toBe(0)
      await page.reload()
      await page.locator('#key:focus').waitFor()
      expect(await page.locator('#keep').isChecked()).toBe(false)
      await close(opened)
    })

    test('without insights:read shows a note in place of the freshness, and can search', async () => {
      const opened = await begin(undefined, undefined, { scopes: ['brands:read'] })
      const { page } = opened
      await page.locator('#status summary').click()
      expect(await page.locator('#no-freshness').innerText()).toContain('insights:read')
      await search(page, 'fiordo')
      await close(opened)
    })

    test('without brands:read causes a message that names the missing scope', async () => {
      const opened = await begin(undefined, undefined, { scopes: ['insights:read'] })
      const { page } = opened
      await page.locator('#q').pressSequentially('fiordo')
      await page.locator('#search-error', { hasText: 'lacks the scope brands:read' }).waitFor()
      await close(opened)
    })

    test('that is revoked is refused at the next request', async () => {
      const opened = await begin(undefined, undefined, { consumer: 'soon gone' })
      const { page } = opened
      await service.owner.query({ text: 'update api_key set revoked_at = now() where true', parameters: [] })
      await page.locator('#q').pressSequentially('fiordo')
      await page.locator('#key-mistake', { hasText: 'revoked' }).waitFor()
      await service.owner.query({ text: 'update api_key set revoked_at = null where true', parameters: [] })
      await close(opened)
    })
  })

  describe('a search', () => {
    test('shows marks while the user types, with numbers, classes, status and dates, the first without scrolling', async () => {
      const opened = await begin(undefined, VIEWS.light)
      const { page } = opened
      await page.clock.setFixedTime(TODAY)
      await search(page, 'fiordo')
      const text = await hits(page).first().innerText()
      for (const part of [
        'Kayaks del Fin del Fiordo',
        'classes 39, 41',
        'Registered · in force',
        'filed 13 Oct 2016',
        'expires 3 Apr 2027',
        'application No. 1.132.851',
        'registration No. 1.238.280',
        'Word',
      ]) {
        expect(text).toContain(part)
      }
      expect(await hits(page).first().locator('time').first().getAttribute('datetime')).toBe('2016-10-13')
      expect(await page.locator('#match-note').innerText()).toContain('does not measure the risk')
      expect(await page.locator('#announcement').textContent()).toMatch(/^\d+ marks?$/)
      const box = await hits(page).first().boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(SCREEN.height)
      await keepScreenshot(page, 'explore-first-hit', false)
      expect(opened.complaints).toEqual([])
      await close(opened)
    })

    test('is sent once per pause, and not again for the same name or for spaces', async () => {
      const opened = await begin()
      const { page, asked } = opened
      await search(page, 'fiordo')
      await page.locator('#q').pressSequentially('   ')
      await page.keyboard.press('Enter')
      await page.locator('#q').fill('kayak')
      await page.waitForURL(/q=kayak/)
      await page.locator('#hit-count').waitFor()
      await page.locator('#hits[aria-busy="false"]').waitFor()
      await page.locator('#q').fill('fiordo')
      await page.waitForURL(/q=fiordo/)
      await hit(page, 'Kayaks').waitFor()
      const searches = asked.filter((path) => path.startsWith('/v1/brands?'))
      expect(searches).toEqual([...new Set(searches)])
      expect(searches.filter((path) => path.includes('q=fiordo&'))).toHaveLength(1)
      await close(opened)
    })

    test('is sent once for a word that is typed letter by letter', async () => {
      const opened = await begin(undefined, VIEWS.light)
      const { page, asked } = opened
      await page.clock.install({ time: TODAY })
      await page.clock.pauseAt('2026-11-22T15:01:00Z')
      for (const letter of 'fiordo') {
        await page.keyboard.press(letter)
        await page.clock.runFor(180)
      }
      await page.clock.runFor(20)
      await hit(page, 'Kayaks').waitFor()
      expect(asked.filter((path) => path.startsWith('/v1/brands?'))).toEqual([
        '/v1/brands?q=fiordo&incluir=clasesNiza%2Ctitular%2Ccoincidencia&limit=100',
      ])
      await close(opened)
    })

    test('for a single letter is sent only by Enter, and clears the earlier hits', async () => {
      const opened = await begin()
      const { page, asked } = opened
      await search(page, 'zumbido')
      await page.locator('#q').fill('z')
      await page.locator('#start').waitFor()
      expect(await hits(page).count()).toBe(0)
      expect(asked.at(-1)).toContain('q=zumbido')
      await page.keyboard.press('Enter')
      await page.locator('#hit-count').waitFor()
      expect(asked.at(-1)).toBe('/v1/brands?q=z&incluir=clasesNiza%2Ctitular%2Ccoincidencia&limit=100')
      await close(opened)
    })

    test('is narrowed by every filter, with values in the language of the page', async () => {
      const opened = await begin()
      const { page, asked } = opened
      await page.locator('#clase').fill('39, 41')
      await page.locator('#fase').selectOption({ label: 'in force' })
      await page.locator('#titular').fill('producciones antuhuili')
      await page.locator('#nroRegistro').fill('1.238.280')
      await page.locator('#estado').selectOption({ label: 'Registered' })
      await page.locator('#tipoSigno').selectOption({ label: 'Word' })
      await page.locator('#fechaDesde').fill('2016-10-13')
      await page.locator('#fechaHasta').fill('2016-10-13')
      const last =
        '/v1/brands?clase=39%2C41&fase=vigente&estado=REGISTRADA&tipoSigno=DENOMINATIVA&titular=producciones+antuhuili&nroRegistro=1238280&fechaDesde=2016-10-13&fechaHasta=2016-10-13&incluir=clasesNiza%2Ctitular&limit=100'
      await until(() => asked.at(-1) === last)
      await hit(page, 'Kayaks').waitFor()
      await page.locator('button[type=reset]').click()
      await page.locator('#start').waitFor()
      expect(new URL(page.url()).hash).toBe('')
      await close(opened)
    })

    test('with classes beyond 1 to 45 is not sent, and shows an error at the field', async () => {
      const opened = await begin()
      const { page, asked } = opened
      await search(page, 'fiordo')
      const before = asked.length
      await page.locator('#clase').fill('39, 46')
      await page.locator('#clase-mistake', { hasText: 'from 1 to 45' }).waitFor()
      expect(await hits(page).count()).toBe(0)
      expect(asked).toHaveLength(before)
      await close(opened)
    })

    test('shows a validation error of the service at its field', async () => {
      const opened = await begin()
      const { page } = opened
      await page.locator('#fechaDesde').fill('2020-01-02')
      await page.locator('#fechaHasta').fill('2020-01-01')
      await page
        .locator('#fechaDesde-mistake', { hasText: '“Filed from” must not be after “Filed until”' })
        .waitFor()
      expect(await page.locator('#fechaDesde').getAttribute('aria-invalid')).toBe('true')
      expect(await findingsInside(page)).toEqual([])
      await page.locator('#fechaHasta').fill('2020-12-31')
      await page.locator('#fechaDesde-mistake').waitFor({ state: 'hidden' })
      await close(opened)
    })

    test('shows a validation error in the language of the page', async () => {
      const { page, ...opened } = await open(`${EXPLORE_PATHS.es}#estado=REGISTRADO&fechaDesde=2020-02-30`)
      await useKey(page, key)
      await page.locator('#estado-mistake', { hasText: '«Estado» no tiene ese valor' }).waitFor()
      expect(await page.locator('#fechaDesde-mistake').innerText()).toContain('Ese día no existe.')
      expect(await findingsInside(page)).toEqual([])
      await close({ page, ...opened })
    })

    test('without hits warns that the name may not be available', async () => {
      const opened = await begin()
      const { page } = opened
      await page.locator('#q').fill('xyzzyxyzzy')
      await page.locator('#nothing', { hasText: 'does not mean that the name is available' }).waitFor()
      expect(await page.locator('#announcement').textContent()).toBe('No mark found')
      expect(await page.locator('#no-clearance').isVisible()).toBe(false)
      await close(opened)
    })

    test('that is cleared, for a number or failed announces no count', async () => {
      const opened = await begin()
      const { page } = opened
      const announcement = page.locator('#announcement')
      expect(await announcement.textContent()).toBe('Key accepted.')
      await search(page, 'murmullo')
      expect(await announcement.textContent()).toBe('More than 100 marks')
      await page.locator('#q').fill('1132851')
      await page
        .locator('#announcement', { hasText: 'Open application No. 1.132.851' })
        .waitFor({ state: 'attached' })
      await page.locator('#q').fill('')
      await page.locator('#announcement:empty').waitFor({ state: 'attached' })
      await page.locator('#q').fill('murmullo')
      await page.locator('#announcement', { hasText: 'More than 100 marks' }).waitFor({ state: 'attached' })
      await page.locator('#q').fill('')
      await page.locator('#announcement:empty').waitFor({ state: 'attached' })
      await page.locator('#q').fill('murmullo')
      await page.locator('#announcement', { hasText: 'More than 100 marks' }).waitFor({ state: 'attached' })
      await page.route(/q=fiordo/, (route) => route.abort())
      await page.locator('#q').fill('fiordo')
      await page.locator('#search-error [role=alert]').waitFor()
      expect(await announcement.textContent()).toBe('')
      await close(opened)
    })

    test('in Spanish shows status and dates, and warns below the last hit that it is not a clearance', async () => {
      const opened = await begin(EXPLORE_PATHS.es, VIEWS.light)
      const { page } = opened
      await page.clock.setFixedTime(TODAY)
      await search(page, 'esfera')
      // Its phase has the same name.
      expect(await page.locator('.hit-state').first().innerText()).toBe('En trámite')
      await page.locator('#q').fill('fiordo')
      await hit(page, 'Kayaks').waitFor()
      expect(await hits(page).first().innerText()).toContain('Registrada · vigente')
      expect(await hits(page).first().innerText()).toContain('presentada 13 oct 2016')
      const note = page.locator('#hit-list ~ #no-clearance')
      expect(await note.innerText()).toContain('no es un estudio de registrabilidad')
      await expectLink(page, '#no-clearance a', /Qué no encuentra/)
      await close(opened)
    })

    test('is paginated to the end: the button keeps the focus, and the new results are announced', async () => {
      const opened = await begin()
      const { page } = opened
      await search(page, 'murmullo')
      expect(await hits(page).count()).toBe(100)
      expect(await page.locator('#hit-count').innerText()).toBe('More than 100 marks')
      await page.locator('#more').focus()
      await page.keyboard.press('Enter')
      await hits(page).nth(199).waitFor()
      expect(await focused(page)).toBe('more')
      expect(await page.locator('#announcement').textContent()).toBe('100 more, 200 in all')
      await page.keyboard.press('Enter')
      await hits(page).nth(207).waitFor()
      expect(await focused(page)).toBe('more')
      expect(await page.locator('#announcement').textContent()).toBe(
        '8 more, 208 in all. These are all of them',
      )
      const names = await page.locator('.hit-name').allInnerTexts()
      expect(new Set(names).size).toBe(208)
      await close(opened)
    })

    test('whose next page fails is repeated from the first page by Enter', async () => {
      const opened = await begin()
      const { page } = opened
      await search(page, 'murmullo')
      const isMore = /cursor=/
      await page.route(isMore, (route) =>
        route.continue({
          url: route
            .request()
            .url()
            .replace(/cursor=[^&]*/, 'cursor=stale'),
        }),
      )
      await page.locator('#more').click()
      await page.locator('#more-error', { hasText: /cursor: ./ }).waitFor()
      await page.unroute(isMore)
      await page.locator('#q').press('Enter')
      await page.locator('#more-error:empty').waitFor({ state: 'attached' })
      await page.locator('#hits[aria-busy="false"]').waitFor()
      await page.locator('#more').click()
      await hits(page).nth(199).waitFor()
      await close(opened)
    })

    test('does not show a response that arrives after that of a newer search', async () => {
      const opened = await begin()
      const { page } = opened
      const held: (() => void)[] = []
      await page.route(/q=murmullo&/, async (route) => {
        await new Promise<void>((resolve) => held.push(resolve))
        await route.continue().catch(() => {}) // the page has aborted it
      })
      const ended = new Promise<Request>((resolve) => page.once('requestfailed', resolve))
      await page.locator('#q').fill('murmullo')
      await page.waitForURL(/q=murmullo/)
      await page.locator('#q').fill('fiordo')
      await hit(page, 'Kayaks').waitFor()
      expect((await ended).url()).toContain('q=murmullo')
      for (const release of held) release()
      await page.locator('#q').fill('kayak')
      await page.waitForURL(/q=kayak/)
      await page.locator('#hits[aria-busy="false"]').waitFor()
      expect(await hit(page, 'Murmullo').count()).toBe(0)
      await close(opened)
    })

    test('is not sent for a number: a link and Enter open the application', async () => {
      const opened = await begin()
      const { page, asked } = opened
      await page.locator('#q').pressSequentially('1.132.851')
      await page.locator('#by-number', { hasText: 'Open application No. 1.132.851' }).waitFor()
      expect(await page.locator('#start').innerText()).toContain('Registration numbers have a filter')
      expect(await findingsInside(page)).toEqual([])
      await page.locator('#q').focus()
      await page.keyboard.press('Enter')
      await page.locator('#detail-name:focus', { hasText: 'Kayaks' }).waitFor()
      await page.keyboard.press('Escape')
      await page.locator('#q:focus').waitFor()
      await page.locator('#by-number').click()
      await page.locator('#detail-name:focus', { hasText: 'Kayaks' }).waitFor()
      await page.reload()
      await useKey(page, key)
      await page.locator('#detail-name:focus', { hasText: 'Kayaks' }).waitFor()
      expect(asked.filter((path) => path.startsWith('/v1/brands?'))).toEqual([])
      await close(opened)
    })

    test('for a name that is a number is sent on request', async () => {
      const opened = await begin()
      const { page, asked } = opened
      await page.locator('#q').fill('1800')
      await page.locator('#as-name', { hasText: 'Search the names for “1800”' }).click()
      await hit(page, '1800').waitFor()
      expect(asked.at(-1)).toBe('/v1/brands?q=1800&incluir=clasesNiza%2Ctitular%2Ccoincidencia&limit=100')
      await close(opened)
    })

    test('is copied as a curl command by a button', async () => {
      const opened = await begin(EXPLORE_PATHS.es, VIEWS.light)
      const { page } = opened
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await search(page, 'fiordo')
      await page.locator('#hits summary', { hasText: 'curl' }).click()
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 60_000) // the message disappears after a while
      await page.locator('#hits button.copy').click()
      await page.getByRole('status').filter({ hasText: 'Copiado' }).waitFor({ state: 'attached' })
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
        `curl -H "X-API-Key: $KEY" '${service.address}/v1/brands?q=fiordo&incluir=clasesNiza%2Ctitular%2Ccoincidencia&limit=100'`,
      )
      await close(opened)
    })

    test('is shown as a curl command, with a variable for the key and a safely quoted address', async () => {
      const opened = await begin()
      const { page } = opened
      await page.locator('#q').fill(`fiordo'; rm -rf "$HOME"`)
      await page.waitForURL(/q=fiordo/)
      await page.locator('#hits[aria-busy="false"]').waitFor()
      expect(await page.locator('#curl').textContent()).toBe(
        `curl -H "X-API-Key: $KEY" '${service.address}/v1/brands?q=fiordo%27%3B+rm+-rf+%22%24HOME%22&incluir=clasesNiza%2Ctitular%2Ccoincidencia&limit=100'`,
      )
      await close(opened)
    })
  })

  describe('an attorney', () => {
    test('searches a name in two classes among the marks in force, and sees how each name matches', async () => {
      const opened = await begin()
      const { page } = opened
      await page.locator('#clase').fill('39, 41')
      await page.locator('#fase').selectOption({ label: 'in force' })
      await search(page, 'fiordo')
      await page.locator('#hit-list mark', { hasText: 'Fiordo' }).waitFor()
      expect(await hits(page).first().innerText()).toContain('all words')
      await page.locator('#none-omitted', { hasText: 'No mark of this search is left out' }).waitFor()
      expect(new URL(page.url()).hash).toBe('#q=fiordo&clase=39%2C41&fase=vigente')
      await close(opened)
    })

    test('prints the list without the form, and a report of the selected marks with the search, its day and their sources', async () => {
      const opened = await begin()
      const { page } = opened
      await search(page, 'fiordo')
      await page.emulateMedia({ media: 'print' })
      expect(await hits(page).first().isVisible()).toBe(true)
      expect(await page.locator('#search').isVisible()).toBe(false)
      await page.emulateMedia({ media: 'screen' })
      await page.getByRole('checkbox', { name: '1.132.851' }).check()
      await page.evaluate('window.print = () => document.body.classList.add("is-printed")')
      await page.locator('#print', { hasText: '1 mark' }).click()
      await page.locator('.is-printed').waitFor()
      await page.emulateMedia({ media: 'print' })
      await keepScreenshot(page, 'explore-report')
      const report = await page.locator('#report').innerText()
      expect(report).toMatch(/Name of the mark\s+fiordo/)
      expect(report).toContain('application No. 1.132.851, registration No. 1.238.280')
      expect(report).toMatch(/Marks in this report\s+1 \(found: \d+ marks\)/)
      expect(report).toContain(`${EXPLORE_PATHS.en}#q=fiordo`)
      expect(report).toMatch(/Sources: .*\(\d+ \w+ \d{4}\)/)
      expect(report).toMatch(/Bulk sheets\s+(?:read|not read|not configured)/)
      expect(report).toMatch(/Class 39 \(transport and travel\): .+/)
      expect(report).toMatch(/Printed on\s+\d+ \w+ \d{4}, \d\d:\d\d/)
      expect(await page.title()).toBe('Report of a search')
      expect(await page.locator('#hits').isVisible()).toBe(false)
      await close(opened)
    })

    test('saves the marks of the list as CSV, without a cell that a spreadsheet program reads as a formula', async () => {
      const opened = await begin()
      const { page } = opened
      await search(page, 'fiordo')
      const saved = page.waitForEvent('download')
      await page.locator('#csv').click()
      const csv = await readFile(await (await saved).path(), 'utf8')
      expect(csv).toMatch(/^\ufeff"Application No.","Registration No.","Name of the mark"/)
      expect(csv).toContain(`"${KAYAKS}","1238280","Kayaks del Fin del Fiordo","Registered","in force"`)
      await page.locator('#q').fill('susurro agrio')
      await hit(page, '=SUSURRO(1) agrio').waitFor()
      const next = page.waitForEvent('download')
      await page.locator('#csv').click()
      expect(await readFile(await (await next).path(), 'utf8')).toContain(`"'=SUSURRO(1) agrio"`)
      await close(opened)
    })

    test('sees how many marks of unknown classes the filter excludes, and includes them', async () => {
      const opened = await begin()
      const { page } = opened
      await page.locator('#clase').fill('39')
      await page.locator('#q').fill('silencio')
      await page
        .locator('#without-classes', { hasText: 'The classes of 1 more mark are not known' })
        .waitFor()
      await page.locator('#without-classes button').click()
      await hit(page, 'Silencio').waitFor()
      expect(await hits(page).first().innerText()).toContain('classes not known')
      expect(new URL(page.url()).hash).toBe('#q=silencio&clase=39&sinClase=incluir')
      await close(opened)
    })

    test('chooses classes by their titles', async () => {
      const opened = await begin()
      const { page } = opened
      await page.locator('#q').fill('fiordo')
      await page.locator('#class-list summary').click()
      await page.getByRole('checkbox', { name: '41 education, culture and sport' }).check()
      await page.getByRole('checkbox', { name: '39 transport and travel' }).check()
      await page.locator('#class-titles', { hasText: '39 transport and travel and 41 education' }).waitFor()
      expect(await page.locator('#clase').inputValue()).toBe('39,41')
      await hits(page).first().waitFor()
      await expectFit(page, 'explore-en-classes', ['light', 'telephone'])
      await close(opened)
    })

    test('sorts the marks by name, also in the CSV file', async () => {
      const opened = await begin()
      const { page } = opened
      await page.locator('#clase').fill('9')
      await hits(page).first().waitFor()
      const newest = await page.locator('.hit-name').allInnerTexts()
      const words = newest.filter((name) => !name.startsWith('(')) // marks without words come last
      await page.locator('#order').selectOption({ label: 'by name' })
      const names = await page.locator('.hit-name').allInnerTexts()
      expect(names.slice(0, words.length)).toEqual(
        words.toSorted((one, other) => one.localeCompare(other, 'en')),
      )
      expect(names).not.toEqual(newest)
      expect(new URL(page.url()).hash).toBe('#clase=9&orden=denominacion')
      await page.locator('#filters > summary', { hasText: 'Filters (1)' }).waitFor({ state: 'attached' })
      const saved = page.waitForEvent('download')
      await page.locator('#csv').click()
      const [, first = ''] = (await readFile(await (await saved).path(), 'utf8')).split('\r\n')
      expect(first).toContain(`"${names[0]}"`)
      await close(opened)
    })

    test('searches marks that changed since a day, in the time zone of the office', async () => {
      const opened = await begin()
      const { page, asked } = opened
      await page.locator('#cambiadosDesde').fill('2026-01-15')
      await page.locator('#nothing', { hasText: 'No mark of this search has changed' }).waitFor()
      expect(asked.at(-1)).toContain('cambiadosDesde=2026-01-15T00%3A00%3A00-03%3A00')
      await page.locator('#cambiadosDesde').fill('1969-12-01')
      await page
        .locator('#cambiadosDesde-mistake', { hasText: /The first whole day is \d+ \w+ \d{4}/ })
        .waitFor()
      await page.locator('#cambiadosDesde').fill('2999-01-15')
      await page.locator('#cambiadosDesde-mistake', { hasText: 'not in the future' }).waitFor()
      await close(opened)
    })

    test('finds the marks of a holder, and a mark by its registration number in any printed format', async () => {
      const opened = await begin()
      const { page } = opened
      await page.locator('#titular').fill('producciones antuhuili')
      await hit(page, 'Kayaks').waitFor()
      for (const number of ['N° 1.238.280', 'No. 1,238,280', '1 238 280']) {
        await page.locator('button[type=reset]').click()
        await page.locator('#start').waitFor()
        await page.locator('#nroRegistro').fill(number)
        await hit(page, 'Kayaks').waitFor()
        expect(await hits(page).count()).toBe(1)
        expect(new URL(page.url()).hash).toBe('#nroRegistro=1238280')
      }
      await close(opened)
    })

    test('sees errors at invalid values, and no wider search is sent instead', async () => {
      const opened = await begin(`${EXPLORE_PATHS.en}#q=fiordo&clase=39%2C99`)
      const { page, asked } = opened
      await page.locator('#clase-mistake', { hasText: 'The link has “39,99”' }).waitFor()
      await page.locator('#nroRegistro').fill('1238280-1')
      await page.locator('#nroRegistro-mistake', { hasText: 'has digits alone' }).waitFor()
      expect(asked.filter((path) => path.startsWith('/v1/brands'))).toEqual([])
      await close(opened)
    })

    test('searches the marks of the holder of the open mark, and a number as a registration number', async () => {
      const opened = await begin()
      const { page } = opened
      await search(page, 'fiordo')
      await hit(page, 'Kayaks').click()
      await page.locator('#persons button').first().click()
      await page.waitForURL(/#titular=/)
      await page.locator('button[type=reset]').click()
      await page.locator('#q').fill('1238280')
      await page.locator('#as-registration').click()
      await page.waitForURL(/#nroRegistro=1238280/)
      await hit(page, 'Kayaks').waitFor()
      await page.locator('#q').fill('1238280')
      await page.locator('#by-number').click()
      await page.locator('#applications a', { hasText: 'application No. 1.132.851' }).click()
      await page.locator('#detail-name', { hasText: 'Kayaks' }).waitFor()
      await close(opened)
    })

    test('copies the link of a search, and gets a link to the record of the office', async () => {
      const opened = await begin(undefined, VIEWS.light)
      const { page } = opened
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await search(page, 'fiordo')
      await page.locator('#link').click()
      await page.locator('#link', { hasText: 'Copied' }).waitFor()
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
        `${service.address}${EXPLORE_PATHS.en}#q=fiordo`,
      )
      await hit(page, 'Kayaks').click()
      const record = page.locator('#office-record')
      expect(await record.getAttribute('href')).toBe(`https://office.example/marks?lang=es&number=${KAYAKS}`)
      await close(opened)
    })

    test('goes back from another search to the one that Enter added to the history', async () => {
      const opened = await begin()
      const { page } = opened
      await search(page, 'fiordo')
      await page.keyboard.press('Enter')
      await page.locator('#q').fill('zumbido')
      await hit(page, '<img').waitFor()
      await page.goBack()
      await hit(page, 'Kayaks').waitFor()
      expect(await page.locator('#q').inputValue()).toBe('fiordo')
      await close(opened)
    })
  })

  describe('data of the service', () => {
    test('with codes that the page does not know is shown unchanged', async () => {
      const opened = await begin()
      const { page } = opened
      await page.route(/\/v1\/brands/, async (route) => {
        const answer = await route.fetch()
        const body = (await answer.text())
          .replaceAll('REGISTRADA', 'NUEVA_ETAPA')
          .replaceAll('DENOMINATIVA', 'AROMA')
        await route.fulfill({ response: answer, body: body.replaceAll('TITULAR', 'constructor') })
      })
      await search(page, 'fiordo')
      expect(await hits(page).first().innerText()).toMatch(/NUEVA_ETAPA.*AROMA/s)
      await hit(page, 'Kayaks').click()
      await page.locator('#detail-name:focus').waitFor()
      expect(await page.locator('#detail-state').innerText()).toBe('NUEVA_ETAPA')
      expect(await page.locator('#persons').innerText()).toContain('constructor')
      expect(opened.complaints).toEqual([])
      await close(opened)
    })

    test('on its sources is shown with the time of reading, the delay and the day of the data', async () => {
      const opened = await open(undefined, VIEWS.light)
      const { page } = opened
      await page.clock.setFixedTime(TODAY)
      await page.route(/\/v1\/freshness/, async (route) => {
        const answer = await route.fetch()
        const body = await answer.json()
        Object.assign(body.sources[0], {
          state: 'current',
          stale: false,
          lagSeconds: 60,
          lastSuccessAt: '2026-11-22T12:30:00Z',
          sourceDate: '2026-11-02',
        })
        Object.assign(body.sources[1], {
          state: 'stale',
          stale: true,
          lagSeconds: 3 * 86_400 + 5,
          lastSuccessAt: '2026-11-18T02:30:00Z',
          sourceDate: '2026-11-17',
        })
        Object.assign(body.sources[2], { state: 'not_configured', stale: false })
        await route.fulfill({ response: answer, json: body })
      })
      await useKey(page, key)
      await page.locator('#q:focus').waitFor()
      await page.locator('#status summary').click()
      expect(
        (await page.locator('#sources-now > div').allInnerTexts()).map((text) => text.split('\n')),
      ).toEqual([
        ['Bulk sheets', 'read today at 09:30', 'office’s data of 2 Nov 2026'],
        ['Daily status bulletin', 'behind by 3 days', 'read on 17 Nov 2026; office’s data of 17 Nov 2026'],
        ['Search portal', 'not configured'],
      ])
      expect(await page.locator('#status-summary').textContent()).toBe(
        'not read on time: Daily status bulletin',
      )
      expect(await findingsInside(page)).toEqual([])
      await close(opened)
    })
  })

  describe('names from the sources', () => {
    test('are shown as text, not as HTML, in the list and in the detail', async () => {
      const opened = await begin()
      const { page } = opened
      await search(page, 'zumbido')
      expect(await hit(page, '<img').innerText()).toBe(HOSTILE)
      expect(await page.locator('main img').count()).toBe(0)
      await hit(page, '<img').click()
      await page.locator('#detail-name:focus').waitFor()
      expect(await page.locator('#detail-name').innerText()).toBe(HOSTILE)
      expect(await page.locator('#facts').innerText()).toContain('<b>Registrada</b>')
      expect(await page.locator('#cite').innerText()).toContain(HOSTILE)
      expect(await page.locator('main img, main b').count()).toBe(0)
      expect(await page.title()).not.toBe('taken')
      expect(opened.complaints).toEqual([])
      await close(opened)
    })

    test('of any length fit the width, and do not affect the text around them in either direction', async () => {
      const opened = await begin(undefined, VIEWS.telephone)
      const { page } = opened
      await search(page, 'zumbido')
      expect(await isTooWide(page)).toBe(false)
      expect(await hit(page, 'زومبيدو').locator('bdi').count()).toBe(1)
      await hit(page, 'interminable').click()
      await page.locator('#detail-name:focus').waitFor()
      expect(await isTooWide(page)).toBe(false)
      await close(opened)
    })

    test('and long words of the office fit the width of a telephone and of a screen', async () => {
      const opened = await begin()
      const { page } = opened
      await search(page, 'esfera')
      await hit(page, 'Esfera').click()
      await page.locator('#detail-name:focus').waitFor()
      expect(await page.locator('#facts').innerText()).toContain(LONG_STATUS)
      for (const viewport of [TELEPHONE, SCREEN]) {
        await page.setViewportSize(viewport)
        expect(await isTooWide(page)).toBe(false)
        const spilling = `[...document.querySelectorAll('#facts dd')].filter((fact) => fact.scrollWidth > fact.clientWidth)`
        expect(await page.evaluate(`${spilling}.length`)).toBe(0)
      }
      await close(opened)
    })

    test('are replaced by a note for marks without a name', async () => {
      const opened = await begin()
      const { page } = opened
      await page.locator('#fechaDesde').fill('2026-11-20')
      await page.locator('#hits[aria-busy="false"]').waitFor()
      await hit(page, '(figurative mark, without words)').waitFor()
      await hit(page, '(mark without words)').click()
      await page.locator('#detail-name:focus', { hasText: '(mark without words)' }).waitFor()
      await close(opened)
    })
  })

  describe('the open mark', () => {
    test('shows its classes, persons, timeline, sources and a citation', async () => {
      const opened = await begin(undefined, VIEWS.light)
      const { page } = opened
      await page.clock.setFixedTime(TODAY)
      await search(page, 'fiordo')
      await hit(page, 'Kayaks').click()
      await page.locator('#detail-name:focus').waitFor()
      const text = await page.locator('#detail').innerText()
      for (const part of [
        'Registered · in force',
        '3 Apr 2027',
        'Class 39',
        'Transporte de pasajeros',
        'Representative',
        'Estudio Jurídico Valdovinoz & Brañesa',
        'Applicant',
        ', Chile',
        'Bulk sheets',
        'This is not a certificate or a notification.',
        'Sample data.',
      ]) {
        expect(text).toContain(part)
      }
      const days = await page
        .locator('#annotations time')
        .evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''))
      expect(days.length).toBeGreaterThan(2)
      expect(days).toEqual(days.toSorted().reverse())
      expect(await page.locator('#cite').innerText()).toMatch(
        /^Kayaks del Fin del Fiordo, application No\. 1\.132\.851, registration No\. 1\.238\.280, classes 39 and 41, status "Registrada"\. Source: .* of the office, dated \d+ \w+ \d{4}, read through Trademark Read Service on \d+ \w+ \d{4}\. Sample data/,
      )
      expect(await page.locator('#detail-curl').textContent()).toBe(
        `curl -H "X-API-Key: $KEY" '${service.address}/v1/brands/${KAYAKS}'`,
      )
      await close(opened)
    })

    test('is not shown as in force once its term is over, neither in the detail nor in the list', async () => {
      const opened = await begin()
      const { page } = opened
      await search(page, 'ocaso')
      expect(await page.locator('.hit-state').first().innerText()).toBe(
        'Registered · term has run out; no news from the office',
      )
      await hit(page, 'Ocaso').click()
      await page.locator('#detail-name:focus').waitFor()
      expect(await page.locator('#detail-state').innerText()).toBe(
        'Registered · term has run out; no news from the office',
      )
      const places = [page.locator('#detail-content'), hits(page).first()]
      const inForce = places.map((place) => place.locator('.state.vigente').count())
      expect(await Promise.all(inForce)).toEqual([0, 0])
      expect(await findingsInside(page)).toEqual([])
      await close(opened)
    })

    test('marks the parts that no source has', async () => {
      const opened = await begin()
      const { page } = opened
      await search(page, 'silencio')
      await hit(page, 'Silencio').click()
      await page.locator('#detail-name:focus').waitFor()
      expect(await page.locator('#detail .no-information').count()).toBe(4)
      expect(await findingsInside(page)).toEqual([])
      await close(opened)
    })

    test('is closed by Escape, by its button and by going back, and the focus returns to its hit', async () => {
      const opened = await begin(undefined, VIEWS.telephone)
      const { page } = opened
      await search(page, 'fiordo')
      const leave = [
        () => page.keyboard.press('Escape'),
        () => page.locator('#close').click(),
        () => page.goBack(),
        // Pressed several times, Escape closes it once.
        () =>
          page.evaluate(`for (const time of [1, 2, 3]) {
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
          }`),
      ]
      for (const leaveIt of leave) {
        await hit(page, 'Kayaks').click()
        await page.locator('#detail-name:focus').waitFor()
        expect(await page.locator('#hits').isVisible()).toBe(false)
        await leaveIt()
        await page.locator('#hit-list a:focus', { hasText: 'Kayaks' }).waitFor()
        expect(await page.locator('#detail').isVisible()).toBe(false)
        expect(new URL(page.url()).hash).toBe('#q=fiordo')
      }
      await close(opened)
    })

    test('is closed by another search, and going back returns to the first one', async () => {
      const opened = await begin()
      const { page } = opened
      await search(page, 'fiordo')
      await hit(page, 'Kayaks').click()
      await page.locator('#detail-name:focus').waitFor()
      await page.locator('#q').fill('zumbido')
      await hit(page, '<img').waitFor()
      await page.locator('#detail').waitFor({ state: 'hidden' })
      expect(new URL(page.url()).hash).toBe('#q=zumbido')
      await page.goBack()
      await hit(page, 'Kayaks').waitFor()
      expect(await page.locator('#q').inputValue()).toBe('fiordo')
      await close(opened)
    })

    test('and the search are in the address, which opens both again', async () => {
      const opened = await begin()
      await search(opened.page, 'fiordo')
      await hit(opened.page, 'Kayaks').click()
      await opened.page.locator('#detail-name:focus').waitFor()
      const { pathname, search: query, hash } = new URL(opened.page.url())
      expect({ query, hash }).toEqual({ query: '', hash: `#q=fiordo&marca=${KAYAKS}` })
      await close(opened)
      const again = await open(pathname + hash)
      await useKey(again.page, key)
      await again.page.locator('#detail-name', { hasText: 'Kayaks' }).waitFor()
      await hit(again.page, 'Kayaks').waitFor()
      await close(again)
    })

    test('and the search are kept in the other language, which opens both with a key', async () => {
      const opened = await open(`${EXPLORE_PATHS.en}#q=fiordo&marca=${KAYAKS}`)
      const { page } = opened
      await useKey(page, key)
      await page.locator('#detail-name', { hasText: 'Kayaks' }).waitFor()
      await page.locator('#q').fill('kayak')
      await page.waitForURL(/q=kayak/)
      await hit(page, 'Kayaks').click()
      await page.waitForURL(/marca=/)
      await page.getByRole('button', { name: 'Change language' }).hover()
      await page.getByRole('link', { name: 'Español' }).first().click()
      await page.locator('h1', { hasText: 'Explorar el registro' }).waitFor()
      await useKey(page, key)
      await page.locator('#detail-name', { hasText: 'Kayaks' }).waitFor()
      const { pathname, hash } = new URL(page.url())
      expect({ pathname, hash }).toEqual({ pathname: EXPLORE_PATHS.es, hash: `#q=kayak&marca=${KAYAKS}` })
      await close(opened)
    })

    test.each([
      '#q=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E&clase=99&estado=%22%3E&fechaDesde=x',
      '#marca=..%2F..%2Fdocs',
      '#marca=%00&__proto__=x&q=%E0%A4%A',
      '#clase=39&clase=40&constructor=1',
    ])('an address from another person does no harm: %s', async (fragment) => {
      const opened = await open(EXPLORE_PATHS.en + fragment)
      const { page, asked } = opened
      await useKey(page, key)
      await page.locator('#with-key').waitFor()
      await page.locator('#hits:not([aria-busy="true"])').waitFor()
      await page.locator('#detail:not([aria-busy="true"])').waitFor({ state: 'attached' })
      expect(asked.every((path) => /^\/v1\/(freshness|brands\?|brands\/[^/]*)/.test(path))).toBe(true)
      expect(await page.locator('main img').count()).toBe(0)
      expect(opened.complaints).toEqual([])
      await close(opened)
    })

    test('that does not exist is reported', async () => {
      const opened = await open(`${EXPLORE_PATHS.en}#marca=42`)
      await useKey(opened.page, key)
      await opened.page
        .locator('#detail-error', { hasText: 'No application has this number. A registration number' })
        .waitFor()
      expect(await findingsInside(opened.page)).toEqual([])
      await close(opened)
    })
  })

  describe('limits', () => {
    test('are shown after every answer', async () => {
      const opened = await begin(undefined, undefined, { burstPerMinute: 50, monthlyQuota: 4_000 })
      const { page } = opened
      expect(await page.locator('#left-of-burst').innerText()).toBe('49 of 50')
      expect(await page.locator('#month-end').innerText()).toMatch(/^until 1 \w+ \d{4}$/)
      await search(page, 'fiordo')
      expect(await page.locator('#left-of-month').innerText()).toMatch(/^3,99\d of 4,000$/)
      await close(opened)
    })

    test('cause a countdown when the burst is used up, and then the page continues by itself', async () => {
      const opened = await begin(undefined, VIEWS.light, { consumer: 'hasty', burstPerMinute: 1 })
      const { page } = opened
      await page.clock.install()
      await page.locator('#q').fill('fiordo')
      await page.locator('#search-error .countdown', { hasText: /^in \d\d? s$/ }).waitFor()
      await keepScreenshot(page, 'explore-countdown-light', false)
      expect(await page.locator('#search-error [role=alert]').innerText()).toContain('goes on by itself')
      await service.owner.query({
        text: `update usage_counter set window_opened_at = window_opened_at - interval '60 seconds'`,
        parameters: [],
      })
      await page.clock.fastForward(60_000)
      await hit(page, 'Kayaks').waitFor()
      expect(await page.locator('#search-error').innerText()).toBe('')
      await close(opened)
    })

    test('of a month that are used up cause a message with the day of the renewal, and do not lock the page', async () => {
      const opened = await begin(undefined, undefined, { consumer: 'spender', monthlyQuota: 1 })
      await opened.page.locator('#q').fill('fiordo')
      await opened.page.locator('#search-error', { hasText: /renews on 1 \w+ \d{4}/ }).waitFor()
      await close(opened)
      const again = await open()
      await useKey(again.page, opened.key)
      await again.page.locator('#freshness-error', { hasText: /renews on 1 \w+ \d{4}/ }).waitFor()
      expect(await again.page.locator('#left-of-month').innerText()).toBe('0 of 1')
      expect(await findingsInside(again.page)).toEqual([])
      await close(again)
    })
  })

  describe('while the service cannot answer', () => {
    test('because its database is unreachable, the page shows the request id, and continues when the database is back', async () => {
      const opened = await begin()
      const { page } = opened
      const nowhere = openDatabase(
        { connectionString: 'postgres://nobody@127.0.0.1:1/none' },
        'trademark_serve',
        'test',
      )
      setDatabases({ serving: nowhere })
      await page.locator('#q').fill('fiordo')
      await page.locator('#search-error', { hasText: /could not answer.*requestId [\w-]{36}/s }).waitFor()
      expect(await findingsInside(page)).toEqual([])
      await keepScreenshot(page, 'explore-away-light', false)
      setDatabases({ serving: service.database.open('trademark_serve') })
      await nowhere.close()
      await hit(page, 'Kayaks').waitFor()
      expect(await page.locator('#search-error').innerText()).toBe('')
      expect(opened.complaints).toEqual([])
      await close(opened)
    })

    test('because a table is missing, a button repeats the request at once', async () => {
      const opened = await begin(undefined, VIEWS.light) // without the responses in the shared cache
      const { page } = opened
      const run = (text: string) => service.owner.query({ text, parameters: [] })
      await run('alter table brand rename to brand_gone')
      await page.locator('#q').fill('fiordo')
      await page.locator('#search-error button').waitFor()
      await run('alter table brand_gone rename to brand')
      await page.locator('#search-error button').click()
      await hit(page, 'Kayaks').waitFor()
      await close(opened)
    })

    test('because the browser is offline, the page reports it, and uses a typed key or name when the browser is online', async () => {
      const opened = await open(undefined, VIEWS.light)
      const { page } = opened
      await page.context().setOffline(true)
      await useKey(page, key)
      await page.locator('#key-error', { hasText: 'cannot be reached' }).waitFor()
      await page.context().setOffline(false)
      await page.locator('#q:focus').waitFor()
      await search(page, 'zumbido')
      await page.context().setOffline(true)
      await page.locator('#q').fill('fiordo')
      await page.locator('#search-error', { hasText: 'cannot be reached' }).waitFor()
      expect(await hits(page).count()).toBe(0) // they would look like the result of the new search
      await page.context().setOffline(false)
      await hit(page, 'Kayaks').waitFor()
      await close(opened)
    })
  })

  test('can be used by keyboard alone, from the key to the mark and back', async () => {
    const opened = await open()
    const { page } = opened
    await page.locator('#key:focus').waitFor()
    await page.keyboard.type(key)
    await page.keyboard.press('Enter')
    await page.locator('#q:focus').waitFor()
    await page.keyboard.type('zumbido')
    await page.waitForURL(/q=zumbido/)
    await page.locator('#hits[aria-busy="false"]').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.locator('#hit-list li:first-child a:focus').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.locator('#hit-list li:nth-child(2) a:focus').waitFor()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.locator('#detail-name:focus').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('#hit-list li:first-child a:focus').waitFor()
    await close(opened)
  })

  test('without scripts links to the other documentation', async () => {
    const context = await patientContext(browser, { javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(service.address + EXPLORE_PATHS.es)
    expect(await page.locator('noscript').innerText()).toContain('primeros pasos')
    expect(await page.locator('#explore').isVisible()).toBe(false)
    await context.close()
  })
})
