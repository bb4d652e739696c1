import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { configSchema } from '../schemas/config.ts'
import { type Operation, operations } from '../schemas/operations.ts'
import { tools } from '../schemas/tools.ts'
import { SYNC_ERROR_CODES } from '../shared/sync/sync-error.ts'
import { filesUnder } from './support/project-files.ts'

const ROOT = new URL('../', import.meta.url)
const FOLDERS = ['client/src', 'functions', 'schemas', 'shared', 'local', 'scripts']

/** Source files of the product by their path from the root; tests may import anything. */
const sources = filesUnder(FOLDERS).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))

const text = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8')

/** Returns the sections of a document by their anchors, as GitHub derives them from headings. */
const sections = (document: string): Map<string, string> =>
  new Map(
    text(document)
      .split(/^#+ /m)
      .slice(1)
      .map((section) => [
        (section.split('\n')[0] ?? '')
          .toLowerCase()
          .replaceAll(/[^\w\- ]/g, '')
          .replaceAll(' ', '-'),
        section,
      ]),
  )

/** Returns the files of this repository that a file imports, as paths from the root. */
const imports = (file: string, source = text(file)): string[] =>
  [...source.matchAll(/(?:from|import)\s*\(?\s*'(?<name>\.[^']+)'/g)].map((match) =>
    normalize(join(dirname(file), match.groups?.name ?? '')),
  )

/** Returns all nodes of a graph that can be reached from a node by at least one edge. */
function reachable(
  from: string,
  next: (node: string) => Iterable<string>,
  seen = new Set<string>(),
): Set<string> {
  for (const node of next(from)) {
    if (!seen.has(node)) reachable(node, next, seen.add(node))
  }
  return seen
}

test('no suite of npm test starts a process or a browser: such suites belong to npm run test:system', () => {
  const suites = [...filesUnder(FOLDERS), ...filesUnder(['test'])].filter(
    (file) => file.endsWith('.test.ts') && !/^test\/(system|browser|resilience)\//.test(file),
  )
  const isSupport = (file: string): boolean => file.startsWith('test/')
  const starts = (file: string): boolean =>
    /^import \{[^}]*\b(spawn|fork)\b[^}]*\} from 'node:child_process'|^import .* from 'playwright-core'/m.test(
      text(file),
    )
  const support = (file: string): string[] =>
    imports(file, text(file).replaceAll(/^import type .*$/gm, '')).filter(isSupport)
  const found = suites.flatMap((suite) =>
    [suite, ...reachable(suite, support)].filter(starts).map((file) => `${suite} → ${file}`),
  )
  expect(suites.length).toBeGreaterThan(100)
  expect(found).toEqual([])
})

