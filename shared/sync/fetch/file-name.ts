import { cleanText } from '../text/clean-text.ts'

const NAMELESS = 'file'

/** The maximum length of a file name, in UTF-8 bytes. File systems accept 255. */
const LONGEST = 200
const LONGEST_EXTENSION = 12
const LONGEST_READ = 1_000

/**
 * Returns a safe file name from untrusted text; undefined if no character is left. Shortens a long name, but keeps a short
 * extension.
 */
export function safeName(text: string): string | undefined {
  const last = text.split(/[/\\]/).findLast((part) => part.trim() !== '') ?? ''
  const name = cleanText(last.slice(-LONGEST_READ))
    .replace(/[<>:"|?*]/g, '_')
    .replace(EDGES, '')
  return name === '' ? undefined : shortened(name).replace(EDGES, '')
}

/** White space and dots at the start or the end of a name. */
const EDGES = /^[\s.]+|[\s.]+$/g

function shortened(name: string): string {
  const extension = /\.[^.]+$/.exec(name)?.[0] ?? ''
  const kept = extension.length <= LONGEST_EXTENSION ? extension : ''
  let stem = ''
  let bytes = Buffer.byteLength(kept)
  for (const character of name.slice(0, name.length - kept.length)) {
    bytes += Buffer.byteLength(character)
    if (bytes > LONGEST) {
      break
    }
    stem += character
  }
  return stem + kept
}

/** Returns the last path segment of a URL as a file name; `file` if there is no segment. */
export function nameInUrl(url: URL): string {
  const last = url.pathname.split('/').findLast((part) => part !== '') ?? ''
  return safeName(decodePercents(last)) ?? NAMELESS
}

/** Decodes percent sequences as UTF-8, or as Windows-1252 if the bytes are not valid UTF-8. Old pages use Windows-1252. */
export function decodePercents(text: string): string {
  const bytes = Buffer.from(
    text.replace(/%[0-9a-f]{2}|[^\0-\x7f]+/gi, (found) =>
      found.startsWith('%') ? String.fromCharCode(Number.parseInt(found.slice(1), 16)) : utf8AsLatin1(found),
    ),
    'latin1',
  )
  return decodeBytes(bytes)
}

const utf8AsLatin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

const decodeBytes = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Decodes a header. node:http reads headers as Latin-1, but many servers send them in UTF-8. */
export const headerText = (header: string): string => decodeBytes(Buffer.from(header, 'latin1'))

const TOKEN = "[!#$%&'*+.^_`|~\\w-]+"
const PARAMETER = new RegExp(`;\\s*(${TOKEN})\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^;"]*))`, 'gy')
const EXTENDED = /^(utf-8|iso-8859-1)'[^']*'(.*)$/i

/** Returns the file name in a Content-Disposition header (RFC 6266). */
export function nameInDisposition(header: string | undefined): string | undefined {
  const parameters = new Map<string, string>()
  const type = /^[^;]*/.exec(header ?? '')?.[0] ?? ''
  for (const [, name = '', quoted, plain = ''] of (header ?? '').slice(type.length).matchAll(PARAMETER)) {
    const value = quoted?.replace(/\\(["\\])/g, '$1') ?? plain.trim()
    parameters.set(name.toLowerCase(), parameters.get(name.toLowerCase()) ?? value)
  }
  const [, charset, extended] = EXTENDED.exec(parameters.get('filename*') ?? '') ?? []
  const given = extended === undefined ? undefined : decodeExtended(charset, extended)
  return safeName(given ?? headerText(parameters.get('filename') ?? ''))
}

const decodeExtended = (charset: string | undefined, text: string): string =>
  charset?.toLowerCase() === 'utf-8'
    ? decodePercents(text)
    : text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
