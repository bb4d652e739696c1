import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { strToU8, type Zippable, zipSync } from 'fflate'
import { stripTypes } from '../../platform/strip-types.ts'
import {
  BUNDLE_MANIFEST_FILE,
  bundleManifest,
  ICON_FILE,
  manifestTranslations,
  translationFile,
} from './manifest.ts'

/** The program and the modules that it imports. */
const PROGRAM = [
  'server/bridge.ts',
  'server/error-messages.ts',
  'server/settings.ts',
  '../message.ts',
  '../read-lines.ts',
  '../../platform/net/loopback.ts',
]

/** A fixed timestamp, so that the bytes are always the same. It is the earliest timestamp of the zip format. */
const TIMESTAMP = new Date(1980, 0, 1)

/**
 * Returns the desktop bundle (MCP Bundle) of the service at `baseUrl`: a zip with a manifest, an icon and a program. For the
 * same version and address, the bytes are always the same, unlike with the packer of `@anthropic-ai/mcpb`.
 */
export function makeBundle(baseUrl: string): Buffer {
  const files: Zippable = {
    [BUNDLE_MANIFEST_FILE]: json(bundleManifest(baseUrl)),
    [ICON_FILE]: [readIcon(), { level: 0 }], // already compressed
    'package.json': json({ type: 'module', private: true }),
    ...program(),
    ...translations(baseUrl),
  }
  return Buffer.from(zipSync(files, { level: 9, mtime: TIMESTAMP }))
}

/** Returns the icon, a PNG. */
export const readIcon = (): Buffer => read(ICON_FILE)

const read = (file: string): Buffer => readFileSync(new URL(file, import.meta.url))

const json = (value: object): Uint8Array => strToU8(`${JSON.stringify(value, null, 2)}\n`)

const translations = (baseUrl: string): Zippable =>
  Object.fromEntries(
    Object.entries(manifestTranslations(baseUrl)).map(([locale, texts]) => [
      translationFile(locale),
      json(texts),
    ]),
  )

/** Returns the files of the program, in one folder. */
const program = (): Zippable =>
  Object.fromEntries(
    PROGRAM.map((file) => [
      `server/${basename(file, '.ts')}.js`,
      strToU8(stripTypes(read(file).toString('utf8')).replaceAll(IMPORTED, "from './$<name>.js'")),
    ]),
  )

const IMPORTED = /\bfrom '\.{1,2}\/(?:[\w./-]+\/)?(?<name>[\w-]+)\.ts'/g
