import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../../report/', import.meta.url))

/**
 * Opens the report of a suite, `report/NAME.md`, and gives back what writes a row of it: each figure goes there and to the
 * terminal. What an earlier run has told is gone.
 */
export function openReport(name: string, title: string): (what: string, figure: string) => void {
  mkdirSync(FOLDER, { recursive: true })
  const file = `${FOLDER}${name}.md`
  writeFileSync(file, `## ${title}\n\n| what | figure |\n|---|---|\n`)
  return (what, figure) => {
    appendFileSync(file, `| ${what} | ${figure} |\n`)
    process.stdout.write(`${title}: ${what}: ${figure}\n`)
  }
}
