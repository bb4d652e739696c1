import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = new URL('../../', import.meta.url)

/** Returns all files below some folders of this project, as paths from the root. */
export const filesUnder = (folders: readonly string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, ROOT), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file),
    ),
  )
