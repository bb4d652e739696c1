import { configSchema } from '../schemas/config.ts'
import { VERSION } from '../shared/platform/version.ts'

/** What is served, and where. */
interface Served {
  address: string
  marks: number
  dataDir: string
  /** Whether npm is there: an image has Node alone. */
  byNpm: boolean
}

const heading = ({ address }: Served): string => `Trademark Read Service ${VERSION} answers on ${address}`
const count = ({ marks }: Served): string => marks.toLocaleString('en')

/** A command as it is to be typed: on the same data as this service. */
const command = ({ dataDir, byNpm }: Served, script: string, typed: string): string =>
  byNpm
    ? `${dataDir === configSchema.properties.DATA_DIR.default ? '' : `DATA_DIR=${dataDir} `}npm run ${script} -- ${typed}`
    : `node scripts/${script}.ts ${typed}`

/** What a person reads after the first start, with the made-up office behind the service. */
export const sampleWelcome = (served: Served, key: string, number: string): string => `
${heading(served)}

  SAMPLE DATA: ${count(served)} made-up marks. None of them is on any register.

Try it:

  curl -H 'X-API-Key: ${key}' '${served.address}/v1/brands?q=fiordo&clase=39'
  curl -H 'X-API-Key: ${key}' ${served.address}/v1/brands/${number}
  ${command(served, 'keys', 'create --consumer me --scopes brands:read')}

The key is an ordinary one, of the consumer "sample"; AI agents connect with it to ${served.address}/mcp
The documentation, where it can be tried in a browser: ${served.address}/docs
To load a real register in its place, while this runs or not:

  ${command(served, 'sync', 'sheets --file PATH')}

Ctrl-C stops everything.

`

const what = (served: Served, kind: 'sample' | 'register'): string =>
  kind === 'register'
    ? `The register: ${count(served)} marks.`
    : served.marks > 0
      ? `SAMPLE DATA: ${count(served)} marks.`
      : `No mark yet: the sources of the settings are read when they are due; ${command(served, 'sync', 'status')} tells.`

/** What a person reads where no key is ready. */
export const welcome = (served: Served, kind: 'sample' | 'register'): string => `
${heading(served)}

  ${what(served, kind)}

To make a key:  ${command(served, 'keys', 'create --consumer NAME --scopes brands:read')}
To load sheets: ${command(served, 'sync', 'sheets --file PATH')}
For AI agents:  ${served.address}/mcp
Documentation:  ${served.address}/docs

Ctrl-C stops everything.

`
