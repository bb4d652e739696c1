import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openReport } from '../support/figures.ts'

// Measures how many mutants of pure code its tests detect: npm run test:mutation [-- PATH…]. Downloads Stryker, which
// npm ci does not install. Exits with 1 if a file is below the minimum score. The quality gates take two hours.

const STRYKER = '@stryker-mutator/core@10.1.1'
const LEAST_SCORE = 85

/** The files to mutate, each with the patterns of its tests, and whether these need PostgreSQL. SQL is not mutated. */
const FILES: readonly (readonly [file: string, tests: string, database?: 'PostgreSQL'])[] = [
  ['shared/platform/cursor.ts', 'shared/platform/cursor'],
  ['shared/keys/key-format.ts', 'shared/keys/key-format'],
  ['shared/search/similarity.ts', 'shared/search/similarity'],
  ['shared/search/text/trigrams.ts', 'shared/search/text/trigrams'],
  ['shared/search/text/word-weights.ts', 'shared/search/text/word-weights'],
  ['shared/search/text/phonetic-code.ts', 'shared/search/text/phonetic-code'],
  ['shared/search/text/deletions.ts', 'shared/search/text/deletions'],
  ['shared/search/text/tokenize.ts', 'shared/search/text/tokenize'],
  [
    'shared/sync/run/quality-gates.ts',
    'shared/sync/run/quality-gates shared/sync/run/portal-gates shared/sync/run/corrected-edition ' +
      'shared/sync/run/repeated-entries shared/sync/sources/sheets/sync-sheets',
    'PostgreSQL',
  ],
  [
    'shared/sync/run/value-gates.ts',
    'shared/sync/run/value-gates shared/sync/run/portal-gates',
    'PostgreSQL',
  ],
]

interface Mutant {
  readonly status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'RuntimeError'
  readonly mutatorName: string
  readonly replacement: string
  readonly location: { readonly start: { readonly line: number } }
}

/** Runs Stryker on one file, and returns its mutants. */
function mutantsOf(file: string, tests: string, tier: string): Mutant[] {
  const folder = mkdtempSync(join(tmpdir(), 'mutation-'))
  const report = join(folder, 'report.json')
  const config = {
    testRunner: 'command',
    commandRunner: { command: `env TIER=${tier} npm test -- --runInBand --bail=1 ${tests}` },
    mutate: [file],
    reporters: ['json'],
    jsonReporter: { fileName: report },
    // Stryker would read tsconfig.json with the API of an older TypeScript.
    tsconfigFile: 'none',
    tempDirName: join(folder, 'sandbox'),
    timeoutMS: 20_000,
    concurrency: 2,
  }
  const settings = join(folder, 'stryker.json')
  writeFileSync(settings, JSON.stringify(config))
  try {
    const { status } = spawnSync('npx', ['--yes', '-p', STRYKER, 'stryker', 'run', settings], {
      stdio: 'inherit',
    })
    if (status !== 0) throw new Error(`Stryker ended with ${status} for ${file}.`)
    const { files } = JSON.parse(readFileSync(report, 'utf8')) as {
      files: Record<string, { mutants: Mutant[] }>
    }
    return Object.values(files).flatMap(({ mutants }) => mutants)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const record = openReport('mutation', 'Mutation score')
const wanted = process.argv.slice(2)
for (const [file, tests, database] of FILES.filter(
  ([file]) => wanted.length === 0 || wanted.includes(file),
)) {
  const mutants = mutantsOf(file, tests, database === undefined ? 'test:mutation' : 'test')
  const noticed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
  const score = (100 * noticed) / mutants.length
  record(file, `${noticed} of ${mutants.length} noticed, ${score.toFixed(1)} %`)
  for (const { mutatorName, replacement, location } of mutants.filter(
    ({ status }) => status === 'Survived',
  )) {
    process.stdout.write(`${file}:${location.start.line} ${mutatorName}: ${replacement.slice(0, 120)}\n`)
  }
  if (score < LEAST_SCORE) process.exitCode = 1
}
