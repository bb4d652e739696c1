import { isIP } from 'node:net'
import {
  DESCRIPTION,
  icons,
  MCP_PATH,
  REVISIONS,
  SERVER_NAME,
  TITLE,
  websiteUrl,
} from '../mcp/server-info.ts'
import { VERSION } from '../platform/version.ts'
import { LANGUAGES } from './languages.ts'

// The documents by which clients find the service (docs/decisions.md#mcp: Discovery), and security.txt.

export const CATALOG_PATH = '/.well-known/ai-catalog.json'
export const CATALOG_TYPE = 'application/ai-catalog+json'

/** The path of the Server Card, reserved by the MCP proposal SEP-2127. */
export const CARD_PATH = `${MCP_PATH}/server-card`
export const CARD_TYPE = 'application/mcp-server-card+json'

/** Returns the Server Card (SEP-2127, schema v1). */
export const serverCard = (baseUrl: string) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
  name: `${hostOf(baseUrl).split('.').reverse().join('.')}/${SERVER_NAME}`,
  title: TITLE,
  description: DESCRIPTION,
  version: VERSION,
  websiteUrl: websiteUrl(baseUrl),
  icons: icons(baseUrl),
  remotes: [
    {
      type: 'streamable-http',
      url: `${baseUrl}${MCP_PATH}`,
      headers: [
        {
          name: 'X-API-Key',
          description:
            'The key that the operator of the service gave you. Authorization: Bearer is also accepted.',
          placeholder: 'tmk_…',
          isRequired: true,
          isSecret: true,
        },
      ],
      supportedProtocolVersions: REVISIONS,
    },
  ],
})

/** Returns the AI Catalog (version 1.0). */
export const aiCatalog = (baseUrl: string) => ({
  specVersion: '1.0',
  entries: [
    {
      identifier: `urn:air:${hostOf(baseUrl)}:mcp:${SERVER_NAME}`,
      type: CARD_TYPE,
      url: `${baseUrl}${CARD_PATH}`,
    },
  ],
})

export const API_CATALOG_TYPE = 'application/linkset+json'

/** Returns the API catalog (RFC 9727). */
export const apiCatalog = (baseUrl: string) => ({
  linkset: [
    {
      anchor: `${baseUrl}/v1`,
      'service-desc': [{ href: `${baseUrl}/docs/openapi.json`, type: 'application/json' }],
      'service-doc': LANGUAGES.map((language) => ({
        href: `${baseUrl}/docs/${language}/`,
        type: 'text/html',
        hreflang: [language],
      })),
      status: [{ href: `${baseUrl}/health`, type: 'application/json' }],
    },
  ],
})

/** The number of days after which security.txt expires: less than a year (RFC 9116, 2.5.5). */
const SECURITY_TEXT_DAYS = 330

/** Returns security.txt (RFC 9116). The contact is the service level page, which names the operator. */
export function securityText(baseUrl: string, now: Date): string {
  const expires = new Date(now.getTime() + SECURITY_TEXT_DAYS * 86_400_000)
  return [
    `Contact: ${baseUrl}/docs/en/service-level`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${LANGUAGES.join(', ')}`,
    `Canonical: ${baseUrl}/docs/security.txt`,
    '',
  ].join('\n')
}

/** Returns the domain of `baseUrl`, or `localhost` if the host is an IP address. */
function hostOf(baseUrl: string): string {
  const { hostname } = new URL(baseUrl)
  return hostname.startsWith('[') || isIP(hostname) !== 0 ? 'localhost' : hostname
}
