import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { strToU8, type Zippable, zipSync } from 'fflate'
import { stripTypes } from '../../platform/strip-types.ts'
import { ICON_FILE, MANIFEST_FILE, manifestOf, translationFile, translationsOf } from './manifest.ts'

/** The program, and what of ours it loads. */
const PROGRAM = [
  'server/bridge.ts',
  'server/sentences.ts',
  'server/settings.ts',
  '../message.ts',
  '../read-lines.ts',
  '../../platform/net/loopback.ts',
]

/** The same at each making: the first moment that a zip can name, of whatever zone it is read in. */
const MADE_AT = new Date(1980, 0, 1)

/**
 * The desktop bundle of the service at `baseUrl`, an MCP Bundle: a zip with a manifest, an icon and a program in plain
 * JavaScript. The same version and address give the same bytes.
 */
export function makeBundle(baseUrl: string): Buffer {
  const files: Zippable = {
    [MANIFEST_FILE]: json(manifestOf(baseUrl)),
    [ICON_FILE]: [read(ICON_FILE), { level: 0 }], // packed already
    'package.json': json({ type: 'module', private: true }),
    ...program(),
    ...translations(baseUrl),
  }
  return Buffer.from(zipSync(files, { level: 9, mtime: MADE_AT }))
}

const read = (file: string): Buffer => readFileSync(new URL(file, import.meta.url))

const json = (value: object): Uint8Array => strToU8(`${JSON.stringify(value, null, 2)}\n`)

const translations = (baseUrl: string): Zippable =>
  Object.fromEntries(
    Object.entries(translationsOf(baseUrl)).map(([locale, texts]) => [translationFile(locale), json(texts)]),
  )

/** The files of the program lie side by side, so that each finds the others by their names. */
const program = (): Zippable =>
  Object.fromEntries(
    PROGRAM.map((file) => [
      `server/${basename(file, '.ts')}.js`,
      strToU8(stripTypes(read(file).toString('utf8')).replaceAll(LOADED, "from './$<name>.js'")),
    ]),
  )

const LOADED = /\bfrom '\.{1,2}\/(?:[\w./-]+\/)?(?<name>[\w-]+)\.ts'/g
