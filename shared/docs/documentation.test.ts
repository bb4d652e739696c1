import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fill } from '../../docs/site/.vitepress/fill.ts'
import { brandPage } from '../../schemas/brand.ts'
import { codes, ESTADOS } from '../../schemas/catalogs.ts'
import { changePage } from '../../schemas/change.ts'
import { errorEnvelope } from '../../schemas/error.ts'
import { ERROR_MEANINGS } from '../../schemas/error-meanings.ts'
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
import { BASE_URL } from './tokens.ts'

/** Pages that are programs in the browser, without text. */
const PROGRAMS = ['explore', 'reference']
const IDS = [
  'agents',
  'attorneys',
  'changelog',
  'changes',
  'data',
  'errors',
  'freshness',
  'index',
  'integrators',
  'limits',
  'operators',
  'paging',
  'quick-start',
  'searching',
  'service-level',
  'versioning',
]

/** Other paths below /docs that pages may link to. */
const PATHS = ['/openapi.json', '/llms.txt', '/llms-full.txt']
const TABLES = [
  'errors',
  'estados',
  'tipos-de-signo',
  'tipos-de-anotacion',
  'modos',
  'parameters',
  'change-kinds',
]
const PLACEHOLDER = /<!-- (?<kind>[a-z]+)(?:: (?<name>\S+))?(?: \[[^\]]+\])? -->/g

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
  expect(pageIds(language)).toEqual([...IDS, ...PROGRAMS].sort())
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

describe.each(all)('$language/$id', ({ id, page }) => {
  test('starts with its only title', () => {
    expect(page).toMatch(id === 'index' ? /^---\nlayout: page\ntitle: \S/ : /^# \S/)
    expect(headingsOf(page).filter((depth) => depth === 1)).toHaveLength(id === 'index' ? 0 : 1)
  })

  test('has links to existing pages and paths only', () => {
    const links = [...proseOf(page).matchAll(/\]\((?<to>[^)]+)\)/g)].map(({ groups }) => groups?.to ?? '')
    const localized = LANGUAGES.flatMap((language) => IDS.map((other) => `/${language}/${other}`))
    const known = [...IDS, ...PROGRAMS, ...PATHS, ...localized]
    const isKnown = (to: string): boolean =>
      known.includes(to.replace(/#.*/, '')) || /^(https:\/\/|\{base_url\}\/)/.test(to)
    expect(links.filter((to) => !isKnown(to))).toEqual([])
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

  test('is Markdown without HTML, components of the site excepted', () => {
    const bare = proseOf(page)
      .replaceAll(/^<\/?[A-Z]\w*>$/gm, '')
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
  const isShown = (file: string): boolean =>
    shown.some((placeholder) => placeholder.startsWith(`<!-- include: samples/${file} `))
  expect(samples.filter((file) => !isShown(file))).toEqual([])
})

describe('fill replaces', () => {
  test('the URL of the service, also within a line, and leaves names of the contract', () => {
    expect(fill('`{base_url}/v1` and {mcp_url}, /v1/brands/{nroSolicitud}', 'en')).toBe(
      `\`${BASE_URL}/v1\` and ${BASE_URL}/mcp, /v1/brands/{nroSolicitud}`,
    )
  })

  test('an include with the content of its file, under the title of its tab', () => {
    expect(fill('<!-- include: samples/detail.sh [curl] -->', 'en')).toMatch(
      /^```sh \[curl\]\n#!\/bin\/sh\n[\s\S]*\n```$/,
    )
  })

  test.each([
    ['estados', codes(ESTADOS)],
    ['errors', Object.keys(ERROR_MEANINGS)],
  ])('the table %s with a row for each code, in the language of the page', (name, wanted) => {
    for (const [language, heading] of [
      ['en', '| code |'],
      ['es', '| código |'],
    ] as const) {
      const table = fill(`<!-- table: ${name} -->`, language)
      expect(table).toContain(heading)
      const rows = table.split('\n').slice(2)
      expect(rows.map((row) => /`(\w+)`/.exec(row)?.[1])).toEqual(wanted)
    }
  })

  test.each([
    '{base_uri}',
    '<!-- table: nothing -->',
    '<!-- graph: errors -->',
    '<!-- include: samples/none.sh -->',
    '<!-- include: ../../package.json -->',
  ])('nothing of an unknown placeholder, which is an error: %s', (placeholder) => {
    expect(() => fill(`a\n\n${placeholder}\n`, 'en')).toThrow()
  })
})
