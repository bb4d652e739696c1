import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { stripTypes } from '../platform/strip-types.ts'
import { ASSETS_PATH, type Asset, fingerprint } from './assets.ts'

/** The script of a page and its imports, all files of this repository. */
export interface Modules {
  /** The path of the entry module. */
  entry: string
  /** All modules, the entry first. */
  assets: readonly Asset[]
}

const ROOT = new URL('../../', import.meta.url)
/** Import statements as biome formats them; type imports are stripped before. */
const IMPORTED = /^(?:import|export) +(?:(?:\{[^}]*\}|\* as \w+|\*) from +)?'(?<name>[^']+)'/gm

/**
 * Reads a module for browsers, such as `shared/docs/explore/main.ts`, with its imports. Their relative paths are kept, below a
 * path that changes with the content of any of them.
 *
 * @throws Error for an import of a package
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
      throw new Error(`${file} imports ${name}, which is no file of this repository`)
    }
    const imported = posix.join(posix.dirname(file), name)
    if (!scripts.has(imported)) {
      gather(imported, scripts)
    }
  }
}
