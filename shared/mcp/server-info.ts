import { VERSION } from '../platform/version.ts'

/** The path of the MCP server over HTTP. */
export const MCP_PATH = '/mcp'

/** The protocol revisions that the server supports, newest first. A test compares them with the revisions of the SDK. */
export const REVISIONS = [
  '2026-07-28',
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
] as const

export const SERVER_NAME = 'trademark-read-service'
export const TITLE = 'Trademark Read Service'
export const DESCRIPTION =
  'Search the trademark register of a national office, and read one application in full.'

/** The path of the icon. The icon is a PNG, because clients need not support SVG. */
export const ICON_PATH = '/docs/icon.png'

/** Returns the icons of the server for the service at `origin`. */
export const icons = (origin: string) => [
  { src: `${origin}${ICON_PATH}`, mimeType: 'image/png', sizes: ['512x512'] },
]

/** Returns the start page of the documentation of the service at `origin`. */
export const websiteUrl = (origin: string): string => `${origin}/docs/en`

/**
 * Returns the name, version and description of the server (MCP, Implementation). Without a public URL, leaves out the website
 * and the icons, because addresses must be absolute.
 */
export const serverInfo = (publicOrigin: string | undefined) => ({
  name: SERVER_NAME,
  title: TITLE,
  version: VERSION,
  description: DESCRIPTION,
  ...(publicOrigin === undefined ? {} : { websiteUrl: websiteUrl(publicOrigin), icons: icons(publicOrigin) }),
})