test('the explorer parses no text as HTML or as a script, and stores only a key in the browser, if asked to', () => {
  const forbidden =
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|setHTML|DOMParser|createContextualFragment|eval\(|new Function|localStorage|sessionStorage|indexedDB|cookie|caches\b|serviceWorker/
  const explorer = filesUnder(['docs/site/.vitepress/theme/explore']).filter((file) =>
    /\.(?:ts|vue)$/.test(file),
  )
  expect(explorer.length).toBeGreaterThan(10)
  const found = explorer.flatMap((file) => {
    const [first] = forbidden.exec(text(file).replaceAll('sessionStorage', '')) ?? []
    return first === undefined ? [] : [`${file}: ${first}`]
  })
  expect(found).toEqual([])
  expect(explorer.filter((file) => text(file).includes('sessionStorage'))).toEqual([
    'docs/site/.vitepress/theme/explore/kept-key.ts',
  ])
})

test('only the configuration reads the environment', () => {
  const readers = sources.filter((file) =>
    text(file).replaceAll('PATH: process.env.PATH', '').includes('process.env'),
  )
  expect(readers).toEqual(['shared/platform/config.ts'])
})

test('only errors.ts builds the error envelope', () => {
  const writers = sources.filter((file) => /error: \{\s*code/.test(text(file)))
  expect(writers).toEqual(['shared/platform/errors.ts'])
})

/** The handler files of the tools, by the names that clients call them by. */
const toolFiles = Object.values(tools).map(({ name }) => `functions/mcp/${name.replaceAll('_', '-')}.ts`)

describe('comments that cite the contract or a decision', () => {
  const commented = filesUnder(FOLDERS).filter((file) => /\.(ts|sql)$/.test(file))
  const found = commented.flatMap((file) =>
    [
      ...text(file).matchAll(
        /(?<document>docs\/(?:contract|decisions)\.md)#(?<anchor>[\w-]+)(?:: (?<row>[A-Z][\w ,]*\w))?/g,
      ),
    ].map(({ groups }) => ({ file, ...(groups as { document: string; anchor: string; row?: string }) })),
  )

  test('name an existing section, and an existing row of its table', () => {
    const known = new Map(
      ['docs/contract.md', 'docs/decisions.md'].map((document) => [document, sections(document)]),
    )
    const wrong = found.filter(({ document, anchor, row }) => {
      const section = known.get(document)?.get(anchor)
      return section === undefined || (row !== undefined && !section.includes(`\n| ${row} |`))
    })
    expect(found.length).toBeGreaterThan(50)
    expect(wrong).toEqual([])
  })

  test('give the section as a link', () => {
    const unlinked = commented.filter((file) => /\((?:contract|decisions), [A-Z]/.test(text(file)))
    expect(unlinked).toEqual([])
  })
})

test('docs/operate/sync.md has a row for every code of a run', () => {
  const rows = [...text('docs/operate/sync.md').matchAll(/^\| `(?<code>\w+)` \| (?:held|failed|skipped)/gm)]
  expect(rows.map(({ groups }) => groups?.code).sort()).toEqual([...SYNC_ERROR_CODES].sort())
})

test('docs/operate/settings.md has a row for every variable that an operator sets', () => {
  const rows = [...text('docs/operate/settings.md').matchAll(/^\| (`[A-Z_`, ]+`) \|/gm)].flatMap(
    ([, names]) => (names ?? '').replaceAll('`', '').split(', '),
  )
  const variables = Object.keys(configSchema.properties).filter((name) => name !== 'INIT_CWD') // npm sets it
  expect(rows.sort()).toEqual(variables.sort())
})

describe('the documents', () => {
  const documents = [
    ...filesUnder(['docs', 'client']).filter((file) => !file.includes('node_modules')),
    ...readdirSync(ROOT),
  ].filter((file) => file.endsWith('.md') && !file.startsWith('docs/site/'))

  test('name files and folders that exist', () => {
    const isExample = /[A-Z]{2}|0002|[*…]/ // `functions/api/ID.ts`
    const named = documents.flatMap((file) =>
      [
        ...text(file).matchAll(
          /`((?:bench|client|docs|functions|local|schemas|scripts|shared|test|\.ci)\/[\w./*…-]+)`/g,
        ),
      ]
        .map(([, path]) => path ?? '')
        .filter((path) => !isExample.test(path) && !existsSync(new URL(path, ROOT)))
        .map((path) => `${file}: ${path}`),
    )
    expect(named).toEqual([])
  })

  const links = documents.flatMap((file) =>
    [...text(file).matchAll(/\]\((?<path>[^)\s:#]*)(?:#(?<anchor>[^)\s]+))?\)/g)].map(({ groups }) => ({
      file,
      target: groups?.path ? normalize(join(dirname(file), groups.path)) : file,
      anchor: groups?.anchor,
    })),
  )

  test('link to existing files and headings of the repository', () => {
    const isBroken = ({ target, anchor }: (typeof links)[number]): boolean =>
      !existsSync(new URL(target, ROOT)) || (anchor !== undefined && !sections(target).has(anchor))
    expect(links.length).toBeGreaterThan(50)
    expect(links.filter(isBroken)).toEqual([])
  })
})

/** Handlers that are not operations of the contract. */
const NO_OPERATIONS = ['not-found', 'docs', 'metrics']

describe('operations', () => {
  const all = Object.values(operations) as Operation[]

  test('have a unique id and a unique route', () => {
    for (const values of [all.map(({ id }) => id), all.map(({ method, path }) => `${method} ${path}`)]) {
      expect(values).toEqual([...new Set(values)])
    }
  })

  test('have a handler file with the name of their id', () => {
    const files = sources.filter((file) => /^functions\/(api|public)\//.test(file))
    const names = files.map((file) => basename(file, '.ts'))
    expect(names.sort()).toEqual([...all.map(({ id }) => id), ...NO_OPERATIONS].sort())
  })

  test('that are tools have a handler file with the name of the tool', () => {
    const files = sources.filter((file) => /^functions\/mcp\/(?!server)/.test(file))
    expect(files.sort()).toEqual(toolFiles.toSorted())
  })

  test('require a scope if and only if they are under /v1', () => {
    expect(all.filter(({ path, scope }) => path.startsWith('/v1/') !== (scope !== null))).toEqual([])
  })
})
