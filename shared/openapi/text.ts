import type { Config } from '../platform/config.ts'
import { openApiDocument } from './document.ts'

const texts = new Map<string, string>()

/**
 * The document as JSON, for this service as its clients see it: under its public origin, or otherwise wherever the
 * document itself was fetched from. Made once.
 */
export function openApiText({ publicOrigin = '/' }: Pick<Config, 'publicOrigin'>): string {
  const made =
    texts.get(publicOrigin) ?? JSON.stringify(openApiDocument({ servers: [publicOrigin] }), null, 2)
  texts.set(publicOrigin, made)
  return made
}
