import Negotiator from 'negotiator'

/** Returns the language of `languages` that `Accept-Language` prefers, or the first language if none is accepted. */
export const acceptedLanguage = <Language extends string>(
  acceptLanguage: string | undefined,
  languages: readonly [Language, ...Language[]],
): Language =>
  (new Negotiator({ headers: { 'accept-language': acceptLanguage } }).language([...languages]) as
    | Language
    | undefined) ?? languages[0]

/** Returns whether a client prefers HTML to JSON, as browsers do. A client that accepts every type does not prefer HTML. */
export const acceptsHtml = (accept: string | undefined): boolean =>
  new Negotiator({ headers: { accept } }).mediaType(['application/json', 'text/html']) === 'text/html'
