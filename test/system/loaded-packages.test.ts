import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Prints the packages that a process has loaded when it exits. */
const HOOKS = `
  import { registerHooks } from 'node:module'
  const packages = new Set()
  registerHooks({
    load(url, context, next) {
      packages.add(/.*node_modules\\/(?<name>(@[^/]+\\/)?[^/]+)/.exec(url)?.groups.name)
      return next(url, context)
    },
  })
  process.on('exit', () => process.stdout.write([...packages].join(' ')))`

test('the service does not load the packages of runs and backups at its start, to save memory', () => {
  const hooks = `data:text/javascript,${encodeURIComponent(HOOKS)}`
  // An argument ends the process once all modules of the start are loaded.
  const { stdout, status } = spawnSync(process.execPath, ['--import', hooks, 'local/main.ts', 'compile'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const loaded = stdout.split(' ')
  expect(status).not.toBe(0)
  expect(loaded).toEqual(expect.arrayContaining(['pg', '@modelcontextprotocol/server']))
  const others = ['csv-parse', 'saxes', 'yauzl', 'unpdf', 'htmlparser2', 'p-retry', 'age-encryption']
  expect(loaded.filter((name) => others.includes(name) || name.startsWith('@aws-sdk'))).toEqual([])
})
