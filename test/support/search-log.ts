import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isWellFormed } from '../../shared/keys/key-format.ts'

const FORM = /tmk_[0-9A-Za-z]{38}/g
const LONGEST_LINE = 300

/** Returns every line of a folder's files that contains a key, as `file:line: text` with the key masked. */
export async function findKeys(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  const found: string[] = []
  for (const name of names.filter((each) => each.endsWith('.log')).sort()) {
    found.push(...(await findKeysIn(join(folder, name))))
  }
  return found
}

/** Returns the same for one file, which may be of any length. */
export async function findKeysIn(file: string): Promise<string[]> {
  const found: string[] = []
  let number = 0
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    number += 1
    if (line.includes('tmk_') && keysOf(line).length > 0) {
      found.push(`${file}:${number}: ${masked(line)}`)
    }
  }
  return found
}

/** Returns the keys in a line that have a valid checksum: invalid keys that tests invent do not count. */
const keysOf = (line: string): string[] => (line.match(FORM) ?? []).filter(isWellFormed)

/** Returns the part of a line around its first key, with all keys masked. */
function masked(line: string): string {
  const start = Math.max(0, line.search(FORM) - LONGEST_LINE / 2)
  return line.slice(start, start + LONGEST_LINE).replaceAll(/tmk_[0-9A-Za-z]+/g, 'tmk_[hidden]')
}
