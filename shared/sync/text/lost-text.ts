import { repairEncoding } from './repair-encoding.ts'
import { isTemplateField } from './template-field.ts'

/** Matches texts without any of the damage below. Most texts match, so that this check saves time. */
const ORDINARY =
  /^(?!\s*(?:System\.|Microsoft\.|\(?[Ee][Rr][Rr]|[Nn][Oo] [Ss][Ee] |[Oo]bject ref))[\w À-ÁÄ-ÏÑ-áä-ÿ.,;:&'"()/*°º-]*$/

/**
 * Matches a character that replaces a lost character: a control character, U+FFFD or half a surrogate pair.
 * Does not match U+0085, because this control character is a line break.
 */
const LOST = /[\u0080-\u0084\u0086-\u009f\ufffd\p{Cs}]/u

/** The remains of a letter after a wrong conversion: `Vi?a`, `Marï¿½a`, `Vi├▒a`. */
const MANGLED =
  /Ð\p{Lu}|\p{Lu}Ð|\p{Ll}\?\p{Ll}|\p{Lu}\?\p{Lu}|ï¿½|\p{L}[\u2500-\u257f]|[\u2500-\u257f]\p{L}|\p{L}[¦¬¤]\p{L}|\p{L}{2}#\p{L}/u

/** The text that programs write for an object: `[object Object]`. */
const OBJECT =
  /^\s*(?:\[object \w+\]|(?:System|Microsoft)\.[A-Z][\w.]*(?:\[\])?|(?:\w+\.)+\w+@[\da-fA-F]{4,}|\[L[\w.]+;@[\da-f]+|<[\w. ]+ object at 0x[\da-f]+>)\s*$/

/** An error in place of a value: `#N/A`. */
const ERROR =
  /^\s*(?:\(error\)|err(?:or)?\s*:|error (?:al|de|en|in|at) |no se (?:pudo|puede|ha podido) |object reference not set|#(?:¡?(?:valor|ref)!?|¿?nombre\??|name\??|value!?|n\/?a|n\/?d)\s*$)/i

/** A letter in quoted-printable (`=C3=91`), UTF-7 (`+ANE-`) or JavaScript `escape` (`%u00D1`). */
const ENCODED = /=C[2-5]=[89AB][\dA-F]|\+A[A-P][\w+/]-|%u[\da-f]{4}/i

/** A percent-encoded letter or sign: `%C3%89`, `%26`. A percent sign after a digit does not match. */
const IN_ADDRESS = /(?<!\d)%(?:c[23]%[89ab][\da-f]|2[0-9a-f]|3[a-f])/i

/** An arrow between an old and a new value: `PUMA → SOL`. */
const CHANGE = /\S\s+(→|⇒|->|=>)\s+\S/u

/** An escape sequence of source code: `VI\u00d1A`, `S.A.\nSucursal`, `\\`. */
const ESCAPE = /\\u[\da-f]{4}|(?<=[\p{L}\d.,)])\\[nrt](?=[\p{L}\d])|\\\\/iu

/**
 * Returns how a text is damaged, as a sentence without a subject; undefined for an intact text. Ignores damage that
 * `repairEncoding` can restore (docs/decisions.md#synchronization: Lost characters and values).
 */
export function lostText(text: string): string | undefined {
  if (ORDINARY.test(text)) {
    return undefined
  }
  const change = CHANGE.exec(text)?.[1]
  if (change !== undefined) {
    return `has "${change}", the sign between an old and a new value`
  }
  if (OBJECT.test(text) || ERROR.test(text)) {
    return `has "${text.trim()}", which a program writes in place of a value`
  }
  const encoded = text.includes('%') ? IN_ADDRESS.exec(text)?.[0] : undefined
  if (encoded !== undefined) {
    return `has "${encoded}", which replaces another character in addresses of web pages`
  }
  const written = (text.includes('\\') ? ESCAPE.exec(text)?.[0] : undefined) ?? ENCODED.exec(text)?.[0]
  if (written !== undefined) {
    return `has "${written}", which a program writes in place of a letter`
  }
  if (isTemplateField(text)) {
    return 'has a field of a template in place of a value'
  }
  const mangled = MANGLED.exec(text)?.[0]
  if (mangled !== undefined) {
    return `has "${mangled}", where a letter was lost`
  }
  const lost = LOST.test(text) ? LOST.exec(repairEncoding(text))?.[0] : undefined
  if (lost === undefined) {
    return undefined
  }
  const code = `U+${lost.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
  const kind =
    lost === '\ufffd'
      ? 'a replacement character'
      : lost < '\ud800'
        ? 'a control character'
        : 'half a character'
  return `has ${kind} (${code}): a character was lost`
}
