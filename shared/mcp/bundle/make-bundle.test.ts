import { beforeAll, describe, expect, test } from '@jest/globals'
import packageJson from '../../../package.json' with { type: 'json' }
import { tools } from '../../../schemas/tools.ts'
import { readManifest, readZip } from '../../../test/support/bundle.ts'
import { makeBundle } from './make-bundle.ts'

const ADDRESS = 'https://marks.example'
const MOST_BYTES = 40_000

const bytes = makeBundle(ADDRESS)
let files: Map<string, Buffer>
let manifest: ReturnType<typeof readManifest>
beforeAll(async () => {
  files = await readZip(bytes)
  manifest = readManifest(files)
})

const text = (file: string): string => files.get(file)?.toString('utf8') ?? ''
const scripts = (): string[] => [...files.keys()].filter((file) => file.endsWith('.js'))

describe('the bundle', () => {
  test('is small and differs by address', () => {
    expect(bytes.length).toBeLessThan(MOST_BYTES)
    expect(makeBundle('https://other.example').equals(bytes)).toBe(false)
  })

  test('has the files of its manifest', () => {
    const { icon, server, localization } = manifest
    expect([...files.keys()]).toEqual(
      expect.arrayContaining([icon, server.entry_point, localization.resources.replace(/\$\{\w+\}/, 'es')]),
    )
    expect(files.get(icon)?.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
  })

  test('has a program in plain JavaScript that imports only its own files and modules of Node', () => {
    for (const script of scripts()) {
      const loaded = [...text(script).matchAll(/\bfrom '(?<name>[^']+)'/g)].map(
        ({ groups }) => groups?.name ?? '',
      )
      const ours = loaded.filter((name) => !name.startsWith('node:'))
      expect(ours.filter((name) => !files.has(name.replace('./', 'server/')))).toEqual([])
    }
    expect(scripts()).toContain(manifest.server.entry_point)
  })

  test('has no path of the machine that built it', () => {
    for (const [name, content] of files) {
      expect({ name, hasPath: content.includes(process.cwd()) }).toEqual({ name, hasPath: false })
    }
  })
})

describe('the manifest', () => {
  test('has the name, version and license of the software, and the descriptions of its tools', () => {
    const { name, version, license } = packageJson
    expect(manifest).toMatchObject({ manifest_version: '0.3', name, version, license })
    const described = Object.values(tools).map(({ name, description }) => ({ name, description }))
    expect(manifest.tools).toEqual(described)
  })

  test('asks for the key as a secret, and for the address, which has a default', () => {
    const { api_key, address } = manifest.user_config
    expect(api_key).toMatchObject({ type: 'string', sensitive: true, required: true })
    expect(api_key).not.toHaveProperty('default')
    expect(address).toMatchObject({ type: 'string', default: ADDRESS })
    expect(Object.keys(manifest.user_config)).toEqual(['api_key', 'address'])
  })

  test('passes the key in the environment, not in the arguments, which other users can see', () => {
    const { command, args, env } = manifest.server.mcp_config
    expect(command).toBe('node')
    expect(args).toEqual([`\${__dirname}/${manifest.server.entry_point}`])
    expect(Object.values(env).join(' ')).toContain('user_config.api_key')
    expect(args.join(' ')).not.toContain('user_config')
  })

  test('has a setting for every placeholder', () => {
    const places = [...JSON.stringify(manifest.server).matchAll(/\$\{user_config\.(?<name>\w+)\}/g)]
    expect(places.map(({ groups }) => groups?.name).toSorted()).toEqual(
      Object.keys(manifest.user_config).toSorted(),
    )
  })

  test('has Spanish translations of its texts', () => {
    const spanish = JSON.parse(text('mcpb-resources/es.json'))
    for (const [name, value] of Object.entries(spanish)) {
      expect(manifest).toHaveProperty(name)
      expect(value).not.toEqual(manifest[name as keyof typeof manifest])
    }
    expect(spanish.long_description).toContain(ADDRESS)
  })
})
