import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface SampleEdition {
  /** The name of the file. */
  name: string
  path: string
}

const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const NAME = /^edicion-\d\d\.pdf$/

/**
 * The finished editions of the made-up office's bulletin, in order; they tell no day: the office dates them.
 */
export const sampleEditions = (): SampleEdition[] =>
  readdirSync(FOLDER)
    .filter((name) => NAME.test(name))
    .sort()
    .map((name) => ({ name, path: FOLDER + name }))
