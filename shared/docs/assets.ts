import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { digest } from '../platform/digest.ts'

/** A file that pages load, under a path that changes with what is in it. */
export interface Asset {
  path: string
  type: string
  bytes: Buffer
}

/** Where what pages load is served. */
export const ASSETS_PATH = '/docs/assets'

const OURS = fileURLToPath(new URL('assets/', import.meta.url))
const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

/** By what the pages call them. */
const FILES = {
  style: join(OURS, 'style.css'),
  reference: join(OURS, 'reference.css'),
  explore: join(OURS, 'explore.css'),
  icon: join(OURS, 'icon.svg'),
  page: join(OURS, 'page.js'),
  showReference: join(OURS, 'show-reference.js'),
  swaggerStyle: join(SWAGGER_UI, 'swagger-ui.css'),
  swagger: join(SWAGGER_UI, 'swagger-ui-bundle.js'),
} as const

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

export type Assets = Readonly<Record<keyof typeof FILES, Asset>>

/** Reads them all. */
export const readAssets = (): Assets =>
  Object.fromEntries(
    Object.entries(FILES).map(([name, file]) => [name, readAsset(file)]),
  ) as unknown as Assets

function readAsset(file: string): Asset {
  const bytes = readFileSync(file)
  const extension = extname(file)
  const name = file.slice(dirname(file).length + 1, -extension.length)
  return {
    path: `${ASSETS_PATH}/${name}.${fingerprint(bytes)}${extension}`,
    type: TYPES[extension] ?? 'application/octet-stream',
    bytes,
  }
}

/** What names a file in its path, and a document in its tag. */
export const fingerprint = (bytes: Buffer): string => digest(bytes, 16)
