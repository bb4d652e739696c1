// Counts words that the project's language avoids, by folder: `npm run check` fails where a count has risen above the
// one in word-counts.json. A count that has fallen is written there, so that it cannot rise again.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Stand-ins for the name of a thing, and private metaphors, in texts and at the beginning of names in code. */
const AVOIDED =
  /(?<![A-Za-z`])(?:[Tt]ells?|[Tt]old|[Ss]tands?|[Mm]end(?:s|ed)?|[Aa]new|[Ww]hoever|[Nn]obody|[Ss]omebody|[Ww]hat is|[Tt]hat of|[Oo]ne that|[Bb]ut for|[Ll]ikewise)(?![a-z])/g

/** Excluded files: fixed texts, texts in Spanish, data, and this list. */
const LEFT_OUT = /^docs\/contract\.md$|^docs\/site\/es\/|^test\/check-words\.ts$/
const IS_TEXT = /\.(?:ts|cjs|js|sql|md|ya?ml|sh|css)$|^\.ci\//

const ROOT = new URL('../', import.meta.url)
const COUNTS = new URL('word-counts.json', import.meta.url)

/** Returns the folder that a file counts for: two levels of `shared`, one level of everything else. */
const folderOf = (file: string): string => {
  const parts = dirname(file).split('/')
  return parts.slice(0, parts[0] === 'shared' ? 2 : 1).join('/')
}

/** The number of places that are shown for a folder, those in changed files first. */
const MOST_SHOWN = 20

const git = (...command: string[]): string[] =>
  execFileSync('git', command, { cwd: ROOT, encoding: 'utf8' }).split('\n')

const files = git('ls-files', '--cached', '--others', '--exclude-standard').filter(
  (file) => IS_TEXT.test(file) && !LEFT_OUT.test(file) && existsSync(new URL(file, ROOT)),
)

const found = new Map<string, string[]>()
for (const file of files) {
  const lines = readFileSync(new URL(file, ROOT), 'utf8').split('\n')
  const places = lines.flatMap((line, at) =>
    (line.match(AVOIDED) ?? []).map((word) => `${file}:${at + 1} ${word}`),
  )
  found.set(folderOf(file), [...(found.get(folderOf(file)) ?? []), ...places])
}

const allowed: Record<string, number> = JSON.parse(readFileSync(COUNTS, 'utf8'))
const counts = Object.fromEntries(
  [...found]
    .map(([folder, places]) => [folder, places.length] as const)
    .filter(([, count]) => count > 0)
    .sort(),
)
const risen = Object.entries(counts).filter(([folder, count]) => count > (allowed[folder] ?? 0))

const changed = git('diff', '--name-only', 'HEAD')
const isUnchanged = (place: string): number => (changed.includes(place.split(':')[0] ?? '') ? 0 : 1)

for (const [folder, count] of risen) {
  const places = (found.get(folder) ?? []).sort((one, other) => isUnchanged(one) - isUnchanged(other))
  process.stderr.write(
    `${folder} has ${count} words to avoid; ${allowed[folder] ?? 0} are allowed (CONTRIBUTING.md, Words):\n` +
      `${places
        .slice(0, MOST_SHOWN)
        .map((place) => `  ${place}\n`)
        .join('')}`,
  )
}
if (risen.length > 0) {
  process.exitCode = 1
} else if (JSON.stringify(counts) !== JSON.stringify(allowed)) {
  writeFileSync(COUNTS, `${JSON.stringify(counts, null, 2)}\n`)
  process.stdout.write('There are fewer words to avoid than before: test/word-counts.json is updated.\n')
}
