import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { digest } from '../platform/digest.ts'

/** A file that pages load, with a path that changes with its content. */
export interface Asset {
  path: string
  type: string
  bytes: Buffer
}

/** The path of the assets. */
export const ASSETS_PATH = '/docs/assets'

const ASSETS = fileURLToPath(new URL('assets/', import.meta.url))
const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

/** The asset files by name. */
const FILES = {
  style: join(ASSETS, 'style.css'),
  reference: join(ASSETS, 'reference.css'),
  explore: join(ASSETS, 'explore.css'),
  icon: join(ASSETS, 'icon.svg'),
  page: join(ASSETS, 'page.js'),
  showReference: join(ASSETS, 'show-reference.js'),
  swaggerStyle: join(SWAGGER_UI, 'swagger-ui.css'),
  swagger: join(SWAGGER_UI, 'swagger-ui-bundle.js'),
} as const

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

export type Assets = Readonly<Record<keyof typeof FILES, Asset>>

/** Reads all assets. */
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

/** Returns the fingerprint of bytes, for asset paths and ETags. */
export const fingerprint = (bytes: Buffer): string => digest(bytes, 16)
