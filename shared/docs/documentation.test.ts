import { readdirSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { brandPage } from '../../schemas/brand.ts'
import { changePage } from '../../schemas/change.ts'
import { errorEnvelope } from '../../schemas/error.ts'
import { freshness } from '../../schemas/insight.ts'
import {
  fencesOf,
  LANGUAGES,
  pageIds,
  proseOf,
  readPage,
  SAMPLES,
  sampleCommandsOf,
} from '../../test/support/documentation.ts'
import { validator } from '../platform/validation.ts'
import { explainHits } from '../search/explain-hit.ts'

const IDS = [
  'changelog',
  'changes',
  'data',
  'desktop',
  'errors',
  'freshness',
  'index',
  'limits',
  'paging',
  'quick-start',
  'searching',
  'service-level',
  'versioning',
]

/** Other paths that pages may link to. */
const PATHS = [
  '/docs',
  '/docs/openapi.json',
  '/docs/llms.txt',
  '/docs/trademarks.mcpb',
  '/docs/explore',
  '/docs/es/explore',
  '/health',
  '/.well-known/ai-catalog.json',
]
const TABLES = [
  'errors',
  'estados',
  'tipos-de-signo',
  'tipos-de-anotacion',
  'modos',
  'parameters',
  'change-kinds',
]
const PLACEHOLDER = /<!-- (?<kind>[a-z]+)(?:: (?<name>\S+))? -->/g

/** The schema of an example response by its first property; other examples are settings of clients. */
const BODIES = {
  items: (page: object) => ('more' in page ? validator(changePage) : validator(brandPage))(page),
  generatedAt: validator(freshness),
  error: validator(errorEnvelope),
  coincidencia: ({ coincidencia }: { coincidencia: object }) => {
    expect(coincidencia).toEqual(explainHits('kayacs fiordo')('Kayaks del Fiordo'))
    return []
  },
}

const all = LANGUAGES.flatMap((language) => IDS.map((id) => ({ language, id, page: readPage(language, id) })))
const samples = readdirSync(SAMPLES)

const headingsOf = (page: string): number[] =>
  [...proseOf(page).matchAll(/^(#+) /gm)].map(([, marks]) => marks?.length ?? 0)

/** The number of columns of each row of each table, in order. */
const rowsOf = (page: string): number[] =>
  [...proseOf(page).matchAll(/^\|.*\|$/gm)].map(([row]) => row.split('|').length)

const placeholdersOf = (page: string): string[] =>
  [...page.matchAll(PLACEHOLDER)].map(([placeholder]) => placeholder)

test.each(LANGUAGES)('the served pages in %s are the expected ones', (language) => {
  expect(pageIds(language)).toEqual(IDS)
})

describe.each(IDS)('%s in both languages', (id) => {
  const [en, es] = LANGUAGES.map((language) => readPage(language, id)) as [string, string]

  test('has the same headings and tables', () => {
    expect(headingsOf(es)).toEqual(headingsOf(en))
    expect(rowsOf(es)).toEqual(rowsOf(en))
  })

  test('has the same code, placeholders and samples', () => {
    expect(fencesOf(es)).toEqual(fencesOf(en))
    expect(placeholdersOf(es)).toEqual(placeholdersOf(en))
    expect(sampleCommandsOf(es)).toEqual(sampleCommandsOf(en))
  })
})

describe.each(all)('$language/$id', ({ page }) => {
  test('starts with its only title', () => {
    expect(page).toMatch(/^# \S/)
    expect(headingsOf(page).filter((depth) => depth === 1)).toHaveLength(1)
  })

  test('has links to existing pages and paths only', () => {
    const links = [...proseOf(page).matchAll(/\]\((?<to>[^)]+)\)/g)].map(({ groups }) => groups?.to ?? '')
    const localized = LANGUAGES.flatMap((language) => IDS.map((other) => `/docs/${language}/${other}`))
    const known = [...IDS, ...PATHS, ...localized]
    expect(links.filter((to) => !known.includes(to) && !to.startsWith('https://'))).toEqual([])
  })

  test('has known placeholders only, each alone on its line', () => {
    for (const { 0: placeholder, groups: { kind, name } = {} } of page.matchAll(PLACEHOLDER)) {
      const names = {
        include: samples.map((file) => `samples/${file}`),
        table: TABLES,
        changelog: [undefined],
      }
      expect(names).toHaveProperty([kind as string], expect.arrayContaining([name]))
      expect(page.split('\n')).toContain(placeholder)
    }
    const inline = [...page.matchAll(/(?<!\$)\{[a-z_]+\}/g)].map(([placeholder]) => placeholder)
    expect(new Set([...inline, '{base_url}'])).toEqual(new Set(['{base_url}']))
  })

  test('is Markdown without HTML', () => {
    const bare = proseOf(page)
      .replaceAll(PLACEHOLDER, '')
      .replaceAll(/`[^`]*`/g, '')
    expect(bare).not.toMatch(/<[a-z/!]/i)
  })

  test('has valid JSON, and responses that match their schemas', () => {
    for (const { code } of fencesOf(page).filter(({ language }) => language === 'json')) {
      const body = JSON.parse(code)
      const [first] = Object.keys(body)
      expect(BODIES[first as keyof typeof BODIES]?.(body) ?? []).toEqual([])
    }
  })
})

test('every sample is included in a page', () => {
  const shown = all.flatMap(({ page }) => placeholdersOf(page))
  expect(samples.filter((file) => !shown.includes(`<!-- include: samples/${file} -->`))).toEqual([])
})
