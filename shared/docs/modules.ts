import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { stripTypes } from '../platform/strip-types.ts'
import { ASSETS_PATH, type Asset, fingerprint } from './assets.ts'

/** A script of a page and all that it imports, each a file of this repository. */
export interface Modules {
  /** Where the page begins. */
  entry: string
  /** All of them, the entry first. */
  assets: readonly Asset[]
}

const ROOT = new URL('../../', import.meta.url)
/** As biome writes them; what is imported as a type alone is gone by then. */
const IMPORTED = /^(?:import|export) +(?:(?:\{[^}]*\}|\* as \w+|\*) from +)?'(?<name>[^']+)'/gm

/**
 * Reads a module for browsers, such as `shared/docs/explore/main.ts`, and those that it imports. Their places to each
 * other are kept under a path that changes with any of them, so that imports lead where they did.
 *
 * @throws Error where one imports what browsers cannot have
 */
export function readModules(name: string, file: string): Modules {
  const scripts = new Map<string, Buffer>()
  gather(file, scripts)
  const all = fingerprint(Buffer.concat([...scripts].flatMap(([file, bytes]) => [Buffer.from(file), bytes])))
  const pathOf = (file: string): string => `${ASSETS_PATH}/${name}.${all}/${file}`
  return {
    entry: pathOf(file),
    assets: [...scripts].map(([file, bytes]) => ({
      path: pathOf(file),
      type: 'text/javascript; charset=utf-8',
      bytes,
    })),
  }
}

function gather(file: string, scripts: Map<string, Buffer>): void {
  const script = stripTypes(readFileSync(new URL(file, ROOT), 'utf8'))
  scripts.set(file, Buffer.from(script))
  for (const { groups } of script.matchAll(IMPORTED)) {
    const name = groups?.name ?? ''
    if (!name.startsWith('.')) {
      throw new Error(`${file} imports ${name}, which is no file of ours`)
    }
    const imported = posix.join(posix.dirname(file), name)
    if (!scripts.has(imported)) {
      gather(imported, scripts)
    }
  }
}
