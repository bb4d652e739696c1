import { readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { codes, ESTADOS, TIPOS_DE_SIGNO } from '../schemas/catalogs.ts'
import { configSchema } from '../schemas/config.ts'
import { type Operation, operations } from '../schemas/operations.ts'
import { tools } from '../schemas/tools.ts'
import { filesUnder } from './support/project-files.ts'

const ROOT = new URL('../', import.meta.url)
const FOLDERS = ['client/src', 'functions', 'schemas', 'shared', 'local', 'scripts']

/** Source files of the product by their path from the root; tests may import anything. */
const sources = filesUnder(FOLDERS).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))

const text = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8')

/** What a file imports: `from '…'` of our own files as paths from the root, packages by their name. */
function imports(file: string, source = text(file)): { files: string[]; packages: string[] } {
  const found = [...source.matchAll(/(?:from|import)\s*\(?\s*'(?<name>[^']+)'/g)].map(
    (match) => match.groups?.name ?? '',
  )
  const files = found
    .filter((name) => name.startsWith('.'))
    .map((name) => normalize(join(dirname(file), name)))
  const packages = found
    .filter((name) => !name.startsWith('.') && !name.startsWith('node:'))
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    )
  return { files, packages }
}

/** What browsers get is a house of its own. */
const FOR_BROWSERS = 'shared/docs/explore/'

const area = (file: string): string =>
  file.startsWith(FOR_BROWSERS) ? 'explore' : (file.split('/')[0] ?? '')

/** Who may import whom, besides oneself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  client: [],
  schemas: [],
  shared: ['schemas'],
  functions: ['schemas', 'shared'],
  local: ['schemas', 'shared', 'functions'],
  scripts: ['schemas', 'shared', 'local'],
  explore: ['schemas', 'client'],
}

/** Packages that only one corner of the house knows. */
const ONLY_IN: Readonly<Record<string, RegExp>> = {
  pg: /^shared\/db\//,
  'pg-copy-streams': /^shared\/db\//,
  'csv-parse': /^shared\/sync\/formats\/delimited\//,
  yauzl: /^shared\/sync\/(formats\/(xlsx|zip)|fetch)\//,
  saxes: /^shared\/sync\/formats\/xlsx\//,
  'fastest-levenshtein': /^shared\/platform\/text\//,
  ajv: /^shared\/platform\/validation\.ts$/,
  'ajv-formats': /^shared\/platform\/validation\.ts$/,
  '@middy/core': /^shared\/(http|jobs|mcp)\//,
  '@middy/http-router': /^local\/router\.ts$/,
  '@modelcontextprotocol/server': /^shared\/mcp\/|^local\/stdio(-transport)?\.ts$/,
  '@aws-lambda-powertools/logger': /^shared\/platform\/logger\.ts$/,
  htmlparser2: /^shared\/sync\/fetch\/parse-html\.ts$/,
  'p-retry': /^shared\/sync\/sources\/portal\/ask\//,
  unpdf: /^shared\/sync\/formats\/pdf\//,
  'age-encryption': /^shared\/backup\/encryption\.ts$/,
  '@aws-sdk/client-s3': /^shared\/backup\/targets\/bucket\//,
  '@aws-sdk/lib-storage': /^shared\/backup\/targets\/bucket\//,
  commander: /^scripts\//,
  'openapi-types': /^shared\/openapi\//,
  croner: /^shared\/platform\/time\/cron\.ts$/,
  'prom-client': /^shared\/insights\/metrics\//,
  'date-holidays': /^shared\/platform\/time\/publication-calendar\.ts$/,
  marked: /^shared\/docs\/render\.ts$/,
  fflate: /^shared\/mcp\/bundle\/make-bundle\.ts$/,
  negotiator: /^shared\/platform\/content-coding\.ts$/,
}

/** Nouns: they answer operations and know neither HTTP nor Middy. */
const NOUNS = ['keys', 'brands', 'search', 'insights', 'sync', 'backup', 'db']

