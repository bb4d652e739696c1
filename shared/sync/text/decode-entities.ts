/** The names of the HTML 4 entities for U+00A0 to U+00FF, in the order of these characters. */
const LATIN_1 = (
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
  'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil ' +
  'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave ' +
  'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute ' +
  'thorn yuml'
).split(' ')

const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ...LATIN_1.map((name, index) => [name, String.fromCharCode(0xa0 + index)] as const),
  ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }),
  ...Object.entries({ ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”' }),
  ...Object.entries({ bull: '•', hellip: '…', euro: '€', trade: '™' }),
])

/** An HTML entity. Its ampersand may itself be encoded, even several times (`&amp;amp;Ntilde;`). */
const ENTITY = /&(?:amp;)*(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}\d{0,2}));/gi

/**
 * Decodes HTML entities (`CA&Ntilde;A`, `&#209;`, `&amp;amp;`), also with names in capitals (`&NTILDE;`). Other text between an
 * ampersand and a semicolon stays unchanged (`R&D;`).
 */
export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(ENTITY, (entity, decimal?: string, hex?: string, name?: string) =>
        name === undefined ? (ofCode(decimal, hex) ?? entity) : (ofName(name) ?? entity),
      )
    : text

const FORMATTED = /<(b|big|em|font|i|small|span|strong|sub|sup|u)(?: [^<>]*)?>([^<>]*)<\/\1>/gi
const LINE_BREAK = /<br ?\/?>/gi

/** Decodes HTML entities, removes pairs of formatting tags (`<b>…</b>`), and replaces `<br>` by a line break. */
export function decodeMarkup(text: string): string {
  const decoded = decodeEntities(text)
  const plain = decoded.includes('<') ? decoded.replace(LINE_BREAK, '\n').replace(FORMATTED, '$2') : decoded
  return plain === decoded ? decoded : decodeMarkup(plain)
}

/** Returns the character of a named entity; a name in capitals, such as `&NTILDE;`, means the capital letter. */
function ofName(name: string): string | undefined {
  const lower = name.toLowerCase()
  const capital = lower.charAt(0).toUpperCase() + lower.slice(1)
  return (
    CHARACTERS.get(name) ??
    (name === name.toUpperCase() ? CHARACTERS.get(capital) : undefined) ??
    CHARACTERS.get(lower)
  )
}

const MAX_CODE_POINT = 0x10_ffff

function ofCode(decimal: string | undefined, hex: string | undefined): string | undefined {
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  const isCharacter = code > 0 && code <= MAX_CODE_POINT && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : undefined
}
