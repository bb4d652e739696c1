import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../../report/', import.meta.url))

/**
 * Opens the report of a suite, `report/NAME.md`, and returns a function that writes a row of it: each result goes there and
 * to the terminal. Overwrites the report of an earlier run.
 */
export function openReport(name: string, title: string): (item: string, result: string) => void {
  mkdirSync(FOLDER, { recursive: true })
  const file = `${FOLDER}${name}.md`
  writeFileSync(file, `## ${title}\n\n| item | result |\n|---|---|\n`)
  return (item, result) => {
    appendFileSync(file, `| ${item} | ${result} |\n`)
    process.stdout.write(`${title}: ${item}: ${result}\n`)
  }
}
