import { execFile } from 'node:child_process'
import { cp, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** The output of `npm pack` for the client. */
export interface Packed {
  filename: string
  files: { path: string }[]
}

const DEPENDENCIES = ['openapi-fetch', 'openapi-typescript-helpers']

/**
 * Packs the client and installs it in an existing folder, as its documentation describes. Packs a copy, so that the
 * checkout does not change while tests run. Also packs the dependencies of the checkout, so that npm needs no registry.
 */
export async function installClient(folder: string): Promise<Packed> {
  const checkout = join(folder, 'checkout')
  await cp(join(ROOT, 'client'), join(checkout, 'client'), {
    recursive: true,
    filter: (path) => !/\/(dist|node_modules)$|\.tgz$/.test(path),
  })
  await symlink(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
  const output = await npm(join(checkout, 'client'), 'pack', '--json', '--pack-destination', folder)
  const [packed] = JSON.parse(output.slice(output.indexOf('\n[') + 1)) as [Packed]
  const dependencies = await npm(
    folder,
    ...['pack', '--silent', '--ignore-scripts'],
    ...DEPENDENCIES.map((name) => join(ROOT, 'node_modules', name)),
  )
  const archives = [...dependencies.trim().split('\n'), packed.filename].map((name) => `./${name}`)
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await npm(folder, 'install', '--offline', '--no-audit', '--no-fund', ...archives)
  return packed
}

async function npm(cwd: string, ...words: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, npm_config_update_notifier: 'false' }
  return (await promisify(execFile)('npm', words, { cwd, env })).stdout
}
