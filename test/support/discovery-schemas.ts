/*
 * Schemas of the documents by which clients find an MCP server, reduced to the members that this project uses. They are
 * written by hand, because tests run without a network. Sources: SEP-2127, schema v1 of the Server Card extension; AI
 * Catalog 1.0; server.json of the MCP Registry, 2025-12-11. Before a document uses a new member, add it here.
 */

const text = { type: 'string', minLength: 1 } as const
const url = { type: 'string', pattern: '^https?://\\S+$' } as const

const object = <Properties extends object>(
  properties: Properties,
  required: readonly (keyof Properties)[],
) => ({
  type: 'object',
  additionalProperties: false,
  required: required as readonly string[],
  properties,
})

const input = {
  description: text,
  placeholder: text,
  isRequired: { type: 'boolean' },
  isSecret: { type: 'boolean' },
} as const

const identity = {
  name: { type: 'string', minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
  title: { ...text, maxLength: 100 },
  description: { ...text, maxLength: 100 },
  version: { ...text, maxLength: 255, pattern: '^\\d+\\.\\d+\\.\\d+' },
} as const

const headers = { type: 'array', items: object({ name: text, ...input }, ['name']) } as const

export const serverCardSchema = object(
  {
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json' },
    ...identity,
    websiteUrl: url,
    icons: {
      type: 'array',
      items: object(
        {
          src: url,
          mimeType: text,
          sizes: { type: 'array', items: { type: 'string', pattern: '^(\\d+x\\d+|any)$' } },
        },
        ['src'],
      ),
    },
    remotes: {
      type: 'array',
      items: object(
        {
          type: { enum: ['streamable-http', 'sse'] },
          url,
          headers,
          supportedProtocolVersions: { type: 'array', items: text },
        },
        ['type', 'url'],
      ),
    },
  },
  ['$schema', 'name', 'description', 'version'],
)

export const aiCatalogSchema = object(
  {
    specVersion: { const: '1.0' },
    entries: {
      type: 'array',
      items: object(
        {
          identifier: { type: 'string', pattern: '^urn:air:[a-z0-9.-]+(:[a-z0-9-]+)+$' },
          type: { const: 'application/mcp-server-card+json' },
          url,
        },
        ['identifier', 'type', 'url'],
      ),
    },
  },
  ['specVersion', 'entries'],
)

export const registrySchema = object(
  {
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json' },
    ...identity,
    remotes: {
      type: 'array',
      items: object(
        {
          type: { enum: ['streamable-http', 'sse'] },
          url, // its variables are filled in later
          variables: { type: 'object', additionalProperties: object(input, []) },
          headers,
        },
        ['type', 'url'],
      ),
    },
  },
  ['name', 'description', 'version'],
)
