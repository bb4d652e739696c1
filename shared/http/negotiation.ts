import Negotiator from 'negotiator'

/** Returns the language of `languages` that `Accept-Language` prefers, or the first one. */
export const acceptedLanguage = <Language extends string>(
  acceptLanguage: string | undefined,
  languages: readonly [Language, ...Language[]],
): Language =>
  (new Negotiator({ headers: { 'accept-language': acceptLanguage } }).language([...languages]) as
    | Language
    | undefined) ?? languages[0]

/** Returns whether a client prefers HTML to JSON, as browsers do; a client that accepts anything does not. */
export const acceptsHtml = (accept: string | undefined): boolean =>
  new Negotiator({ headers: { accept } }).mediaType(['application/json', 'text/html']) === 'text/html'