/** Every import of the product that `isWrong` finds, as `file → what it imports`. */
const wrong = (kind: 'files' | 'packages', isWrong: (file: string, imported: string) => boolean): string[] =>
  sources.flatMap((file) =>
    imports(file)
      [kind].filter((imported) => isWrong(file, imported))
      .map((imported) => `${file} → ${imported}`),
  )

/** All nodes of a graph that can be reached from one of them by at least one edge. */
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

describe('imports', () => {
  test('follow the arrows of the house', () => {
    const againstTheArrows = (file: string, other: string): boolean =>
      area(other) !== area(file) &&
      basename(other) !== 'package.json' &&
      !MAY_IMPORT[area(file)]?.includes(area(other))
    expect(wrong('files', againstTheArrows)).toEqual([])
  })

  test('form no cycle between folders of shared, imports of types included', () => {
    const folder = (file: string): string => /^shared\/(?<name>[^/]+)\//.exec(file)?.groups?.name ?? ''
    const uses = new Map<string, Set<string>>()
    for (const file of sources.filter(folder)) {
      const others = imports(file)
        .files.map(folder)
        .filter((other) => other !== '' && other !== folder(file))
      uses.set(folder(file), (uses.get(folder(file)) ?? new Set()).union(new Set(others)))
    }
    expect(uses.size).toBeGreaterThan(10)
    expect(
      [...uses.keys()].filter((each) => reachable(each, (name) => uses.get(name) ?? []).has(each)),
    ).toEqual([])
  })

  test('stay within platform where they begin there', () => {
    const leaves = (file: string, other: string): boolean =>
      file.startsWith('shared/platform/') && /^shared\/(?!platform\/)/.test(other)
    expect(wrong('files', leaves)).toEqual([])
  })

  test('take packages only where they belong', () => {
    expect(wrong('packages', (file, name) => ONLY_IN[name]?.test(file) === false)).toEqual([])
  })

  test('of the client reach nothing but itself: pages and other people’s programs load it', () => {
    const own = sources.filter((file) => area(file) === 'client')
    expect(own).toContain('client/src/index.ts')
    expect(own.flatMap((file) => imports(file).packages)).toEqual([])
    expect(own.filter((file) => text(file).includes("'node:"))).toEqual([])
  })

  test('of a noun reach neither handlers nor middleware', () => {
    const isNoun = (file: string): boolean => NOUNS.some((noun) => file.startsWith(`shared/${noun}/`))
    const isDoor = /^shared\/(http|jobs|mcp)\//
    expect(wrong('files', (file, other) => isNoun(file) && isDoor.test(other))).toEqual([])
  })
})

test('no suite of npm test starts a process of its own or a browser: those are of npm run test:system', () => {
  const suites = [...filesUnder(FOLDERS), ...filesUnder(['test'])].filter(
    (file) => file.endsWith('.test.ts') && !/^test\/(system|browser|resilience)\//.test(file),
  )
  const isSupport = (file: string): boolean => file.startsWith('test/')
  const starts = (file: string): boolean =>
    /^import \{[^}]*\b(spawn|fork)\b[^}]*\} from 'node:child_process'|^import .* from 'playwright-core'/m.test(
      text(file),
    )
  const support = (file: string): string[] =>
    imports(file, text(file).replaceAll(/^import type .*$/gm, '')).files.filter(isSupport)
  const found = suites.flatMap((suite) =>
    [suite, ...reachable(suite, support)].filter(starts).map((file) => `${suite} → ${file}`),
  )
  expect(suites.length).toBeGreaterThan(100)
  expect(found).toEqual([])
})

