import { configSchema } from '../schemas/config.ts'
import type { Variable } from '../shared/platform/config.ts'
import { VERSION } from '../shared/platform/version.ts'

interface ServiceSummary {
  address: string
  marks: number
  dataDir: string
  /** The environment variables that select the database. */
  databaseVariables: readonly Variable[]
  /** Whether npm started the service. If not, as in a container, commands start with `node`. */
  byNpm: boolean
  /** Whether the pages of the documentation are built. */
  hasPages: boolean
}

const heading = ({ address }: ServiceSummary): string =>
  `Trademark Read Service ${VERSION} answers on ${address}`
const count = ({ marks }: ServiceSummary): string => marks.toLocaleString('en')

/** Returns a shell command that uses the database of this service. */
const command = (
  { dataDir, databaseVariables, byNpm }: ServiceSummary,
  script: string,
  typed: string,
): string => {
  if (!byNpm) {
    return `node scripts/${script}.ts ${typed}` // for the container, whose environment selects the database
  }
  const folder =
    dataDir === configSchema.properties.DATA_DIR.default ? [] : [{ name: 'DATA_DIR', value: dataDir }]
  const variables = [...folder, ...databaseVariables].map(({ name, value }) => `${name}=${shellWord(value)}`)
  return [...variables, `npm run ${script} -- ${typed}`].join(' ')
}

/** Quotes a text so that a shell reads it as one word without expansions. */
const shellWord = (text: string): string =>
  /^[\w./:@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/** Returns the line with the address of the documentation; empty if its pages are not built. */
const documentationLine = ({ address, hasPages }: ServiceSummary, label: string): string =>
  hasPages ? `${label}${address}/docs\n` : ''

/** Returns the message after a start with sample data. */
export const sampleStartMessage = (served: ServiceSummary, key: string, number: string): string => `
${heading(served)}

  SAMPLE DATA: ${count(served)} made-up marks. None of them is on any register.

Try it:

  curl -H 'X-API-Key: ${key}' '${served.address}/v1/brands?q=fiordo&clase=39'
  curl -H 'X-API-Key: ${key}' ${served.address}/v1/brands/${number}
  ${command(served, 'keys', 'create --consumer me --scopes brands:read')}

The key belongs to the consumer "sample". AI agents can use the key, too, at ${served.address}/mcp
${documentationLine(served, 'Documentation, where you can try the service in a browser: ')}\
To replace the sample with a real register (the service can keep running):

  ${command(served, 'sync', 'sheets --file PATH')}

Ctrl-C stops everything.

`

const corpusLine = (served: ServiceSummary, kind: 'sample' | 'register'): string =>
  kind === 'register'
    ? `The register: ${count(served)} marks.`
    : served.marks > 0
      ? `SAMPLE DATA: ${count(served)} marks.`
      : `No mark yet: the configured sources are read on their schedule; see ${command(served, 'sync', 'status')}`

/** Returns the message after a start without a sample key. */
export const startMessage = (served: ServiceSummary, kind: 'sample' | 'register'): string => `
${heading(served)}

  ${corpusLine(served, kind)}

To make a key:  ${command(served, 'keys', 'create --consumer NAME --scopes brands:read')}
To load sheets: ${command(served, 'sync', 'sheets --file PATH')}
For AI agents:  ${served.address}/mcp
${documentationLine(served, 'Documentation:  ')}
Ctrl-C stops everything.

`
