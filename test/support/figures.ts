import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../../report/', import.meta.url))

/**
 * Opens the report of a suite, `report/NAME.md`, and returns a function that writes a row of it: each result goes there and
 * to the terminal. Overwrites the report of an earlier run.
 */
export function openReport(name: string, title: string): (item: string, result: string) => void {
  rmSync(fileOf(name), { force: true })
  return continueReport(name, title)
}

/** Opens a report like `openReport`, but keeps its rows: several suites write one report. */
export function continueReport(name: string, title: string): (item: string, result: string) => void {
  mkdirSync(FOLDER, { recursive: true })
  const file = fileOf(name)
  if (!existsSync(file)) {
    writeFileSync(file, `## ${title}\n\n| item | result |\n|---|---|\n`)
  }
  return (item, result) => {
    appendFileSync(file, `| ${item} | ${result} |\n`)
    process.stdout.write(`${title}: ${item}: ${result}\n`)
  }
}

const fileOf = (name: string): string => `${FOLDER}${name}.md`