describe('what browsers get', () => {
  const forBrowsers = sources.filter((file) => file.startsWith(FOR_BROWSERS))

  test('imports no package, nothing of Node, and of the schemas the catalogs alone', () => {
    const beside = /^shared\/docs\/explore\/|^client\/src\/index\.ts$|^schemas\/(catalogs|bilingual)\.ts$/
    const found = forBrowsers.flatMap((file) => {
      const { files, packages } = imports(file)
      return [
        ...files.filter((other) => !beside.test(other)),
        ...packages,
        ...(text(file).match(/'node:/g) ?? []),
      ]
    })
    expect(forBrowsers.length).toBeGreaterThan(10)
    expect(found).toEqual([])
  })

  test('reads no text as HTML or as a script, and keeps nothing in the browser', () => {
    const forbidden =
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|setHTML|DOMParser|createContextualFragment|eval\(|new Function|localStorage|sessionStorage|indexedDB|cookie|caches\b|serviceWorker/
    expect(forBrowsers.filter((file) => forbidden.test(text(file)))).toEqual([])
  })
})

test('the environment is read in one place, and by the program of the desktop bundle in one', () => {
  const readers = sources.filter((file) =>
    text(file).replaceAll('PATH: process.env.PATH', '').includes('process.env'),
  )
  expect(readers).toEqual(['shared/platform/config.ts', 'shared/mcp/bundle/server/settings.ts'])
})

test('the error envelope is written in one place', () => {
  const writers = sources.filter((file) => /error: \{\s*code/.test(text(file)))
  expect(writers).toEqual(['shared/platform/errors.ts'])
})

/** The handler files of the tools, by the names that clients call them by. */
const toolFiles = Object.values(tools).map(({ name }) => `functions/mcp/${name.replaceAll('_', '-')}.ts`)

describe('comments that cite the contract or a decision', () => {
  /** The sections of a document by their anchors, as GitHub makes them. */
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
  const commented = filesUnder(FOLDERS).filter((file) => /\.(ts|sql)$/.test(file))
  const found = commented.flatMap((file) =>
    [
      ...text(file).matchAll(
        /(?<document>docs\/(?:contract|decisions)\.md)#(?<anchor>[\w-]+)(?:: (?<row>[A-Z][\w ,]*\w))?/g,
      ),
    ].map(({ groups }) => ({ file, ...(groups as { document: string; anchor: string; row?: string }) })),
  )

  test('name a section that there is, and a row of its table', () => {
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

describe('README.md', () => {
  const words = text('README.md').replaceAll(/\s+/g, ' ')

  test.each([
    ['estado', ESTADOS],
    ['tipoSigno', TIPOS_DE_SIGNO],
  ])('lists the codes of %s', (name, catalog) => {
    expect(words).toContain(`\`${name}\`: ${codes(catalog).join(', ')}.`)
  })

  test('has a row for every variable that an operator sets', () => {
    const rows = [...text('README.md').matchAll(/^\| (`[A-Z_`, ]+`) \|/gm)].flatMap(([, names]) =>
      (names ?? '').replaceAll('`', '').split(', '),
    )
    const variables = Object.keys(configSchema.properties).filter((name) => name !== 'INIT_CWD') // npm sets it
    expect(rows.sort()).toEqual(variables.sort())
  })
})

/** Handlers of what is no operation of the contract. */
const NO_OPERATIONS = ['not-found', 'docs', 'metrics']

describe('operations', () => {
  const all = Object.values(operations) as Operation[]

  test('have an id and a route of their own', () => {
    for (const values of [all.map(({ id }) => id), all.map(({ method, path }) => `${method} ${path}`)]) {
      expect(values).toEqual([...new Set(values)])
    }
  })

  test('are each answered by the handler file of their id', () => {
    const files = sources.filter((file) => /^functions\/(api|public)\//.test(file))
    const names = files.map((file) => basename(file, '.ts'))
    expect(names.sort()).toEqual([...all.map(({ id }) => id), ...NO_OPERATIONS].sort())
  })

  test('that are tools are each answered by the handler file of their name', () => {
    const files = sources.filter((file) => /^functions\/mcp\/(?!server)/.test(file))
    expect(files.sort()).toEqual(toolFiles.toSorted())
  })

  test('need a key as soon as they are under /v1', () => {
    expect(all.filter(({ path, scope }) => path.startsWith('/v1/') !== (scope !== null))).toEqual([])
  })
})
