import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'
import type { bundleManifest } from '../../shared/mcp/bundle/manifest.ts'
import type { StdioServer } from './stdio-process.ts'

/** Returns the files of a zip by name, in the order of the zip. */
export async function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true })
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  }
  return files
}

/** A bundle as a desktop client has installed it. */
export interface InstalledBundle {
  readonly folder: string
  /** Returns the command that the client starts, with the settings that its user typed; `node` is the Node of the client. */
  server(
    typed: Readonly<Record<string, string>>,
    node?: string,
  ): StdioServer & { env: Record<string, string> }
  remove(): void
}

/** Unpacks a bundle, and fills the placeholders in its manifest as the MCP Bundles specification defines. */
export async function installBundle(bytes: Buffer): Promise<InstalledBundle> {
  const folder = mkdtempSync(join(tmpdir(), 'trademark-bundle-'))
  const files = await readZip(bytes)
  for (const [name, content] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  const { server, user_config } = readManifest(files)
  const defaults = Object.entries(user_config).flatMap(([name, option]) =>
    'default' in option ? [[name, option.default] as const] : [],
  )
  return {
    folder,
    server: (typed, node = process.execPath) => {
      const values: Record<string, string> = { ...Object.fromEntries(defaults), ...typed, __dirname: folder }
      const filled = (text: string): string =>
        text.replaceAll(/\$\{(?:user_config\.)?(\w+)\}/g, (place, name: string) => values[name] ?? place)
      const { command, args, env } = server.mcp_config
      return {
        command: command === 'node' ? node : command,
        args: args.map(filled),
        env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)])),
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export const readManifest = (files: ReadonlyMap<string, Buffer>): ReturnType<typeof bundleManifest> =>
  JSON.parse(files.get('manifest.json')?.toString('utf8') ?? '')
